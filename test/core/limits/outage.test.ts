// Limits while the database does not answer: calls are refused soon, with a reason of their own, and none throws.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../core/kernel/id.ts'
import { openThroughProxy, type ThroughProxy } from '../database/through-proxy.ts'
import { open } from './world.ts'

let way: ThroughProxy
beforeAll(
  async () => void (way = await openThroughProxy('limits outage', { poolSize: 2, deadlineMs: 30_000 })),
)
afterAll(() => way.close())

const refused = { by: 'storage', retryAfterSeconds: 1 }

/** Waits until calls are counted again. */
const counted = (limiter: ReturnType<typeof open>) =>
  expect.poll(async () => (await limiter.spend('small', newId())).refused).toBeUndefined()

describe('while the database does not answer', () => {
  test('one that is gone refuses calls, and counts on from where they were when it is back', async () => {
    const limiter = open(way.sql, { bucketMs: 1_000 })
    const user = newId()
    await limiter.spend('pipeline', user)
    await way.proxy.cut()
    for (let n = 0; n < 10; n += 1) expect(await limiter.spend('pipeline', user)).toMatchObject({ refused })
    expect(await limiter.peek('small', newId())).toMatchObject({ refused })
    await way.proxy.restore()
    await counted(limiter)
    expect((await limiter.spend('pipeline', user)).month.remaining).toBe(50_000 - 2)
    await limiter.close()
  })

  test('one that is frozen refuses calls long before their deadline, those that wait together', async () => {
    const limiter = open(way.sql, { bucketMs: 1_000 })
    await counted(limiter)
    way.proxy.freeze()
    const waiting = Array.from({ length: 5 }, () => limiter.spend('pipeline', newId()))
    for (const spent of await Promise.all(waiting)) expect(spent).toMatchObject({ refused })
    expect(await limiter.spend('pipeline', newId())).toMatchObject({ refused })
    way.proxy.thaw()
    await counted(limiter)
    await limiter.close()
  })

  test('a limiter can be closed', async () => {
    const limiter = open(way.sql)
    await way.proxy.cut()
    await limiter.spend('pipeline', newId())
    await limiter.close()
    await way.proxy.restore()
  })
})
