// Imports rows in one transaction, with one audit entry and one undo. Reports each row.
import { isRecord, keysOf, must } from '../kernel/narrow.ts'
import { type Transaction, transactionOrDryRun } from '../database/transaction.ts'
import type { Context } from '../kernel/context.ts'
import { cut } from '../kernel/plain-characters.ts'
import { CrmError, fail, problem } from '../kernel/errors.ts'
import { isUnchanged, invalidInput } from '../kernel/schema.ts'
import { joinIssues } from '../kernel/issue-messages.ts'
import { inTurns } from '../kernel/turns.ts'
import { timeZoneNamed } from '../kernel/clock.ts'
import { withMapping, notesOn, usesOf } from './headers.ts'
import { readEntry } from './json.ts'
import { type ImportIn, type ImportReport, type UnusedCell, type RowOutcome, tallyOf } from './report.ts'
import { dateOrderOf, notesOnDates, type RowContext, type RowReader } from './rows.ts'
import { linkIn } from './markup-cell.ts'
import { columnsIn, withLinks, type Row, type Table } from './sheet.ts'
import * as store from './store.ts'

export { deletedRecords, earlierRecords, mergedRecords } from './store.ts'

export type RowResult = Omit<RowOutcome, 'line' | 'left'> & { left?: RowOutcome['left'] }

export const rowResult = (
  outcome: RowResult['outcome'],
  id: string | null,
  reason: string | null,
): RowResult => ({ outcome, id, reason })

export interface Importer<Field extends string, Title extends object> extends RowReader<Field, Title> {
  run(tx: Transaction, rows: readonly Row[], reading: RowContext<Field>): Promise<RowResult[]>
}

export async function importRows<Field extends string, Title extends object>(
  ctx: Context,
  input: ImportIn,
  importer: Importer<Field, Title>,
): Promise<ImportReport<Title>> {
  const timeZone = timeZoneNamed(input.timeZone ?? 'UTC')
  if (timeZone === undefined)
    throw invalidInput([{ path: 'timeZone', message: 'is not the name of an IANA time zone' }])
  const sentRows = input.rows.map(readRow)
  const table = withMapping(importer.tableFor?.(columnsIn(sentRows)) ?? importer.table, input.columns)
  const rows = sentRows.map((row) => ({ ...row, cells: withCellLinks(row.cells, table) }))
  const reading: RowContext<Field> = {
    table,
    timeZone,
    dateOrder: input.dateOrder ?? dateOrderOf(rows, table, importer.dates),
    statusWords: input.words,
    mayAddPeople: ctx.principal.scopes.has('contacts:write'),
    now: ctx.clock.now(),
    isFromAgent: ctx.agentSession !== undefined,
  }
  const foreign = importer.whyForeign?.(columnsIn(rows))
  if (foreign) throw invalidInput([{ path: 'rows', message: foreign }])
  await refuseUnreadable(rows, (row) => importer.problemOf(row, reading))
  const report = await asImport(ctx, input, async (tx) =>
    reportOf(tx, importer, reading, rows, await importer.run(tx, rows, reading)),
  )
  if (!input.dryRun) return report
  const reports = report.rows.map((row) => (row.outcome === 'created' ? { ...row, id: null } : row))
  return { ...report, rows: reports, changeId: null }
}

/** Runs an import in one transaction, or as a part of an earlier import that it continues. A dry run rolls back. */
export async function asImport<Report extends object>(
  ctx: Context,
  { continues, dryRun }: Pick<ImportIn, 'continues' | 'dryRun'>,
  work: (tx: Transaction) => Promise<Report>,
): Promise<Report> {
  return transactionOrDryRun(ctx, dryRun, async (tx) => {
    await store.lockImports(tx.sql, tx.principal.userId)
    if (continues !== undefined) await continueImport(tx, continues)
    return work(tx)
  })
}

async function continueImport(tx: Transaction, id: string): Promise<void> {
  const { credential, userId } = tx.principal
  const known = await store.findImport(tx.sql, userId, { id, operation: tx.operation, credential })
  if (!known) fail('change_not_found', { id })
  tx.recordId = id
}

function readRow(sent: unknown, at: number): Row {
  if (!isRecord(sent)) return { line: at + 1, cells: [], problem: 'The row is not an object.' }
  const sentLine = sent['line']
  const line = typeof sentLine === 'number' && Number.isSafeInteger(sentLine) ? sentLine : at + 1
  if (!isRecord(sent['values']) && sent['problem'] === undefined)
    return { line, cells: [], problem: 'The row has no values.' }
  const { cells } = readEntry(sent['values'] ?? {}, line)
  return {
    line,
    // Columns of the same name arrive with different spaces around it, because an object cannot have a key twice.
    cells: cells.map(([column, value]) => [column.trim(), value] as const),
    problem: sent['problem'] === undefined ? null : String(sent['problem']).slice(0, 500),
  }
}

