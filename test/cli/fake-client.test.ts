// Commands over a client that answers from memory: what they ask for, and what they say of the answer.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { ActivityIn } from '../../core/activities/changes.ts'
import { shortId } from '../../core/kernel/id.ts'
import { isStorable } from '../../core/kernel/plain-characters.ts'
import type { Run } from '../../cli/command.ts'
import { commands as ai } from '../../cli/commands/ai.ts'
import { commands as audit, findChange } from '../../cli/commands/audit.ts'
import { commands as call } from '../../cli/commands/call.ts'
import { tokens } from '../../cli/commands/credentials.ts'
import { appPort } from '../../cli/commands/app-port.ts'
import { readDocument } from '../../cli/commands/document.ts'
import { commands as inbox } from '../../cli/commands/inbox.ts'
import { scanCommand } from '../../cli/commands/inbox-scan.ts'
import { commands as jobs } from '../../cli/commands/jobs-change.ts'
import { commands as jobsShow } from '../../cli/commands/jobs-show.ts'
import { namedIds } from '../../cli/commands/flags.ts'
import { listing } from '../../cli/commands/listing.ts'
import { selectionOf } from '../../cli/commands/jobs-where.ts'
import { commands as jobCommands, openInBrowser } from '../../cli/commands/jobs.ts'
import { termsOf } from '../../cli/commands/offers-fields.ts'
import { readEntries } from '../../cli/commands/today.ts'
import { postingAt, postingOnStdin } from '../../cli/commands/posting.ts'
import { commands as watchCommands } from '../../cli/commands/watch.ts'
import { named, runWith } from './fake-client.ts'

test.each([
  ['Registered Nurse', 'Registered Nurse'],
  ['Sign Installer', 'Sign Installer'],
  ['Sign in to continue', undefined],
])('a page titled %s is read as a posting for %s', async (title, role) => {
  const page = {
    ...{ text: 'A posting.', url: '', left: [] },
    meta: { jobPosting: { title, hiringOrganization: { name: 'Mercy' } } },
  }
  const { run } = runWith({ 'postings.fetch': () => page })
  const found = await postingAt(run, 'https://jobs.example.com/1', {}).catch(() => undefined)
  expect(found?.fields.role).toBe(role)
})

test('crm watch new says what became of a posting', async () => {
  const posting = { id: '0190', company: 'Acme', role: 'Chef', location: 'Oslo', remote: true, why: [] }
  const rows = [
    { ...posting, state: 'accepted', jobId: '1f3a9c20', closedAt: '2026-11-02T00:00:00.000Z' },
    { ...posting, state: 'dismissed', jobId: null, closedAt: null },
  ]
  const { run } = runWith({
    'watch.list': () => ({ watches: [] }),
    'watched.list': () => ({ postings: rows, nextCursor: null, total: 2 }),
  })
  let shown: unknown[] = []
  run.out.list = (_, found, columns) =>
    void (shown = found.map((row) => columns.map(({ title, value }) => [title, value(row)])))
  await named(watchCommands, 'new').run(run)
  expect(shown).toEqual(
    ['is your job 1f3a9c20; is closed', 'dismissed'].map((why) =>
      expect.arrayContaining([
        ['WHY', why],
        ['LOCATION', 'Remote (Oslo)'],
      ]),
    ),
  )
})

test('a pasted posting keeps its pay and last day to apply when a model names the company', async () => {
  const said = { role: 'Chef', location: 'Oslo', salary: 'NOK 600k', notes: 'Net.', deadline: '2026-12-10' }
  const { run } = runWith(
    {
      'jobs.clip': () => ({ ...said, company: '', text: 'We cook.' }),
      'assistants.parse-jd': () => ({ company: 'Acme', role: 'Cook', salary: null, tags: ['food'] }),
    },
    { stdin: () => Readable.from([Buffer.from('We cook.')]) },
  )
  const { fields } = await postingOnStdin(run, {}, false)
  expect(fields).toEqual({ ...said, company: 'Acme', tags: ['food'], description: 'We cook.' })
})

