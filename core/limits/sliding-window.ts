// A strict sliding window: twelve whole buckets plus the partial oldest one, counted in full.
// For a limit of 60, twelve time-weighted buckets admitted 113 calls in a true sliding window; thirteen
// counted in full admit 60.
import { MINUTE_MS } from '../kernel/clock.ts'

/** Whole buckets in a window; one more is stored for the partial oldest. */
export const BUCKETS = 12

const CELLS = BUCKETS + 1

/**
 * The length of a bucket: a thirteenth of a minute, so that a unit counts for 55 to 60 seconds and a caller
 * over a limit “per minute” never waits longer than a minute.
 */
export const BUCKET_MS = Math.floor(MINUTE_MS / CELLS)

/** Units per bucket, as a ring buffer: bucket n is at n mod 13. `bucket` is the newest. */
export interface SlidingWindow {
  bucket: number
  used: number[]
}

export const newWindow = (): SlidingWindow => ({ bucket: 0, used: new Array<number>(CELLS).fill(0) })

/** Counts units in a bucket and clears the buckets that have left the window. */
export function countUnits(window: SlidingWindow, bucket: number, units: number): void {
  for (let n = Math.max(window.bucket + 1, bucket - BUCKETS); n <= bucket; n += 1) window.used[n % CELLS] = 0
  window.bucket = Math.max(window.bucket, bucket)
  window.used[window.bucket % CELLS]! += units
}

/** Units in the window. */
export const totalOf = ({ used }: SlidingWindow): number => used.reduce((sum, units) => sum + units, 0)

/** When the oldest units leave the window, in milliseconds of the window's clock; null when there are none. */
export function freesAtMs({ bucket, used }: SlidingWindow, bucketMs: number): number | null {
  for (let n = bucket - BUCKETS; n <= bucket; n += 1) if (used[n % CELLS]! > 0) return (n + CELLS) * bucketMs
  return null
}
