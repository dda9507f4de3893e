// A connection that is reset inside a transaction: the work is done again, and what uses the
// connection next is answered.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { begin, connectForMaintenance, type Sql } from '../../../core/database/connect.ts'
import { openThroughProxy, type ThroughProxy } from './through-proxy.ts'

let opened: ThroughProxy
beforeAll(async () => {
  // One connection, so that every statement meets what the one before left.
  opened = await openThroughProxy('reset', { poolSize: 1, deadlineMs: 3_000 })
  await opened.db.sql`create table counted (attempt integer not null)`
})
afterAll(() => opened.close())

const attempts = async () =>
  (await opened.db.sql`select attempt from counted`).map(({ attempt }) => Number(attempt))

/** When the connection is reset: while a statement is under way, or between two. */
const MOMENTS = {
  'within a statement': async (tx: Sql) => {
    const slow = tx`select pg_sleep(0.4)`
    setTimeout(() => opened.proxy.reset(), 100)
    await slow
  },
  'between two statements': async () => {
    opened.proxy.reset()
    await new Promise((resolve) => setTimeout(resolve, 100))
  },
  'as a statement is sent': async (tx: Sql) => {
    opened.proxy.reset()
    await tx`select 1`
  },
}

describe.each(Object.entries(MOMENTS))('%s', (_, happens) => {
  test('the transaction is done once in the end, and the connection answers on', async () => {
    await opened.db.sql`delete from counted`
    let attempt = 0
    await begin(opened.sql, async (tx) => {
      attempt += 1
      await tx`insert into counted values (${attempt})`
      if (attempt === 1) await happens(tx)
      await tx`insert into counted values (${attempt})`
    })
    expect([attempt, await attempts()]).toEqual([2, [2, 2]])
    for (let n = 0; n < 5; n += 1) expect([...(await opened.sql`select ${n}::int as n`)]).toEqual([{ n }])
    await Promise.all([begin(opened.sql, (tx) => tx`insert into counted values (3)`), opened.sql`select 1`])
    expect(await attempts()).toEqual([2, 2, 3])
  })
})

test('a connection of maintenance that was reset says so, and answers on', async () => {
  const single = connectForMaintenance(opened.proxy.url)
  try {
    for (const happens of Object.values(MOMENTS)) {
      const lost = begin(single, async (tx) => {
        await tx`insert into counted values (4)`
        await happens(tx)
        await tx`insert into counted values (4)`
      })
      await expect(lost).rejects.toThrow()
      for (let n = 0; n < 5; n += 1) expect([...(await single`select ${n}::int as n`)]).toEqual([{ n }])
    }
    expect(await attempts()).not.toContain(4)
  } finally {
    await single.end({ timeout: 1 })
  }
})
