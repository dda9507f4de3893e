// Deleting a job takes its history, activities, events and links with it; the record keeps all of them for undo.
import { changed, emit, type Transaction } from '../database/transaction.ts'
import { listActivitiesOfJob } from '../activities/record.ts'
import { listEventsOfJob } from '../calendar/record.ts'
import { jobOf, lockJob } from './changes.ts'
import * as store from './store.ts'

export async function deleteJob(tx: Transaction, id: string): Promise<{ deleted: true; id: string }> {
  const row = await lockJob(tx, id)
  const userId = tx.principal.userId
  const [history, activities, events] = await Promise.all([
    store.listHistory(tx.sql, userId, row.id),
    listActivitiesOfJob(tx.sql, userId, row.id),
    listEventsOfJob(tx.sql, userId, row.id),
  ])
  await store.removeJob(tx.sql, userId, row.id)
  await store.updateTallies(tx.sql, userId, row, null)
  const job = jobOf(row)
  changed(tx, 'job', row.id, { ...job, history }, null)
  for (const activity of activities) changed(tx, 'activity', activity.id, activity, null)
  for (const event of events) changed(tx, 'event', event.id, event, null)
  emit(tx, 'job.deleted', { ...job, jobId: job.id })
  return { deleted: true, id: row.id }
}
