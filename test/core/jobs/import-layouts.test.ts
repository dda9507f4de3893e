// Files as eight other trackers write them, with their own headers: every cell becomes part of a job, its history, its
// notes or its calendar, or its column is reported as unused.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { listEvents } from '../../../core/calendar/operations.ts'
import { jobTable } from '../../../core/jobs/import/columns.ts'
import { importJobs } from '../../../core/jobs/operations.ts'
import { exportJobs } from '../../../core/jobs/queries.ts'
import { readCsv } from '../../../core/sheets/csv.ts'
import type { Sheet } from '../../../core/sheets/sheet.ts'
import { readWorkbook } from '../../../core/sheets/workbook.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

/** Imports a sheet for a new user and returns what is there afterwards, by company. */
async function imported(sheet: Sheet) {
  expect(sheet.problem).toBeNull()
  const ctx = as(core(), await aUser(core()))
  const rows = sheet.rows.map(({ line, cells }) => ({ line, values: Object.fromEntries(cells) }))
  const report = await call(importJobs, ctx, { rows })
  const { jobs } = await call(exportJobs, ctx, {})
  const { events } = await call(listEvents, ctx, { from: '1990-01-01' })
  const again = await call(importJobs, ctx, { rows })
  expect(again).toMatchObject({ created: 0, updated: 0, skipped: rows.length, failed: 0 })
  const of = (company: string) => {
    const job = jobs.find((each) => each.company === company)!
    return {
      ...job,
      dates: events.filter(({ jobId }) => jobId === job.id).map(({ type, startsAt }) => [type, startsAt]),
    }
  }
  return { report, jobs, of, sheet }
}

const fromCsv = (name: string) =>
  imported(readCsv(readFileSync(join(import.meta.dirname, 'layouts', `${name}.csv`), 'utf8'), jobTable))

const NOON = 'T12:00:00.000Z'
const MIDNIGHT = 'T00:00:00.000Z'
const END = 'T23:59:00.000Z'

type Imported = Awaited<ReturnType<typeof imported>>

/** Each cell of a column that is kept in the notes stands there under its name. */
function expectNotesComplete({ report, jobs, sheet }: Imported): void {
  const noted = report.columns.filter(({ use }) => use === 'noted').map(({ column }) => column)
  sheet.rows.forEach(({ cells }, at) => {
    const { id } = report.rows[at]!
    const { notes } = jobs.find((job) => job.id === id)!
    for (const [column, value] of cells)
      if (noted.includes(column)) expect(notes).toContain(`${column}: ${String(value)}`)
  })
}

const usesOf = ({ report }: Imported) =>
  Object.fromEntries(report.columns.map(({ column, field, use }) => [column, field ?? use]))

