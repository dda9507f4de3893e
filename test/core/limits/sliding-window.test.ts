import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BUCKET_MS,
  BUCKETS,
  countUnits,
  newWindow,
  freesAtMs,
  totalOf,
} from '../../../core/limits/sliding-window.ts'
import { mostInAnyWindow } from './world.ts'

const LIMIT = 7

/** Admits at these times whatever the sliding window allows. */
function admitted(times: number[], bucketMs: number): number[] {
  const window = newWindow()
  return times.filter((ms) => {
    countUnits(window, Math.floor(ms / bucketMs), 0)
    if (totalOf(window) >= LIMIT) return false
    countUnits(window, window.bucket, 1)
    return true
  })
}

describe('the sliding window', () => {
  test('never admits more than the limit in any sliding window', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 50, maxLength: 300 })
    fc.assert(
      fc.property(gaps, (all) => {
        let ms = 1_000_000
        const times = all.map((gap) => (ms += gap))
        expect(mostInAnyWindow(admitted(times, 10), 10 * BUCKETS)).toBeLessThanOrEqual(LIMIT)
      }),
    )
  })

  test('delays a caller for a minute, and for at most a second more', () => {
    const window = newWindow()
    countUnits(window, 100, 60)
    const waitsMs = freesAtMs(window, BUCKET_MS)! - 100 * BUCKET_MS
    expect([waitsMs, waitsMs - BUCKET_MS]).toEqual([61_000, 60_000])
  })

  test('frees its oldest units sixty-one buckets after their bucket began', () => {
    const window = newWindow()
    countUnits(window, 100, 2)
    countUnits(window, 103, 1)
    expect(freesAtMs(window, 5_000)).toBe(161 * 5_000)
    countUnits(window, 160, 0)
    expect(totalOf(window)).toBe(3)
    countUnits(window, 161, 0)
    expect(totalOf(window)).toBe(1)
    expect(freesAtMs(window, 5_000)).toBe(164 * 5_000)
  })

  test('is empty, with nothing left to free, once all units have expired', () => {
    const window = newWindow()
    countUnits(window, 100, 5)
    countUnits(window, 1_000, 0)
    expect([totalOf(window), freesAtMs(window, 5_000)]).toEqual([0, null])
  })
})
