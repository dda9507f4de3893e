// What a process may allow on its own while the database is unavailable.
import type { Lease } from './lease.ts'
import { countUnits, newWindow, totalOf, type SlidingWindow } from './sliding-window.ts'

export interface Outage {
  /** Units spent during the outage, by this process's clock. */
  window: SlidingWindow
  /** The part of them that the database has not counted yet. */
  debt: number
}

export const newOutage = (): Outage => ({ window: newWindow(), debt: 0 })

/** The number of processes to assume when it is not configured: few installations run more gateways. */
const ASSUMED_REPLICAS = 4

/**
 * The units a minute that a process may spend during an outage. All shares together stay within the limit.
 */
export const shareOf = (minute: number, replicas: number | undefined): number =>
  Math.floor(minute / (replicas ?? ASSUMED_REPLICAS))

/**
 * Spends a unit of the share if possible: at most the share in any sliding minute, and at most what was left
 * at the database's last response, if that was less than a minute ago.
 */
export function spendOffline(
  outage: Outage,
  lease: Lease,
  limit: { minute: number; share: number; bucketMs: number; windowMs: number },
  nowMs: number,
): boolean {
  const { window } = outage
  countUnits(window, Math.floor(nowMs / limit.bucketMs), 0)
  const left = nowMs - lease.sinceMs < limit.windowMs ? limit.minute - lease.used : limit.minute
  if (totalOf(window) >= Math.min(limit.share, left)) return false
  countUnits(window, window.bucket, 1)
  outage.debt += 1
  return true
}

/** Units to report with the next request: those still within the window. */
export function debtOf(outage: Outage | null, nowMs: number, bucketMs: number): number {
  if (!outage?.debt) return 0
  countUnits(outage.window, Math.floor(nowMs / bucketMs), 0)
  outage.debt = Math.min(outage.debt, totalOf(outage.window))
  return outage.debt
}