test.each([
  ['2:00 PM EST', null, '2026-12-04T19:00:00.000Z', '2026-12-04T20:00:00.000Z'],
  ['2 PM', 45, '2026-12-04T14:00:00.000Z', '2026-12-04T14:45:00.000Z'],
  ['2:00 PM Pacific Time (US & Canada)', null, '2026-12-04T22:00:00.000Z', '2026-12-04T23:00:00.000Z'],
  ['10:00–11:30', null, '2026-12-04T10:00:00.000Z', '2026-12-04T11:30:00.000Z'],
  ['14:30 CET / 8:30 EST', null, '2026-12-04T14:30:00.000Z', '2026-12-04T15:30:00.000Z'],
  ['to be confirmed', null, '2026-12-04T09:00:00.000Z', '2026-12-04T10:00:00.000Z'],
])('an interview at %s is saved at the hour stated', async (time, duration, startsAt, endsAt) => {
  const { run, asked } = runWith(
    {
      'assistants.parse-interview-email': () => ({ date: '2026-12-04', time, duration }),
      'calendar.create': (event) => ({ ...event, id: '0190' }),
    },
    {
      options: { save: true, zone: 'UTC' },
      stdin: () => Readable.from([Buffer.from('We invite you to an interview.')]),
    },
  )
  await named(ai, 'parse-interview-email').run(run)
  expect(asked.at(-1)).toMatchObject(['calendar.create', { startsAt, endsAt }])
})

test('a proposal beyond the first hundred is found by its name', async () => {
  const rows = Array.from({ length: 101 }, (_, at) => ({
    id: `0190a1b2-0000-7000-8000-${String(at).padStart(12, '0')}`,
    ...{ company: 'Acme', subject: `Letter ${at}`, changes: [], evidence: [], from: {} },
  }))
  const { run, asked } = runWith(
    {
      'inbox.list': ({ cursor }) => ({
        ...{ proposals: cursor ? rows.slice(100) : rows.slice(0, 100), total: 101 },
        nextCursor: cursor ? null : 'more',
      }),
      'inbox.rejectMany': ({ ids }) => ({ proposals: ids, left: [] }),
    },
    { rest: ['Letter 100'] },
  )
  await named(inbox, 'reject').run(run)
  expect(asked.at(-1)).toEqual(['inbox.rejectMany', { ids: [rows[100]!.id] }])
})

test('an empty --tags clears the tags of several jobs, as it does for one', async () => {
  const rows = ['j1', 'j2'].map((id) => ({ id, company: 'Acme', role: 'Chef', updatedAt: 'a' }))
  const { run, asked } = runWith(
    {
      'jobs.list': () => ({ jobs: rows, nextCursor: null, total: 2 }),
      'jobs.updateMany': () => ({ jobs: rows.map((row) => ({ ...row, tags: [], updatedAt: 'b' })) }),
    },
    { options: { where: 'company=acme', tags: '', priority: 'high' } },
  )
  await named(jobs, 'edit').run(run)
  expect(asked.at(-1)?.[1]).toEqual({ jobIds: ['j1', 'j2'], change: { priority: 'high', tags: [] } })
})

test('a change at the end of a long text is shown', async () => {
  const id = '0190a1b2-0000-7000-8000-000000000001'
  const [before, after] = ['', '\nCalled back.'].map((more) => ({ notes: 'Long notes. '.repeat(30) + more }))
  const change = { id: 'j1', noun: 'job', did: 'updated', name: 'Acme', fields: ['notes'], before, after }
  const { run, said } = runWith(
    { 'audit.get': () => ({ id, at: '', credential: {}, changes: [change] }) },
    { args: [id], rest: [id] },
  )
  await named(audit, 'audit').run(run)
  expect(said.join()).toMatch(/notes: … notes\. Long notes\. {2}→ … notes\. Long notes\. \nCalled back\./)
})

