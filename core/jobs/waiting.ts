// How long an application has waited for an answer. It is computed from dates, never stored as a status.
import { DAY_MS, msOf } from '../kernel/clock.ts'
import type { Job } from './job.ts'

/** Whole days since the application, while it is unanswered; null for other jobs and without a date. */
export function unansweredDays({ status, appliedAt }: Pick<Job, 'status' | 'appliedAt'>, now: number) {
  if (status !== 'applied' || appliedAt === null) return null
  return Math.max(0, Math.floor((now - msOf(appliedAt)) / DAY_MS))
}
