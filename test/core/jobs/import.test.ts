// The import operation: every row is processed independently, other users' jobs are out of reach, and long
// files come in parts.
import { describe, expect, test } from 'vitest'
import { jobTable } from '../../../core/jobs/import/columns.ts'
import { jobRows } from '../../../core/jobs/import/rows.ts'
import { batchesOf } from '../../../core/sheets/batches.ts'
import type { Row } from '../../../core/sheets/sheet.ts'
import { JOB } from '../../../core/jobs/fields.ts'
import { undoChange } from '../../../core/audit/operations.ts'
import {
  addJob,
  importJobs,
  mergeJob,
  removeJob,
  setStatus,
  updateJob,
} from '../../../core/jobs/operations.ts'
import { fileColumns } from '../../../core/kernel/record.ts'
import { rowCells } from '../../../core/sheets/text.ts'
import { exportJobs, getJob, listJobs } from '../../../core/jobs/queries.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

describe('rows from an agent', () => {
  test('each row gets its own outcome, and an invalid one does not affect the others', async () => {
    const ctx = as(core(), await aUser(core()))
    const rows = [
      null,
      7,
      'Acme',
      [],
      {},
      { values: 'Acme' },
      { values: { Company: 'A', Role: 'half \ud800' } },
      { values: { Company: ' ', Role: '\0' } },
      { values: { Company: 'A', Role: 'B', Tags: ['x'.repeat(101)] } },
      {
        line: 99,
        values: { Company: 'Acme', Role: 'Chef', Tags: ['a', 'b'], Priority: 1, Nested: { x: [1] } },
      },
      { line: 1.5, values: { company: 'Globex', role: 'Cook' } },
      { line: 7, problem: 'It was cut off.' },
    ]
    const report = await call(importJobs, ctx, { rows })
    // A NUL is no part of a cell's text; half a character is none.
    expect(report.rows.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 9 }, () => 'failed'),
      'created',
      'created',
      'failed',
    ])
    expect(report.rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 99, 11, 7])
    expect(report.rows.filter(({ outcome }) => outcome === 'failed').every(({ reason }) => reason)).toBe(true)
    expect(report).toMatchObject({ created: 2, failed: 10 })
    const job = await call(getJob, ctx, { id: report.rows[9]!.id! })
    expect(job).toMatchObject({ company: 'Acme', tags: ['a', 'b'], priority: 'high', notes: 'Nested x: [1]' })
  })

  test.each([
    ['=HYPERLINK("https://jobs.example/123","Senior ""A"" Engineer")', 'Senior "A" Engineer'],
    ['=HYPERLINK("https://jobs.example/123";"Engineer")', 'Engineer'],
    ['=LIEN_HYPERTEXTE("https://jobs.example/123"; "Engineer")', 'Engineer'],
    ['[Engineer (m/w/d)](https://jobs.example/123)', 'Engineer (m/w/d)'],
    ['[Engineer](<https://jobs.example/123> "Posting")', 'Engineer'],
    ['<a target="_blank" href="https://jobs.example/123"><b>Engineer</b> &amp; Cook</a>', 'Engineer & Cook'],
    ["<A HREF='https://jobs.example/123'>Engineer</A>", 'Engineer'],
  ])('a link in a cell is its text, and the address is kept: %s', async (cell, text) => {
    const url = (at: number) => `https://jobs.example/${at}`
    const link = (at: number) => cell.replace('123', String(at))
    const ctx = as(core(), await aUser(core()))
    const rows = [
      { values: { Company: 'Acme', Role: link(1) } },
      { values: { Company: link(2), Role: 'Cook' } },
      { values: { Company: '[Initech](https://initech.example)', Role: link(3) } },
      { values: { Company: 'Globex', Role: link(4), Link: 'https://globex.example/9' } },
      { values: { Company: 'Hooli', Role: 'Waiter', Link: link(5), Kin: link(6) } },
    ]
    const report = await call(importJobs, ctx, { rows })
    const { jobs } = await call(exportJobs, ctx, {})
    const read = report.rows.map(({ id }) => jobs.find((job) => job.id === id)!)
    expect(read.map((job) => [job.company, job.role, job.url, job.notes])).toEqual([
      ['Acme', text, url(1), null],
      [text, 'Cook', url(2), null],
      ['Initech', text, url(3), 'Link of company: https://initech.example'],
      ['Globex', text, 'https://globex.example/9', `Link of role: ${url(4)}`],
      ['Hooli', 'Waiter', url(5), `Kin: ${text} (${url(6)})`],
    ])
    expect(report.notes.join()).toContain('Link of role')
  })

  test.each([
    '<a href="https://x.example/1">one</a> and <a href="https://y.example/2">two</a>',
    '<a href=https://x.example/1>one</a> and <a href=https://y.example/2>two</a>',
  ])('a cell of several links stays a text with all addresses: %s', async (cell) => {
    const ctx = as(core(), await aUser(core()))
    const rows = [{ values: { Company: 'Acme', Role: 'Cook', Notes: cell } }]
    const { id } = (await call(importJobs, ctx, { rows })).rows[0]!
    expect(await call(getJob, ctx, { id: id! })).toMatchObject({
      notes: 'one (https://x.example/1) and two (https://y.example/2)',
      url: null,
    })
  })

  test.each(['Datum', 'Date', 'Fecha', 'Data', 'Datum Bewerbung'])(
    '%s alone is when one applied',
    async (column) => {
      const ctx = as(core(), await aUser(core()))
      const rows = [{ values: { Firma: 'Acme', Stelle: 'Koch', [column]: '20.11.2025' } }]
      const alone = await call(importJobs, ctx, { rows, dryRun: true })
      expect(alone.rows[0]).toMatchObject({ status: 'applied', appliedAt: '2025-11-20T12:00:00.000Z' })
      const beside = rows.map(({ values }) => ({ values: { ...values, 'Date saved': '2025-10-01' } }))
      const { columns } = await call(importJobs, ctx, { rows: beside, dryRun: true })
      const isOwn = column === 'Datum Bewerbung'
      expect(columns.find((each) => each.column === column)!.field).toBe(isOwn ? 'appliedAt' : null)
    },
  )

  test('a refused row has changed nothing, and is in no undo', async () => {
    const ctx = as(core(), await aUser(core()))
    const at = (day: string) => `2026-01-${day}T12:00:00.000Z`
    const job = await call(addJob, ctx, { company: 'Acme', role: 'Cook', status: 'applied', at: at('02') })
    await call(setStatus, ctx, { id: job.id, status: 'interviewing', at: at('05') })
    const before = await call(getJob, ctx, { id: job.id })
    const late = { ID: job.id, Company: 'Acme', Role: 'Chef', 'Date applied': at('10') }
    const rows = [{ values: late }, { values: { Company: 'Globex', Role: 'Cook' } }]
    const report = await call(importJobs, ctx, { rows })
    expect(report.rows.map(({ outcome }) => outcome)).toEqual(['failed', 'created'])
    expect(await call(getJob, ctx, { id: job.id })).toEqual(before)
    await call(undoChange, ctx, { id: report.changeId! })
    expect((await call(listJobs, ctx, {})).total).toBe(1)
  })

  test('more than 500 rows, or an invalid time zone, are refused as a whole', async () => {
    const ctx = as(core(), await aUser(core()))
    await expect(call(importJobs, ctx, { rows: Array(501).fill({}) })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(call(importJobs, ctx, { rows: [], timeZone: 'Mars/Base' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test.each([
    ['Acme, Inc.', 'Acme Inc'],
    ['Müller GmbH & Co. KG', 'Müller'],
    ['The Home Depot', 'Home Depot Inc.'],
    ['OpenAI', 'Open AI'],
    ['LUMEN S.A.S.', 'Lumen SAS'],
    ['Acme Company Limited', 'Acme Ltd'],
  ])('%s and %s are one employer, so one job', async (one, other) => {
    const ctx = as(core(), await aUser(core()))
    const rows = [one, other].map((Company) => ({ values: { Company, Role: 'Chef' } }))
    expect(await call(importJobs, ctx, { rows: [rows[0]] })).toMatchObject({ created: 1 })
    expect(await call(importJobs, ctx, { rows: [rows[1]] })).toMatchObject({ created: 0, skipped: 1 })
    expect((await call(listJobs, ctx, {})).jobs.map(({ company }) => company)).toEqual([one])
  })

  test.each([
    ['Acme GmbH', 'Acme Inc'],
    ['Acme S.A.', 'Acme SAS'],
    ['E Systems', 'Systems'],
    ['Y Combinator', 'Combinator'],
  ])('%s and %s are two employers, so two jobs', async (one, other) => {
    const ctx = as(core(), await aUser(core()))
    const rows = [one, other].map((Company) => ({ values: { Company, Role: 'Chef' } }))
    expect(await call(importJobs, ctx, { rows })).toMatchObject({ created: 2 })
    expect(await call(importJobs, ctx, { rows })).toMatchObject({ skipped: 2 })
    const [kept, gone] = (await call(listJobs, ctx, {})).jobs
    await call(mergeJob, ctx, { id: kept!.id, from: gone!.id })
    expect(await call(importJobs, ctx, { rows })).toMatchObject({ skipped: 2 })
  })

  test('a row that spells a tracked job otherwise updates it, unless two addresses or another row say that it is another', async () => {
    const ctx = as(core(), await aUser(core()))
    const add = (role: string, more: object = {}) => call(addJob, ctx, { company: 'Acme', role, ...more })
    const { id } = await add('Senior Data Engineer', { location: 'Berlin' })
    await add('Cook', { url: 'https://acme.example/jobs/77777' })
    await add('Senior Baker')
    const rows = [
      {
        Company: 'Acme Inc',
        Role: 'Sr. Data Engineer (m/f/d)',
        Location: 'Berlin, Germany',
        Status: 'Applied',
      },
      { Company: 'Acme', Role: 'Cook', Link: 'https://jobs.example/view/4012345' },
      { Company: 'Acme', Role: 'Sr Baker' },
      { Company: 'Acme', Role: 'Senior Baker' },
    ].map((values) => ({ values }))
    const { rows: told } = await call(importJobs, ctx, { rows })
    expect(told.map(({ outcome }) => outcome)).toEqual(['updated', 'created', 'created', 'skipped'])
    expect(told[0]).toMatchObject({
      id,
      reason: `Changes status to applied. It is tracked as Acme — Senior Data Engineer (${id.slice(-8)}); to keep both, add it by itself and allow the duplicate.`,
    })
    expect((await call(importJobs, ctx, { rows })).skipped).toBe(4)
  })

  test('a likely twin is said by one rule, where a job is added and where it is imported', async () => {
    const ctx = as(core(), await aUser(core()))
    const { id } = await call(addJob, ctx, { company: 'Acme, Inc.', role: 'Sr. Software Engineer' })
    const added = await call(addJob, ctx, { company: 'Acme Inc', role: 'Senior Software Engineer' })
    expect(added.possibleDuplicates).toEqual([{ id, company: 'Acme, Inc.', role: 'Sr. Software Engineer' }])
    const rows = ['Sr Data Engineer', 'Senior Data Engineer'].map((Role) => ({
      values: { Company: 'Acme', Role },
    }))
    const report = await call(importJobs, ctx, { rows })
    expect(report.rows.map(({ reason }) => reason)).toEqual([
      null,
      expect.stringContaining('It may be there already: Acme — Sr Data Engineer ('),
    ])
  })

  test('an old file never overwrites what was changed since, and says what it left', async () => {
    const ctx = as(core(), await aUser(core()))
    const values = { Company: 'Acme', Role: 'Chef', Salary: '$100k', 'Next step': 'Call', Location: 'Berlin' }
    const other = { Company: 'Acme Inc', Role: 'Head chef', URL: 'https://acme.example/2' }
    const rows = [{ values }, { values: other }]
    const [one, two] = (await call(importJobs, ctx, { rows })).rows.map(({ id }) => id!)
    await call(updateJob, ctx, { id: one!, nextStep: 'Send the portfolio', notes: 'Mine.' })
    await call(mergeJob, ctx, { id: one!, from: two! })
    const again = await call(importJobs, ctx, { rows: [{ values: { ...values, Salary: '$120k' } }, rows[1]] })
    expect(again.rows.map(({ outcome, id, reason }) => ({ outcome, id, reason }))).toEqual([
      { outcome: 'updated', id: one, reason: 'Changes salary. The next step stays: it was changed since.' },
      { outcome: 'skipped', id: one, reason: 'It was merged into another job.' },
    ])
    expect(await call(getJob, ctx, { id: one! })).toMatchObject({
      ...{
        nextStep: 'Send the portfolio',
        notes: expect.stringMatching(/^Mine\.\n\nThe entry [^]*role: Head chef$/),
        salary: '$120k',
        url: other.URL,
      },
    })
  })

  test('a line that was taken out of the notes since, and a tag, do not come back with the file', async () => {
    const ctx = as(core(), await aUser(core()))
    const row = (more: object) => ({
      values: { Company: 'Acme', Role: 'Chef', Prio: 'sooner', Tags: 'a,b', ...more },
    })
    const [{ id } = { id: null }] = (await call(importJobs, ctx, { rows: [row({})] })).rows
    await call(updateJob, ctx, { id: id!, notes: 'Mine.', tags: ['a'] })
    expect((await call(importJobs, ctx, { rows: [row({})] })).rows).toMatchObject([
      { outcome: 'skipped', reason: 'Already there.' },
    ])
    expect((await call(importJobs, ctx, { rows: [row({ Notes: 'Called.' })] })).rows).toMatchObject([
      { outcome: 'updated', reason: 'Changes notes. Kept in the notes: Priority: sooner.' },
    ])
    expect(await call(getJob, ctx, { id: id! })).toMatchObject({ notes: 'Mine.\nCalled.', tags: ['a'] })
  })

  test('a job that was imported and deleted since comes back by undo, and not with the file', async () => {
    const ctx = as(core(), await aUser(core()))
    const row = (Company: string, Applied = '2026-03-01') => ({ values: { Company, Role: 'Chef', Applied } })
    const rows = [row('Acme'), row('Globex')]
    const [one] = (await call(importJobs, ctx, { rows })).rows
    await call(removeJob, ctx, { id: one!.id! })
    const again = await call(importJobs, ctx, { rows: [...rows, row('Acme', '2026-05-02')] })
    expect(again.rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['skipped', expect.stringMatching(/^It was deleted since; crm undo [\da-f]{8} brings it back\.$/)],
      ['skipped', 'Already there.'],
      // Another date is another application.
      ['created', null],
    ])
    // Whoever imports an export of ours wants its jobs back.
    const [acme] = (await call(exportJobs, ctx, {})).jobs.filter(({ company }) => company === 'Acme')
    await call(removeJob, ctx, { id: acme!.id })
    const columns = [...fileColumns(JOB), 'history']
    const cells = rowCells(columns, { ...acme! })
    const values = Object.fromEntries(columns.map((column, at) => [column, cells[at]]))
    expect(await call(importJobs, ctx, { rows: [rows[1]!, { values }] })).toMatchObject({
      created: 1,
      skipped: 1,
    })
    // With nothing of the file left, it is a new start.
    const { jobs } = await call(listJobs, ctx, {})
    for (const { id } of jobs) await call(removeJob, ctx, { id })
    expect(await call(importJobs, ctx, { rows })).toMatchObject({ created: 2 })
  })

  test('an edited export changes what was edited, and not what was changed here since it was made', async () => {
    const ctx = as(core(), await aUser(core()))
    const { id } = await call(addJob, ctx, {
      company: 'Acme',
      role: 'Chef',
      salary: '$100k',
      location: 'Rome',
    })
    const [job] = (await call(exportJobs, ctx, {})).jobs
    await call(updateJob, ctx, { id, location: 'Milan' })
    const columns = [...fileColumns(JOB), 'history']
    const cells = rowCells(columns, { ...job, salary: '$130k' })
    const values = Object.fromEntries(columns.map((column, at) => [column, cells[at]]))
    const { rows } = await call(importJobs, ctx, { rows: [{ values }] })
    expect(rows[0]!.reason).toBe('Changes salary. The location stays: it was changed since.')
    expect(await call(getJob, ctx, { id })).toMatchObject({ salary: '$130k', location: 'Milan' })
  })

  test('another user’s job id matches nothing', async () => {
    const [me, you] = [as(core(), await aUser(core())), as(core(), await aUser(core()))]
    const theirs = await call(importJobs, you, { rows: [{ values: { company: 'Acme', role: 'Chef' } }] })
    const id = theirs.rows[0]!.id
    const mine = await call(importJobs, me, { rows: [{ values: { id, company: 'Mine', role: 'Now' } }] })
    expect(mine).toMatchObject({ created: 1 })
    expect(mine.rows[0]!.id).not.toBe(id)
    expect(await call(getJob, you, { id: id! })).toMatchObject({ company: 'Acme' })
  })

  test('a row whose address belongs to another job by now is refused, and changes nothing', async () => {
    const ctx = as(core(), await aUser(core()))
    const jobs = ['Acme', 'Globex'].map((company) => ({
      values: { company, role: 'Chef', url: `https://x.example/jobs/${company}71` },
    }))
    const first = await call(importJobs, ctx, { rows: jobs })
    const moved = {
      id: first.rows[1]!.id,
      company: 'Other',
      role: 'Chef',
      url: 'https://x.example/jobs/Acme71',
    }
    const report = await call(importJobs, ctx, {
      rows: [{ values: moved }, { values: { company: 'C', role: 'D' } }],
    })
    expect(report.rows.map(({ outcome }) => outcome)).toEqual(['failed', 'created'])
    expect(report.rows[0]!.reason).toContain(first.rows[0]!.id)
    expect(await call(getJob, ctx, { id: first.rows[1]!.id! })).toMatchObject({ company: 'Globex' })
  })

  test('the same file sent twice concurrently creates each job once', async () => {
    const ctx = as(core(), await aUser(core()))
    const rows = Array.from({ length: 20 }, (_, n) => ({ values: { company: `C${n}`, role: 'Chef' } }))
    const reports = await Promise.all([1, 2, 3].map(() => call(importJobs, ctx, { rows })))
    expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(20)
    expect((await call(listJobs, ctx, {})).total).toBe(20)
  })
})

describe('parts of a long file', () => {
  const row = (line: number, company: string, note = ''): Row => ({
    line,
    cells: [['Company', company], ['Role', 'Chef'], ...(note ? ([['Notes', note]] as const) : [])],
    problem: null,
  })
  const room = { rows: 3, values: 1_000, bytes: 10_000 }
  const reading = { table: jobTable, timeZone: 'UTC', dateOrder: null }
  const traits = (one: Row) => jobRows.matchKeysOf(one, reading)
  const lines = (rows: Row[]) => batchesOf(rows, room, traits).map((part) => part.map(({ line }) => line))

  test('contain every row once, in order, with the rows of one job together', () => {
    expect(lines([row(1, 'A'), row(2, 'B'), row(3, 'C'), row(4, 'D'), row(5, ' a ')])).toEqual([
      [1, 2, 5],
      [3, 4],
    ])
  })

  test('split a job with more rows than fit, and report a row that is too large for any part', () => {
    expect(lines([1, 2, 3, 4, 5].map((n) => row(n, 'A')))).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
    const [part] = batchesOf([row(1, 'A', 'x'.repeat(20_000))], room, traits)
    expect(part).toMatchObject([{ line: 1, cells: [], problem: expect.stringContaining('too large') }])
  })
})
