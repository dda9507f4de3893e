// How long an application has been without an answer: computed from its dates, never a status of its own.
import { DAY_MS, msOf } from '../kernel/clock.ts'
import type { Job } from './job.ts'

/** Whole days since the application, while there is no answer to it; null for any other job, or without a date. */
export function unansweredDays(
  { status, appliedAt }: Pick<Job, 'status' | 'appliedAt'>,
  now: number,
): number | null {
  if (status !== 'applied' || appliedAt === null) return null
  return Math.max(0, Math.floor((now - msOf(appliedAt)) / DAY_MS))
}