test.each([
  ['its words', '<p>Tom &amp; Jerry</p><div>Second<br>line</div>', 'Tom & Jerry\nSecond\nline'],
  ['elements that never end', `Hello ${'<style'.repeat(100_000)}`, 'Hello'],
  ['signs that begin nothing', '<'.repeat(300_000), '<<<'],
])('of a mail that is only HTML, %s are read in one pass', async (_, html, words) => {
  const head = 'From: sam@example.com\r\nSubject: Hi\r\nContent-Type: text/html\r\n\r\n'
  const began = performance.now()
  const text = await readDocument('-', () => Readable.from([Buffer.from(head + html)]))
  expect(text).toContain(`Subject: Hi\n\n${words}`)
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('a call with letters beyond ASCII is as large as a gateway takes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crm-scan-'))
  const letter = `From: a@example.com\nSubject: Hi\n\n${'Здравствуйте. '.repeat(11_000)}\n`
  for (const name of ['1.eml', '2.eml', '3.eml']) writeFileSync(join(folder, name), letter)
  const none = { messages: [], read: 1, skipped: 0, failed: 0 }
  const { run, asked } = runWith(
    { 'inbox.seen': () => ({ seen: [] }), 'inbox.scan': () => none },
    { rest: [folder], config: { server: 'https://crm.example.com' } as Run['config'] },
  )
  await scanCommand.run(run)
  rmSync(folder, { recursive: true })
  const sizes = asked.flatMap(([name, input]) => (name === 'inbox.scan' ? JSON.stringify(input) : []))
  expect(sizes).toHaveLength(3)
  for (const size of sizes) expect(Buffer.byteLength(size)).toBeLessThan(1024 * 1024)
})

test.each([
  ['20.000', '€4.000', '1.500,50', 20_000, 2_499.5],
  ['20,000.00', '4000', '0', 20_000, 4_000],
  ['20 000', '$4,000', '', 20_000, 4_000],
])('savings %s, expenses %s and income %s are read', async (capital, expenses, income, has, net) => {
  const { run, asked } = runWith(
    { 'assistants.salary-advisor': () => ({}) },
    { args: ['$150k'], options: { company: 'Acme', role: 'Chef', capital, expenses, income } },
  )
  await named(ai, 'salary-advisor').run(run)
  expect(asked[0]?.[1]).toMatchObject({ runway: { capitalAmount: has, netBurn: net } })
})

test('a currency is the same in small letters', async () => {
  const { run } = runWith({}, { options: { base: '95.000', currency: 'eur', signing: '€5k' } })
  expect(await termsOf(run)).toEqual({ base: { amount: 95_000, currency: 'EUR' }, signing: 5_000 })
})

test('--guaranteed without a bonus is refused, not left out', async () => {
  const { run } = runWith({}, { options: { base: '95k', guaranteed: true } })
  await expect(termsOf(run)).rejects.toThrow('Say the bonus')
})

test('crm call filters an answer that comes in pieces, too', async () => {
  const { run, said } = runWith(
    { 'account.export': () => Readable.from(['{"tables":', '{"jobs":[]}}']) },
    { rest: ['account.export', '--jq', '.tables | keys | join(",")'] },
  )
  await named(call, 'call').run(run)
  expect(said).toEqual(['jobs\n'])
})

test.each([
  [{ limit: '1' }, 'r1'],
  [{}, 'r1 r3'],
  [{ limit: '1', all: true }, 'r1 r3'],
])('a list that is searched here with %j shows %s', async (options, shown) => {
  const rows = ['Acme', 'Globex', 'Acme'].map((name, at) => ({ id: `r${at + 1}`, name }))
  const { run, said } = runWith(
    { 'rows.list': () => ({ rows, nextCursor: null, total: 3 }) },
    { rest: ['acme'], options },
  )
  const list = listing({
    ...{ op: { name: 'rows.list' } as never, noun: 'rows', about: '', empty: '', columns: () => [] },
    words: (found: readonly { name: string }[]) => found.map(({ name }) => name),
  })
  await list.run(run)
  expect(said).toEqual([shown])
})

test('all applications without an answer are counted, not only those of a page', async () => {
  const job = { id: 'j1', company: 'Acme', role: 'Chef', appliedAt: '2026-11-01T12:00:00.000Z' }
  const { run } = runWith({
    'calendar.list': () => ({ events: [], total: 0 }),
    'jobs.list': ({ idleDays }) => (idleDays === 7 ? { jobs: [job], total: 130 } : { jobs: [], total: 0 }),
  })
  const { waiting } = await readEntries(run.client, new Date('2026-11-29T12:00:00Z'))
  expect(waiting).toEqual({ total: 130, jobs: [{ ...job, days: 28 }] })
})

