// Corrects the date of an application.
import { changed, emit, type Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import { jobOf, storedJobOf, lockJob, moveJob, urlKeyOf, writeHistory } from './changes.ts'
import type { Job } from './job.ts'
import * as store from './store.ts'

/** Corrects the application date in the job and in its history; a saved job becomes applied. */
export async function dateApplication(tx: Transaction, id: string, at: string): Promise<Job> {
  const row = await lockJob(tx, id)
  if (row.status === 'saved') return moveJob(tx, id, { status: 'applied', at })
  const userId = tx.principal.userId
  const next: store.JobRow = {
    ...row,
    appliedAt: at,
    statusChangedAt: row.status === 'applied' ? at : row.statusChangedAt,
    updatedAt: isoOf(tx.clock.now()),
  }
  await store.updateJob(tx.sql, userId, { ...next, urlKey: urlKeyOf(row.url) })
  const from = row.appliedAt
  const moved = await store.redateHistory(tx.sql, userId, { jobId: row.id, status: 'applied', from, to: at })
  // A job that was rejected without being marked as applied has no history entry for the application yet.
  const line = moved ?? (await writeHistory(tx, row.id, 'applied', at, null))
  const earlier = moved && from !== null ? [{ ...moved, at: from }] : []
  await store.updateTallies(tx.sql, userId, row, next)
  const job = jobOf(next)
  changed(tx, 'job', job.id, storedJobOf(row, earlier), storedJobOf(next, [line]))
  emit(tx, 'job.updated', { ...job, jobId: job.id })
  return job
}
