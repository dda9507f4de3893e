// Changes to jobs, each with its history, tallies, audit record and events in the caller's transaction.
import { createHash } from 'node:crypto'
import { changed, emit, type Transaction } from '../database/transaction.ts'
import { isoOf, msOf, SECOND_MS } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'
import { given, isUnchanged } from '../kernel/fields.ts'
import { isId, newId } from '../kernel/id.ts'
import { canonicalUrl } from './canonical-url.ts'
import type { Job, JobChange, JobIn, StatusIn } from './job.ts'
import { readPay } from './pay.ts'
import { milestonesAfter, type Milestones, type Status } from './status.ts'
import * as store from './store.ts'

/** Converts a row to the API's record. */
export function jobOf(row: store.ShownRow): Job {
  const { payMin: min, payMax: max, payCurrency: currency, payPeriod: period } = row
  return {
    id: row.id,
    company: row.company,
    role: row.role,
    location: row.location,
    salary: row.salary,
    url: row.url,
    description: row.description,
    notes: row.notes,
    tags: row.tags,
    priority: row.priority,
    status: row.status,
    statusChangedAt: row.statusChangedAt,
    appliedAt: row.appliedAt,
    compensation: min === null && max === null ? null : { min, max, currency, period },
    contactIds: row.contactIds,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

/** SHA-256 of the canonical URL; null when the URL identifies no single posting. */
export function urlKeyOf(url: string | null): Buffer | null {
  const canonical = url === null ? null : canonicalUrl(url)
  return canonical === null ? null : createHash('sha256').update(canonical).digest()
}

/** The job, locked; `job_not_found` also for another tenant's. */
export async function lockJob(tx: Transaction, id: string): Promise<store.JobRow> {
  const row = isId(id) ? await store.findJobForUpdate(tx.sql, tx.principal.userId, id) : undefined
  return row ?? fail('job_not_found', { id })
}

/** The columns that are derived from `salary` and `url`. */
export function derived(fields: { salary: string | null; url: string | null; location: string | null }) {
  const pay = fields.salary === null ? null : readPay(fields.salary, fields.location ?? '')
  return {
    payMin: pay?.min ?? null,
    payMax: pay?.max ?? null,
    payCurrency: pay?.currency ?? null,
    payPeriod: pay?.period ?? null,
    urlKey: urlKeyOf(fields.url),
  }
}

const unique = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.trim()))]

const orNull = (text: string | null | undefined): string | null => text?.trim() || null

async function refuseDuplicate(tx: Transaction, urlKey: Buffer | null, except?: string): Promise<void> {
  const twin = urlKey && (await store.findJobByUrl(tx.sql, tx.principal.userId, urlKey))
  if (!twin || twin.id === except) return
  const { id, company, role } = twin
  fail(
    'job_exists',
    { id, company, role },
    { hint: 'To keep both, pass allowDuplicate: true (crm: --allow-duplicate).' },
  )
}

/** The normalised text fields of a new job. */
const fieldsOf = (input: JobIn) => ({
  company: input.company.trim(),
  role: input.role.trim(),
  location: orNull(input.location),
  salary: orNull(input.salary),
  url: orNull(input.url),
  description: input.description || null,
  notes: input.notes || null,
})

/** A status and when it was reached. */
export interface HistoryStep {
  status: Status
  at: string
}

/**
 * Adds a job; `job_exists` when its posting is already tracked, unless `allowDuplicate`. An imported job
 * passes the stations it has been through, oldest first, instead of a status.
 */
export async function createJob(
  tx: Transaction,
  input: JobIn,
  been: readonly HistoryStep[] = [],
): Promise<Job> {
  const now = isoOf(tx.clock.now())
  const stations = been.length ? been : [{ status: input.status ?? ('saved' as const), at: now }]
  const { status, at } = stations.at(-1)!
  const fields = fieldsOf(input)
  const milestones = stations.reduce<Milestones>(
    (before, station) => milestonesAfter(before, station.status, station.at),
    { appliedAt: null, respondedAt: null },
  )
  const own = derived(fields)
  const twin = own.urlKey && (await store.findJobByUrl(tx.sql, tx.principal.userId, own.urlKey))
  if (twin && !input.allowDuplicate) await refuseDuplicate(tx, own.urlKey)
  const values: store.JobValues = {
    id: newId(),
    ...fields,
    ...own,
    ...milestones,
    tags: unique(input.tags ?? []),
    priority: input.priority ?? null,
    status,
    duplicate: Boolean(twin),
    statusChangedAt: at,
    touchedAt: at < now ? at : now,
    createdAt: now,
    updatedAt: now,
  }
  // A concurrent request added the same posting after the check.
  if (!(await store.insertJob(tx.sql, tx.principal.userId, values))) await refuseDuplicate(tx, own.urlKey)
  const [history] = await Promise.all([
    Promise.all(stations.map((station) => writeHistory(tx, values.id, station.status, station.at, null))),
    store.updateTallies(tx.sql, tx.principal.userId, null, values),
  ])
  const row = { ...values, contactIds: [] }
  const job = jobOf(row)
  changed(tx, 'job', job.id, null, storedJobOf(row, history))
  emit(tx, 'job.created', { ...job, jobId: job.id })
  return job
}

