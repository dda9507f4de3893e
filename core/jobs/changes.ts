// Changes jobs, each with its history, audit record and events in the caller's transaction.
import { last, must } from '../kernel/narrow.ts'
import { logActivity } from '../activities/changes.ts'
import { touchContacts, requireContacts } from '../contacts/references.ts'
import { recordChange, emit, type Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'
import { isUnchanged, refuseFuture } from '../kernel/schema.ts'
import { newId } from '../kernel/id.ts'
import { appended } from '../kernel/notes.ts'
import { cleaned, filled } from '../kernel/record.ts'
import { firstVersion, nextVersion, requireVersion, type Versions, type Origin } from '../kernel/version.ts'
import { urlKeyOf } from './canonical-url.ts'
import {
  inOrder,
  momentAfter,
  refuseEarlyEnd,
  refuseEarlyRepeat,
  withDate,
  standingOf,
  withEntry,
  type HistoryChange,
  type HistoryEntry,
} from './history.ts'
import { JOB, jobOf } from './fields.ts'
import type { Job, JobRow, JobValues, Status, JobChange, JobIn, StatusIn } from './fields.ts'
import { lockJob } from './references.ts'
import * as store from './store.ts'

/** Computes the derived fields. The pay reader is loaded only for a job that states pay. */
async function derivedFields({ salary, url, location }: Pick<JobRow, 'salary' | 'url' | 'location'>) {
  const pay =
    salary === null ? null : (await import('../reading/pay.ts')).readPay(salary, location ?? '').value
  return {
    payMin: pay?.min ?? null,
    payMax: pay?.max ?? null,
    payCurrency: pay?.currency ?? null,
    payPeriod: pay?.period ?? null,
    urlKey: urlKeyOf(url),
  }
}

async function jobWithPosting(tx: Transaction, urlKey: Buffer | null, id?: string, shares = false) {
  const found = urlKey && (await store.findJobByUrl(tx.sql, tx.principal.userId, urlKey, shares))
  return found && found.id !== id ? found : null
}

/** Whether another job holds the posting. Throws `job_exists` if one has it, unless that is allowed. */
async function isHeld(tx: Transaction, urlKey: Buffer | null, isAllowed: boolean, id?: string) {
  const holder = await jobWithPosting(tx, urlKey, id)
  // Two jobs may share a posting. If the job that held it was deleted, the other one still has it.
  const existing = isAllowed ? null : (holder ?? (await jobWithPosting(tx, urlKey, id, true)))
  if (existing) refuseDuplicate(existing)
  return holder !== null
}

/** The derived fields of a job that keeps its posting, whether or not another job has the same one. */
export async function withDerived(
  tx: Transaction,
  fields: Pick<JobRow, 'salary' | 'url' | 'location' | 'id'>,
) {
  const derived = await derivedFields(fields)
  return { ...derived, duplicate: (await jobWithPosting(tx, derived.urlKey, fields.id)) !== null }
}

function refuseDuplicate({ id, company, role }: store.JobName): never {
  const existing = { id, company, role }
  const hint = 'To keep both, pass allowDuplicate: true.'
  return fail('job_exists', existing, { hint, details: { existing } })
}

/** A status, and when the job reached it; null if unknown. */
export interface HistoryStep {
  status: Status
  at: string | null
  note?: string | null
}

/**
 * Throws `job_exists` if another job has the same posting, unless `allowDuplicate`. `pastSteps` is the history that an import or
 * the user states, oldest first. `origin` is the id and version of a job that crm exported.
 */
export async function createJob(
  tx: Transaction,
  input: JobIn,
  pastSteps: readonly HistoryStep[] = [],
  origin?: Origin,
): Promise<Job> {
  const { id, ...version } = firstVersion(tx, origin)
  const now = version.updatedAt
  const steps = pastSteps.length ? pastSteps : [{ status: input.status ?? ('saved' as const), at: now }]
  const history = steps.map((step) => historyEntry(tx, step))
  const { contactIds, ...fields } = filled(JOB, input)
  const derived = await derivedFields(fields)
  const duplicate = await isHeld(tx, derived.urlKey, input.allowDuplicate === true)
  const standing = standingOf(history)
  const dates = history.flatMap(({ at }) => at ?? []).sort()
  const latest = dates.at(-1) ?? now
  const values: JobValues = {
    id,
    ...fields,
    ...derived,
    ...standing,
    duplicate,
    touchedAt: latest < now ? latest : now,
    ...version,
  }
  // The insert fails if a concurrent request added the same posting after the check.
  if (!(await store.insertJob(tx.sql, tx.principal.userId, values)))
    refuseDuplicate(must(await jobWithPosting(tx, derived.urlKey)))
  await store.replaceHistory(tx.sql, tx.principal.userId, id, { after: history })
  await changeContactLinks(tx, values.id, [], contactIds)
  const row = { ...values, contactIds }
  const job = jobOf(row)
  recordChange(tx, 'job', job.id, null, storedJobOf(row, history))
  emit(tx, 'job.created', { ...job, jobId: job.id })
  return job
}

async function changeContactLinks(
  tx: Transaction,
  id: string,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const added = after.filter((each) => !before.includes(each))
  const removed = before.filter((each) => !after.includes(each))
  if (!added.length && !removed.length) return
  await requireContacts(tx, added)
  await store.setContacts(tx.sql, tx.principal.userId, id, after)
  await touchContacts(tx, [...added, ...removed])
}

export function historyEntry(tx: Transaction, { status, at, note = null }: HistoryStep): HistoryEntry {
  return { id: newId(), status, at, note, createdAt: isoOf(tx.clock.now()) }
}

/** A job as stored in the audit trail: the API's record, and the history entries that undo needs. */
export interface StoredJob extends Job {
  history?: HistoryEntry[]
  links?: store.MovedLinks
}

export const storedJobOf = (row: JobRow, history?: HistoryEntry[]): StoredJob => ({
  ...jobOf(row),
  ...(history && { history }),
})

/** Changes a job. A changed status becomes a history entry. If nothing changes, there is no audit record and no event. */
export async function changeJob(tx: Transaction, id: string, change: JobChange, expected?: Versions) {
  const { status, allowDuplicate, appendNotes, ...named } = change
  const row = await lockJob(tx, id)
  requireVersion('job', jobOf(row), expected)
  const next = { ...row, ...cleaned(JOB, named) }
  next.notes = appended(next.notes, appendNotes)
  const derived = await derivedFields(next)
  // A posting that the job had before is no question.
  const isSamePosting = urlKeyOf(row.url)?.equals(derived.urlKey ?? Buffer.of()) === true
  const duplicate = await isHeld(tx, derived.urlKey, allowDuplicate === true || isSamePosting, row.id)
  const updatedAt = nextVersion(tx, row)
  const values: JobValues = { ...next, ...derived, duplicate, updatedAt }
  const after = { ...values, contactIds: next.contactIds }
  const isSame = isUnchanged(jobOf(row), jobOf(after)) && duplicate === row.duplicate
  if (!isSame) {
    await store.updateJob(tx.sql, tx.principal.userId, values)
    await changeContactLinks(tx, row.id, row.contactIds, after.contactIds)
    recordChange(tx, 'job', row.id, storedJobOf(row), storedJobOf(after))
    emit(tx, 'job.updated', { ...jobOf(after), jobId: row.id })
  }
  const current = isSame ? row : after
  return status !== undefined && status !== row.status ? moveRow(tx, current, { status }) : jobOf(current)
}

/** `isReadFromMail`: the date comes from a mail, and is ignored if it contradicts the history. */
type Move = StatusIn & { isReadFromMail?: boolean }

export async function moveJob(tx: Transaction, id: string, move: Move, expected?: Versions): Promise<Job> {
  const row = await lockJob(tx, id)
  requireVersion('job', jobOf(row), expected)
  return moveRow(tx, row, move)
}

async function moveRow(tx: Transaction, row: JobRow, move: Move): Promise<Job> {
  const now = tx.clock.now()
  refuseFuture('at', move.at, now)
  if (move.status === row.status) return repeatStatus(tx, row, move)
  const entries = await store.listHistory(tx.sql, tx.principal.userId, row.id)
  const at = move.at ?? momentAfter(entries, now)
  const entry = historyEntry(tx, { status: move.status, at, note: move.note || null })
  refuseEarlyEnd(`${row.company} — ${row.role}`, entries, entry)
  return writeHistory(tx, row, withEntry(entries, entry))
}

/** Handles a move to the current status. Adds no entry: an earlier date corrects the history, and a note becomes an activity. */
async function repeatStatus(tx: Transaction, row: JobRow, { note, at, isReadFromMail }: Move): Promise<Job> {
  const entries = await store.listHistory(tx.sql, tx.principal.userId, row.id)
  const current = last(inOrder(entries))
  const isCorrection = at !== undefined && (current.at === null || at < current.at)
  const correction = isCorrection ? withDate(entries, current, at) : null
  if (isCorrection && !correction && !isReadFromMail)
    refuseEarlyRepeat(`${row.company} — ${row.role}`, entries, at)
  const job = correction ? await writeHistory(tx, row, correction) : jobOf(row)
  if (note) await logActivity(tx, { jobId: row.id, type: 'note', body: note, occurredAt: at })
  return job
}

export async function writeHistory(tx: Transaction, row: JobRow, change: HistoryChange): Promise<Job> {
  const userId = tx.principal.userId
  await store.replaceHistory(tx.sql, userId, row.id, change)
  const next = { ...row, ...standingOf(change.entries), updatedAt: nextVersion(tx, row) }
  await store.updateJob(tx.sql, userId, { ...next, urlKey: urlKeyOf(row.url) })
  await store.refreshLastActivity(tx.sql, userId, [row.id])
  const job = jobOf(next)
  recordChange(tx, 'job', job.id, storedJobOf(row, change.before), storedJobOf(next, change.after))
  emitMove(tx, row.status, job)
  return job
}

export function emitMove(tx: Transaction, previousStatus: Status, job: Job): void {
  const data = { ...job, jobId: job.id }
  if (job.status === previousStatus) return emit(tx, 'job.updated', data)
  emit(tx, 'job.status_changed', { ...data, previousStatus, newStatus: job.status })
  if (job.status === 'offer') emit(tx, 'offer.received', data)
}
