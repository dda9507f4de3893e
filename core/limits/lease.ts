// A lease: units of the rate limit that this process may spend without the database, until the end of the
// bucket they were granted in.
import { isoOf } from '../kernel/clock.ts'
import { freesAtMs, totalOf } from './sliding-window.ts'
import type { LeaseAnswer, LeaseAsk } from './store.ts'

export interface Lease {
  bucket: number
  /** Units still available. Those of an expired lease are returned with the next request. */
  held: number
  /** Units spent here in this bucket: the next request is for the same number. */
  spent: number
  /** Units used by all processes at the database's last response, including those held here. */
  used: number
  /** The lease is valid in [sinceMs, untilMs) of this process's clock. */
  sinceMs: number
  untilMs: number
  /** Until then no unit can be free, unless another process returns some. */
  fullUntilMs: number
  /** When the oldest units leave the window, ISO, by the database's clock. */
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

/** Whether its units may be spent now. The lease also ends if the clock is set back. */
export const isLive = (lease: Lease, nowMs: number): boolean =>
  nowMs < lease.untilMs && nowMs >= lease.sinceMs

/** Whether the limit is known to be used up: cached, so that a flood of refused calls causes no queries. */
export const isFull = (lease: Lease, nowMs: number): boolean => lease.held === 0 && nowMs < lease.fullUntilMs

/** The request for more units; units of an expired lease are returned with it, and lost if the call fails. */
export function leaseRequest(
  lease: Lease,
  wanted: number,
  nowMs: number,
): Omit<LeaseAsk, 'subject' | 'debt'> {
  const back = isLive(lease, nowMs) ? 0 : lease.held
  lease.held -= back
  return { wanted, back, backBucket: lease.bucket }
}

/** When a request was sent and answered, by this process's clock. */
export interface RoundTrip {
  sentMs: number
  answeredMs: number
}

/**
 * Adds a grant. At local time t the database's clock is between `now + (t − answered)` and `now + (t −
 * sent)`: a lease ends by the upper bound and a refusal by the lower, so that a lease never ends late and a
 * refusal never ends early. One more millisecond allows for clocks being read in whole milliseconds. A grant
 * that was overtaken by a newer bucket is dropped, because it can no longer be spent.
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
