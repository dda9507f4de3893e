// Work that failed is done again where that is safe: rolled back by the server, or a read over a lost connection.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Sql } from '../../../core/database/connect.ts'
import { isLost } from '../../../core/database/retry.ts'
import { freshDatabase, type TestDatabase } from '../../database.ts'

let db: TestDatabase
let sql: Sql
beforeAll(async () => {
  db = await freshDatabase()
  await db.sql`create table counted (name text primary key, value integer not null)`
  await db.sql`insert into counted values ('a', 0), ('b', 0)`
  sql = connect({ at: db.address, poolSize: 8, name: 'repeated', deadlineMs: 6_000 })
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await db.close()
})

const valueOf = async (name: string) =>
  (await db.sql`select value from counted where name = ${name}`)[0]!['value']

/** Ends every connection of the pool under test. */
const hangUp = () =>
  db.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'repeated'`

describe('at serializable isolation', () => {
  test('single statements and transactions that collide are all done, each once', async () => {
    const [{ name } = { name: '' }] = await db.sql<{ name: string }[]>`select current_database() as name`
    await db.sql`alter database ${db.sql(name)} set default_transaction_isolation = 'serializable'`
    const strict = connect({ at: db.address, poolSize: 8, name: 'strict', deadlineMs: 6_000 })
    try {
      const [level] = await strict`show transaction_isolation`
      expect(level).toEqual({ transactionIsolation: 'serializable' })
      const single = () => strict`update counted set value = value + 1 where name = 'a'`
      const several = () =>
        strict.begin(async (tx) => {
          const [row] = await tx`select value from counted where name = 'a'`
          await tx`update counted set value = ${Number(row!['value']) + 1} where name = 'a'`
        })
      await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? single() : several())))
      expect(await valueOf('a')).toBe(12)
    } finally {
      await strict.end({ timeout: 1 })
    }
  })
})

test('rows that came before an error are not part of the next answer', async () => {
  const single = connect({ at: db.address, poolSize: 1, name: 'repeated', deadlineMs: 6_000 })
  try {
    await expect(single`select 1 / (5000 - n) from generate_series(1, 9000) n`).rejects.toThrow('zero')
    expect([...(await single`select 1 as one`)]).toEqual([{ one: 1 }])
    const reading = single`select n, pg_sleep(n / 9000) from generate_series(1, 9001) n`
    await db.sql`select pg_sleep(0.3)`
    await hangUp()
    expect((await reading).map(({ n }) => n)).toEqual(Array.from({ length: 9001 }, (_, at) => at + 1))
  } finally {
    await single.end({ timeout: 1 })
  }
})

describe('when the connection is lost', () => {
  test('reads are sent again, in whatever shape their rows are wanted', async () => {
    const slow = sql`select ${1}::int as one, pg_sleep(0.3)`
    const cells = sql`select ${2}::int as two, pg_sleep(0.3)`.values()
    const both = Promise.all([slow, cells])
    await db.sql`select pg_sleep(0.15)`
    await hangUp()
    expect(await both).toEqual([[{ one: 1, pgSleep: '' }], [[2, '']]])
  })

  test('a transaction begins again before its commit, and a write of its own is refused', async () => {
    let attempts = 0
    const transaction = sql.begin(async (tx) => {
      attempts += 1
      await tx`update counted set value = value + 1 where name = 'b'`
      await tx`select pg_sleep(0.2)`
    })
    await db.sql`select pg_sleep(0.1)`
    await hangUp()
    await transaction
    expect([attempts, await valueOf('b')]).toEqual([2, 1])

    const write = sql`update counted set value = value + 10 where name = 'b' and pg_sleep(0.2) is not null`
    const refused = expect(write).rejects.toMatchObject({ code: 'database_unavailable' })
    await db.sql`select pg_sleep(0.1)`
    await hangUp()
    await refused
    expect(await valueOf('b')).toBe(1)
  })

  test('during a commit, only the transaction of that commit fails, and not what is sent next', async () => {
    const single = connect({ at: db.address, poolSize: 1, name: 'repeated', deadlineMs: 6_000 })
    try {
      await db.sql`create table settled (name text)`
      await db.sql`
        create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(2); return null; end'`
      await db.sql`
        create constraint trigger settling after insert on settled deferrable initially deferred
        for each row execute function dawdle()`
      const commit = single.begin((tx) => tx`insert into settled values ('c')`)
      const refused = expect(commit).rejects.toMatchObject({ code: 'database_unavailable' })
      await db.sql`select pg_sleep(0.3)`
      await hangUp()
      await refused
      await single`update counted set value = value + 1 where name = 'b'`
      expect(await valueOf('b')).toBe(2)
    } finally {
      await single.end({ timeout: 1 })
    }
  })
})

test('a file that is missing is no lost connection, whose command would wait a minute', () => {
  const missing = (syscall: string) => Object.assign(new Error('missing'), { code: 'ENOENT', syscall })
  expect(isLost(missing('mkdir'))).toBe(false)
  expect(isLost(missing('connect'))).toBe(true)
})
