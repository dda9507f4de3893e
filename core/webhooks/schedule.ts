// Decides after an attempt whether a delivery is done, failed, or retried later.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.ts'
import { readRetryAfter } from '../kernel/retry-after.ts'
import type { Outcome } from './http-call.ts'

const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
] as const

/** A webhook is disabled after this long without a success. */
export const MAX_FAILING_MS = 5 * DAY_MS

const JITTER = 0.2
const MAX_RETRY_AFTER_MS = DAY_MS
const MIN_RETRY_AFTER_MS = SECOND_MS
/** Maximum early retries per delivery that `Retry-After` may ask for. They use no step of the schedule. */
const MAX_EARLY_RETRIES = 12

/** `step` is the step of the delivery after this attempt. */
export function verdictOf(
  { step, attempt }: { step: number; attempt: number },
  { delivered, status, retryAfter }: Outcome,
  now: number,
) {
  const final = { gone: status === 410, waitMs: 0, step }
  if (delivered) return { ...final, outcome: 'delivered' as const }
  const delay = RETRY_DELAYS_MS[step]
  if (final.gone || delay === undefined) return { ...final, outcome: 'failed' as const }
  const jitter = 1 - JITTER + 2 * JITTER * Math.random()
  const scheduled = { waitMs: Math.round(delay * jitter), step: step + 1 }
  const waitMs = [null, 429, 503].includes(status) ? waitAsked(retryAfter, now) : null
  const retry = waitMs === null ? scheduled : earlyRetry(waitMs, scheduled, attempt)
  return { gone: false, ...retry, outcome: 'retry' as const }
}

/** From the second step on, a wait shorter than scheduled uses no step. Otherwise all retries could be over in seconds. */
function earlyRetry(asked: number, scheduled: { waitMs: number; step: number }, attempt: number) {
  if (scheduled.step === 1 || asked >= scheduled.waitMs) return { ...scheduled, waitMs: asked }
  const early = attempt - scheduled.step
  return early < MAX_EARLY_RETRIES ? { waitMs: asked, step: scheduled.step - 1 } : scheduled
}

/** The wait that `Retry-After` asks for, from a second to a day; null if it asks for none. */
function waitAsked(text: string | undefined, now: number): number | null {
  const ms = readRetryAfter(text, now)
  return ms === null ? null : Math.min(Math.max(ms, MIN_RETRY_AFTER_MS), MAX_RETRY_AFTER_MS)
}
