import { describe, expect, test } from 'vitest'
import { newBlock, isSpent, applyBlock } from '../../../core/limits/block.ts'
import { leaseRequest, isFull, isLive, newLease, applyLease } from '../../../core/limits/lease.ts'
import { LIMITS, blockOf, leaseOf } from '../../../core/limits/limits.ts'
import { countUnits, newWindow } from '../../../core/limits/sliding-window.ts'

const LIMIT = { minute: 60, bucketMs: 5_000 }
const BUCKET = 359_036_227

/** The database's answer: `used` units, all in one bucket, told `intoMs` after the current bucket began. */
function answer({ granted = 15, used = 15, in: from = BUCKET, intoMs = 1_000 }) {
  const ring = newWindow()
  countUnits(ring, from, used)
  countUnits(ring, BUCKET, 0)
  return { subject: '', bucket: BUCKET, granted, used: ring.used, nowMs: BUCKET * 5_000 + intoMs }
}

const TRIP = { sentMs: 1_000, answeredMs: 1_300 }

describe('a lease', () => {
  test('ends when the bucket of the database may have ended, as seen from when it was asked for', () => {
    const lease = newLease()
    applyLease(lease, answer({}), TRIP, LIMIT)
    expect([isLive(lease, 1_300), isLive(lease, 4_998), isLive(lease, 4_999)]).toEqual([true, true, false])
  })

  test('may be dead when it arrives', () => {
    const lease = newLease()
    applyLease(lease, answer({ intoMs: 4_800 }), TRIP, LIMIT)
    expect(isLive(lease, 1_300)).toBe(false)
    expect(leaseRequest(lease, 2, 1_300)).toEqual({ wanted: 2, back: 15, backBucket: BUCKET })
    expect(lease.held).toBe(0)
  })

  test('never lives longer than a bucket, whatever the database says the time is', () => {
    const lease = newLease()
    applyLease(lease, answer({ intoMs: -3_600_000 }), TRIP, LIMIT)
    expect(isLive(lease, 1_000 + 5_000)).toBe(false)
  })

  test('is over when the clock of this process was set back', () => {
    const lease = newLease()
    applyLease(lease, answer({}), TRIP, LIMIT)
    expect(isLive(lease, 999)).toBe(false)
  })

  test('keeps its units while it lives, and adds those of the same bucket', () => {
    const lease = newLease()
    applyLease(lease, answer({}), TRIP, LIMIT)
    expect(leaseRequest(lease, 15, 1_400).back).toBe(0)
    applyLease(lease, answer({ granted: 5, used: 20 }), TRIP, LIMIT)
    expect([lease.held, lease.used]).toEqual([20, 20])
  })

  test('of an older bucket that arrives late is dropped', () => {
    const lease = newLease()
    applyLease(lease, answer({}), TRIP, LIMIT)
    applyLease(lease, { ...answer({ granted: 9 }), bucket: BUCKET - 1 }, TRIP, LIMIT)
    expect([lease.held, lease.bucket]).toEqual([15, BUCKET])
  })

  test('remembers a spent minute until its oldest units have surely left, and once its own are spent', () => {
    const lease = newLease()
    applyLease(lease, answer({ granted: 2, used: 60, in: BUCKET - 10 }), TRIP, LIMIT)
    expect(isFull(lease, 1_300)).toBe(false)
    lease.held = 0
    // The bucket of ten ago leaves with the third from now: 14 s after the answer, at the earliest.
    expect([isFull(lease, 15_300), isFull(lease, 15_301)]).toEqual([true, false])
  })
})

describe('a block of the month', () => {
  const grant = { subject: '', granted: 50, month: '2026-11-01', used: 50, endsMs: 60_000, nowMs: 0 }
  const limit = { month: 50_000, windowMs: 60_000 }

  test('ends with the month, and its units with it', () => {
    const block = newBlock()
    applyBlock(block, grant, TRIP, limit)
    expect(block.untilMs).toBe(60_999)
    applyBlock(block, { ...grant, month: '2026-12-01', granted: 20 }, TRIP, limit)
    expect(block.held).toBe(20)
    applyBlock(block, grant, TRIP, limit)
    expect(block.held).toBe(20)
  })

  test('is asked for again after a minute, for another process may have given back', () => {
    const block = newBlock()
    applyBlock(block, { ...grant, granted: 0, used: 50_000, endsMs: 1e9 }, TRIP, limit)
    expect([isSpent(block, 61_299), isSpent(block, 61_300)]).toEqual([true, false])
  })
})

describe('the table of limits', () => {
  test('holds what the service promises', () => {
    expect(LIMITS.pipeline).toEqual({ minute: 60, month: 50_000 })
  })

  test('leases a quarter of a share, over twenty a fifteenth of the minute, and a thousandth of a month', () => {
    expect([leaseOf(60, 1), leaseOf(60, 3), leaseOf(3, 1)]).toEqual([15, 5, 1])
    expect([leaseOf(300, 1), leaseOf(1_500, 1), leaseOf(1_500, 10)]).toEqual([20, 100, 37])
    expect([blockOf(50_000), blockOf(1_000), blockOf(10)]).toEqual([50, 1, 1])
  })
})
