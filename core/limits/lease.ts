// A lease: units of the rate limit that this process may spend on its own, until the bucket they were granted in
// ends.
import { isoOf } from '../kernel/clock.ts'
import { freesAtMs, totalOf } from './sliding-window.ts'
import type { LeaseAnswer, LeaseAsk } from './store.ts'

export interface Lease {
  bucket: number
  /** Units in hand. Those of a dead lease are given back with the next ask. */
  held: number
  /** Units spent here in this bucket: the next ask wants as many again. */
  spent: number
  /** Units used everywhere, those in hand included, when the database last answered. */
  used: number
  /** The lease lives in [sinceMs, untilMs) of this process's clock. */
  sinceMs: number
  untilMs: number
  /** Until then nothing can be free, unless another process gives back. */
  fullUntilMs: number
  /** When the oldest units come back, ISO, by the clock of the database. */
  resetAt: string
}

export const newLease = (): Lease => ({
  bucket: 0,
  held: 0,
  spent: 0,
  used: 0,
  sinceMs: 0,
  untilMs: 0,
  fullUntilMs: 0,
  resetAt: isoOf(0),
})

/** Whether its units may be spent now. A clock that was set back ends it as well. */
export const isLive = (lease: Lease, nowMs: number): boolean =>
  nowMs < lease.untilMs && nowMs >= lease.sinceMs

/** Whether the minute is known to be spent: remembered, so that a flood of refusals costs no query. */
export const isFull = (lease: Lease, nowMs: number): boolean => lease.held === 0 && nowMs < lease.fullUntilMs

/** The ask for more; what a dead lease still holds leaves with it, and is lost if the call fails. */
export function leaseRequest(
  lease: Lease,
  wanted: number,
  nowMs: number,
): Omit<LeaseAsk, 'subject' | 'debt'> {
  const back = isLive(lease, nowMs) ? 0 : lease.held
  lease.held -= back
  return { wanted, back, backBucket: lease.bucket }
}

/** When an ask was sent and answered, by this process's clock. */
export interface RoundTrip {
  sentMs: number
  answeredMs: number
}

/**
 * Takes a grant in. The database's clock is at most `now + (t − sent)` and at least `now + (t − answered)`: a lease
 * ends by the first and a refusal by the second, so that neither is ever early. One more millisecond, because clocks
 * are read in whole ones. A grant that was overtaken by a newer bucket is dropped: it cannot be spent any more.
 */
export function applyLease(
  lease: Lease,
  answer: LeaseAnswer,
  trip: RoundTrip,
  limit: { minute: number; bucketMs: number },
): void {
  const { bucket, granted, used, nowMs } = answer
  if (bucket < lease.bucket && isLive(lease, trip.answeredMs)) return
  if (bucket !== lease.bucket) Object.assign(lease, { bucket, held: 0, spent: 0 })
  const frees = freesAtMs({ bucket, used }, limit.bucketMs)
  lease.held += granted
  lease.used = totalOf({ bucket, used })
  lease.sinceMs = trip.sentMs
  lease.untilMs = trip.sentMs + Math.min((bucket + 1) * limit.bucketMs - nowMs, limit.bucketMs) - 1
  const closedMs = (frees ?? nowMs + limit.bucketMs) - nowMs
  lease.fullUntilMs = lease.used >= limit.minute ? trip.answeredMs + closedMs + 1 : 0
  lease.resetAt = isoOf(frees ?? nowMs)
}
