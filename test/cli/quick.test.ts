// The quick program gives the same output as the full program, or hands over to it.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GROUPS } from '../../cli/groups.ts'
import type { Answer, QuickCommand } from '../../cli/quick/answer.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crmProcess } from './process.ts'
import { crm, type RunOptions } from './run.ts'

const ALONE = join(import.meta.dirname, 'one-program.cjs')
/** The exit code with which the quick program hands over. */
const LEFT = 99

/** The quick program's commands, by the names of their files and bundles. */
const DIST = join(import.meta.dirname, '..', '..', 'dist')
const READS = readdirSync(DIST)
  .filter((name) => /^quick-.*\.cjs$/.test(name))
  .map((name) => name.slice('quick-'.length, -'.cjs'.length))
const load = (name: string) =>
  import(`../../cli/quick/${name}.ts`) as Promise<{ QUICK: QuickCommand; answer: Answer }>

const fileOf = ([noun = '', verb]: readonly string[]): string =>
  `quick-${READS.includes(noun) ? noun : `${noun}-${verb}`}.cjs`

const alone = (file: string, args: string[], options: RunOptions) =>
  crmProcess(args, { ...options, program: [ALONE, file] })

let database: TestDatabase
let here: RunOptions
beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url }
  for (const [company, role] of [
    ['Acme', 'Chef'],
    ['Acme Labs', 'Cook'],
    ['株式会社', 'Zoë’s\tcafé'],
  ] as const)
    await crm(['jobs', 'add', company, role, '--location', 'Berlin', '--tags', 'a,b'], here)
  await crm(['jobs', 'status', 'labs', 'interviewing', '--note', 'on Friday'], here)
})
afterAll(() => database.close())

/** Command lines that the quick program handles. */
const ANSWERED = [
  ['jobs', 'list'],
  ['jobs', 'list', '--json'],
  ['jobs', 'list', '--json', 'id,company'],
  ['jobs', 'list', '--json=role'],
  ['jobs', 'list', '-n', '2'],
  ['jobs', 'list', '--limit=1', '--sort', '-company', '--all'],
  ['jobs', 'list', '-s', 'saved,interviewing', '--company', 'acme', '-t', 'A', '-p', 'high'],
  ['jobs', 'list', '-q', 'coo', '--since', '-7d'],
  ['jobs', 'list', '--company', 'O\'Neil \\ "x" %'],
  ['jobs', 'show', 'labs'],
  ['jobs', 'show', '--json', 'labs'],
  ['jobs', 'show', 'labs', '--json', 'id,history'],
  ['pipeline'],
  ['pipeline', '--json', 'summary'],
  ['next'],
  ['next', '--limit', '1', '--json', 'title,reason'],
  ['salary', 'show', 'registered-nurse'],
  ['salary', 'show', 'software-engineer', 'austin-tx', '--json'],
  ['salary', 'show', 'staff swe', 'sf', '--exp', 'senior', '--percentile', '75'],
  ['salary', 'show', 'registered-nurse', 'el-paso-tx', '--min', '900k'],
  ['salary', 'show', '--json', 'registered-nurse', 'el-paso-tx'],
  ['salary', 'show', 'registered-nurse', '--exp', 'senior', 'austin-tx', '--json'],
  ['salary', 'show', 'registered-nurse', 'el paso', '--json'],
  ['salary', 'show', 'staff nurse', 'portland, or'],
  ['salary', 'show', 'staff nurse', 'el', 'paso', '--json'],
]

/** Command lines that go to the full program, because of what they request or because they are invalid. */
const LEFT_ALONE = [
  ['jobs', 'list', 'surplus'],
  ['jobs', 'list', '--statsu', 'saved'],
  ['jobs', 'list', '--limit'],
  ['jobs', 'list', '--limit', 'many'],
  ['jobs', 'list', '--limit', '1000', '--json'],
  ['jobs', 'list', '-n', '1', '-n', '2'],
  ['jobs', 'list', '-n1'],
  ['jobs', 'list', '--all=yes'],
  ['jobs', 'list', '--json', 'id,nothing'],
  ['jobs', 'list', '--since', 'whenever'],
  ['jobs', 'list', '--status', 'unheard'],
  ['jobs', 'list', '--'],
  ['jobs', 'show'],
  ['jobs', 'show', 'acm'],
  ['jobs', 'show', 'nobody', '--json'],
  ['jobs', 'show', '-'],
  ['jobs', 'show', ''],
  ['pipeline', 'surplus'],
  ['next', '--until', '+3d'],
  ['next', '--snooze', '1', '--dry-run'],
  ['salary', 'show'],
  ['salary', 'show', 'registered-nurse', 'atlantis'],
  ['salary', 'show', 'registered-nurse', '--exp', 'ancient'],
  ['salary', 'show', '--file', '-'],
  ['salary', 'show', '-f', '-', '--json'],
]

