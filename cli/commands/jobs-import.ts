// `crm jobs import`: imports a tracker's file.
import { importJobs } from '../../core/jobs/operations.ts'
import type { Sheet } from '../../core/jobs/import/file.ts'
import type { ImportReport, RowReport } from '../../core/jobs/import/report.ts'
import { shortId } from '../../core/kernel/id.ts'
import { fail, KINDS } from '../../core/kernel/errors.ts'
import { isOn, textOf, type Command, type Run } from '../command.ts'
import { createProgress } from '../ui/progress.ts'
import type { Column, Paint } from '../ui/table.ts'
import { localZone } from './inputs.ts'

/** Limits of one call: the gateway accepts 500 rows, 10,000 values and 1 MiB. */
const ROOM = { rows: 500, values: 9_000, bytes: 900_000 }

const FORMATS = ['csv', 'json']
const ORDERS = ['month-first', 'day-first'] as const

export const importCommand: Command = {
  name: 'import',
  about: 'Import jobs from CSV or JSON: LinkedIn, another tracker, a spreadsheet, or crm itself.',
  operation: 'jobs.import',
  args: [{ name: 'file', about: 'The file; - reads stdin. At most 20 MB.' }],
  options: [
    { flags: '--format <name>', about: 'csv or json, if it cannot be detected.' },
    {
      flags: '--dates <order>',
      about: 'How to read 03/04/2026: month-first or day-first (default: detected).',
    },
  ],
  dryRun: true,
  examples: [
    'crm jobs import "Job Applications.csv" --dry-run',
    'crm jobs import tracker.csv --dates day-first',
    'curl -s https://example.com/jobs.json | crm jobs import - --json',
  ],
  async run(call) {
    const sheet = await readSheet(call)
    const report = await importSheet(call, sheet)
    show(call, report)
    // Some rows were rejected, so the command did not fail, but did not fully succeed either.
    return report.failed ? KINDS.invalid.exit : 0
  },
}

function choiceOf<T extends string>(call: Run, name: string, choices: readonly T[]): T | undefined {
  const said = textOf(call.options, name)
  const choice = choices.find((each) => each === said)
  if (said !== undefined && choice === undefined)
    fail('usage', { problem: `--${name} is ${choices.join(' or ')}, not “${said}”.` })
  return choice
}

async function readSheet(call: Run): Promise<Sheet> {
  const format = choiceOf(call, 'format', FORMATS)
  const file = call.args[0] ?? ''
  const [{ readUpload }, { readCsv, readJson }] = await Promise.all([
    import('./upload.ts'),
    import('../../core/jobs/import/file.ts'),
  ])
  const text = await readUpload(file)
  const isJson =
    /\.(?:json|jsonl|ndjson)$/i.test(file) || (!/\.[ct]sv$/i.test(file) && /^\uFEFF?\s*[[{]/.test(text))
  const sheet = format === 'json' || (format === undefined && isJson) ? readJson(text) : readCsv(text)
  if (sheet.problem !== null)
    fail('invalid_input', { problems: `${file === '-' ? 'stdin' : file}: ${sheet.problem}` })
  return sheet
}

/** Sends the rows in batches and joins the reports, in the order of the file. */
async function importSheet(call: Run, sheet: Sheet): Promise<ImportReport> {
  const [{ batchesOf: partsOf }, { dateOrderOf, keptColumns }] = await Promise.all([
    import('../../core/jobs/import/batches.ts'),
    import('../../core/jobs/import/plan.ts'),
  ])
  const timeZone = localZone()
  const dateOrder = choiceOf(call, 'dates', ORDERS) ?? dateOrderOf(sheet.rows)
  const parts = partsOf(sheet.rows, ROOM, { timeZone, dateOrder })
  const common = {
    timeZone,
    dateOrder: dateOrder ?? undefined,
    dryRun: isOn(call.options, 'dryRun') || undefined,
  }
  const progress = createProgress()
  const reports: ImportReport[] = []
  for (const part of parts) {
    const done = reports.reduce((sum, { rows }) => sum + rows.length, 0)
    progress.update(`Importing … ${done} of ${sheet.rows.length} rows`)
    const sent = call.client.call(importJobs, { ...common, rows: part.map(wireOf) })
    reports.push(await sent.catch((error: unknown) => giveUp(call, done, error)))
  }
  progress.end()
  return joined(reports, [...sheet.notes, ...keptColumns(sheet.columns)])
}

function giveUp(call: Run, done: number, error: unknown): never {
  if (done && !isOn(call.options, 'dryRun'))
    call.out.note(`${done} rows were imported before this. Run it again; they will be skipped.`)
  throw error
}

/**
 * A row in the API's format. Columns with the same name are
 * distinguished by trailing spaces, which the server trims.
 */
function wireOf({ line, cells, problem }: Sheet['rows'][number]) {
  const values = new Map<string, string | readonly string[]>()
  for (const [column, value] of cells) {
    let name = column
    while (values.has(name)) name += ' '
    values.set(name, value)
  }
  return { line, values: Object.fromEntries(values), ...(problem !== null && { problem }) }
}

function joined(reports: readonly ImportReport[], notes: string[]): ImportReport {
  const sum = (name: 'created' | 'updated' | 'skipped' | 'failed') =>
    reports.reduce((total, report) => total + report[name], 0)
  return {
    rows: reports.flatMap(({ rows }) => rows).sort((a, b) => a.line - b.line),
    created: sum('created'),
    updated: sum('updated'),
    skipped: sum('skipped'),
    failed: sum('failed'),
    notes,
  }
}

const PAINTS: Record<RowReport['outcome'], Paint> = {
  created: 'green',
  updated: 'yellow',
  skipped: 'dim',
  failed: 'red',
}

const COLUMNS: Column<RowReport>[] = [
  { title: 'LINE', value: ({ line }) => line, align: 'right', minWidth: 4 },
  { title: 'OUTCOME', value: ({ outcome }) => outcome, paint: ({ outcome }) => PAINTS[outcome] },
  { title: 'ID', value: ({ id }) => id && shortId(id), paint: () => 'dim', yields: 5 },
  { title: 'COMPANY', value: ({ company }) => company, minWidth: 10, yields: 3 },
  { title: 'ROLE', value: ({ role }) => role, minWidth: 10, yields: 4 },
  { title: 'REASON', value: ({ reason }) => reason, minWidth: 20, yields: 2 },
]

const PLAIN = COLUMNS.map((column) =>
  column.title === 'ID' ? { ...column, value: ({ id }: RowReport) => id } : column,
)

/** Reports every row in a pipe; for people only those with problems, and in a dry run all. */
function show({ out, options }: Run, report: ImportReport): void {
  const isDry = isOn(options, 'dryRun')
  const telling = report.rows.filter(
    ({ outcome, reason }) => outcome === 'failed' || outcome === 'skipped' || reason,
  )
  const rows = isDry || !out.look.isTerminal ? report.rows : telling
  if (rows.length || out.json) out.list(report, rows, out.look.isTerminal ? COLUMNS : PLAIN, '')
  if (out.json) return
  for (const note of report.notes) out.note(note)
  const { created, updated, skipped, failed } = report
  const count = report.rows.length === 1 ? '1 row' : `${report.rows.length} rows`
  const said = `${count}: ${created} created, ${updated} updated, ${skipped} skipped, ${failed} failed.`
  out.note(isDry ? `Dry run, nothing was changed. It would be: ${said}` : said)
}
