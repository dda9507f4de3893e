// Removes a job. Deleting also deletes its history, activities, events, offers and links; the audit record keeps them for undo.
// Merging moves these dependents to another record of the same job.
import { recordChange, emit, type Transaction } from '../database/transaction.ts'
import { lockBoth } from '../database/record-statements.ts'
import { listActivitiesOfJob } from '../activities/linked.ts'
import { listStoredEventsOfJob, noteCancelled } from '../calendar/linked.ts'
import { touchContacts } from '../contacts/references.ts'
import { listStoredOffersOfJob } from '../offers/record.ts'
import { type Versions, requireVersion, nextVersion } from '../kernel/version.ts'
import { storedJobOf, withDerived, emitMove } from './changes.ts'
import { jobOf, JOB, type Job } from './fields.ts'
import { lockJob } from './references.ts'
import * as store from './store.ts'
import { zoneOf } from '../identity/user.ts'
import { merged } from '../kernel/record.ts'
import { standingOf, mergedHistory } from './history.ts'

/** `heir` is the job that gets its mail and postings. */
export async function deleteJob(tx: Transaction, id: string, expected?: Versions, heir?: string) {
  const row = await lockJob(tx, id)
  requireVersion('job', jobOf(row), expected)
  const userId = tx.principal.userId
  const history = await store.listHistory(tx.sql, userId, row.id)
  const owned = await recordsOf(tx, row.id)
  const events = owned.filter(({ noun }) => noun === 'event').map(({ record }) => record.id)
  await noteCancelled(tx, events)
  const moved = await store.moveLinks(tx.sql, userId, row.id, heir ?? null)
  await store.removeJob(tx.sql, userId, row.id)
  await touchContacts(tx, row.contactIds)
  const job = jobOf(row)
  for (const { noun, record } of owned) recordChange(tx, noun, record.id, record, null)
  // The last record, because undo runs backwards and must restore the job before its dependents.
  recordChange(tx, 'job', row.id, { ...storedJobOf(row, [...history]), ...moved }, null)
  emit(tx, 'job.deleted', { ...job, jobId: job.id })
  return { deleted: true as const, id: row.id }
}

/** The records that belong to a job, by the nouns of the audit trail. */
async function recordsOf({ sql, principal: { userId } }: Transaction, id: string) {
  const [activity, event, offer, posting] = await Promise.all([
    listActivitiesOfJob(sql, userId, id),
    listStoredEventsOfJob(sql, userId, id),
    listStoredOffersOfJob(sql, userId, id),
    store.listPostings(sql, userId, id),
  ])
  const all: Record<string, readonly { id: string }[]> = { activity, event, offer, 'kept-posting': posting }
  return Object.entries(all).flatMap(([noun, records]) => records.map((record) => ({ noun, record })))
}

export async function mergeJobs(tx: Transaction, merge: { id: string; from: string }): Promise<Job> {
  const [kept, other] = await lockBoth(lockJob, tx, JOB, merge)
  const userId = tx.principal.userId
  const keptHistory = await store.listHistory(tx.sql, userId, kept.id)
  const otherHistory = await store.listHistory(tx.sql, userId, other.id)
  const owned = await recordsOf(tx, other.id)
  await store.reassignRecords(tx.sql, userId, other.id, kept.id)
  for (const { noun, record } of owned)
    recordChange(tx, noun, record.id, record, { ...record, jobId: kept.id })
  const moved = await store.moveLinks(tx.sql, userId, other.id, kept.id)
  await store.removeJob(tx.sql, userId, other.id)
  const history = mergedHistory(keptHistory, otherHistory)
  await store.replaceHistory(tx.sql, userId, kept.id, history)
  if (other.contactIds.length) await store.linkContacts(tx.sql, userId, kept.id, other.contactIds)
  await touchContacts(tx, other.contactIds)
  const fields = merged(JOB, kept, other, await zoneOf(tx))
  const derived = await withDerived(tx, fields)
  const next = { ...fields, ...derived, ...standingOf(history.entries), updatedAt: nextVersion(tx, kept) }
  await store.updateJob(tx.sql, userId, next)
  await store.refreshLastActivity(tx.sql, userId, [kept.id])
  // Undo runs backwards: the kept job gives back the posting, then the other job returns, then its dependents.
  recordChange(tx, 'job', other.id, { ...storedJobOf(other, [...otherHistory]), ...moved }, null)
  recordChange(tx, 'job', kept.id, storedJobOf(kept, history.before), storedJobOf(next, history.after))
  emit(tx, 'job.updated', { ...jobOf(next), jobId: next.id })
  if (next.status !== kept.status) emitMove(tx, kept.status, jobOf(next))
  emit(tx, 'job.deleted', { ...jobOf(other), jobId: other.id })
  return jobOf(next)
}
