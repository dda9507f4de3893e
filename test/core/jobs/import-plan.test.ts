// What an import would do, that importing twice changes nothing, and that an export reimports unchanged.
import { filled as withEveryField } from '../../../core/kernel/record.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBlank, withoutControls } from '../../../core/kernel/plain-characters.ts'
import { DATES, jobTable } from '../../../core/jobs/import/columns.ts'
import { JOB, STATUSES } from '../../../core/jobs/fields.ts'
import { fileColumns } from '../../../core/kernel/record.ts'
import { rowCells } from '../../../core/sheets/text.ts'
import * as planning from '../../../core/jobs/import/plan.ts'
import type { KnownJob, PlannedRow } from '../../../core/jobs/import/plan.ts'
import { toJob } from '../../../core/jobs/import/to-job.ts'
import { dateOrderOf } from '../../../core/sheets/rows.ts'
import type { Row } from '../../../core/sheets/sheet.ts'
import * as csv from '../../../core/sheets/csv.ts'
import * as json from '../../../core/sheets/json.ts'
import { readWorkbook, writeWorkbook } from '../../../core/sheets/workbook.ts'

const JOB_COLUMNS = [...fileColumns(JOB), 'history']

const readCsv = (text: string) => csv.readCsv(text, jobTable)
const readJson = (text: string) => json.readJson(text, jobTable)

const reading = { table: jobTable, timeZone: 'UTC', dateOrder: null }
const plan = (rows: readonly Row[], existing: readonly KnownJob[]) =>
  planning.plan(rows, existing, { ...reading, dateOrder: dateOrderOf(rows, jobTable, DATES) }, [], [])

const uuid = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const statusChangedAt = '2026-03-01T10:00:00.000Z'
const known = (n: number, job: Partial<KnownJob>) => ({
  ...withEveryField(JOB, { company: 'Acme', role: 'Chef' }),
  ...{ appliedAt: null, status: 'saved' as const },
  statusChangedAt,
  ...job,
  id: uuid(n),
})

/** Applies a plan, as the importer does. */
function apply(planned: readonly PlannedRow[], existing: readonly KnownJob[]): KnownJob[] {
  const changed = existing.map((job) =>
    planned.reduce(
      (each, row) => (row.outcome === 'updated' && row.jobId === job.id ? { ...each, ...row.changes } : each),
      job,
    ),
  )
  const created = planned.flatMap((row) =>
    row.outcome === 'created' ? [known(1000 + row.line, row.job)] : [],
  )
  return [...changed, ...created]
}

const outcomes = (rows: readonly PlannedRow[]) =>
  rows.map(({ line, outcome, reason }) => [line, outcome, reason])

