// Lists take words and filters; edits and removals take several jobs, in one change that one undo takes back.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crm, crmJson, type RunOptions } from './run.ts'

let database: TestDatabase
let here: RunOptions
beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url, env: { NO_COLOR: '1' } }
  const rows = [
    'Company,Role,Status,Applied,Location,Salary,Tags',
    'Acme,Chef,Applied,2025-01-02,"Berlin, Germany",€60k a year,old',
    'Globex,Cook,Applied,2025-01-03,Paris,€90k a year,old',
    'Initech,Baker,Saved,,Berlin,€50/hr,old',
  ]
  await crm(['jobs', 'import', '-'], { ...here, stdin: rows.join('\n') })
})
afterAll(() => database.close())

const run = (...args: string[]) => crm(args, here)
const companies = async (...args: string[]): Promise<string[]> =>
  (await crmJson(['jobs', 'list', '--sort', 'company', ...args, '--json'], here)).body.jobs.map(
    ({ company }: { company: string }) => company,
  )

test.each([
  [['cook'], ['Globex']],
  [['globex', 'cook'], ['Globex']],
  [
    ['--place', 'berlin'],
    ['Acme', 'Initech'],
  ],
  [
    ['--min-pay', '90k'],
    ['Globex', 'Initech'],
  ],
  [
    ['--idle', '14d'],
    ['Acme', 'Globex'],
  ],
  [
    ['--min-pay', '€90.000'],
    ['Globex', 'Initech'],
  ],
  [['--min-pay', '7.600 €/month'], ['Initech']],
  [['--min-pay', '45/hr'], ['Initech']],
  [
    ['--idle', '2 weeks'],
    ['Acme', 'Globex'],
  ],
  [['chef', '--place', 'paris'], []],
  [['--where', 'pay>95.000'], ['Initech']],
  [['--where', 'pay>"90 000 €" place=berlin'], ['Initech']],
  [['--where', 'pay>95k'], ['Initech']],
  [['chef', '--where', 'place=BERLIN'], ['Acme']],
  [['--where', 'status=applied', '--min-pay', '80k'], ['Globex']],
  [['--where', 'role=bak'], ['Initech']],
  [
    ['--where', 'status!=saved role!=nothing'],
    ['Acme', 'Globex'],
  ],
  [['--where', 'status=beworben place!=paris tag!=new'], ['Acme']],
  [['--where', 'tag!=OLD'], []],
  [['--where', 'tag=old tag=Old place=paris'], ['Globex']],
  [['--where', 'priority!=high deadline<2031-01-01'], []],
  [
    ['-s', 'beworben'],
    ['Acme', 'Globex'],
  ],
])('crm ls %j lists %j', async (args, found) => {
  expect(await companies(...args)).toEqual(found)
})

test('what has no value comes last in both directions, and letters have no accents', async () => {
  const none = await crmJson(['jobs', 'add', 'Ödland', 'Cook', '--location', 'Zürich', '--json'], here)
  const sorted = async (sort: string) =>
    (await run('jobs', 'list', '--sort', sort, '--columns', 'company')).stdout.trim().split('\n').at(-1)
  for (const sort of ['salary', '-salary']) expect(await sorted(sort)).toBe('Ödland')
  const applied = await run('jobs', 'list', '--sort', 'applied', '--columns', 'company,applied')
  expect(applied.stdout.split('\n')[0]).toMatch(/^Acme\t2025-01-02/)
  expect(await companies('--place', 'zurich')).toEqual(['Ödland'])
  expect((await run('ls', '--where', 'status=bogus')).stderr).toContain('--where: status is one of saved, ')
  expect((await run('ls', '-s', 'ghosted')).stderr).toContain('--status must be one of saved, applied')
  expect((await run('ls', '--where', 'status=saved', '-s', 'applied')).stderr).toContain(
    'Say the status once',
  )
  await run('jobs', 'rm', none.body.id, '--yes')
})

test('a list shows any field of its records as a column', async () => {
  await run('contacts', 'add', 'Jane', '--company', 'Acme', '--phone', '12', '--tags', 'a,b')
  expect((await run('contacts', 'list', '--columns', 'name,tags,phone')).stdout).toBe('Jane\ta, b\t12\n')
  const { code, stderr } = await run('contacts', 'list', '--columns', 'phon')
  expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean phone?')])
  expect((await run('jobs', 'list', 'chef', '--columns', 'company,applied,source')).stdout).toMatch(
    /^Acme\t2025-01-02T\S+\t\n$/,
  )
})