/** A job as stored in the audit trail: the API's record and what undo needs of its milestones and history. */
export interface StoredJob extends Job {
  respondedAt: string | null
  /** History entries that the change added, moved or removed. */
  history?: store.HistoryLine[]
}

export const storedJobOf = (row: store.JobRow, history?: store.HistoryLine[]): StoredJob => ({
  ...jobOf(row),
  respondedAt: row.respondedAt,
  ...(history && { history }),
})

/** Adds an entry to a job's history and returns it. */
export async function writeHistory(
  tx: Transaction,
  jobId: string,
  status: Status,
  at: string,
  note: string | null,
): Promise<store.HistoryLine> {
  const line = { id: newId(), status, at, note, createdAt: isoOf(tx.clock.now()) }
  await store.insertHistory(tx.sql, tx.principal.userId, jobId, line)
  return line
}

/**
 * Applies the fields in `change`; a status is applied like any other move. What changes nothing is neither recorded
 * nor announced.
 */
export async function changeJob(tx: Transaction, id: string, change: JobChange): Promise<Job> {
  const { status, allowDuplicate, ...named } = change
  const row = await lockJob(tx, id)
  const fields = given(named)
  const next = { ...row, ...fields, tags: fields.tags === undefined ? row.tags : unique(fields.tags ?? []) }
  next.company = next.company.trim()
  next.role = next.role.trim()
  const own = derived(next)
  if (!allowDuplicate && !row.duplicate) await refuseDuplicate(tx, own.urlKey, row.id)
  const twin = own.urlKey && (await store.findJobByUrl(tx.sql, tx.principal.userId, own.urlKey))
  const duplicate = Boolean(twin && twin.id !== row.id)
  const updatedAt = isoOf(tx.clock.now())
  const values: store.JobValues = { ...next, ...own, duplicate, updatedAt }
  const after = { ...values, contactIds: row.contactIds }
  const isSame = isUnchanged(jobOf(row), jobOf(after)) && duplicate === row.duplicate
  if (!isSame) {
    await store.updateJob(tx.sql, tx.principal.userId, values)
    changed(tx, 'job', row.id, storedJobOf(row), storedJobOf(after))
    emit(tx, 'job.updated', { ...jobOf(after), jobId: row.id })
  }
  const current = isSame ? row : after
  return status !== undefined && status !== row.status ? moveRow(tx, current, { status }) : jobOf(current)
}

/**
 * When an earlier move is recorded afterwards, the first history entry moves back to the earliest known date.
 * Returns the entry as it was, or nothing if it is unchanged.
 */
async function backdateHistory(
  tx: Transaction,
  id: string,
  at: string,
): Promise<store.HistoryLine | undefined> {
  const userId = tx.principal.userId
  const first = await store.findFirstLine(tx.sql, userId, id)
  // Dates entered by hand or imported are kept as they are.
  if (!first || first.at <= at || msOf(first.createdAt) - msOf(first.at) > SECOND_MS) return undefined
  await store.insertHistory(tx.sql, userId, id, { ...first, at })
  return first
}

/** The milestones set by the first history entry, adjusted when that entry moves. */
function backdated(row: Milestones, first: store.HistoryLine | undefined, at: string): Milestones {
  const moved = (instant: string | null) => (first && instant === first.at ? at : instant)
  return { appliedAt: moved(row.appliedAt), respondedAt: moved(row.respondedAt) }
}

/** Moves a job to a status and keeps the history; any move is allowed. */
export async function moveJob(tx: Transaction, id: string, move: StatusIn): Promise<Job> {
  return moveRow(tx, await lockJob(tx, id), move)
}

async function moveRow(
  tx: Transaction,
  row: store.JobRow,
  { status, note, at: when }: StatusIn,
): Promise<Job> {
  const now = isoOf(tx.clock.now())
  const at = when ?? now
  // A future date counts as activity now.
  const happened = at < now ? at : now
  // A repeated status without a note or date changes nothing and records nothing.
  if (status === row.status && !note && !when) return jobOf(row)
  const first = await backdateHistory(tx, row.id, at)
  const next: store.JobRow = {
    ...row,
    status,
    ...milestonesAfter(backdated(row, first, at), status, at),
    statusChangedAt: at,
    touchedAt: happened > row.touchedAt ? happened : row.touchedAt,
    updatedAt: now,
  }
  await store.updateJob(tx.sql, tx.principal.userId, { ...next, urlKey: urlKeyOf(row.url) })
  const line = await writeHistory(tx, row.id, status, at, note ?? null)
  if (first) await store.retouchJobs(tx.sql, tx.principal.userId, [row.id])
  await store.updateTallies(tx.sql, tx.principal.userId, row, next)
  const job = jobOf(next)
  changed(
    tx,
    'job',
    job.id,
    storedJobOf(row, first && [first]),
    storedJobOf(next, [...(first ? [{ ...first, at }] : []), line]),
  )
  if (status !== row.status) {
    emit(tx, 'job.status_changed', { ...job, jobId: job.id, previousStatus: row.status, newStatus: status })
    if (status === 'offer') emit(tx, 'offer.received', { ...job, jobId: job.id })
  }
  return job
}
