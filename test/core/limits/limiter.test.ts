import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../core/kernel/clock.ts'
import { newId } from '../../../core/kernel/id.ts'
import { createLimiter } from '../../../core/limits/limiter.ts'
import { freshDatabase } from '../../database.ts'
import { movable, open, silent, sleep, watched, WINDOW_MS } from './world.ts'

let db: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => void (db = await freshDatabase()))
afterAll(() => db.close())

/** A limiter with a real minute. */
const slow = (sql = db.sql, replicas?: number) =>
  open(sql, { bucketMs: 1_000, ...(replicas && { replicas }) })

const monthUsed = async (subject: string): Promise<number> => {
  const [row] = await db.sql`select used from month_quotas where subject = ${subject}`
  return row?.['used'] as number
}

describe.concurrent('one process', () => {
  test('allows sixty, reports exactly what is left, and refuses the next', async () => {
    const limiter = createLimiter({ sql: db.sql, clock: systemClock, log: silent })
    const user = newId()
    for (let left = 59; left >= 0; left -= 1) {
      const { minute, month, refused } = await limiter.spend('pipeline', user)
      expect([minute.limit, minute.remaining, month.limit, month.remaining, refused]).toEqual([
        60,
        left,
        50_000,
        49_940 + left,
        undefined,
      ])
    }
    const { minute, month, refused } = await limiter.spend('pipeline', user)
    expect(refused?.by).toBe('minute')
    expect(refused?.retryAfterSeconds).toBeGreaterThanOrEqual(58)
    expect(refused?.retryAfterSeconds).toBeLessThanOrEqual(61)
    expect([minute.remaining, month.remaining]).toEqual([0, 49_940])
    const reset = Date.parse(minute.resetAt) - Date.now()
    expect(Math.abs(reset - refused!.retryAfterSeconds * 1_000)).toBeLessThan(1_500)
    expect(month.resetAt).toMatch(/^\d{4}-\d\d-01T00:00:00\.000Z$/)
    await limiter.close()
  })

  test('a call refused for its minute reports the month only once it is known', async () => {
    const other = createLimiter({ sql: db.sql, clock: systemClock, log: silent })
    const user = newId()
    while (!(await other.spend('pipeline', user)).refused);
    const limiter = createLimiter({ sql: db.sql, clock: systemClock, log: silent })
    // While the row of the month is locked, the minute is answered and the month is not.
    const answers = await db.sql.begin(async (tx) => {
      await tx`select 1 from month_quotas where subject = ${user} for update`
      const first = limiter.spend('pipeline', user)
      await sleep(300)
      return { calls: [first, limiter.spend('pipeline', user)] }
    })
    for (const { month, refused } of await Promise.all(answers.calls)) {
      expect(refused?.by).toBe('minute')
      expect(month.remaining).toBeLessThanOrEqual(49_940)
    }
    await Promise.all([limiter.close(), other.close()])
  })

  test('refused calls send nothing to the database', async () => {
    const database = watched(db.sql)
    const limiter = slow(database.sql)
    const user = newId()
    while (!(await limiter.spend('pipeline', user)).refused);
    const before = database.calls()
    for (let n = 0; n < 10_000; n += 1) await limiter.spend('pipeline', user)
    expect(database.calls()).toBe(before)
    await limiter.close()
  })

  test('a thousand concurrent calls share the calls to the database', async () => {
    const database = watched(db.sql)
    const limiter = slow(database.sql)
    const user = newId()
    const all = await Promise.all(Array.from({ length: 1_000 }, () => limiter.spend('pipeline', user)))
    expect(all.filter(({ refused }) => !refused)).toHaveLength(60)
    // Five leases of at most fifteen and two blocks of fifty, plus a margin for a bucket boundary in between.
    expect(database.calls()).toBeLessThanOrEqual(10)
    await limiter.close()
  })

  test('many concurrent users share one statement', async () => {
    const database = watched(db.sql)
    const limiter = slow(database.sql)
    await Promise.all(Array.from({ length: 300 }, () => limiter.spend('pipeline', newId())))
    // One for the leases, one for the blocks, plus a margin for a bucket boundary in between.
    expect(database.calls()).toBeLessThanOrEqual(4)
    await limiter.close()
  })

  test('a lease is not used after its bucket has ended', async () => {
    const database = watched(db.sql)
    const clock = movable()
    const limiter = open(database.sql, { clock, bucketMs: 5_000, replicas: 1 })
    const user = newId()
    await limiter.spend('pipeline', user)
    const before = database.calls()
    clock.advance(5_000)
    await limiter.spend('pipeline', user)
    expect(database.calls()).toBeGreaterThan(before)
    await limiter.close()
  })

  test('peeking spends nothing', async () => {
    const limiter = slow()
    const user = newId()
    expect(await limiter.peek('pipeline', user)).toMatchObject({
      minute: { remaining: 60 },
      month: { remaining: 50_000 },
    })
    await limiter.spend('pipeline', user)
    for (let n = 0; n < 3; n += 1)
      expect(await limiter.peek('pipeline', user)).toMatchObject({
        minute: { remaining: 59 },
        month: { remaining: 49_999 },
      })
    while (!(await limiter.spend('pipeline', user)).refused);
    expect(await limiter.peek('pipeline', user)).toMatchObject({
      minute: { remaining: 0 },
      refused: { by: 'minute' },
    })
    await limiter.close()
  })

  test('a limit of zero refuses everything', async () => {
    const limiter = slow()
    expect(await limiter.spend('none', newId())).toMatchObject({ refused: { by: 'minute' } })
    await limiter.close()
  })

  test('subjects and limits are counted separately', async () => {
    const limiter = slow()
    const [a, b] = [newId(), newId()]
    while (!(await limiter.spend('small', a)).refused);
    expect((await limiter.spend('small', b)).minute.remaining).toBe(9)
    expect((await limiter.spend('pipeline', a)).minute.remaining).toBe(59)
    await limiter.close()
  })

  test('a limit without a monthly quota is never refused for the month', async () => {
    const limiter = slow()
    expect((await limiter.spend('small', newId())).month.remaining).toBe(Infinity)
    await limiter.close()
  })

  test('allows again as the window slides', async () => {
    const limiter = open(db.sql, { replicas: 1 })
    const user = newId()
    while (!(await limiter.spend('small', user)).refused);
    await sleep(WINDOW_MS + 150)
    expect((await limiter.spend('small', user)).refused).toBeUndefined()
    await limiter.close()
  })
})

