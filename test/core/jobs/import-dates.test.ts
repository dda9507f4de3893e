// Dates in files of jobs: one that lacks its year, or says it from today, is no date, and is said.
import { describe, expect, test } from 'vitest'
import { addJob, importJobs, setStatus } from '../../../core/jobs/operations.ts'
import { undoChange } from '../../../core/audit/operations.ts'
import { getJob, listJobs } from '../../../core/jobs/queries.ts'
import { addEvent, listEvents } from '../../../core/calendar/operations.ts'
import { jobTable } from '../../../core/jobs/import/columns.ts'
import { jobRows } from '../../../core/jobs/import/rows.ts'
import { readDate, readPastDay } from '../../../core/reading/table-dates.ts'
import { readCsv } from '../../../core/sheets/csv.ts'
import { notesOnDates } from '../../../core/sheets/rows.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

const COLUMN = { dateOrder: null, timeZone: 'America/New_York' }

test.each([
  ...['Oct 5', '9 November', '5. Okt', '12 de octubre', '5-Mar', '10/25', '25.10.', 'Tue, 10 Nov'],
  ...[
    'yesterday',
    'gestern',
    '3 days ago',
    'last Monday',
    'Tuesday',
    'tomorrow',
    'Q3',
    '30+ days ago',
    'now',
    '2026-03-05 7',
  ],
])('%s is no full date', (text) => expect(readDate(text, COLUMN)).toBeNull())

test.each([
  ['Oct 14', '2026-10-14'],
  ['Dec 20', '2025-12-20'],
  ['Nov 3rd', '2026-11-03'],
  ['5. Okt', '2026-10-05'],
  ['25.10.', '2026-10-25'],
  ['Mon, 2 Nov', '2026-11-02'],
  ['Nov 28', '2026-11-28'],
  ...['Oct-14', '10/25', 'Oct', 'Sun, 2 Nov 2', 'Feb 30', 'last Monday', '3 days ago'].map((text) => [
    text,
    null,
  ]),
])('%s of something that has happened is %s', (text, day) =>
  expect(readPastDay(text!, COLUMN, Date.parse('2026-11-28T20:00:00Z'))?.at.slice(0, 10) ?? null).toBe(day),
)

test.each([
  ['2026-11-12T23:30:00-08:00', '2026-11-13T07:30:00.000Z'],
  ['2026-11-12T23:30:00.250-05:00', '2026-11-13T04:30:00.250Z'],
  ['2026-11-12T10:30-08:00', '2026-11-12T18:30:00.000Z'],
  ['2026-11-12 14:05:09-08', '2026-11-12T22:05:09.000Z'],
  ['2026-11-12 14:05:09.12+00', '2026-11-12T14:05:09.120Z'],
])('an offset west of Greenwich is no end of a range: %s', (text, at) =>
  expect(readDate(text, COLUMN)?.at).toBe(at),
)

test.each([
  ['45000.5', '2023-03-15T16:00:00.000Z'],
  ['45000', '2023-03-15T16:00:00.000Z'],
  ['1678888800', '2023-03-15T14:00:00.000Z'],
])('a spreadsheet counts days of the place, other programs seconds of an instant: %s', (text, at) =>
  expect(readDate(text, COLUMN)?.at).toBe(at),
)