test('a token was last used an hour ago, in any zone', async () => {
  const lastUsedAt = new Date(Date.now() - 3_700_000).toISOString()
  const rows = [{ id: 't1', name: 'laptop', lastUsedAt }]
  const { run, said } = runWith({ 'tokens.list': () => ({ tokens: rows, nextCursor: null, total: 1 }) })
  const list: Run['out']['list'] = (_, [row], columns) =>
    void said.push(...columns.map(({ title, value }) => `${title} ${String(row && value(row))}`))
  await named(tokens, 'list').run({ ...run, out: { ...run.out, list } })
  expect(said).toContain('LAST USED 1h ago')
})

test('the app hands the terminal over to what runs until it is stopped', () => {
  const port = appPort(runWith({}).run)
  expect(port.needsTerminal(['inbox', 'sync', '--watch'])).toBe(true)
  expect(port.needsTerminal(['inbox', 'sync'])).toBe(false)
})

test('a job is shown with its past and its latest events, and says what is left out', async () => {
  const id = '0190a1b2-0000-7000-8000-000000000001'
  const days = Array.from({ length: 20 }, (_, at) => `2026-11-${30 - at}T12:00:00.000Z`)
  const { run, asked, said } = runWith(
    {
      'offers.list': () => ({ offers: [] }),
      'jobs.get': () => ({ id, company: 'Acme', role: 'Chef', status: 'saved', tags: [], history: [] }),
      'references.jobs': () => ({ matches: [{ id, name: 'Acme' }], total: 1 }),
      'activities.list': () => ({
        ...{ activities: days.map((at) => ({ occurredAt: at, type: 'note' })), total: 25 },
      }),
      'calendar.list': () => ({ events: days.map((startsAt) => ({ startsAt, title: 'T' })), total: 21 }),
    },
    { args: [id] },
  )
  await named(jobsShow, 'show').run(run)
  expect(said.join()).toContain('events,… and 1 earlier\n2026-11-11T12:00:00.000Z')
  expect(said.join()).toContain('2026-11-11T12:00:00.000Z  note  \n… and 5 earlier')
  expect(asked.find(([name]) => name === 'calendar.list')?.[1]).toMatchObject({ sort: '-startsAt' })
})

test('a change beyond the newest hundred is found by its short id', async () => {
  const rows = Array.from({ length: 101 }, (_, at) => ({
    id: `0190a1b2-0000-7000-8000-0000${at + 10_000_000}`,
    ...{ changes: [], changeCount: 0 },
  }))
  const { run } = runWith({
    'audit.list': ({ cursor }) => ({
      ...{ entries: cursor ? rows.slice(100) : rows.slice(0, 100), total: 101 },
      nextCursor: cursor ? null : 'more',
    }),
  })
  const { id } = rows[100]!
  expect(await findChange(run.client, shortId(id))).toBe(id)
})

test('an address with & is opened whole on Windows, by no shell', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crm-open-'))
  const told = join(folder, 'told')
  const script = `#!/bin/sh\nprintf '%s ' "$@" > ${told}.new && mv ${told}.new ${told}\n`
  for (const program of ['rundll32', 'cmd']) writeFileSync(join(folder, program), script, { mode: 0o755 })
  const own = Object.getOwnPropertyDescriptor(process, 'platform')!
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
  Object.defineProperty(process, 'platform', { ...own, value: 'win32' })
  const isOpened = await openInBrowser('https://jobs.example.com/?a=1&b=2')
  Object.defineProperty(process, 'platform', own)
  await expect.poll(() => existsSync(told)).toBe(true)
  expect([isOpened, readFileSync(told, 'utf8')]).toEqual([
    true,
    'url.dll,FileProtocolHandler https://jobs.example.com/?a=1&b=2 ',
  ])
  rmSync(folder, { recursive: true })
})

test.each([
  ['deadline>2026-12-04', false],
  ['deadline>2026-12-03', true],
  ['deadline<2026-12-04', false],
  ['deadline<2026-12-05', true],
  ['tag!=Keep', false],
  ['tag!=active', false],
  ['tag!=other', true],
])('--where %s holds for a job due on 4 December: %s', async (where, holds) => {
  const job = { deadline: '2026-12-04T23:59:00.000Z', tags: ['Keep', 'active'] }
  expect((await selectionOf(where)).fits(job as never)).toBe(holds)
})

