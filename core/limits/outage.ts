// What a process may let through on its own while the database does not answer.
import type { Lease } from './lease.ts'
import { count, emptyRing, totalOf, type Ring } from './ring.ts'

export interface Outage {
  /** Units spent on our own word, by this process's clock. */
  ring: Ring
  /** Those of them the database has not counted yet. */
  debt: number
}

export const newOutage = (): Outage => ({ ring: emptyRing(), debt: 0 })

/** Processes to assume when nobody said how many there are: few installations run more gateways. */
const ASSUMED_REPLICAS = 4

/** A process's part of a minute when it cannot ask. Together they stay within the limit. */
export const shareOf = (minute: number, replicas: number | undefined): number =>
  Math.floor(minute / (replicas ?? ASSUMED_REPLICAS))

/**
 * Spends a unit of the share, if there is one: no more than the share in any sliding minute, nor than what was left
 * when the database last answered, less than a minute ago.
 */
export function spendAlone(
  outage: Outage,
  lease: Lease,
  limit: { minute: number; share: number; bucketMs: number; windowMs: number },
  nowMs: number,
): boolean {
  const { ring } = outage
  count(ring, Math.floor(nowMs / limit.bucketMs), 0)
  const left = nowMs - lease.sinceMs < limit.windowMs ? limit.minute - lease.used : limit.minute
  if (totalOf(ring) >= Math.min(limit.share, left)) return false
  count(ring, ring.bucket, 1)
  outage.debt += 1
  return true
}

/** Units to report with the next ask: those still within a minute. */
export function debtOf(outage: Outage | null, nowMs: number, bucketMs: number): number {
  if (!outage?.debt) return 0
  count(outage.ring, Math.floor(nowMs / bucketMs), 0)
  outage.debt = Math.min(outage.debt, totalOf(outage.ring))
  return outage.debt
}