describe.concurrent('a closing or idle limiter', () => {
  test('returns unspent units when the process closes', async () => {
    const user = newId()
    const first = slow()
    await first.spend('pipeline', user)
    expect(await monthUsed(user)).toBe(50)
    await first.close()
    expect(await monthUsed(user)).toBe(1)
    const second = slow()
    expect(await second.spend('pipeline', user)).toMatchObject({
      minute: { remaining: 58 },
      month: { remaining: 49_998 },
    })
    await second.close()
  })

  test('returns unspent units when the user has been idle for a minute', async () => {
    const user = newId()
    const limiter = open(db.sql)
    await limiter.spend('pipeline', user)
    await sleep(WINDOW_MS + 350)
    expect(await monthUsed(user)).toBe(1)
    await limiter.close()
  })

  test('refuses calls once closed, without throwing', async () => {
    const limiter = slow()
    await limiter.close()
    const refused = { by: 'storage', retryAfterSeconds: 1 }
    expect(await limiter.spend('pipeline', newId())).toMatchObject({ refused })
    expect(await limiter.spend('small', newId())).toMatchObject({ refused })
    expect(await limiter.peek('pipeline', newId())).toMatchObject({ refused })
  })
})

describe('the clock of this process', () => {
  test('set forward ends a lease early, and units are not spent twice', async () => {
    const clock = movable()
    const limiter = open(db.sql, { clock, bucketMs: 5_000 })
    const user = newId()
    let allowed = 0
    for (let n = 0; n < 80; n += 1) {
      if (n % 10 === 0) clock.advance(4_000)
      if (!(await limiter.spend('pipeline', user)).refused) allowed += 1
    }
    expect(allowed).toBe(60)
    await limiter.close()
  })

  test('set back does not prolong a lease', async () => {
    const clock = movable()
    const limiter = open(db.sql, { clock, bucketMs: 5_000 })
    const user = newId()
    let allowed = 0
    for (let n = 0; n < 80; n += 1) {
      if (n % 10 === 0) clock.advance(-4_000)
      if (!(await limiter.spend('pipeline', user)).refused) allowed += 1
    }
    expect(allowed).toBe(60)
    await limiter.close()
  })
})
