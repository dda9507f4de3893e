// `crm jobs|contacts|activities|calendar import`: reads a file, shows what would happen on a terminal, and imports it.
import { several } from '../../core/kernel/amounts.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Z } from '../../core/kernel/zod.ts'
import { fail, KINDS } from '../../core/kernel/errors.ts'
import { tallyOf, type ImportIn, type ImportReport, type RowOutcome } from '../../core/sheets/report.ts'
import type { RowContext, RowReader } from '../../core/sheets/rows.ts'
import type { Row, Sheet } from '../../core/sheets/sheet.ts'
import { STATUSES, type Status } from '../../core/jobs/fields.ts'
import { isOneOf, recordOf } from '../../core/kernel/narrow.ts'
import { nearest } from '../../core/kernel/nearest.ts'
import { isOn, listed, shellWord, textOf, type Command, type Run, misused } from '../command.ts'
import { createProgress } from '../ui/progress.ts'
import { columnsOf } from '../ui/columns.ts'
import type { Column } from '../ui/table.ts'
import { whenOf } from '../ui/time.ts'
import { localZone } from '../../core/kernel/clock.ts'
import { formatOf, readSheet, type Format } from './read-sheet.ts'

/** Limits of one call: the gateway accepts 500 rows, 10,000 values and 1 MiB. */
const ROOM = { rows: 500, values: 9_000, bytes: 900_000 }

const ORDERS = ['month-first', 'day-first'] as const

interface ImportNoun {
  about: string
  op: Operation<Z.ZodType<unknown, ImportIn>, Z.ZodType<ImportReport>>
  formats: readonly Format[]
  examples: string[]
  titles: readonly string[]
  options?: Command['options']
  load(): Promise<RowReader>
}

interface ImportedBy<Title extends object> extends ImportNoun {
  op: Operation<Z.ZodType<unknown, ImportIn>, Z.ZodType<ImportReport<Title>>>
  titles: readonly (keyof Title & string)[]
}

export const importCommandOf = <Title extends object>(imported: ImportedBy<Title>): Command => ({
  name: 'import',
  about: imported.about,
  operation: imported.op.name,
  args: [{ name: 'file', about: 'The file; - reads stdin. At most 20 MB.' }],
  options: [
    { flags: '--format <name>', about: `${listed(imported.formats)}, if it cannot be detected.` },
    {
      flags: '--map <column=field>',
      about:
        'The field of a column: --map Firm=company, or =ignore to skip it. Repeat for more columns. Remembered.',
    },
    {
      flags: '--dates <order>',
      about: 'How to read 03/04/2026: month-first or day-first (default: detected). Remembered.',
    },
    ...(imported.options ?? []),
    { flags: '-y, --yes', about: 'Do not ask for confirmation.' },
  ],
  dryRun: true,
  examples: imported.examples,
  async run(call) {
    const prepared = await explained(call, await prepare(call, imported))
    const asked = asks(call)
    if (asked && !(await isConfirmed(call, imported, prepared))) {
      call.out.note('Nothing was imported.')
      return
    }
    const isDry = isOn(call.options, 'dryRun')
    const report = await send(call, imported, prepared, isDry)
    show(call, imported, report, { isDry, asked: asked && report.created + report.updated > 0 })
    await keep(call, prepared)
    // Some rows were rejected. The command did not fail, but its exit code must tell.
    return report.failed ? KINDS.invalid.exit : 0
  },
})

const asks = ({ out, options }: Run): boolean =>
  out.canAsk && !isOn(options, 'yes') && !isOn(options, 'dryRun')

type PreparedImport = Awaited<ReturnType<typeof prepare>>