test('an empty list says what was asked', async () => {
  const { stderr } = await crm(['ls', 'applied', '--place', 'rome'], { ...here, terminal: { columns: 120 } })
  expect(stderr).toBe('No job has “applied” with --place rome (for the status: crm ls -s applied).\n')
  expect((await run('ls', '--min-pay', 'lots')).code).toBe(2)
  // An hourly rate without its unit would hold for every job.
  expect((await run('ls', '--min-pay', '45')).stderr).toContain('is a year')
})

test('a list that --where selects says how many more there are, in JSON too', async () => {
  const rows = Array.from({ length: 52 }, (_, at) => `Many ${at},Clerk`)
  await crm(['jobs', 'import', '-', '--yes'], { ...here, stdin: ['Company,Role', ...rows].join('\n') })
  const many = ['jobs', 'list', '--where', 'company=many']
  for (const form of [[], ['--json', 'company']]) {
    expect((await run(...many, ...form)).stderr).toBe('50 of 52 shown. Use --limit or --all for more.\n')
    expect((await run(...many, ...form, '--all')).stderr).toBe('')
  }
  // A filter has no cursor by which a script could see that there is more.
  const filtered = await run('jobs', 'list', '--company', 'many', '--jq', '.jobs | length')
  expect(filtered).toMatchObject({
    stdout: '50\n',
    stderr: expect.stringContaining('50 of 52 shown') as string,
  })
  expect((await run('jobs', 'rm', '--where', 'company=many', '--yes')).code).toBe(0)
})

test.each([
  [['--where', 'status=applied pay>80k'], ['Globex']],
  [
    ['--where', 'place=berlin'],
    ['Acme', 'Initech'],
  ],
  [
    ['--where', 'idle>14d tag=old'],
    ['Acme', 'Globex'],
  ],
  [
    ['acme', 'initech'],
    ['Acme', 'Initech'],
  ],
])('crm jobs edit %j changes %j at once, and one undo takes it back', async (which, meant) => {
  const before = await run('jobs', 'list', '--sort', 'company', '--columns', 'company,priority,tags')
  const { code, stdout } = await run('jobs', 'edit', ...which, '-p', 'high', '--tags', '+new,-old', '--yes')
  const said = meant.length > 1 ? 'Now: priority high; tags +new, -old.' : 'tags new; priority high.'
  expect([code, stdout]).toEqual([0, expect.stringContaining(said)])
  expect(await companies('-p', 'high')).toEqual(meant)
  expect(await companies('-t', 'new')).toEqual(meant)
  await run('undo')
  expect(await run('jobs', 'list', '--sort', 'company', '--columns', 'company,priority,tags')).toEqual(before)
})

test('a saved job is idle since it was saved, an applied one while nobody answers', async () => {
  await run('jobs', 'add', 'Stark', 'Cook')
  await run('jobs', 'status', 'stark', 'saved', '--at', '-20d')
  expect(await companies('--where', 'status=saved idle>14d')).toEqual(['Stark'])
  expect(await companies('--where', 'idle>14d')).toEqual(['Acme', 'Globex', 'Stark'])
  expect(await companies('--where', 'idle>21d status=saved')).toEqual([])
  await run('jobs', 'rm', 'stark', '--yes')
})

test('several are removed together, after a question, and come back together', async () => {
  expect((await run('jobs', 'rm', '--where', 'place=berlin')).code).toBe(2)
  expect((await run('jobs', 'rm', '--where', 'place=berlin', '--dry-run')).stdout).toMatch(
    /^Would delete 2 jobs/,
  )
  expect((await run('jobs', 'rm', '--where', 'place=berlin', '--yes')).code).toBe(0)
  expect(await companies()).toEqual(['Globex'])
  await run('undo')
  expect(await companies()).toEqual(['Acme', 'Globex', 'Initech'])
})

test.each([
  ['place=rome', 3],
  ['colour=red', 2],
  ['pay=80k', 2],
  ['status>saved', 2],
  ['status!=aplied', 2],
  ['status=ghosted', 2],
  ['deadline<someday', 2],
  ['berlin', 2],
])('--where %s exits with %i and changes nothing', async (where, code) => {
  expect((await run('jobs', 'edit', '--where', where, '-p', 'low')).code).toBe(code)
  expect(await companies('-p', 'low')).toEqual([])
})

