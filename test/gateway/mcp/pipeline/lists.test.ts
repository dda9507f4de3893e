// Lists as a whole, and the days that an agent asks about in its person's zone.
import { beforeAll, expect, test } from 'vitest'
import { unlimited } from '../../../harness.ts'
import { useGateway } from '../../harness.ts'
import { agent, type Agent } from './agent.ts'

// A Thursday, 20:00 in New York.
const clock = { now: () => Date.parse('2026-11-27T01:00:00Z') }
const gateway = useGateway({}, (services) => ({ ...unlimited(services), clock }))
let me: Agent
beforeAll(async () => {
  me = await agent(gateway(), await gateway().caller()).inSession()
})

test('a list is imported row by row as one change, and what is there twice is found', async () => {
  const rows = [
    { Company: 'Acme Inc.', Position: 'Cook', Status: 'Applied' },
    { Company: 'Globex', Position: 'Chef', Status: 'ghosted by them' },
    { Nothing: 'x' },
  ]
  const told = await me.call('import_jobs', { rows })
  expect(told.structure.summary).toMatch(/^2 created, 0 updated, 0 already there, 1 failed, of 3 rows/)
  expect(told.text).toContain('ghosted by them')
  await me.call('save_job', { company: 'ACME', role: 'Cook' })
  for (const name of ['Jane Doe', 'jane doe']) await me.call('add_contact', { name })
  const { pairs } = (await me.call('find_duplicates')).structure
  expect(pairs.map(({ noun, why }: { noun: string; why: string }) => [noun, why])).toEqual([
    ['job', 'same company and title'],
    ['contact', 'same name'],
  ])
  expect((await me.call('undo', { changeId: told.structure.changeId })).isError).toBe(false)
  expect((await me.call('search_jobs')).structure.total).toBe(1)
})

test('an import says how it read columns, words and dates, and what may be there already', async () => {
  await me.call('save_job', { company: 'Solstice', role: 'Data Engineer', location: 'Houston, TX' })
  const rows = [
    { Firm: 'Acorn', Position: 'Cook', Stage: 'Interview 1', Sent: '31/10/2026', Comp: '$90k', Kin: 'x' },
    { Firm: 'Birch', Position: 'Chef', Stage: 'Gone quiet', Sent: '09/15/2026' },
    { Firm: 'Solstice', Position: 'Data Engineer', Where: 'Houston', Stage: 'Applied', Sent: '03/04/2026' },
    { Position: 'Mystery role' },
  ]
  const words = { 'Gone quiet': 'Applied' }
  const { text, structure } = await me.call('import_jobs', { rows, words, dryRun: true })
  expect(text).toContain('Columns: Firm is company, Position is role, Stage is status, Sent is appliedAt')
  expect(text).toContain('as there is no field for them: Kin.')
  expect(text).toContain(
    'Acorn — Cook · interviewing · applied Sat 2026-10-31 · $90k · Kept in the notes: Status',
  )
  expect(text).toContain('Status: Interview 1 (read as interviewing).')
  expect(text).toContain('Birch — Chef · applied · applied Tue 2026-09-15\n')
  expect(text).toContain('03/04/2026 (a date with its day or its month first)')
  expect(text).toContain('It may be there already: Solstice — Data Engineer, Houston, TX')
  expect(text).toContain(
    'Unknown company — Mystery role · saved · The row names no company. If a column does, map it',
  )
  expect(structure.rows[1]).toMatchObject({ status: 'applied', left: [] })
  const dated = await me.call('import_jobs', {
    rows,
    dateOrder: 'month-first',
    columns: { Kin: 'source' },
    dryRun: true,
  })
  expect(dated.text).toContain('applied Wed 2026-03-04')
  expect(dated.text).toContain('Kin is source')
  const wrong = await me.call('import_jobs', { rows, words: { 'Gone quiet': 'no answer' } })
  expect([wrong.isError, wrong.text]).toEqual([
    true,
    expect.stringContaining('words.Gone quiet must be one of saved, applied'),
  ])
})

test('a pasted mail is read, with and without its headers', async () => {
  const text =
    'Thank you for applying. Unfortunately we have decided to move forward with other candidates for the Baker position.'
  const told = await me.call('read_mail', {
    text,
    from: 'Initech Careers <jobs@initech.example>',
    subject: 'Your application',
  })
  expect(told.structure.proposals).toHaveLength(1)
  const whole = `From: jobs@hooli.example\nSubject: Application received\nMessage-ID: <1@hooli.example>\n\nWe have received your application for the Waiter position.\n`
  expect((await me.call('read_mail', { text: whole })).structure.proposals).toHaveLength(1)
  expect((await me.call('read_mail', { text: whole })).text).toContain('read before')
})

test.each([
  ['tomorrow', 'tomorrow', ['Early', 'Late']],
  ['2026-11-27', '2026-11-27', ['Early', 'Late']],
  ['monday', 'friday', ['Next']],
  ['today', 'today', []],
])('events from %s to %s, in the zone of the call', async (from, to, titles) => {
  const timeZone = 'America/New_York'
  const { token } = await gateway().caller()
  const her = agent(gateway(), { token })
  for (const [title, startsAt] of [
    ['Early', '2026-11-27T00:30'],
    ['Late', '2026-11-27T23:30'],
    ['Next', '2026-12-01T10:00'],
  ])
    await her.call('add_event', { title, type: 'call', startsAt, timeZone })
  const { structure, text } = await her.call('list_events', { from, to, timeZone })
  const found = structure.events.map(({ title }: { title: string }) => title)
  expect(found).toEqual(titles)
  expect(text).toMatch(
    titles.length ? / events from (?:Fri 27|Mon 30) Nov 00:00 to / : /^No events from Thu 26 Nov/,
  )
})

test('a zone that there is not is refused, also where no date is given', async () => {
  const told = await me.call('list_events', { timeZone: 'Mars/Olympus' })
  expect([told.isError, told.meta.issues[0].path]).toEqual([true, 'timeZone'])
})