describe('the layout of', () => {
  test('LinkedIn’s applications', async () => {
    const all = await fromCsv('linkedin-applications')
    expect(usesOf(all)).toEqual({
      'Application Date': 'appliedAt',
      'Contact Email': 'noted',
      'Contact Phone Number': 'noted',
      'Company Name': 'company',
      'Job Title': 'role',
      'Job Url': 'url',
      'Resume Name': 'noted',
      'Question And Answers': 'noted',
    })
    expectNotesComplete(all)
    expect(all.of('Harbor Light')).toMatchObject({
      role: 'Data Analyst',
      url: 'https://www.linkedin.com/jobs/view/3801234567',
      status: 'applied',
      appliedAt: '2024-01-05T10:33:00.000Z',
      history: [{ status: 'applied', at: '2024-01-05T10:33:00.000Z' }],
    })
  })

  test('LinkedIn’s saved jobs', async () => {
    const all = await fromCsv('linkedin-saved')
    expect(usesOf(all)).toEqual({
      'Saved Date': 'createdAt',
      'Job Url': 'url',
      'Job Title': 'role',
      'Company Name': 'company',
    })
    expect(all.of('Basalt Systems')).toMatchObject({
      status: 'saved',
      appliedAt: null,
      notes: null,
      history: [{ status: 'saved', at: '2025-03-04T21:02:00.000Z' }],
    })
  })

  test('Huntr: HTML is read as text', async () => {
    const all = await fromCsv('huntr')
    expect(usesOf(all)).toMatchObject({
      List: 'status',
      Color: 'noted',
      'Created At': 'createdAt',
      Title: 'role',
    })
    expect(all.of('Iris Labs')).toMatchObject({
      description: 'We build maps.\n\nTypeScript\n\nWebGL',
      notes: 'Met the team (https://iris.example/team) in May\nColor: #4287f5',
      history: [
        { status: 'saved', at: `2025-05-02${NOON}` },
        { status: 'applied', at: `2025-05-04${NOON}` },
      ],
    })
    expect(all.of('Fjord')).toMatchObject({
      notes: 'a < b and c > d',
      status: 'interviewing',
      statusChangedAt: null,
      appliedAt: `2025-05-09${NOON}`,
    })
  })

  test('Teal: both ends of the pay, the deadline and the follow-up', async () => {
    const all = await fromCsv('teal')
    expect(Object.values(usesOf(all))).not.toContain('noted')
    expect(all.of('Aurora Grid')).toMatchObject({
      salary: '180,000 – 220,000',
      compensation: { min: 180_000, max: 220_000 },
      priority: 'high',
      notes: null,
      history: [
        { status: 'saved', at: `2025-06-01${NOON}` },
        { status: 'applied', at: `2025-06-03${NOON}` },
      ],
      deadline: `2025-06-20${END}`,
      dates: [['follow-up', `2025-06-17${MIDNIGHT}`]],
    })
    expect(all.of('Granite')).toMatchObject({
      salary: 'from USD 190,000 a year',
      compensation: { min: 190_000, max: null, currency: 'USD' },
      status: 'saved',
      deadline: `2025-06-30${END}`,
      dates: [],
    })
    expect(all.of('Ember')).toMatchObject({
      salary: 'up to USD 150,000 a year',
      priority: 'low',
      status: 'interviewing',
      statusChangedAt: null,
      dates: [],
    })
  })

  test('Simplify: an assessment is a screening, and silence is no rejection', async () => {
    const all = await fromCsv('simplify')
    expect(usesOf(all)).toMatchObject({ 'Status Date': 'statusChangedAt', Archived: 'noted' })
    expectNotesComplete(all)
    expect(all.of('Drift Bottle')).toMatchObject({
      status: 'screening',
      statusChangedAt: `2025-02-18${NOON}`,
      appliedAt: `2025-02-10${NOON}`,
    })
    const silent = all.of('Basalt Systems')
    expect(silent).toMatchObject({ status: 'applied', appliedAt: `2025-02-11${NOON}` })
    expect(silent.notes).toContain('Status: Ghosted')
    expect(all.of('Kelp')).toMatchObject({ status: 'rejected', statusChangedAt: `2025-02-20${NOON}` })
  })

  test('JobSync: whether and when are two columns', async () => {
    const all = await fromCsv('jobsync')
    expect(usesOf(all)).toMatchObject({
      index: 'unused',
      applied: 'appliedAt',
      appliedDate: 'appliedAt',
      JobSource: 'source',
    })
    expectNotesComplete(all)
    expect(all.of('Lumen Works')).toMatchObject({
      status: 'applied',
      appliedAt: `2025-07-03${NOON}`,
      location: 'Graz',
    })
    expect(all.of('Moss & Co')).toMatchObject({ status: 'saved', appliedAt: null })
  })

  test('a Notion database', async () => {
    const all = await fromCsv('notion')
    expect(usesOf(all)).toMatchObject({ Name: 'name', 'Apply by': 'deadline', 'Contact person': 'contact' })
    expectNotesComplete(all)
    expect(all.of('Opal')).toMatchObject({
      role: 'Design Engineer',
      status: 'interviewing',
      appliedAt: `2025-03-03${NOON}`,
      tags: ['remote', 'design'],
      priority: 'high',
      notes: 'Last edited time: April 1, 2025 9:12 AM\nStatus: 2nd round',
    })
    expect(all.of('Pebble')).toMatchObject({
      status: 'saved',
      url: 'https://pebble.example/jobs/8',
      deadline: `2025-04-30${END}`,
    })
  })

  test('a spreadsheet of one’s own, as a workbook with dates as numbers', async () => {
    const all = await imported(await readWorkbook('tracker.xlsx', await workbook(), jobTable))
    expect(all.of('Quartz')).toMatchObject({
      role: 'Chef de cuisine',
      status: 'applied',
      appliedAt: `2025-03-01${NOON}`,
      salary: '55000',
      notes: 'Referral: Ann & Bob',
    })
    expect(all.of('Reed')).toMatchObject({ status: 'saved', appliedAt: null, salary: null })
  })

  test('a workbook that leaves out its empty rows keeps their numbers and links', async () => {
    const sheet = await readWorkbook('tracker.xlsx', await workbookWithGaps(), jobTable)
    expect(sheet.rows.map(({ line }) => line)).toEqual([4, 6])
    expect((await imported(sheet)).of('Quartz')).toMatchObject({ url: 'https://quartz.example/jobs/7' })
    expect(sheet.notes).toContain('Sheet 2, with 1 row, was not read.')
  })
})

