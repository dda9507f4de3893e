import { describe, expect, test } from 'vitest'
import { newBlock, isSpent, applyBlock } from '../../../core/limits/block.ts'
import { leaseRequest, isFull, isLive, newLease, applyLease } from '../../../core/limits/lease.ts'
import { LIMITS, blockOf, leaseOf } from '../../../core/limits/limits.ts'
import { countUnits, newWindow } from '../../../core/limits/sliding-window.ts'

const LIMIT = { minute: 60, bucketMs: 5_000 }
const BUCKET = 359_036_227

/** The database's response: `used` units, all in one bucket, sent `intoMs` after the current bucket began. */
function answer({ granted = 15, used = 15, in: from = BUCKET, intoMs = 1_000 }) {
  const ring = newWindow()
  countUnits(ring, from, used)
  countUnits(ring, BUCKET, 0)
  return { subject: '', bucket: BUCKET, granted, used: ring.used, nowMs: BUCKET * 5_000 + intoMs }
}

const TRIP = { sentMs: 1_000, answeredMs: 1_300 }

describe('a lease', () => {
  test('expires when the database’s bucket may have ended, measured from when it was requested', () => {
    const lease = newLease()
    applyLease(lease, answer({}), TRIP, LIMIT)
    expect([isLive(lease, 1_300), isLive(lease, 4_998), isLive(lease, 4_999)]).toEqual([true, true, false])
  })

  test('may have expired on arrival', () => {
    const lease = newLease()
    applyLease(lease, answer({ intoMs: 4_800 }), TRIP, LIMIT)
    expect(isLive(lease, 1_300)).toBe(false)
    expect(leaseRequest(lease, 2, 1_300)).toEqual({ wanted: 2, back: 15, backBucket: BUCKET })
    expect(lease.held).toBe(0)
  })

  test('never outlives a bucket, whatever time the database reports', () => {
    const lease = newLease()
    applyLease(lease, answer({ intoMs: -3_600_000 }), TRIP, LIMIT)
    expect(isLive(lease, 1_000 + 5_000)).toBe(false)
  })

  test('ends when this process’s clock is set back', () => {
    const lease = newLease()
    applyLease(lease, answer({}), TRIP, LIMIT)
    expect(isLive(lease, 999)).toBe(false)
  })

  test('keeps its units while valid, and adds those of the same bucket', () => {
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

  test('remembers a spent minute until its oldest units have certainly expired, once its own are spent', () => {
    const lease = newLease()
    applyLease(lease, answer({ granted: 2, used: 60, in: BUCKET - 58 }), TRIP, LIMIT)
    expect(isFull(lease, 1_300)).toBe(false)
    lease.held = 0
    // The bucket from 58 buckets ago expires three buckets from now: 14 s after the response, at the earliest.
    expect([isFull(lease, 15_300), isFull(lease, 15_301)]).toEqual([true, false])
  })
})

describe('a monthly block', () => {
  const grant = { subject: '', granted: 50, month: '2026-11-01', used: 50, endsMs: 60_000, nowMs: 0 }
  const limit = { month: 50_000, windowMs: 60_000 }

  test('ends with the month, together with its units', () => {
    const block = newBlock()
    applyBlock(block, grant, TRIP, limit)
    expect(block.untilMs).toBe(60_999)
    applyBlock(block, { ...grant, month: '2026-12-01', granted: 20 }, TRIP, limit)
    expect(block.held).toBe(20)
    applyBlock(block, grant, TRIP, limit)
    expect(block.held).toBe(20)
  })

  test('is requested again after a minute, because another process may have returned units', () => {
    const block = newBlock()
    applyBlock(block, { ...grant, granted: 0, used: 50_000, endsMs: 1e9 }, TRIP, limit)
    expect([isSpent(block, 61_299), isSpent(block, 61_300)]).toEqual([true, false])
  })
})

describe('the table of limits', () => {
  test('contains the documented limits', () => {
    expect(LIMITS.pipeline).toEqual({ minute: 60, month: 50_000 })
  })

  test('leases a quarter of a share, above twenty a fifteenth of the minute, and a thousandth of a month', () => {
    expect([leaseOf(60, 1), leaseOf(60, 3), leaseOf(3, 1)]).toEqual([15, 5, 1])
    expect([leaseOf(300, 1), leaseOf(1_500, 1), leaseOf(1_500, 10)]).toEqual([20, 100, 37])
    expect([blockOf(50_000), blockOf(1_000), blockOf(10)]).toEqual([50, 1, 1])
  })
})