/** Finds links that a program wrote into cells as text. Our own export stays as it is. */
function withCellLinks(cells: Row['cells'], table: Table): Row['cells'] {
  const has = (field: string) => cells.some(([column]) => table.fieldOf(column) === field)
  if (has('id') && has('updatedAt')) return cells
  const read = cells.map(([column, value]) => {
    const found = typeof value === 'string' ? linkIn(value) : null
    return found ? ([column, found.text, found.link] as const) : ([column, value] as const)
  })
  return withLinks(read, table)
}

/** Maximum problems in the message. The issues have all of them. */
const MAX_NAMED = 10

async function refuseUnreadable(rows: readonly Row[], problemOf: (row: Row) => string | null): Promise<void> {
  const found = await inTurns(rows, problemOf)
  const issues = rows.flatMap(({ line }, at) => {
    const message = found[at] ?? null
    return message === null ? [] : [{ path: `rows.${at}`, message: `line ${line}: ${message}` }]
  })
  if (!issues.length || issues.length < rows.length) return
  const more = issues.length - MAX_NAMED
  const problems = joinIssues(issues.slice(0, MAX_NAMED)) + (more > 0 ? `; and ${more} more` : '')
  throw problem('invalid_input', { problems }, { issues })
}

/** Imports a row. If it is refused, only its changes are rolled back, and the import continues. */
export async function tryRow(tx: Transaction, work: () => Promise<RowResult>): Promise<RowResult> {
  const lengthsBefore = [tx.changes, tx.events, tx.touched].map((list) => [list, list.length] as const)
  await store.beginRow(tx.sql)
  try {
    const result = await work()
    await store.keepRow(tx.sql)
    return result
  } catch (error) {
    if (!(error instanceof CrmError) || !['invalid', 'conflict', 'not_found'].includes(error.kind))
      throw error
    await store.undoRow(tx.sql)
    for (const [list, length] of lengthsBefore) list.length = length
    return rowResult('failed', null, error.message)
  }
}

export async function changedRow<Field extends string>(
  known: { id: string } & NoInfer<Readonly<Record<Field, unknown>>>,
  wanted: Readonly<Record<Field, unknown>>,
  change: () => Promise<unknown>,
): Promise<RowResult> {
  if (isUnchanged(known, { ...known, ...wanted })) return rowResult('skipped', known.id, 'Already there.')
  const changed = keysOf(wanted).filter((field) => known[field] !== wanted[field])
  await change()
  return rowResult('updated', known.id, `Changes ${changed.join(', ')}.`)
}

export async function eachRow<Read extends { left: UnusedCell[] }>(
  tx: Transaction,
  rows: readonly Row[],
  read: (row: Row) => Read | { problem: string },
  carryOut: (read: Read, row: Row) => Promise<RowResult>,
): Promise<RowResult[]> {
  const results: RowResult[] = []
  for (const row of rows) {
    const one = read(row)
    if ('problem' in one) results.push(rowResult('failed', null, one.problem))
    else results.push(withLeft(await tryRow(tx, () => carryOut(one, row)), one.left))
  }
  return results
}

/** The reason, which is all that a terminal shows of a row, also says what was not understood. */
function withLeft(done: RowResult, left: UnusedCell[]): RowResult {
  const reason = done.reason ?? ''
  const unsaid = left.filter(({ text, why }) => done.outcome !== 'skipped' && !reason.includes(text || why))
  const words = unsaid.map(({ field, text, why }) => `${field} “${cut(text, 60)}”: ${why}`)
  return { ...done, left, reason: [reason, ...words].filter(Boolean).join(' ') || null }
}

async function reportOf<Field extends string, Title extends object>(
  tx: Transaction,
  { titleOf, ...importer }: Importer<Field, Title>,
  reading: RowContext<Field>,
  rows: readonly Row[],
  results: readonly RowResult[],
): Promise<ImportReport<Title>> {
  const titles = await inTurns(rows, (row) => titleOf(row, reading))
  const reports = rows.map(({ line }, at) => ({
    ...{ line, left: [] },
    ...must(results[at]),
    ...must(titles[at]),
  }))
  const columns = usesOf(columnsIn(rows), reading.table)
  const changeId = tx.changes.length ? tx.recordId : null
  return {
    rows: reports,
    ...tallyOf(reports),
    columns,
    notes: [...notesOn(columns), ...notesOnDates(rows, reading, importer)],
    changeId,
  }
}