describe('planning an import', () => {
  const file = [
    'Company,Role,Location,Link,Status,Salary,Tags,Notes,Referral',
    'Acme,Chef,Berlin,https://acme.com/jobs/1?utm_source=x,Applied,50k,"a,b",hello,Ann',
    'Globex,Cook,,,,,,,',
    ',,Paris,,,,,,',
    'Acme,Chef,Berlin,https://acme.com/jobs/2,,,,,',
    'Globex,Cook,,,,,,,',
    'Globex,Cook,,,,70k,,,',
  ].join('\n')
  const sheet = readCsv(file)

  test('every row has an outcome, a line and a reason', () => {
    expect(outcomes(plan(sheet.rows, []))).toEqual([
      [2, 'created', 'New.'],
      [3, 'created', 'New.'],
      [4, 'failed', 'The row names neither a company nor a role.'],
      [5, 'created', 'New.'],
      [6, 'skipped', 'The same as line 3.'],
      [7, 'failed', 'Line 3 is the same job, but differs in salary; make one row of them.'],
    ])
  })

  test('a row that says less of the same job is no other row: it is skipped', () => {
    const rows = readCsv(
      [
        'Company,Role,Location,Link,Status,Notes,Next step',
        'Acme,Chef,Berlin,https://acme.com/jobs/1,Applied,hello,Call Ann',
        'Acme,Chef,Berlin,https://acme.com/jobs/1?utm_source=x,Applied,,',
        'Acme,Chef,,,Rejected,,',
      ].join('\n'),
    ).rows
    expect(outcomes(plan(rows, []))).toEqual([
      [2, 'created', 'New.'],
      [3, 'skipped', 'The same as line 2.'],
      [4, 'failed', 'Line 2 is the same job, but differs in status; make one row of them.'],
    ])
  })

  test('a second run changes nothing', () => {
    const jobs = apply(plan(sheet.rows, []), [])
    expect(plan(sheet.rows, jobs).map(({ outcome }) => outcome)).toEqual([
      'skipped',
      'skipped',
      'failed',
      'skipped',
      'skipped',
      'failed',
    ])
  })

  test('a row from another tracker appends notes and tags, replaces other values, and never moves a status back', () => {
    const job = known(1, {
      location: 'Berlin',
      url: 'http://www.acme.com/jobs/1/',
      status: 'interviewing',
      notes: 'mine',
      tags: ['b', 'c'],
      salary: '45k',
    })
    const [row] = plan(sheet.rows, [job])
    expect(row).toEqual({
      left: [
        {
          field: 'Referral',
          text: 'Ann',
          why: 'It is no one person for certain, and kept in the notes.',
        },
      ],
      people: [],
      line: 2,
      outcome: 'updated',
      reason: 'Changes salary, notes, tags.',
      jobId: job.id,
      changes: { salary: '50k', notes: 'mine\nhello\nReferral: Ann', tags: ['b', 'c', 'a'] },
      notes: [
        'Kept in the notes: Referral: Ann (no one person for certain).',
        'The status stays interviewing; the file says applied.',
      ],
    })
    const [forward] = plan(sheet.rows, [{ ...job, status: 'saved' }])
    expect(forward).toMatchObject({ changes: { status: 'applied' } })
  })

  test('what is left out of the pay is said of the row, with the reason', () => {
    const { rows } = readCsv('company,role,salary\nAcme,Chef,€ 3.200 brutto/Monat x 13\n')
    expect(plan(rows, [])).toMatchObject([
      { notes: [expect.stringMatching(/“x 13”: It is not counted: a year is twelve months of this pay/)] },
    ])
  })

  test('a row with our id is an edited export: its values apply, and an empty cell changes nothing', () => {
    const job = known(1, { status: 'interviewing', notes: 'mine', salary: '45k' })
    const edited = readCsv(`id,company,role,status,notes,salary\n${job.id},Acme Ltd,Chef,saved,other,\n`)
    expect(plan(edited.rows, [job])).toMatchObject([
      { outcome: 'updated', changes: { company: 'Acme Ltd', status: 'saved', notes: 'other' } },
    ])
  })

  test.each([
    ['Company,Link,Status', 'Acme,https://acme.com/jobs/1,Applied'],
    ['id,company,status', `${uuid(1)},Acme,Applied`],
    ['id,role,status', `${uuid(1)},Chef,Applied`],
  ])('a job keeps its name where a row with %s does not say it', (header, row) => {
    const job = known(1, { url: 'https://acme.com/jobs/1' })
    expect(plan(readCsv(`${header}\n${row}\n`).rows, [job])).toMatchObject([
      { outcome: 'updated', reason: 'Changes status to applied.' },
    ])
  })

  test('a job that a merge gave more tags than fit is still updated, without another tag', () => {
    const job = known(1, { tags: [...'abcdefghijkl'] })
    const planned = (tag: string) =>
      plan(readCsv(`Company,Role,Salary,Tags\nAcme,Chef,50k,${tag}\n`).rows, [job])
    expect(planned('c')).toMatchObject([{ outcome: 'updated', changes: { salary: '50k' } }])
    expect(planned('m')).toMatchObject([{ outcome: 'failed' }])
  })

  test('a name over several lines of a cell becomes one line', () => {
    const [row] = plan(readCsv('Company,Role\nAcme,"Chef\n\n(Pastry)"\n').rows, [])
    expect(row).toMatchObject({ job: { role: 'Chef (Pastry)' } })
  })

  test('several roles on one careers page become several jobs', () => {
    const rows = readCsv(
      'Company,Role,Url\nAcme,Chef,https://acme.com/careers\nAcme,Cook,https://acme.com/careers\n',
    ).rows
    expect(plan(rows, []).map(({ outcome }) => outcome)).toEqual(['created', 'created'])
  })

  test('an application that was never answered stays applied, and an unknown status is saved', () => {
    const rows = readCsv(
      'Company,Role,Status,Date applied\nAcme,Chef,Heard nothing,2026-02-03\nGlobex,Cook,Pinged,2026-02-03\n',
    ).rows
    expect(plan(rows, [])).toMatchObject([
      { job: { status: 'applied', appliedAt: '2026-02-03T12:00:00.000Z', notes: 'Status: Heard nothing' } },
      { job: { status: 'saved', notes: 'Status: Pinged\nDate applied: 2026-02-03' } },
    ])
  })

  test('a name that matches several jobs is refused', () => {
    const rows = readCsv('Company,Role\nacme,CHEF\n').rows
    const several = [known(1, { location: 'Berlin' }), known(2, { location: 'Paris' })]
    expect(plan(rows, several)).toMatchObject([{ outcome: 'failed' }])
    expect(plan(rows, several.slice(0, 1))).toMatchObject([{ outcome: 'skipped', jobId: uuid(1) }])
  })

  test('a row whose appended notes would be too long is refused', () => {
    const rows = readCsv('Company,Role,Notes\nAcme,Chef,new\n').rows
    expect(plan(rows, [known(1, { notes: 'x'.repeat(50_000) })])).toMatchObject([{ outcome: 'failed' }])
  })
})