test('its commands are those of the full program, none is destructive, and each is tested here', async () => {
  expect(READS).toEqual(['jobs-list', 'jobs-show', 'next', 'pipeline', 'salary-show'])
  for (const name of READS) {
    const { QUICK } = await load(name)
    const [noun, verb = noun] = QUICK.path.split(' ')
    const { group } = await GROUPS.find((one) => one.name === noun)!.load()
    expect(QUICK.path.replace(' ', '-'), 'The launcher finds a command by the name of its file.').toBe(name)
    expect(group.commands.find((one) => one.name === verb)).toBe(QUICK.command)
    expect(QUICK.command.destructive).toBeUndefined()
    expect(ANSWERED.some((args) => args.join(' ').startsWith(QUICK.path))).toBe(true)
  }
})

/** Removes what differs from call to call. */
const timeless = <Ran extends { stdout: string }>(ran: Ran): Ran => ({
  ...ran,
  stdout: ran.stdout
    .replace(/req_[-\w]+/g, 'req_1')
    .replace(/\b(?:now|\d+m ago)\b *$/gm, 'now')
    .replace(/("(?:duration_ms|timestamp)": )[^\s,]+/g, '$1…'),
})

test('a bundle is read as one byte a character, and that of a list has little but the list', () => {
  const bundles = readdirSync(DIST).filter((name) => name === 'crm.cjs' || /^quick.*\.cjs$/.test(name))
  expect(bundles.length).toBeGreaterThan(READS.length)
  // The launcher reads latin1, in which anything else would be another text.
  for (const name of bundles)
    expect(
      readFileSync(join(DIST, name)).findIndex((byte) => byte > 0x7f),
      name,
    ).toBe(-1)
  expect(readFileSync(join(DIST, 'quick-jobs-list.cjs')).length).toBeLessThan(256 * 1024)
})

describe.each([
  ['a pipe', {}],
  ['a terminal', { terminal: { columns: 80 } }],
])('writing to %s', (_, streams) => {
  test.each(ANSWERED.map((args) => [args]))('it prints the same for %j as the full program', async (args) => {
    const options = { ...here, ...streams }
    const whole = timeless(await alone('crm.cjs', args, options))
    expect(timeless(await alone(fileOf(args), args, options))).toEqual(whole)
    expect(timeless(await crm(args, options))).toEqual(whole)
  })
})

test.each([
  [
    ['ls', '-n', '2'],
    ['jobs', 'list', '-n', '2'],
  ],
  [
    ['show', 'labs', '--json'],
    ['jobs', 'show', 'labs', '--json'],
  ],
  [
    ['view', 'labs'],
    ['jobs', 'show', 'labs'],
  ],
  [
    ['ls', 'surplus'],
    ['jobs', 'list', 'surplus'],
  ],
])('the short form %j answers as %j does', async (short, long) => {
  expect(timeless(await crm(short, here))).toEqual(timeless(await crm(long, here)))
})

test.each(LEFT_ALONE.map((args) => [args]))(
  'it hands %j over to the full program without printing anything',
  async (args) => {
    expect(await alone(fileOf(args), args, here)).toEqual({ code: LEFT, stdout: '', stderr: '' })
    expect(await crm(args, here)).toEqual(await alone('crm.cjs', args, here))
  },
)

test.each([
  ['help', ['jobs', 'list', '--help'], {}],
  ['an unreachable server', ['jobs', 'list', '--json'], { CRM_SERVER: 'http://127.0.0.1:9' }],
  ['an invalid configuration', ['jobs', 'list'], { PORT: 'http' }],
  ['an unreachable database', ['jobs', 'list'], { DATABASE_URL: 'postgres://127.0.0.1:9/crm' }],
])('%s is handled by the full program', async (_, args, env) => {
  const options = { ...here, env }
  expect(await alone(fileOf(args), args, options)).toEqual({ code: LEFT, stdout: '', stderr: '' })
  expect(await crm(args, options)).toEqual(await alone('crm.cjs', args, options))
})

test('a new home is created by the full program, then read by the quick one', async () => {
  const home = mkdtempSync(join(tmpdir(), 'crm-quick-'))
  const own: RunOptions = { env: { CRM_HOME: home, DATABASE_URL: '' } }
  try {
    expect((await alone('quick-jobs-list.cjs', ['jobs', 'list'], own)).code).toBe(LEFT)
    expect((await crm(['jobs', 'list'], own)).code).toBe(0)
    await crm(['jobs', 'add', 'Acme', 'Chef'], own)
    const listed = await alone('quick-jobs-list.cjs', ['jobs', 'list'], own)
    expect(listed).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Acme\tChef') })
    expect(await crm(['jobs', 'list'], own)).toEqual(listed)
    const nurse = ['salary', 'show', 'registered-nurse', 'el-paso-tx']
    const shown = await alone('quick-salary-show.cjs', nurse, own)
    expect(shown).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('el-paso-tx') })
    expect(await alone('crm.cjs', nurse, own)).toEqual(shown)
  } finally {
    await crm(['db', 'stop'], own)
    rmSync(home, { recursive: true, force: true })
  }
})
