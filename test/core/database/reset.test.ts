// A connection that is reset inside a transaction: the work is done again, and what uses the
// connection next is answered.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { begin } from '../../../core/database/begin.ts'
import { connect, connectForMaintenance, type Sql } from '../../../core/database/connect.ts'
import { openProxy, type Proxy } from '../../proxy.ts'
import { freshDatabase, type TestDatabase } from '../../database.ts'

let db: TestDatabase
let proxy: Proxy
let sql: Sql
beforeAll(async () => {
  db = await freshDatabase()
  proxy = await openProxy(db.address)
  // One connection, so that every statement meets what the one before left.
  sql = connect({ at: proxy.url, poolSize: 1, name: 'reset', deadlineMs: 3_000 })
  await db.sql`create table counted (attempt integer not null)`
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await proxy.close()
  await db.close()
})

const attempts = async () => (await db.sql`select attempt from counted`).map(({ attempt }) => Number(attempt))

/** When the connection is reset: while a statement is under way, or between two. */
const MOMENTS = {
  'within a statement': async (tx: Sql) => {
    const slow = tx`select pg_sleep(0.4)`
    setTimeout(() => proxy.reset(), 100)
    await slow
  },
  'between two statements': async () => {
    proxy.reset()
    await new Promise((resolve) => setTimeout(resolve, 100))
  },
  'as a statement is sent': async (tx: Sql) => {
    proxy.reset()
    await tx`select 1`
  },
}

describe.each(Object.entries(MOMENTS))('%s', (_, happens) => {
  test('the transaction is done once in the end, and the connection answers on', async () => {
    await db.sql`delete from counted`
    let attempt = 0
    await begin(sql, async (tx) => {
      attempt += 1
      await tx`insert into counted values (${attempt})`
      if (attempt === 1) await happens(tx)
      await tx`insert into counted values (${attempt})`
    })
    expect([attempt, await attempts()]).toEqual([2, [2, 2]])
    for (let n = 0; n < 5; n += 1) expect([...(await sql`select ${n}::int as n`)]).toEqual([{ n }])
    await Promise.all([begin(sql, (tx) => tx`insert into counted values (3)`), sql`select 1`])
    expect(await attempts()).toEqual([2, 2, 3])
  })
})

test('a connection of maintenance that was reset says so, and answers on', async () => {
  const single = connectForMaintenance(proxy.url)
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