async function prepare(call: Run, { formats, load }: ImportNoun) {
  const [rows, memory, { headerWords, withMapping, notesOn, usesOf }, { dateOrderOf, notesOnDates }] =
    await Promise.all([
      load(),
      import('./column-memory.ts'),
      import('../../core/sheets/headers.ts'),
      import('../../core/sheets/rows.ts'),
    ])
  const mapping = { ...memory.mappingOf(textOf(call.options, 'map'), rows.table) }
  const statuses = memory.statusesOf(textOf(call.options, 'mapStatus'))
  const earlier = memory.remembered(call.config.home, rows.table)
  const file = call.args[0] ?? ''
  const format = formatOf(textOf(call.options, 'format'), file, formats)
  const sheet = await readSheet(file, format, {
    ...{ formats, stdin: call.stdin },
    table: withMapping(rows.table, { ...earlier.columns, ...mapping }),
  })
  // The columns of our own export are known. Answers that were given for other programs' files do not apply to it.
  const isOwn = ['id', 'updatedAt'].every((name) => sheet.columns.includes(name))
  const known = { ...(!isOwn && earlier.columns), ...mapping }
  const words = { ...(!isOwn && earlier.words), ...statuses }
  const table = withMapping(rows.tableFor?.(sheet.columns) ?? rows.table, known)
  refuseUnknown(mapping, sheet)
  const strange = rows.whyForeign?.(sheet.columns)
  if (strange) fail('invalid_input', { problems: strange })
  const likeIt = sheet.columns.map(headerWords).join(', ')
  const order = orderIn(call)
  const found = order ?? dateOrderOf(sheet.rows, table, rows.dates)
  const kept = found ? undefined : ORDERS.find((each) => each === earlier.dates[likeIt])
  const dateOrder = found ?? kept ?? null
  const uses = usesOf(sheet.columns, table)
  const reading: RowContext = { table, timeZone: localZone(), dateOrder, statusWords: words, now: Date.now() }
  const unread = notesOnDates(sheet.rows, reading, rows)
  const isUnsure = !dateOrder && unread.some((note) => /“\d{1,2}([/.-])\d{1,2}\1\d{2,4}/.test(note))
  const asked = isUnsure ? ['Say which part of a date comes first: --dates month-first or day-first'] : []
  const isIn = (word: string) => sheet.rows.some(({ cells }) => cells.some(([, value]) => value === word))
  const again = [
    ...(kept ? [`its dates ${kept}`] : []),
    ...Object.entries(words).flatMap(([word, status]) =>
      status && !(word in statuses) && isIn(word) ? [`“${word}” as ${status}`] : [],
    ),
  ]
  const reminder = again.length ? [`Read as you said for an earlier file: ${again.join(', ')}.`] : []
  const notes = [...sheet.notes, ...notesOn(uses), ...unread, ...asked, ...reminder]
  // How the user explained this file. The next import reads it again.
  const explanation = { columns: mapping, words: statuses, dates: order ? { [likeIt]: order } : {} }
  // Whether the columns are the file's own.
  const isTable = !['ics', 'vcf'].includes(format ?? '')
  return { rows, sheet, reading, uses, isTable, notes, explanation, known }
}

/** Asks which status each unknown word means. In a script, prints the --map-status to add. */
async function explained(call: Run, prepared: PreparedImport): Promise<PreparedImport> {
  const { rows, sheet, reading } = prepared
  const { out } = call
  const strange = rows.unknownWords?.(sheet.rows, reading) ?? []
  if (!strange.length) return prepared
  if (!asks(call)) {
    const example = shellWord(`${strange[0]}=${await likelyStatus(strange[0])}`)
    const note = `Not known as a status, so kept in the notes of a saved job: ${strange.map((word) => `“${word}”`).join(', ')}. Say what it means: --map-status ${example}`
    return { ...prepared, notes: [...prepared.notes, note] }
  }
  out.note(
    `Some statuses of the file are not known. Say of each which it is: ${STATUSES.join(', ')}. Enter leaves the job saved, with the word in its notes.`,
  )
  const words = { ...prepared.explanation.words }
  for (const word of strange) words[word] = await statusFor(word, out)
  const explanation = { ...prepared.explanation, words }
  const statusWords = { ...reading.statusWords, ...words }
  return { ...prepared, explanation, reading: { ...reading, statusWords } }
}

/** The status that a word seems to mean; a placeholder where it seems to mean none. */
async function likelyStatus(word = ''): Promise<string> {
  const { readStatus } = await import('../../core/jobs/import/status-aliases.ts')
  return readStatus(word.replace(/[?？\s]+$/, ''))?.status ?? 'STATUS'
}