test('an import that breaks off says how many rows it changed, not how many it read', async () => {
  const csv = ['Company,Role', ...Array.from({ length: 600 }, (_, at) => `Firm ${at},Chef`)].join('\n')
  let calls = 0
  const { run, said } = runWith(
    {
      'jobs.import': () => {
        if (calls++) throw new Error('gone')
        return { rows: Array.from({ length: 500 }, () => ({})), created: 3, updated: 1, changeId: null }
      },
    },
    {
      ...{ args: ['-'], config: { home: tmpdir() } as Run['config'] },
      stdin: () => Readable.from([Buffer.from(csv)]),
    },
  )
  await expect(named(jobCommands, 'import').run(run)).rejects.toThrow('gone')
  expect(said.join()).toContain('4 rows were imported before this.')
})

test('more jobs than one change takes are refused before anybody is asked', async () => {
  const rows = Array.from({ length: 101 }, (_, n) => ({ id: `j${n}`, company: 'Acme', role: 'Chef' }))
  for (const name of ['rm', 'edit']) {
    const { run } = runWith(
      { 'jobs.list': () => ({ jobs: rows, nextCursor: null, total: 101 }) },
      { options: { where: 'company=acme', priority: 'high', dryRun: true } },
    )
    await expect(named(jobs, name).run(run)).rejects.toThrow('101 jobs match, and one change takes')
  }
})

test('a name with a comma of its own is one of a list, not two', async () => {
  const known: Record<string, string> = { 'Acme, Inc.': 'j1', acme: 'j1', globex: 'j2', 'Inc.': 'j3' }
  const { run } = runWith({
    'references.jobs': ({ ref }) => {
      const id = known[String(ref)]
      return { matches: id ? [{ id, name: `${ref} — Chef`, label: ref }] : [], total: id ? 1 : 0, near: [] }
    },
  })
  const found = async (text: string) => namedIds('job')(text, run, '--job')
  expect(await found('Acme, Inc.')).toEqual(['j1'])
  expect(await found('acme,globex')).toEqual(['j1', 'j2'])
})

test('a benefit worth 1,200 is not read as one worth 1', async () => {
  const benefits = (text: string) => termsOf(runWith({}, { options: { benefits: text } }).run)
  await expect(benefits('lunch=1,200,gym')).rejects.toThrow('without commas')
  expect(await benefits('lunch=1200,401k')).toEqual({
    benefits: [{ name: 'lunch', value: 1_200 }, { name: '401k' }],
  })
})

test('a long text is not cut through a character, which no field would take', async () => {
  const text = `${'a'.repeat(9_999)}🎉${'a'.repeat(9_998)}🎉`
  const { run, asked, said } = runWith(
    {
      'references.jobs': () => ({ matches: [{ id: 'j1', name: 'Acme' }], total: 1 }),
      'activities.create': () => ({ id: '0190' }),
      'postings.fetch': () => ({ text, url: '', left: [], meta: { jobPosting: { title: 'Chef' } } }),
    },
    { args: ['acme', '-'], stdin: () => Readable.from([Buffer.from(text)]) },
  )
  await named(jobCommands, 'attach').run(run)
  const { body } = asked.at(-1)![1]
  expect(ActivityIn().safeParse({ body }).success, 'an activity takes it').toBe(true)
  expect(said.at(-1)).toBe('Only its first 10000 characters are kept.')
  const { fields } = await postingAt(run, 'https://jobs.example.com/1', { company: 'Acme' })
  expect([body, fields.description].map((each) => isStorable(String(each)))).toEqual([true, true])
})

test.each([
  [{ equity: '0.5%' }, 'From Ana.', 'From Ana. Equity: 0.5 % of the company.'],
  [{ equity: '0.5%', notes: 'Call Bo.' }, undefined, 'Call Bo. Equity: 0.5 % of the company.'],
  [{ notes: 'Call Bo.' }, 'Not understood: “unicorns”.', 'Not understood: “unicorns”. Call Bo.'],
  [{ notes: '' }, undefined, null],
  [{ signing: '5k' }, 'From Ana.', undefined],
])('the flags %j of an offer with the notes %s lose none of them', async (options, known, notes) => {
  const terms = { equity: { kind: 'percent', value: null }, notes: 'Equity: 0.5 % of the company.' }
  const { run } = runWith({ 'offers.read': () => ({ terms, unread: [] }) }, { options })
  expect((await termsOf(run, { notes: known })).notes).toBe(notes)
})