test('people are not taken for jobs', async () => {
  const ctx = as(core(), await aUser(core()))
  const connections = {
    'First Name': 'Ana',
    'Last Name': 'Silva',
    URL: 'https://www.linkedin.com/in/ana',
    Company: 'Opal',
    Position: 'CTO',
  }
  for (const values of [connections, { Name: 'Ana Silva', Company: 'Opal', Email: 'ana@opal.example' }])
    await expect(call(importJobs, ctx, { rows: [{ values }] })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('crm contacts import'),
    })
})

test('where no row can be read, the import is refused with the problem of each', async () => {
  const ctx = as(core(), await aUser(core()))
  const rows = [{ values: { Notes: 'x', Company: '' } }, { line: 7, values: { Role: ' ' } }]
  await expect(call(importJobs, ctx, { rows })).rejects.toMatchObject({
    code: 'invalid_input',
    issues: [
      { path: 'rows.0', message: 'line 1: The row names neither a company nor a role.' },
      { path: 'rows.1', message: 'line 7: The row names neither a company nor a role.' },
    ],
  })
})

/** A workbook as openpyxl writes it: empty rows are absent, so each row says its number. */
async function workbookWithGaps(): Promise<Buffer> {
  const zip = new JSZip()
  const row = (at: number, ...texts: string[]) =>
    `<row r="${at}">${texts.map((each, n) => `<c r="${'AB'[n]}${at}" t="inlineStr"><is><t>${each}</t></is></c>`).join('')}</row>`
  const sheet = (rows: string, rest = '') =>
    `<worksheet xmlns:r="x"><sheetData>${rows}</sheetData>${rest}</worksheet>`
  const rows = [
    row(1, 'My search'),
    row(3, 'Company', 'Role'),
    row(4, 'Quartz', 'Chef'),
    row(6, 'Reed', 'Sous-chef'),
  ]
  zip.file('xl/workbook.xml', '<workbook><sheets><sheet name="A"/><sheet name="B"/></sheets></workbook>')
  zip.file(
    'xl/worksheets/sheet1.xml',
    sheet(rows.join(''), '<hyperlinks><hyperlink ref="B4" r:id="rId1"/></hyperlinks>'),
  )
  zip.file(
    'xl/worksheets/_rels/sheet1.xml.rels',
    '<Relationships><Relationship Id="rId1" Target="https://quartz.example/jobs/7" TargetMode="External"/></Relationships>',
  )
  zip.file('xl/worksheets/sheet2.xml', sheet(row(1, 'Notes')))
  return zip.generateAsync({ type: 'nodebuffer' })
}

/** A workbook as Excel writes it: shared strings, numbers with styles, a sheet of other things. */
async function workbook(): Promise<Buffer> {
  const zip = new JSZip()
  const texts = [
    'Firm name',
    'Company',
    'Role',
    'Date applied',
    'Salary',
    'Referral',
    'Quartz',
    'Chef de cuisine',
    'Ann &amp; Bob',
    'Reed',
    'Sous-chef',
    'My search',
  ]
  const cell = (at: string, value: number, more = '') => `<c r="${at}" ${more}><v>${value}</v></c>`
  const text = (at: string, index: number) => cell(at, index, 't="s"')
  zip.file(
    'xl/workbook.xml',
    '<workbook><workbookPr/><sheets><sheet name="A"/><sheet name="B"/></sheets></workbook>',
  )
  zip.file('xl/sharedStrings.xml', `<sst>${texts.map((each) => `<si><t>${each}</t></si>`).join('')}</sst>`)
  zip.file(
    'xl/styles.xml',
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\-mmm\\-yyyy"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="3"/></cellXfs></styleSheet>',
  )
  zip.file(
    'xl/worksheets/sheet1.xml',
    `<worksheet><sheetData><row>${text('A1', 11)}</row></sheetData></worksheet>`,
  )
  zip.file(
    'xl/worksheets/sheet2.xml',
    `<worksheet><sheetData><row>${text('A1', 11)}</row><row/><row>${[1, 2, 3, 4, 5].map((n, at) => text(`${'ABCDE'[at]}3`, n)).join('')}</row>
     <row>${text('A4', 6)}${text('B4', 7)}${cell('C4', 45717, 's="1"')}${cell('D4', 55000, 's="2"')}${text('E4', 8)}</row>
     <row>${text('A5', 9)}${text('B5', 10)}</row></sheetData></worksheet>`,
  )
  return zip.generateAsync({ type: 'nodebuffer' })
}
