import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BUCKET_MS, BUCKETS, count, emptyRing, freesAtMs, totalOf } from '../../../core/limits/ring.ts'
import { mostInAnyWindow } from './world.ts'

const LIMIT = 7

/** Admits by the ring whatever it can, at these times. */
function admitted(times: number[], bucketMs: number): number[] {
  const ring = emptyRing()
  return times.filter((ms) => {
    count(ring, Math.floor(ms / bucketMs), 0)
    if (totalOf(ring) >= LIMIT) return false
    count(ring, ring.bucket, 1)
    return true
  })
}

describe('the ring', () => {
  test('never lets more than the limit through in any sliding window', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 50, maxLength: 300 })
    fc.assert(
      fc.property(gaps, (all) => {
        let ms = 1_000_000
        const times = all.map((gap) => (ms += gap))
        expect(mostInAnyWindow(admitted(times, 10), 10 * BUCKETS)).toBeLessThanOrEqual(LIMIT)
      }),
    )
  })

  test('keeps nobody waiting for longer than a minute, nor lets them back before 55 seconds', () => {
    const ring = emptyRing()
    count(ring, 100, 60)
    const waitsMs = freesAtMs(ring, BUCKET_MS)! - 100 * BUCKET_MS
    expect(waitsMs).toBeLessThan(60_000)
    expect(waitsMs - BUCKET_MS).toBeGreaterThan(55_000)
  })

  test('frees its oldest units thirteen buckets after the one they were spent in began', () => {
    const ring = emptyRing()
    count(ring, 100, 2)
    count(ring, 103, 1)
    expect(freesAtMs(ring, 5_000)).toBe(113 * 5_000)
    count(ring, 112, 0)
    expect(totalOf(ring)).toBe(3)
    count(ring, 113, 0)
    expect(totalOf(ring)).toBe(1)
    expect(freesAtMs(ring, 5_000)).toBe(116 * 5_000)
  })

  test('is empty, and frees nothing, when all has left', () => {
    const ring = emptyRing()
    count(ring, 100, 5)
    count(ring, 1_000, 0)
    expect([totalOf(ring), freesAtMs(ring, 5_000)]).toEqual([0, null])
  })
})
