// What a caller is told: what is left, when more is free, and why a call is refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteOldMinutes } from '../../../core/limits/limiter.ts'
import { newId } from '../../../core/kernel/id.ts'
import { freshDatabase } from '../../database.ts'
import { open, pool, sleep, watched, WINDOW_MS } from './world.ts'

let db: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => void (db = await freshDatabase()))
afterAll(() => db.close())

/** A limiter with a real minute. */
const slow = (sql = db.sql) => open(sql, { bucketMs: 1_000 })

/** Moves what a user has called this many buckets into the past. */
const age = (user: string, buckets: number) => db.sql`
  update minute_rings set bucket = bucket - ${buckets}, used = (
    select array_agg(used[(n + ${buckets}) % 61 + 1] order by n) from generate_series(0, 60) n)
  where subject = ${user}`

describe.concurrent('a caller', () => {
  test('may call sixty times, is told exactly what is left, and is refused then', async () => {
    const limiter = slow()
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

  test('that calls a thousand times at once is served sixty times, each told another number', async () => {
    const database = watched(db.sql)
    const limiter = slow(database.sql)
    const user = newId()
    const all = await Promise.all(Array.from({ length: 1_000 }, () => limiter.spend('pipeline', user)))
    const served = all.filter(({ refused }) => !refused)
    expect(served.map(({ minute }) => minute.remaining)).toEqual(Array.from({ length: 60 }, (_, n) => 59 - n))
    expect(database.calls()).toBeLessThan(20)
    await limiter.close()
  })

  test('is not delayed by three hundred others who call at once', async () => {
    const database = watched(db.sql)
    const limiter = slow(database.sql)
    const all = await Promise.all(Array.from({ length: 300 }, () => limiter.spend('pipeline', newId())))
    expect(all.map(({ minute }) => minute.remaining)).toEqual(all.map(() => 59))
    expect(database.calls()).toBeLessThan(20)
    await limiter.close()
  })

  test('who only asks what is left spends nothing', async () => {
    const limiter = slow()
    const user = newId()
    const left = { minute: { remaining: 60 }, month: { remaining: 50_000 } }
    expect(await limiter.peek('pipeline', user)).toMatchObject(left)
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

  test('has a count of their own for each limit', async () => {
    const limiter = slow()
    const [a, b] = [newId(), newId()]
    while (!(await limiter.spend('small', a)).refused);
    expect((await limiter.spend('small', b)).minute.remaining).toBe(9)
    expect((await limiter.spend('pipeline', a)).minute.remaining).toBe(59)
    await limiter.close()
  })

  test('is never refused for the month by a limit without one, and always by a limit of zero', async () => {
    const limiter = slow()
    expect((await limiter.spend('small', newId())).month.remaining).toBe(Infinity)
    expect(await limiter.spend('none', newId())).toMatchObject({ refused: { by: 'minute' } })
    await limiter.close()
  })

  test('whose month is used up is told so, and spends none of the minute', async () => {
    const limiter = slow()
    const user = newId()
    await limiter.spend('monthly', user)
    await db.sql`update month_quotas set used = 4999 where subject = ${user}`
    expect((await limiter.spend('monthly', user)).refused).toBeUndefined()
    const { refused, month, minute } = await limiter.spend('monthly', user)
    expect([refused?.by, month.remaining, minute.remaining]).toEqual(['month', 0, 999_998])
    const seconds = (Date.parse(month.resetAt) - Date.now()) / 1_000
    expect(Math.abs(refused!.retryAfterSeconds - seconds)).toBeLessThan(2)
    expect(await limiter.peek('monthly', user)).toMatchObject({ refused: { by: 'month' } })
    await limiter.close()
  })

  test('may call again as the minute slides', async () => {
    const limiter = open(db.sql)
    const user = newId()
    while (!(await limiter.spend('small', user)).refused);
    await sleep(WINDOW_MS + 150)
    expect((await limiter.spend('small', user)).refused).toBeUndefined()
    await limiter.close()
  })

  test('is counted until the second of the call is wholly outside the minute', async () => {
    const limiter = slow()
    const user = newId()
    while (!(await limiter.spend('small', user)).refused);
    // A call may cross into the next second while this runs: what was counted is then a second older.
    await age(user, 58)
    expect((await limiter.spend('small', user)).refused?.by).toBe('minute')
    await age(user, 3)
    expect((await limiter.spend('small', user)).minute.remaining).toBe(9)
    await limiter.close()
  })

  test('starts anew where the clock of the database was set back by more than a minute', async () => {
    const limiter = slow()
    const user = newId()
    while (!(await limiter.spend('small', user)).refused);
    await age(user, -720)
    expect((await limiter.spend('small', user)).minute.remaining).toBe(9)
    await limiter.close()
  })

  test('is refused without an error once the gateway stops', async () => {
    const sql = pool(db.address)
    const limiter = slow(sql)
    await limiter.close()
    await sql.end()
    const refused = { by: 'storage', retryAfterSeconds: 1 }
    expect(await limiter.spend('pipeline', newId())).toMatchObject({ refused })
    expect(await limiter.peek('small', newId())).toMatchObject({ refused })
  })
})

test('what nobody has called for an hour is deleted', async () => {
  const limiter = slow()
  const [old, fresh] = [newId(), newId()]
  for (const user of [old, fresh]) await limiter.spend('pipeline', user)
  await age(old, 3_700)
  await deleteOldMinutes(db.sql)
  const rows = await db.sql`select subject from minute_rings where subject in (${old}, ${fresh})`
  expect(rows.map(({ subject }) => subject as string)).toEqual([fresh])
  await limiter.close()
})
