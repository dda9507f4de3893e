// Executes an import plan in one transaction, so that it is one audit entry and one undo.
import { timeZoneNamed } from '../../calendar/event-time.ts'
import { transaction, type Transaction } from '../../database/transaction.ts'
import type { Context } from '../../kernel/context.ts'
import { CrmError } from '../../kernel/errors.ts'
import { invalidInput, parse } from '../../kernel/schema.ts'
import { dateApplication } from '../application-date.ts'
import { changeJob, createJob, moveJob, type HistoryStep } from '../changes.ts'
import { JobChange, JobIn } from '../job.ts'
import * as store from '../store.ts'
import { readEntry, type Row } from './file.ts'
import { dateOrderOf, keptColumns, plan, type KnownJob, type Planned } from './plan.ts'
import { OUTCOMES, type ImportIn, type ImportReport, type Outcome, type RowReport } from './report.ts'
import { titleOf, toJob, type JobInput, type ReadOptions } from './to-job.ts'
import { traitsOf } from './traits.ts'

/** Thrown to roll back a dry run: only a real execution shows exactly what would happen. */
const DRY_RUN_ROLLBACK = new Error('The dry run ends here.')

/** Imports rows and returns the outcome of each. A dry run does the same and rolls back. */
export async function importJobs(ctx: Context, input: ImportIn): Promise<ImportReport> {
  const timeZone = timeZoneNamed(input.timeZone ?? 'UTC')
  if (timeZone === undefined)
    throw invalidInput([{ path: 'timeZone', message: 'is not the name of an IANA time zone' }])
  const rows = input.rows.map(readRow)
  const options = { timeZone, dateOrder: input.dateOrder ?? dateOrderOf(rows) }
  let report: ImportReport | undefined
  const work = async (tx: Transaction): Promise<ImportReport> => {
    report = reportOf(rows, await importRows(tx, rows, options))
    if (input.dryRun) throw DRY_RUN_ROLLBACK
    return report
  }
  return transaction(ctx, work).catch((error: unknown) => {
    if (error === DRY_RUN_ROLLBACK && report) return withoutNewIds(report)
    throw error
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a row of the request; an invalid one gets a problem. */
function readRow(sent: unknown, at: number): Row {
  if (!isObject(sent)) return { line: at + 1, cells: [], problem: 'The row is not an object.' }
  const line = Number.isSafeInteger(sent['line']) ? (sent['line'] as number) : at + 1
  if (!isObject(sent['values']) && sent['problem'] === undefined)
    return { line, cells: [], problem: 'The row has no values.' }
  const { cells } = readEntry(sent['values'] ?? {}, line)
  return {
    line,
    // Columns with the same name are distinguished by surrounding spaces, because an object cannot hold a key
    // twice.
    cells: cells.map(([column, value]) => [column.trim(), value] as const),
    problem: sent['problem'] === undefined ? null : String(sent['problem']).slice(0, 500),
  }
}

interface AppliedRow {
  outcome: Outcome
  id: string | null
  reason: string | null
}

async function importRows(
  tx: Transaction,
  rows: readonly Row[],
  options: ReadOptions,
): Promise<AppliedRow[]> {
  await store.lockImports(tx.sql, tx.principal.userId)
  const planned = plan(rows, await candidates(tx, rows, options), options.timeZone, options.dateOrder)
  const done: AppliedRow[] = []
  for (const row of planned) done.push(await applyRow(tx, row))
  return done
}

/** The existing jobs that rows may match; only a few short fields of the others are read. */
async function candidates(
  tx: Transaction,
  rows: readonly Row[],
  options: ReadOptions,
): Promise<readonly KnownJob[]> {
  const wanted = new Set(
    rows.flatMap((row) => {
      const read = toJob(row, options)
      return 'problem' in read ? [] : traitsOf({ ...read.ok, id: read.id })
    }),
  )
  const all = wanted.size ? await store.listTraits(tx.sql, tx.principal.userId) : []
  const ids = all.filter((job) => traitsOf(job).some((trait) => wanted.has(trait))).map(({ id }) => id)
  return ids.length ? store.listJobsForUpdate(tx.sql, tx.principal.userId, ids) : []
}

/** Carries out one planned row. A refused row has changed nothing, and the import continues. */
async function applyRow(tx: Transaction, row: Planned): Promise<AppliedRow> {
  const notes = row.notes.length ? ` ${row.notes.join(' ')}` : ''
  try {
    if (row.outcome === 'created') {
      const id = await createFromRow(tx, row.job, row.statusChangedAt)
      return { outcome: 'created', id, reason: notes.trim() || null }
    }
    if (row.outcome === 'updated') await change(tx, row.jobId, row.changes)
    const id = row.outcome === 'failed' ? null : row.jobId
    return { outcome: row.outcome, id, reason: row.reason + notes }
  } catch (error) {
    if (!(error instanceof CrmError) || (error.kind !== 'invalid' && error.kind !== 'conflict')) throw error
    return { outcome: 'failed', id: null, reason: error.message }
  }
}

async function createFromRow(
  tx: Transaction,
  { status, appliedAt, ...fields }: JobInput,
  statusChangedAt: string | null,
): Promise<string> {
  const been = historyOf(status ?? 'saved', appliedAt ?? null, statusChangedAt)
  const job = await createJob(tx, parse(JobIn(), fields), been)
  return job.id
}

/**
 * The stations that a row reveals: the application, and the current status. Only our own exports say when that was
 * reached; elsewhere it is not known.
 */
function historyOf(
  status: HistoryStep['status'],
  appliedAt: string | null,
  reachedAt: string | null,
): HistoryStep[] {
  if (status === 'applied') return [{ status, at: appliedAt ?? reachedAt }]
  const reached = { status, at: reachedAt }
  return appliedAt === null ? [reached] : [{ status: 'applied', at: appliedAt }, reached]
}

async function change(
  tx: Transaction,
  id: string,
  { status, appliedAt, ...fields }: Partial<JobInput>,
): Promise<void> {
  // First, because it can fail before anything is written.
  if (Object.keys(fields).length) await changeJob(tx, id, parse(JobChange(), fields))
  const dated = appliedAt === undefined ? undefined : await dateApplication(tx, id, appliedAt)
  if (status !== undefined && status !== dated?.status) await moveJob(tx, id, { status })
}

function reportOf(rows: readonly Row[], done: readonly AppliedRow[]): ImportReport {
  const reports = rows.map((row, at): RowReport => ({ line: row.line, ...done[at]!, ...titleOf(row) }))
  const tally = Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, reports.filter((each) => each.outcome === outcome).length]),
  ) as Record<Outcome, number>
  const columns = new Set(rows.flatMap(({ cells }) => cells.map(([column]) => column)))
  return { rows: reports, ...tally, notes: keptColumns([...columns]) }
}

const withoutNewIds = (report: ImportReport): ImportReport => ({
  ...report,
  rows: report.rows.map((row) => (row.outcome === 'created' ? { ...row, id: null } : row)),
})