const text = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength }),
      fc
        .array(
          fc.constantFrom(
            '=',
            '+',
            "'",
            '"',
            ',',
            ';',
            '\n',
            '\r\n',
            '\t',
            ' ',
            '-',
            'a',
            '\\',
            '|',
            '@',
            '\uFEFF',
          ),
          { maxLength: Math.min(12, maxLength) },
        )
        .map((each) => each.join('')),
    )
    .map(withoutControls)
    .filter((each) => each.length <= maxLength)
const filled = (maxLength: number) => text(maxLength).filter((each) => !isBlank(each))
const name = (maxLength: number) => filled(maxLength).map((each) => each.trim())
const instant = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const jobs = fc
  .array(
    fc.record({
      // As the API stores them: names without space around them, texts as they were written.
      company: name(40),
      role: name(40),
      location: fc.option(name(40)),
      salary: fc.option(name(30)),
      url: fc.option(fc.webUrl({ withQueryParameters: true })),
      description: fc.option(filled(200)),
      notes: fc.option(filled(200)),
      tags: fc.uniqueArray(name(10), { maxLength: 12 }),
      priority: fc.option(fc.constantFrom('high', 'medium', 'low')),
      status: fc.constantFrom(...STATUSES),
      appliedAt: fc.option(instant),
      deadline: fc.option(instant),
      nextStep: fc.option(name(40)),
      source: fc.option(name(40)),
    }),
    { maxLength: 8 },
  )
  // A job that is only saved has no application date: moving it to saved clears the date.
  .map((list) =>
    list.map((job, at) => ({
      ...withEveryField(JOB, { company: job.company, role: job.role }),
      ...job,
      statusChangedAt,
      appliedAt: job.status === 'saved' ? null : job.appliedAt,
      id: uuid(at),
    })),
  )

const history = [{ status: 'saved' as const, at: statusChangedAt, note: 'half, "quoted"\n' }]
const record = (job: KnownJob) => ({
  ...job,
  ...{
    statusChangedAt,
    createdAt: statusChangedAt,
    updatedAt: statusChangedAt,
    contactIds: [],
    compensation: null,
  },
  tags: [...job.tags],
  history,
})
const writeCsv = (list: readonly KnownJob[]) =>
  csv.writeCsv(
    JOB_COLUMNS,
    list.map((job) => rowCells(JOB_COLUMNS, record(job))),
  )
const writeJson = (list: readonly KnownJob[]) => json.writeJson('jobs', list.map(record))

test('an export reimports without a change, as CSV and as JSON', () => {
  fc.assert(
    fc.property(jobs, (list) => {
      const all = list.map(() => 'skipped')
      const there = list.map((job) => ({ ...job, history }))
      expect(plan(readCsv(writeCsv(list)).rows, there).map(({ outcome }) => outcome)).toEqual(all)
      expect(plan(readJson(writeJson(list)).rows, there).map(({ outcome }) => outcome)).toEqual(all)
    }),
    { numRuns: 300 },
  )
})

test('what a file holds is what was exported, to the letter, as CSV, JSON and workbook', async () => {
  const meant = (job: KnownJob) =>
    Object.fromEntries(
      Object.entries(job).filter(
        ([name, value]) =>
          !['id', 'statusChangedAt'].includes(name) && value !== null && String(value) !== '',
      ),
    )
  await fc.assert(
    fc.asyncProperty(jobs, async (list) => {
      const book = await writeWorkbook(
        JOB_COLUMNS,
        list.map((job) => rowCells(JOB_COLUMNS, record(job))),
      )
      for (const sheet of [
        readCsv(writeCsv(list)),
        readJson(writeJson(list)),
        await readWorkbook('a', book, jobTable),
      ]) {
        const read = sheet.rows.map((row) => toJob(row, reading))
        expect(read.map((each) => ('ok' in each ? { ...each.ok, id: each.id } : each))).toEqual(
          list.map((job) => ({ ...meant(job), id: job.id })),
        )
        expect(read.every((each) => 'history' in each && each.history?.[0]?.note === history[0]!.note)).toBe(
          true,
        )
      }
    }),
    { numRuns: 200 },
  )
})

test('no cell of an export starts a formula', () => {
  const text = writeCsv([
    known(1, { company: '=1+1', role: '@x', notes: '-2', description: "'=3", salary: '\t=4' }),
  ])
  for (const cell of [`${uuid(1)},'=1+1,'@x,`, `"'\t=4"`, `,'-2,`, `,''=3,`]) expect(text).toContain(cell)
})

test('importing into an empty tracker and again changes nothing the second time', () => {
  fc.assert(
    fc.property(jobs, (list) => {
      const { rows } = readCsv(writeCsv(list))
      const first = plan(rows, [])
      expect(first.map(({ outcome }) => outcome)).toEqual(list.map(() => 'created'))
      const there = list.map((job) => ({ ...job, history }))
      expect(plan(rows, there).map(({ outcome }) => outcome)).toEqual(list.map(() => 'skipped'))
    }),
    { numRuns: 300 },
  )
})
