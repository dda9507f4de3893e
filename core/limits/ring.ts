// The strict ring: a sliding window as twelve whole buckets and the partial oldest, counted in full.
// Twelve buckets weighted by time let 113 of 60 through a true sliding window; thirteen in full let through 60.
import { MINUTE_MS } from '../kernel/clock.ts'

/** Buckets in a window; the ring has one more. */
export const BUCKETS = 12

const CELLS = BUCKETS + 1

/**
 * Length of a bucket: a minute has thirteen, so that a unit counts for 55 to 60 seconds and nobody who is over a limit
 * “per minute” is told to wait for longer than one.
 */
export const BUCKET_MS = Math.floor(MINUTE_MS / CELLS)

/** Units per bucket; the place of bucket n is n mod 13. `bucket` is the newest. */
export interface Ring {
  bucket: number
  used: number[]
}

export const emptyRing = (): Ring => ({ bucket: 0, used: new Array<number>(CELLS).fill(0) })

/** Counts units in a bucket, and forgets the buckets that have left the window by then. */
export function count(ring: Ring, bucket: number, units: number): void {
  for (let n = Math.max(ring.bucket + 1, bucket - BUCKETS); n <= bucket; n += 1) ring.used[n % CELLS] = 0
  ring.bucket = Math.max(ring.bucket, bucket)
  ring.used[ring.bucket % CELLS]! += units
}

/** Units in the window. */
export const totalOf = ({ used }: Ring): number => used.reduce((sum, units) => sum + units, 0)

/** When the oldest units leave the window, in milliseconds of the ring's clock; null when there are none. */
export function freesAtMs({ bucket, used }: Ring, bucketMs: number): number | null {
  for (let n = bucket - BUCKETS; n <= bucket; n += 1) if (used[n % CELLS]! > 0) return (n + CELLS) * bucketMs
  return null
}
