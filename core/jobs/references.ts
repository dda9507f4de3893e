// What other domains may do with jobs: check that they exist, and update their last activity.
import type { Sql } from '../database/connect.ts'
import { linkedRecordsOf } from '../database/linked-records.ts'
import type { Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'
import { JOB, jobOf, type Job } from './fields.ts'
import * as store from './store.ts'

/** Sets a job's last activity to `at`, unless it is later already. A future `at` counts as now. Throws `job_not_found`. */
export async function touchJob(tx: Transaction, id: string | null | undefined, at: string) {
  if (!id) return null
  const now = isoOf(tx.clock.now())
  const title = await store.touchJob(tx.sql, tx.principal.userId, id, at < now ? at : now)
  return title ?? fail('job_not_found', { id })
}

export async function refreshLastActivity(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length) await store.refreshLastActivity(tx.sql, tx.principal.userId, ids)
}

export const { existing: existingJobs, require: requireJobs, touch: touchJobs } = linkedRecordsOf(JOB)

export { everyJob, lockJob } from './store.ts'

export const listJobsWithIds = async (sql: Sql, userId: string, ids: readonly string[]): Promise<Job[]> =>
  (await store.listJobsWithIds(sql, userId, ids)).map(jobOf)

export const payCurrencyOf = async (tx: Transaction, id: string): Promise<string | null> =>
  (await store.findJob(tx.sql, tx.principal.userId, id))?.payCurrency ?? null

export const withJob = <T extends object>(record: T, job: store.JobName | null | undefined) =>
  job ? { ...record, jobId: job.id, company: job.company, role: job.role } : record

export const withItsJob = async <T extends { jobId: string | null }>(
  { sql, principal }: Transaction,
  record: T,
): Promise<T> =>
  withJob(record, record.jobId === null ? null : await store.findJob(sql, principal.userId, record.jobId))
