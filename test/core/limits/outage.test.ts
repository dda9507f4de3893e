import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../core/kernel/id.ts'
import { freshDatabase } from '../../database.ts'
import { movable, open, sleep, watched } from './world.ts'

let db: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => void (db = await freshDatabase()))
afterAll(() => db.close())

/** A limiter with a real minute, a database that can be made to fail, and a clock to expire leases. */
function setUp(replicas?: number) {
  const database = watched(db.sql)
  const clock = movable()
  const limiter = open(database.sql, {
    clock,
    bucketMs: 1_000,
    patienceMs: 1_000,
    ...(replicas && { replicas }),
  })
  return { database, clock, limiter }
}

async function allowedOf(limiter: ReturnType<typeof open>, user: string, calls: number): Promise<number> {
  let allowed = 0
  for (let n = 0; n < calls; n += 1) if (!(await limiter.spend('pipeline', user)).refused) allowed += 1
  return allowed
}

describe.concurrent('while the database does not respond', () => {
  test('a known user gets a quarter of a minute’s limit, then a short Retry-After', async () => {
    const { database, clock, limiter } = setUp()
    const user = newId()
    await limiter.spend('pipeline', user)
    clock.advance(70_000)
    database.fail('refuse')
    expect(await allowedOf(limiter, user, 40)).toBe(15)
    expect(await limiter.spend('pipeline', user)).toMatchObject({
      refused: { by: 'storage', retryAfterSeconds: 1 },
    })
    clock.advance(70_000)
    expect(await allowedOf(limiter, user, 40)).toBe(15)
    await limiter.close()
  })

  test('a process that knows the number of processes grants its share', async () => {
    const { database, clock, limiter } = setUp(2)
    const user = newId()
    await limiter.spend('pipeline', user)
    clock.advance(70_000)
    database.fail('refuse')
    expect(await allowedOf(limiter, user, 49)).toBe(30)
    await limiter.close()
  })

  test('no more is granted than was left at the last response', async () => {
    const { database, clock, limiter } = setUp(1)
    const user = newId()
    expect(await allowedOf(limiter, user, 55)).toBe(55)
    database.fail('refuse')
    clock.advance(1_000)
    expect(await allowedOf(limiter, user, 40)).toBeLessThanOrEqual(5)
    await limiter.close()
  })

  test('no more of the month is granted than the process holds', async () => {
    const { database, clock, limiter } = setUp(1)
    const user = newId()
    await limiter.spend('monthly', user)
    clock.advance(6_000)
    database.fail('refuse')
    let allowed = 0
    for (let n = 0; n < 100; n += 1) if (!(await limiter.spend('monthly', user)).refused) allowed += 1
    expect(allowed).toBe(4)
    await limiter.close()
  })

  test('a user new to this process is refused because of storage, without another query', async () => {
    const { database, limiter } = setUp()
    database.fail('refuse')
    await limiter.spend('pipeline', newId())
    const asked = database.calls()
    expect(await limiter.spend('pipeline', newId())).toMatchObject({
      refused: { by: 'storage', retryAfterSeconds: 1 },
    })
    expect(database.calls()).toBe(asked)
    await limiter.close()
  })

  test('only the first callers wait for a frozen database', async () => {
    const { database, clock, limiter } = setUp()
    const user = newId()
    await limiter.spend('pipeline', user)
    clock.advance(70_000)
    database.fail('hang')
    expect((await limiter.spend('pipeline', user)).refused).toBeUndefined()
    const asked = database.calls()
    expect(await allowedOf(limiter, user, 14)).toBe(14)
    expect(database.calls()).toBe(asked)
  })

  test('units granted meanwhile are counted when it responds again', async () => {
    const { database, clock, limiter } = setUp()
    const user = newId()
    await limiter.spend('pipeline', user)
    clock.advance(70_000)
    database.fail('refuse')
    expect(await allowedOf(limiter, user, 10)).toBe(10)
    database.fail(null)
    await sleep(800)
    // The one before the outage, the ten during it, and this one: the database's own minute is not over.
    expect((await limiter.spend('pipeline', user)).minute.remaining).toBe(60 - 1 - 10 - 1)
    await limiter.close()
  })

  test('a remembered refusal is still reported as the minute limit', async () => {
    const { database, limiter } = setUp()
    const user = newId()
    expect(await allowedOf(limiter, user, 61)).toBe(60)
    database.fail('refuse')
    expect(await limiter.spend('pipeline', user)).toMatchObject({ refused: { by: 'minute' } })
    await limiter.close()
  })

  test('close completes', async () => {
    const { database, limiter } = setUp()
    await limiter.spend('pipeline', newId())
    database.fail('refuse')
    await limiter.close()
  })
})
