// Deletes a job with its history, activities, events, offers and links. The audit record keeps them for undo.
import { changed, emit, type Transaction } from '../database/transaction.ts'
import { listActivitiesOfJob } from '../activities/linked.ts'
import { listStoredEventsOfJob, noteCancelled } from '../calendar/linked.ts'
import { noteLinked } from '../contacts/references.ts'
import { listStoredOffersOfJob } from '../offers/record.ts'
import { type Expected, requireVersion } from '../kernel/version.ts'
import { storedJobOf } from './changes.ts'
import { jobOf } from './fields.ts'
import { lockJob } from './references.ts'
import { listPostings } from './store-postings.ts'
import * as store from './store.ts'

export async function deleteJob(
  tx: Transaction,
  id: string,
  expected?: Expected,
): Promise<{ deleted: true; id: string }> {
  const row = await lockJob(tx, id)
  requireVersion('job', jobOf(row), expected)
  const userId = tx.principal.userId
  const [history, activities, events, offers, postings] = await Promise.all([
    store.listHistoryLines(tx.sql, userId, row.id),
    listActivitiesOfJob(tx.sql, userId, row.id),
    listStoredEventsOfJob(tx.sql, userId, row.id),
    listStoredOffersOfJob(tx.sql, userId, row.id),
    listPostings(tx.sql, userId, row.id),
  ])
  await noteCancelled(
    tx,
    events.map((event) => event.id),
  )
  await store.removeJob(tx.sql, userId, row.id)
  await noteLinked(tx, row.contactIds)
  const job = jobOf(row)
  for (const activity of activities) changed(tx, 'activity', activity.id, activity, null)
  for (const event of events) changed(tx, 'event', event.id, event, null)
  for (const offer of offers) changed(tx, 'offer', offer.id, offer, null)
  for (const posting of postings) changed(tx, 'kept-posting', posting.id, posting, null)
  // Recorded last, because undo runs backwards and must restore the job before its dependents.
  changed(tx, 'job', row.id, storedJobOf(row, [...history]), null)
  emit(tx, 'job.deleted', { ...job, jobId: job.id })
  return { deleted: true, id: row.id }
}
