// The retry schedule: whether a delivery is done, retried later, or failed after an attempt.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.ts'

/** Delays before the second attempt, the third, and so on: eight attempts in 27 h 35 min. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
] as const

/** A registration whose deliveries failed for this long is disabled. */
export const MAX_FAILING_MS = 5 * DAY_MS

const JITTER = 0.2
const MAX_RETRY_AFTER_MS = DAY_MS
const MIN_RETRY_AFTER_MS = SECOND_MS

/** The parts of an outcome that the schedule depends on. */
interface AttemptResponse {
  /** HTTP status; null without a response. */
  status: number | null
  /** The raw header value. */
  retryAfter?: string | undefined
}

type Verdict =
  | { outcome: 'delivered' }
  | { outcome: 'retry'; restMs: number }
  /** `gone`: the receiver returned 410. */
  | { outcome: 'failed'; gone: boolean }

/** The verdict on the attempt at this step of the schedule, counted from 0. `chance` is between 0 and 1. */
export function verdictOf(
  step: number,
  { status, retryAfter }: AttemptResponse,
  now: number,
  chance: number,
): Verdict {
  if (status !== null && status >= 200 && status < 300) return { outcome: 'delivered' }
  if (status === 410) return { outcome: 'failed', gone: true }
  const rest = RETRY_DELAYS_MS[step]
  if (rest === undefined) return { outcome: 'failed', gone: false }
  const asked = status === 429 || status === 503 ? readRetryAfter(retryAfter, now) : null
  return { outcome: 'retry', restMs: asked ?? Math.round(rest * (1 - JITTER + 2 * JITTER * chance)) }
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/**
 * Parses `Retry-After`, in seconds or as a date, to milliseconds, at most a day; null if missing or invalid.
 */
function readRetryAfter(text: string | undefined, now: number): number | null {
  const value = text?.trim() ?? ''
  const ms = /^\d{1,10}$/.test(value)
    ? Number(value) * SECOND_MS
    : HTTP_DATE.test(value)
      ? Date.parse(value) - now
      : NaN
  if (Number.isNaN(ms)) return null
  return Math.min(Math.max(ms, MIN_RETRY_AFTER_MS), MAX_RETRY_AFTER_MS)
}
