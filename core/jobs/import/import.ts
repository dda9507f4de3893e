// Imports rows of jobs: matches them to the jobs that are there, and carries out the plan.
import type { Transaction } from '../../database/transaction.ts'
import { attempt, type RowResult, earlierStates, type Importer, mergedRecords } from '../../sheets/import.ts'
import type { Row } from '../../sheets/sheet.ts'
import { shortId } from '../../kernel/id.ts'
import { once } from '../../kernel/once.ts'
import type { JobRow } from '../fields.ts'
import { companyName } from '../names.ts'
import { similarity } from '../similarity.ts'
import * as store from '../store.ts'
import { aheadOf } from './ahead.ts'
import { applyChanges, createFromRow } from './apply.ts'
import type { Field } from './columns.ts'
import type { JobInput } from './fitting.ts'
import { type KnownJob, type MergedJob, ownId, plan, type PlannedRow } from './plan.ts'
import { jobRows, traitsOf } from './rows.ts'
import { type ReadOptions, type titleOf, toJob } from './to-job.ts'

export const jobImporter: Importer<Field, ReturnType<typeof titleOf>> = {
  ...jobRows,
  async run(tx, rows, reading) {
    const done: RowResult[] = []
    const merged = await mergedJobs(tx)
    const all = await store.listTraits(tx.sql, tx.principal.userId)
    const twins = twinNotes(all)
    for (const row of plan(rows, await candidates(tx, rows, reading, all), reading, merged)) {
      const notes = row.outcome === 'created' ? [...row.notes, ...twins(row.job)] : row.notes
      const carryOut = () => applyRow(tx, { ...row, notes }, reading)
      done.push({ ...(await attempt(carryOut)), left: [...(row.left ?? [])] })
    }
    return done
  },
}

/** Says which job that is there a new one looks like. */
function twinNotes(all: readonly store.JobTraits[]): (job: JobInput) => string[] {
  const companies = once(() => all.map(({ company }) => companyName(company)))
  return (job) => {
    const own = companyName(job.company)
    const twin = all.find((other, at) => companies()[at] === own && similarity(other, job) === 'probable')
    if (!twin) return []
    const name = [`${twin.company} — ${twin.role}`, twin.location].filter(Boolean).join(', ')
    return [`It may be there already: ${name} (${shortId(twin.id)}).`]
  }
}

/** The existing jobs that rows may match; only a few short fields of the others are read. */
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
    known.push({
      ...job,
      history,
      base: bases.get(job.id),
      ...(hasDates && { ahead: await aheadOf(tx, job) }),
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

const isDate = (field: Field | null): boolean => field === 'deadline' || field === 'followUpAt'

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
