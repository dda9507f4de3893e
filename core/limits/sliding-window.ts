// A strict sliding window: sixty whole buckets plus the partial oldest one, counted in full.
// For a limit of 60, time-weighted buckets admitted 113 calls in a true sliding window. Counted in full, one that is
// a second long costs a steady caller at most one call in 61 (docs/decisions/0052-exact-limits.md).
import { SECOND_MS } from '../kernel/clock.ts'

/** Whole buckets in a window; one more is stored for the partial oldest. */
export const BUCKETS = 60

export const CELLS = BUCKETS + 1

/** The length of a bucket: a unit counts for at least the sixty buckets of a minute, and at most for one more. */
export const BUCKET_MS = SECOND_MS

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
  const cell = window.bucket % CELLS
  window.used[cell] = (window.used[cell] ?? 0) + units
}

/** Units in the window. */
export const totalOf = ({ used }: SlidingWindow): number => used.reduce((sum, units) => sum + units, 0)

/** When the oldest units leave the window, in milliseconds of the window's clock; null when there are none. */
export function freesAtMs({ bucket, used }: SlidingWindow, bucketMs: number): number | null {
  for (let n = bucket - BUCKETS; n <= bucket; n += 1)
    if ((used[n % CELLS] ?? 0) > 0) return (n + CELLS) * bucketMs
  return null
}