/** Asks for a word's status, in the words of a file, until the answer is valid. An empty answer is kept, and not asked for again. */
async function statusFor(word: string, out: Run['out']): Promise<Status | ''> {
  const { readStatus } = await import('../../core/jobs/import/status-aliases.ts')
  for (;;) {
    const typed = (await out.ask(`“${word}” is?`)).trim()
    if (typed === '') return ''
    const known = readStatus(typed)?.status
    if (known) return known
    const near = STATUSES.find((each) => each === nearest(typed.toLowerCase(), STATUSES))
    if (near && (await out.confirm(`${near}?`))) return near
    if (!near) out.note(`“${typed}” is none of them.`)
  }
}

function refuseUnknown(mapping: Record<string, string>, { columns }: Sheet): void {
  const words = (text: string) => text.trim().toLowerCase()
  const missing = Object.keys(mapping).find(
    (name) => !columns.some((column) => words(column) === words(name)),
  )
  if (missing !== undefined)
    misused(`--map: there is no column “${missing}”. Columns: ${columns.join(', ')}.`)
}

function orderIn({ options }: Run): (typeof ORDERS)[number] | undefined {
  const order = textOf(options, 'dates')
  if (order === undefined || isOneOf(ORDERS, order)) return order
  return misused(`--dates is ${ORDERS.join(' or ')}, not “${order}”.`)
}

const PREVIEWED = 10

/** Whether the report shows a row. It only counts rows that were imported before and did not change. */
const needsLine = ({ outcome, reason }: RowOutcome): boolean =>
  outcome === 'skipped' ? reason !== 'Already there.' : outcome === 'failed' || Boolean(reason)

/** The rows with a line, those that failed first. */
const tellingOf = ({ rows }: ImportReport): RowOutcome[] => {
  const telling = rows.filter(needsLine)
  const failed = telling.filter(({ outcome }) => outcome === 'failed')
  return [...failed, ...telling.filter(({ outcome }) => outcome !== 'failed')]
}

async function isConfirmed(call: Run, imported: ImportNoun, prepared: PreparedImport): Promise<boolean> {
  const report = await send(call, imported, prepared, true)
  const { out } = call
  // If all rows fail or exist already, there is nothing to confirm.
  if (!report.created && !report.updated) return true
  const telling = tellingOf(report)
  const plain = report.rows.filter((row) => !needsLine(row) && row.outcome !== 'skipped')
  out.list(report, [...telling, ...plain.slice(0, PREVIEWED)], columnsFor(imported), '')
  const more = plain.length - PREVIEWED
  if (more > 0) out.note(`… and ${several(more, 'more row')}.`)
  // The readers of calendars and contact cards name the columns themselves.
  const used = prepared.isTable ? prepared.uses.filter(({ use }) => use === 'used') : []
  if (used.length) out.note(`Read: ${used.map(({ column, field }) => `${column} → ${field}`).join(', ')}.`)
  for (const note of report.notes) out.note(note)
  return out.confirm(`${counted(report)} Import them?`)
}

/** Sends the rows in parts and joins the reports in the order of the file. Unreadable rows are not sent. */
async function send(
  call: Run,
  { op }: ImportNoun,
  { rows, sheet, reading, uses, notes, known }: PreparedImport,
  isDry: boolean,
): Promise<ImportReport> {
  const { batchesOf } = await import('../../core/sheets/batches.ts')
  const unread = sheet.rows.flatMap((row) => failed(row, rows, reading))
  const lines = new Set(unread.map(({ line }) => line))
  const readable = sheet.rows.filter(({ line }) => !lines.has(line))
  const parts = batchesOf(readable, ROOM, (row) => rows.matchKeysOf(row, reading))
  const said = Object.entries(reading.statusWords ?? {}).filter(([, status]) => status !== '')
  const common = {
    timeZone: reading.timeZone,
    dateOrder: reading.dateOrder ?? undefined,
    dryRun: isDry || undefined,
    words: said.length ? Object.fromEntries(said) : undefined,
    columns: Object.keys(known).length ? known : undefined,
  }
  const progress = createProgress()
  const reports: ImportReport[] = []
  let continues: string | undefined
  for (const part of parts) {
    const done = reports.reduce((sum, report) => sum + report.rows.length, 0)
    progress.update(`${isDry ? 'Reading' : 'Importing'} … ${done} of ${sheet.rows.length} rows`)
    const sent = call.client.call(op, { ...common, continues, rows: part.map(wireOf) })
    const report = await sent.catch((error: unknown) => {
      progress.end()
      return giveUp(call, isDry ? [] : reports, error)
    })
    continues ??= report.changeId ?? undefined
    reports.push(report)
  }
  progress.end()
  const all = [...reports.flatMap((report) => report.rows), ...unread].sort((a, b) => a.line - b.line)
  return { rows: all, ...tallyOf(all), columns: uses, notes, changeId: continues ?? null }
}

