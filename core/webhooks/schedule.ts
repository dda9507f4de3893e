// The retry schedule: what follows an attempt: done, retried later, or failed.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.ts'

/** Rests before the second attempt, the third, …: eight attempts in 27 h 35 min. */
const RESTS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
] as const

/** A registration that took nothing for so long is disabled. */
export const MOST_FAILING_MS = 5 * DAY_MS

const JITTER = 0.2
const MOST_RETRY_AFTER_MS = DAY_MS
const LEAST_RETRY_AFTER_MS = SECOND_MS

/** How an attempt went, as far as the schedule cares. */
interface Answered {
  /** HTTP status; null when no answer came. */
  status: number | null
  /** The header as it came. */
  retryAfter?: string | undefined
}

type Verdict =
  | { outcome: 'delivered' }
  | { outcome: 'retry'; restMs: number }
  /** `gone`: the receiver returned 410. */
  | { outcome: 'failed'; gone: boolean }

/** What follows the attempt at this step of the schedule, counted from 0. `chance` is between 0 and 1. */
export function verdictOf(
  step: number,
  { status, retryAfter }: Answered,
  now: number,
  chance: number,
): Verdict {
  if (status !== null && status >= 200 && status < 300) return { outcome: 'delivered' }
  if (status === 410) return { outcome: 'failed', gone: true }
  const rest = RESTS_MS[step]
  if (rest === undefined) return { outcome: 'failed', gone: false }
  const asked = status === 429 || status === 503 ? readRetryAfter(retryAfter, now) : null
  return { outcome: 'retry', restMs: asked ?? Math.round(rest * (1 - JITTER + 2 * JITTER * chance)) }
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** The milliseconds of a `Retry-After`, in seconds or as a date, at most a day; null if it is missing or invalid. */
function readRetryAfter(text: string | undefined, now: number): number | null {
  const value = text?.trim() ?? ''
  const ms = /^\d{1,10}$/.test(value)
    ? Number(value) * SECOND_MS
    : HTTP_DATE.test(value)
      ? Date.parse(value) - now
      : NaN
  if (Number.isNaN(ms)) return null
  return Math.min(Math.max(ms, LEAST_RETRY_AFTER_MS), MOST_RETRY_AFTER_MS)
}
