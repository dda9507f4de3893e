// Dates in files of jobs that lack their year, or say it from today: read where the column allows one meaning, and said.
import { describe, expect, test } from 'vitest'
import { importJobs } from '../../../core/jobs/operations.ts'
import { getJob, listJobs } from '../../../core/jobs/queries.ts'
import { listEvents } from '../../../core/calendar/operations.ts'
import { jobTable } from '../../../core/jobs/import/columns.ts'
import { type KnownJob, plan } from '../../../core/jobs/import/plan.ts'
import { JOB } from '../../../core/jobs/fields.ts'
import { filled } from '../../../core/kernel/record.ts'
import type { Row } from '../../../core/sheets/sheet.ts'
import { readDate } from '../../../core/reading/table-dates.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

const NOW = Date.UTC(2026, 10, 26, 17)
const COLUMN = { dateOrder: null, timeZone: 'America/New_York', now: NOW }

describe('a date without its year lies behind an application and ahead of a deadline', () => {
  test.each([
    ['Oct 5', '2026-10-05'],
    ['9 November', '2026-11-09'],
    ['5. Okt', '2026-10-05'],
    ['5. Okt.', '2026-10-05'],
    ['le 3 novembre', '2026-11-03'],
    ['12 de octubre', '2026-10-12'],
    ['3 nov', '2026-11-03'],
    ['Dec 20', '2025-12-20'],
    ['Jan 15', '2026-01-15'],
    ['Nov 26', '2026-11-26'],
    ['Tue, 10 Nov', '2026-11-10'],
    ['10/25', '2026-10-25'],
    ['25.10.', '2026-10-25'],
    ['yesterday', '2026-11-25'],
    ['gestern', '2026-11-25'],
    ['hier', '2026-11-25'],
    ['today', '2026-11-26'],
    ['3 days ago', '2026-11-23'],
    ['vor 3 Tagen', '2026-11-23'],
    ['il y a 2 semaines', '2026-11-12'],
    ['hace 2 semanas', '2026-11-12'],
    ['last Monday', '2026-11-23'],
    ['Tuesday', '2026-11-24'],
    ['Oct 5 14:30', '2026-10-05'],
    // A weekday that is not that of its date, and what is no day.
    ['Mon Nov 10', null],
    ['tomorrow', null],
    ['5/6', null],
    ['last week', null],
    ['2 hours ago', null],
    ['end of month', null],
    ['Q3', null],
    ['30+ days ago', null],
    ['now', null],
    ['31 Feb', null],
  ])('applied %s', (text, day) => expect(readDate(text, COLUMN)?.at.slice(0, 10) ?? null).toBe(day))

  test.each([
    ['Dec 15', '2026-12-15'],
    ['10. Januar', '2027-01-10'],
    ['5 oct.', '2027-10-05'],
    ['in 3 days', '2026-11-29'],
    ['tomorrow', '2026-11-27'],
    ['next monday', '2026-11-30'],
  ])('due %s', (text, day) => expect(readDate(text, COLUMN, 'ahead')?.at.slice(0, 10)).toBe(day))

  test('without today it needs its year', () =>
    expect(readDate('Oct 5', { ...COLUMN, now: undefined })).toBeNull())
})

describe('an import', () => {
  const days = (iso: string | null) => iso?.slice(0, 10)
  const ago = (many: number) => new Date(Date.now() - many * 86_400_000).toISOString().slice(0, 10)

  test('says which dates were read from today and which were not, and reads a file again without change', async () => {
    const ctx = as(core(), await aUser(core()))
    const rows = ['3 days ago', 'spring', 'Oct 5', 'yesterday'].map((date, at) => ({
      line: at + 2,
      values: { Company: `Firm ${at}`, Role: 'Chef', Status: 'Applied', 'Date applied': date },
    }))
    const report = await call(importJobs, ctx, { rows })
    expect(report.notes.join('\n')).toMatch(/^One date was not read: “spring” \(line 3\)\.$/m)
    expect(report.notes.join('\n')).toMatch(
      /^3 dates without their year were read from today: “3 days ago” as \d{4}-\d\d-\d\d \(line 2\), “Oct 5” as \d{4}-10-05 \(line 4\), “yesterday” as /m,
    )
    const jobs = await Promise.all(report.rows.map(({ id }) => call(getJob, ctx, { id: id! })))
    expect(days(jobs[0]!.appliedAt)).toBe(ago(3))
    expect(days(jobs[3]!.appliedAt)).toBe(ago(1))
    expect(jobs[1]).toMatchObject({ appliedAt: null, notes: 'Date applied: spring' })
    expect(jobs[3]).toMatchObject({ notes: 'Date applied: yesterday' })
    expect(report.rows[3]!.left).toEqual([
      { field: 'Date applied', text: 'yesterday', why: `It is read as ${ago(1)}, and kept in the notes.` },
    ])
    expect((await call(importJobs, ctx, { rows })).rows.map(({ outcome }) => outcome)).toEqual(
      Array(4).fill('skipped'),
    )
    expect((await call(listJobs, ctx, {})).total).toBe(4)
  })

  test('words of today that are read on another day move nothing', () => {
    const rows = ['Applied,Acme,yesterday,in 3 days', 'Applied,Globex,Dec 20,Jan 5'].map((line, at) => {
      const [Status, Company, Applied, Deadline] = line.split(',')
      const cells = Object.entries({ Company, Role: 'Chef', Status, Applied, Deadline })
      return { line: at + 2, cells, problem: null } as Row
    })
    const on = (now: number, jobs: readonly KnownJob[] = []) =>
      plan(rows, jobs, { ...COLUMN, table: jobTable, now })
    const jobs = on(NOW).flatMap((row, at): KnownJob[] =>
      row.outcome === 'created'
        ? [{ ...filled(JOB, row.job), id: `018f0000-0000-7000-8000-00000000000${at}`, status: 'applied', appliedAt: row.job.appliedAt ?? null }] // prettier-ignore
        : [],
    )
    expect(jobs.map(({ appliedAt, deadline }) => [appliedAt?.slice(0, 10), deadline?.slice(0, 10)])).toEqual([
      ['2026-11-25', '2026-11-30'],
      ['2025-12-20', '2027-01-06'],
    ])
    for (const later of [1, 40, 500])
      expect(on(NOW + later * 86_400_000, jobs).map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped'])
  })

  test('two applications to one role on two days without a year are two jobs', async () => {
    const ctx = as(core(), await aUser(core()))
    const rows = ['Oct 5', 'Nov 2'].map((date) => ({
      values: { Company: 'Acme', Role: 'Chef', Status: 'Applied', 'Date applied': date },
    }))
    expect(await call(importJobs, ctx, { rows })).toMatchObject({ created: 2, failed: 0 })
    expect(await call(importJobs, ctx, { rows })).toMatchObject({ created: 0, failed: 0, skipped: 2 })
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
    expect(events.map(({ title }) => title)).toEqual(['Follow up: Acme — Chef'])
    const again = await call(importJobs, ctx, { rows, timeZone: 'Europe/Berlin' })
    expect(again).toMatchObject({ skipped: 2 })
    const moved = [{ values: { ...rows[1]!.values, 'Apply by': '20 Mar 2031' } }]
    expect((await call(importJobs, ctx, { rows: moved, timeZone: 'Europe/Berlin' })).rows[0]).toMatchObject({
      outcome: 'updated',
      reason: 'Changes deadline.',
    })
  })
})