function failed(row: Row, rows: RowReader, reading: RowContext): ImportReport['rows'] {
  const reason = rows.problemOf(row, reading)
  if (reason === null) return []
  return [{ line: row.line, outcome: 'failed', id: null, left: [], ...rows.titleOf(row, reading), reason }]
}

function giveUp(call: Run, reports: readonly ImportReport[], error: unknown): never {
  const done = reports.reduce((sum, { created, updated }) => sum + created + updated, 0)
  if (done) call.out.note(`${done} rows were imported before this. Run it again; they will be skipped.`)
  throw error
}

/** A row in the API's format. Columns of the same name differ by trailing spaces, which the server trims. */
function wireOf({ line, cells, problem }: Row) {
  const values = new Map<string, string | readonly string[]>()
  for (const [column, value] of cells) {
    let name = column
    while (values.has(name)) name += ' '
    values.set(name, value)
  }
  return { line, values: Object.fromEntries(values), ...(problem !== null && { problem }) }
}

const columnsFor = ({ titles }: ImportNoun): Column<RowOutcome>[] =>
  columnsOf<RowOutcome>({
    line: { align: 'right', minWidth: 4 },
    outcome: { paint: { created: 'green', updated: 'yellow', skipped: 'dim', failed: 'red' } },
    id: { yields: 5 },
    ...Object.fromEntries(titles.map((name, at) => [name, titleColumn(name, 3 + at)])),
    reason: { below: true },
  })

const titleColumn = (name: string, yields: number) => ({
  ...{ title: name.replace(/[A-Z]/g, ' $&').toUpperCase(), minWidth: 10, yields },
  value(row: RowOutcome): string {
    const value = recordOf(row)[name]
    return isInstant(value) ? whenOf(value) : String(value ?? '')
  },
})

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

/**
 * Reports every row in a pipe; for people only those that need a line, and in a dry run all that change something. If `asked`, the
 * rows were shown before the question.
 */
function show(
  { out }: Run,
  imported: ImportNoun,
  report: ImportReport,
  { isDry, asked }: { isDry: boolean; asked: boolean },
): void {
  const isChange = (row: RowOutcome) => row.outcome !== 'skipped' && !needsLine(row)
  const telling = asked ? report.rows.filter(({ outcome }) => outcome === 'failed') : tellingOf(report)
  const forPeople = isDry ? [...telling, ...report.rows.filter(isChange)] : telling
  const rows = out.look.isTerminal ? forPeople : report.rows
  if (rows.length || out.json) out.list(report, rows, columnsFor(imported), '')
  if (out.json) return
  if (!asked) for (const note of report.notes) out.note(note)
  out.note(isDry ? `Dry run, nothing was changed. It would be: ${counted(report)}` : counted(report))
}

function counted({ rows, created, updated, skipped, failed }: ImportReport): string {
  const lines = rows.flatMap(({ outcome, line }) => (outcome === 'failed' ? [line] : []))
  const which =
    lines.length && lines.length < 6 ? ` (${lines.length > 1 ? 'lines' : 'line'} ${lines.join(', ')})` : ''
  return `${several(rows.length, 'row')}: ${created} created, ${updated} updated, ${skipped} skipped, ${failed} failed${which}.`
}

async function keep({ config, options, out }: Run, { rows, explanation }: PreparedImport): Promise<void> {
  if (isOn(options, 'dryRun') || Object.values(explanation).every((each) => !Object.keys(each).length)) return
  const { remember } = await import('./column-memory.ts')
  if (!remember(config.home, rows.table, explanation))
    out.note(`The columns, statuses and dates of this file could not be remembered in ${config.home}.`)
}