describe('an import', () => {
  const days = (iso: string | null) => iso?.slice(0, 10)
  test('says which dates were not read, keeps their words, and reads a file again without change', async () => {
    const ctx = as(core(), await aUser(core()))
    const rows = ['3 days ago', 'spring', '5 Oct 2026'].map((date, at) => ({
      line: at + 2,
      values: { Company: `Firm ${at}`, Role: 'Chef', Status: 'Applied', 'Date applied': date },
    }))
    const report = await call(importJobs, ctx, { rows })
    expect(report.notes.join('\n')).toMatch(
      /^2 dates were not read: “3 days ago” \(line 2\), “spring” \(line 3\)\.$/m,
    )
    const jobs = await Promise.all(report.rows.map(({ id }) => call(getJob, ctx, { id: id! })))
    expect(jobs[0]).toMatchObject({ appliedAt: null, notes: 'Date applied: 3 days ago' })
    expect(days(jobs[2]!.appliedAt)).toBe('2026-10-05')
    expect((await call(importJobs, ctx, { rows })).rows.map(({ outcome }) => outcome)).toEqual(
      Array(3).fill('skipped'),
    )
    expect((await call(listJobs, ctx, {})).total).toBe(3)
  })

  test('reads the day of an application without its year, and says so', async () => {
    const ctx = as(core(), await aUser(core()))
    const rows = [{ values: { Company: 'Acme', Role: 'Chef', 'Date applied': 'Jan 2', Deadline: 'Jan 2' } }]
    const report = await call(importJobs, ctx, { rows })
    expect(report.notes.join('\n')).toContain('One date was not read: “Jan 2” (line 1).')
    const { reason, left, id } = report.rows[0]!
    const { appliedAt } = await call(getJob, ctx, { id: id! })
    expect(appliedAt).toMatch(/^20\d\d-01-02T/)
    expect(Date.parse(appliedAt!)).toBeLessThan(Date.now())
    const weekday = new Date(appliedAt!).toUTCString().slice(0, 3)
    expect(reason).toContain(`Date applied: Jan 2 (read as ${weekday} ${days(appliedAt)})`)
    expect(left).toContainEqual(expect.objectContaining({ field: 'Date applied', text: 'Jan 2' }))
  })

  test.each([
    ['Date applied', 'ca. 3.11.', 'An approximate time was read as exact.'],
    ['Deadline', 'tomorrow at 5', 'It does not say morning or afternoon.'],
    ['Date applied', '2026-11-03 10:00 IST', 'IST was read as the time of India'],
  ])('says with the row what is doubtful of its date: %s %s', async (column, text, doubt) => {
    const ctx = { ...as(core(), await aUser(core())), agentSession: 'a' }
    const values = { Company: 'Acme', Role: 'Chef', Status: 'Applied', [column]: text }
    const [row] = (await call(importJobs, ctx, { rows: [{ values }], timeZone: 'America/New_York' })).rows
    expect(row!.left).toContainEqual({ field: column, text, why: expect.stringContaining(doubt) })
    expect(row!.reason).toContain(doubt)
    const job = await call(getJob, ctx, { id: row!.id! })
    expect([job.notes, job.appliedAt ?? job.deadline]).toEqual([`${column}: ${text}`, expect.any(String)])
    const [again] = (await call(importJobs, ctx, { rows: [{ values }], timeZone: 'America/New_York' })).rows
    expect(again!.outcome).toBe('skipped')
  })

  test.each([
    ['before the screening', '2026-02-10', '2026-02-10', 'updated', 'Changes date of the application.'],
    ['on the day of the screening', '2026-02-18', undefined, 'skipped', 'is left out: the job was screening'],
    [
      'after the screening',
      '2026-02-20',
      undefined,
      'skipped',
      'is left out: the job was screening by then.',
    ],
  ])('an application %s does not move a job back', async (_, date, appliedAt, outcome, reason) => {
    const ctx = as(core(), await aUser(core()))
    const { id } = await call(addJob, ctx, { company: 'Acme', role: 'Chef' })
    await call(setStatus, ctx, { id, status: 'screening', at: '2026-02-18T00:00:00.000Z' })
    const rows = [{ values: { Company: 'Acme', Role: 'Chef', Status: 'Applied', 'Date applied': date } }]
    const { rows: report } = await call(importJobs, ctx, { rows, timeZone: 'UTC' })
    expect(report[0]!.outcome).toBe(outcome)
    expect(report[0]!.reason).toContain(reason)
    expect(report[0]!.reason).toContain('The status stays screening; the file says applied.')
    const job = await call(getJob, ctx, { id })
    expect([job.status, days(job.appliedAt)]).toEqual(['screening', appliedAt])
    const dated = [{ values: { Company: 'Acme', Role: 'Chef', 'Date applied': date } }]
    const { rows: told } = await call(importJobs, ctx, { rows: dated, timeZone: 'UTC' })
    expect(told[0]!.reason).toContain('The status stays screening; the file has a date but no status.')
    expect((await call(importJobs, ctx, { rows, timeZone: 'UTC' })).updated).toBe(0)
    expect((await call(getJob, ctx, { id })).history).toEqual(job.history)
  })

  test('the date of an application comes before a later status without a date', async () => {
    const ctx = as(core(), await aUser(core()))
    const row = { Company: 'Acme', Role: 'Chef', Status: 'Interview' }
    const { rows } = await call(importJobs, ctx, { rows: [{ values: row }] })
    const id = rows[0]!.id!
    const dated = [{ values: { ...row, 'Date applied': '2026-02-10' } }]
    const { changeId } = await call(importJobs, ctx, { rows: dated, timeZone: 'UTC' })
    const { status, appliedAt, history } = await call(getJob, ctx, { id })
    expect([status, days(appliedAt)]).toEqual(['interviewing', '2026-02-10'])
    expect(history.map((line) => line.status)).toEqual(['applied', 'interviewing'])
    expect((await call(importJobs, ctx, { rows: dated, timeZone: 'UTC' })).skipped).toBe(1)
    await call(undoChange, ctx, { id: changeId! })
    expect(await call(getJob, ctx, { id })).toMatchObject({
      ...{ status: 'interviewing', appliedAt: null },
      history: [{ status: 'interviewing', at: null }],
    })
  })

  test('a date in the future is not when a job was applied for', async () => {
    const ctx = as(core(), await aUser(core()))
    const values = { Company: 'Firm', Role: 'Chef', Status: 'Applied', 'Date applied': '5 Jan 2099' }
    const [row] = (await call(importJobs, ctx, { rows: [{ values }] })).rows
    expect(row?.left).toEqual([
      { field: 'Date applied', text: '5 Jan 2099', why: 'It is in the future, and kept in the notes.' },
    ])
    expect(await call(getJob, ctx, { id: row!.id! })).toMatchObject({
      ...{ status: 'applied', appliedAt: null, notes: 'Date applied: 5 Jan 2099' },
    })
  })

  test('a deadline is the job’s own, at the end of its day, and no event', async () => {
    const ctx = as(core(), await aUser(core()))
    const rows = [
      { values: { Company: 'Acme', Role: 'Chef', Deadline: '2031-03-04', 'Follow up': '2031-02-01' } },
      { values: { Company: 'Globex', Role: 'Chef', 'Apply by': '15 Mar 2031' } },
    ]
    const report = await call(importJobs, ctx, { rows, timeZone: 'Europe/Berlin' })
    const [one, two] = await Promise.all(report.rows.map(({ id }) => call(getJob, ctx, { id: id! })))
    expect([one!.deadline, two!.deadline]).toEqual(['2031-03-04T22:59:00.000Z', '2031-03-15T22:59:00.000Z'])
    const { events } = await call(listEvents, ctx, {})
    // Its whole day, because the file says no time.
    expect(events.map(({ title, startsAt }) => [title, startsAt])).toEqual([
      ['Follow up: Acme — Chef', '2031-01-31T23:00:00.000Z'],
    ])
    const again = await call(importJobs, ctx, { rows, timeZone: 'Europe/Berlin' })
    expect(again).toMatchObject({ skipped: 2 })
    const moved = [{ values: { ...rows[1]!.values, 'Apply by': '20 Mar 2031' } }]
    expect((await call(importJobs, ctx, { rows: moved, timeZone: 'Europe/Berlin' })).rows[0]).toMatchObject({
      outcome: 'updated',
      reason: 'Changes deadline.',
    })
  })

  test('a changed deadline takes away the event of an earlier import, and a follow-up moves with its job', async () => {
    const ctx = as(core(), await aUser(core()))
    const row = { ID: '', Company: 'Acme', Role: 'Chef', 'Follow up': '2031-02-01' }
    const [{ id } = { id: null }] = (await call(importJobs, ctx, { rows: [{ values: row }] })).rows
    const event = { type: 'deadline', timeZone: 'UTC', jobId: id! } as const
    const old = { title: 'Deadline: Acme — Chef', startsAt: '2031-03-04T12:00:00.000Z' }
    await call(addEvent, ctx, { ...event, ...old })
    await call(addEvent, ctx, { ...event, ...old, title: 'My own' })
    const changed = { ...row, ID: id!, Role: 'Cook', 'Follow up': '2031-02-02', Deadline: '2031-03-05' }
    const report = await call(importJobs, ctx, { rows: [{ values: changed }] })
    expect(report.rows[0]!.reason).toBe('Changes role, deadline, follow up.')
    const { events } = await call(listEvents, ctx, {})
    expect(events.map(({ title, startsAt }) => [title, days(startsAt)])).toEqual([
      ['Follow up: Acme — Cook', '2031-02-02'],
      ['My own', '2031-03-04'],
    ])
    expect(days((await call(getJob, ctx, { id: id! })).deadline)).toBe('2031-03-05')
  })
})

test('the values of a shifted row are not told of as dates', () => {
  const { rows } = readCsv(
    'Company,Role,Salary,Applied\nAcme,Chef,€5,200/mo,2026-11-02\nGlobex,Cook,,soon\n',
    jobTable,
  )
  const reading = { table: jobTable, timeZone: 'UTC', dateOrder: null }
  expect(notesOnDates(rows, reading, jobRows)).toEqual(['One date was not read: “soon” (line 3).'])
})