test('a job that may be there already is said before it is added, and a view is removed by rm', async () => {
  const { stdout, stderr } = await run('jobs', 'add', 'Globex', 'Cook', '--dry-run')
  expect(stdout).toBe('Would add Globex — Cook.\n')
  expect(stderr).toMatch(/^It may be there already: Globex — Cook \(\w{8}\)\.$/m)
  const home = mkdtempSync(join(tmpdir(), 'crm-views-'))
  const at = { ...here, env: { ...here.env, CRM_HOME: home } }
  await crm(['ls', '-s', 'applied', '--save', 'mine'], at)
  expect((await crm(['jobs', 'views', 'rm', 'mine'], at)).stdout).toBe('Removed the view mine.\n')
  rmSync(home, { recursive: true })
})

test('a posting on stdin needs no key where its first line says the job; a document is kept as text', async () => {
  const stdin = 'Staff Engineer at Zeta Corp\n\nSalary: EUR 90,000 - 110,000 a year\nWe build things.\n'
  const read = 'saved. Read: salary EUR 90,000 – 110,000 a year.\n'
  const { stdout } = await crm(['add'], { ...here, stdin })
  expect(stdout).toMatch(/^Added Zeta Corp — Staff Engineer/)
  expect(stdout).toContain(read)
  expect((await crm(['jobs', 'attach', 'zeta', '-', '--kind', 'letter'], { ...here, stdin })).code).toBe(0)
  expect((await run('show', 'zeta')).stdout).toMatch(/other {2}Letter/)
  await run('undo')
  expect((await run('jobs', 'attach', 'zeta', '-', '--kind', 'poem')).code).toBe(2)
})

test('a first line of prose is not read as company and role', async () => {
  const stdin = 'Backend Engineer at Trade Republic, Berlin. 70.000 - 90.000 € p.a. Kotlin.\n'
  const { code, stdout, stderr } = await crm(['add'], { ...here, stdin })
  expect([code, stdout, stderr]).toEqual([5, '', expect.stringContaining('does not name')])
})

test('a posting whose company is not certain asks for it, and not for a key alone', async () => {
  const stdin = 'Senior Platform Engineer\nChoco – Berlin\n\nWe build things.\n'
  const { code, stderr } = await crm(['add'], { ...here, stdin })
  expect([code, stderr]).toEqual([
    5,
    expect.stringContaining('The posting does not name the company, so nothing was saved.'),
  ])
  expect(stderr).toContain('crm add - --company "Acme" --role "Engineer" < FILE')
  const named = await crm(['add', '-', '--company', 'Choco', '--role', 'Engineer'], { ...here, stdin })
  expect(named.stdout).toMatch(/^Added Choco — Engineer/)
  expect((await run('show', 'choco', '--posting')).stdout).toContain('We build things.')
  await run('undo')
  const half = await crm(['add', '--company', 'Choco'], { ...here, stdin })
  expect(half.stdout).toMatch(/^Added Choco — Senior Platform Engineer/)
  await run('undo')
})

test.each([
  [
    'Job Title: Nurse Practitioner\nEmployer: St. Brigid\nLocation: Reno, NV\nHours: 8am-5pm\nPay: $62.50 - $71.25/hr',
    ['St. Brigid', 'Nurse Practitioner', 'Reno, NV', 'USD 62.5 – 71.25 an hour'],
  ],
  [
    'Buchhalter (m/w/d)\n- Arbeitgeber: Nordwind\n- Ort: Husum\nWir zahlen 45.000 bis 52.000 € im Jahr.',
    ['Nordwind', 'Buchhalter (m/w/d)', 'Husum', 'EUR 45,000 – 52,000 a year'],
  ],
])('a posting on stdin is read by its labels, and its pay by its words', async (stdin, said) => {
  const { stdout } = await crm(['add', '--dry-run', '--json'], { ...here, stdin })
  const { company, role, location, salary } = JSON.parse(stdout) as Record<string, string>
  expect([company, role, location, salary]).toEqual(said)
})

test('a platform that a label names is no employer', async () => {
  const { code } = await crm(['add'], { ...here, stdin: 'Cook\nCompany: Indeed\nWe cook.\n' })
  expect(code).toBe(5)
})

test.each(['Staff Engineer at Initech', 'Staff Engineer @ Initech'])(
  '“%s” names role and company',
  async (words) => {
    const { stdout } = await crm(['add', words, '--dry-run', '--json'], here)
    expect(JSON.parse(stdout)).toMatchObject({ company: 'Initech', role: 'Staff Engineer' })
  },
)
