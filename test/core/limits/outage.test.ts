// Limits while the database does not answer: calls are refused soon, with a reason of their own, and none throws.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../core/kernel/id.ts'
import { freshDatabase } from '../../database.ts'
import { open, sleep, watched } from './world.ts'

let db: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => void (db = await freshDatabase()))
afterAll(() => db.close())

/** A limiter over a database that can be made to fail. */
function setUp(patienceMs = 1_000) {
  const database = watched(db.sql)
  return { database, limiter: open(database.sql, { bucketMs: 1_000, patienceMs }) }
}

const refused = { by: 'storage', retryAfterSeconds: 1 }

describe('while the database does not answer', () => {
  test('a call is refused for now, and the next ones without another query', async () => {
    const { database, limiter } = setUp()
    database.fail('refuse')
    expect(await limiter.spend('pipeline', newId())).toMatchObject({ refused })
    const asked = database.calls()
    expect(await limiter.spend('pipeline', newId())).toMatchObject({ refused })
    expect(await limiter.peek('small', newId())).toMatchObject({ refused })
    expect(database.calls()).toBe(asked)
    await limiter.close()
  })

  test('only calls that come before it is known wait, and together', async () => {
    const { database, limiter } = setUp(200)
    database.fail('hang')
    const first = limiter.spend('pipeline', newId())
    await sleep(100)
    const second = limiter.spend('pipeline', newId())
    expect(await Promise.all([first, second])).toMatchObject([{ refused }, { refused }])
    const asked = database.calls()
    expect(await limiter.spend('pipeline', newId())).toMatchObject({ refused })
    expect(database.calls()).toBe(asked)
    await limiter.close()
  })

  test('and when it answers again, calls are counted on from where they were', async () => {
    const { database, limiter } = setUp()
    const user = newId()
    await limiter.spend('pipeline', user)
    database.fail('refuse')
    for (let n = 0; n < 10; n += 1) expect(await limiter.spend('pipeline', user)).toMatchObject({ refused })
    database.fail(null)
    await expect.poll(async () => (await limiter.spend('pipeline', user)).refused).toBeUndefined()
    expect((await limiter.spend('pipeline', user)).month.remaining).toBe(50_000 - 3)
    await limiter.close()
  })

  test('a limiter can be closed', async () => {
    const { database, limiter } = setUp()
    database.fail('refuse')
    await limiter.spend('pipeline', newId())
    await limiter.close()
  })
})
