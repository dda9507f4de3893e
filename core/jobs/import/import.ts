// Imports rows of jobs: matches them with existing jobs, and carries out the plan.
import type { Transaction } from '../../database/transaction.ts'
import {
  tryRow,
  type RowResult,
  earlierStates,
  type Importer,
  deletedRecords,
  mergedRecords,
} from '../../sheets/import.ts'
import type { Row } from '../../sheets/sheet.ts'
import { shortId } from '../../kernel/id.ts'
import { once } from '../../kernel/once.ts'
import type { JobRow } from '../fields.ts'
import { twinFinder } from '../duplicates.ts'
import * as store from '../store.ts'
import { findImportedEvents } from './imported-events.ts'
import { applyChanges, createFromRow } from './apply.ts'
import type { Field } from './columns.ts'
import type { JobInput } from './fitting.ts'
import { type DeletedJob, type KnownJob, type MergedJob, ownId, plan, type PlannedRow } from './plan.ts'
import { keeperOf } from '../../contacts/import/import.ts'
import { jobRows, traitsOf } from './rows.ts'
import { type ReadOptions, type titleOf, toJob } from './to-job.ts'

export const jobImporter: Importer<Field, ReturnType<typeof titleOf>> = {
  ...jobRows,
  async run(tx, rows, reading) {
    const keep = once(() => keeperOf(tx))
    const done: RowResult[] = []
    const merged = await mergedJobs(tx)
    const all = await store.listTraits(tx.sql, tx.principal.userId)
    const twins = twinFinder(all)
    const gone = await deletedJobs(tx)
    for (const row of plan(rows, await candidates(tx, rows, reading, all), reading, merged, gone)) {
      const notes = row.outcome === 'created' ? [...row.notes, ...twinNote(twins, row.job)] : row.notes
      const carryOut = async () => withPeople(tx, await applyRow(tx, { ...row, notes }, reading), row, keep)
      const result = await tryRow(tx, carryOut)
      done.push({ ...result, left: [...(row.left ?? [])] })
      if (row.outcome === 'created' && result.id !== null)
        twins.add({ url: null, location: null, ...row.job, id: result.id })
    }
    return done
  },
}

/** A note on the existing or previously added job that a new one resembles. */
function twinNote({ twinsOf }: { twinsOf(job: JobInput): store.JobTraits[] }, job: JobInput): string[] {
  const [twin] = twinsOf(job)
  if (!twin) return []
  const name = [`${twin.company} — ${twin.role}`, twin.location].filter(Boolean).join(', ')
  return [`It may be there already: ${name} (${shortId(twin.id)}).`]
}

/** The existing jobs that rows may match. Only a few short fields are read of the others. */
async function candidates(
  tx: Transaction,
  rows: readonly Row[],
  reading: ReadOptions,
  all: readonly store.JobTraits[],
): Promise<readonly KnownJob[]> {
  const userId = tx.principal.userId
  const wanted = new Set(rows.flatMap((row) => jobRows.traitsOf(row, reading)))
  const ids = all.filter((job) => traitsOf(job).some((trait) => wanted.has(trait))).map(({ id }) => id)
  if (!ids.length) return []
  const jobs = await store.listJobsForUpdate(tx.sql, userId, ids)
  const histories = await store.listHistories(tx.sql, userId, ids)
  const hasDates = rows.some(({ cells }) => cells.some(([column]) => isDate(reading.table.fieldOf(column))))
  const bases = await basesOf(tx, rows, jobs, reading)
  const known: KnownJob[] = []
  for (const job of jobs) {
    const history = histories.filter(({ jobId }) => jobId === job.id)
    const events = hasDates ? await findImportedEvents(tx, job) : undefined
    const deadline = job.deadline ?? events?.deadline?.startsAt ?? null
    const base = bases.get(job.id)
    known.push({
      ...{ ...job, history, deadline },
      ...(base && { base: job.deadline === deadline ? base : { ...base, deadline } }),
      followUpAt: events?.followUp?.startsAt,
    })
  }
  return known
}

async function basesOf(
  tx: Transaction,
  rows: readonly Row[],
  jobs: readonly JobRow[],
  reading: ReadOptions,
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const versions = new Map<string, string>()
  for (const row of rows) {
    const read = toJob(row, reading)
    const id = 'problem' in read ? null : ownId(read)
    if (id !== null && 'updatedAt' in read && read.updatedAt) versions.set(id, read.updatedAt)
  }
  const wanted = jobs.map(({ id }) => ({ id, at: versions.get(id) ?? null }))
  return earlierStates(tx, 'job', wanted)
}

async function mergedJobs(tx: Transaction): Promise<MergedJob[]> {
  const merged = await mergedRecords(tx, 'job')
  return merged.map(({ record: { company, role, url }, into }) => ({
    job: { company: String(company), role: String(role), ...(typeof url === 'string' && { url }) },
    into,
  }))
}

async function deletedJobs(tx: Transaction): Promise<DeletedJob[]> {
  const deleted = await deletedRecords(tx, 'job')
  return deleted.map(({ record: { company, role, url, appliedAt }, changeId }) => ({
    job: {
      ...{ company: String(company), role: String(role) },
      ...{
        url: typeof url === 'string' ? url : null,
        appliedAt: typeof appliedAt === 'string' ? appliedAt : null,
      },
    },
    changeId,
  }))
}

const isDate = (field: Field | null): boolean => field === 'deadline' || field === 'followUpAt'

/** Adds the people in a row as contacts of its job. */
async function withPeople(
  tx: Transaction,
  done: RowResult,
  { people = [] }: PlannedRow,
  keep: () => ReturnType<typeof keeperOf>,
): Promise<RowResult> {
  if (done.id === null || !people.length) return done
  const before = tx.changes.length
  const sentences = await (await keep())(done.id, people)
  if (!sentences.length) return done
  const isNew = done.outcome === 'skipped' && tx.changes.length > before
  const reason = [isNew ? null : done.reason, ...sentences].filter(Boolean).join(' ')
  return { ...done, outcome: isNew ? 'updated' : done.outcome, reason }
}

async function applyRow(tx: Transaction, row: PlannedRow, { timeZone }: ReadOptions): Promise<RowResult> {
  const notes = row.notes.length ? ` ${row.notes.join(' ')}` : ''
  if (row.outcome === 'created') {
    const id = await createFromRow(tx, row.job, row.beside, timeZone)
    return { outcome: 'created', id, reason: notes.trim() || null }
  }
  if (row.outcome === 'updated') await applyChanges(tx, row, timeZone)
  const id = row.outcome === 'failed' ? null : row.jobId
  return { outcome: row.outcome, id, reason: row.reason + notes }
}
