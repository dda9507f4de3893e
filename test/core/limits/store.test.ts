import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../core/kernel/id.ts'
import { freesAtMs, totalOf } from '../../../core/limits/sliding-window.ts'
import {
  leaseMinutes,
  removeOldWindows,
  returnBlocks,
  takeBlocks,
  type LeaseAsk,
} from '../../../core/limits/store.ts'
import { freshDatabase } from '../../database.ts'

let db: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => void (db = await freshDatabase()))
afterAll(() => db.close())

const LIMIT = { name: 'pipeline', minute: 60, bucketMs: 5_000 }
const MONTH = { name: 'pipeline', month: 120 }

async function lease(subject: string, ask: Partial<LeaseAsk> = {}) {
  const asks = [{ subject, wanted: 15, back: 0, backBucket: 0, debt: 0, ...ask }]
  const [answer] = await leaseMinutes(db.sql, LIMIT, asks)
  return { ...answer!, total: totalOf(answer!) }
}

async function block(subject: string, wanted: number) {
  const [answer] = await takeBlocks(db.sql, MONTH, [{ subject, wanted }])
  return answer!
}

/** Shifts a row back by this many buckets. */
const age = (subject: string, buckets: number) => db.sql`
  update minute_rings set bucket = bucket - ${buckets}, used = (
    select array_agg(used[(place + ${buckets}::int) % 61 + 1] order by place) from generate_series(0, 60) place)
  where subject = ${subject}`

describe('a minute lease', () => {
  test('is granted until the minute is spent, and then refused', async () => {
    const user = newId()
    const grants: number[] = []
    for (let n = 0; n < 6; n += 1) grants.push((await lease(user)).granted)
    expect(grants).toEqual([15, 15, 15, 15, 0, 0])
  })

  test('takes back the unspent units of an earlier lease', async () => {
    const user = newId()
    const { bucket } = await lease(user)
    expect(await lease(user, { wanted: 3, back: 7, backBucket: bucket })).toMatchObject({
      granted: 3,
      total: 11,
    })
  })

  test('returns units to the bucket they came from', async () => {
    const user = newId()
    const { bucket } = await lease(user, { wanted: 10 })
    await age(user, 4)
    const answer = await lease(user, { wanted: 0, back: 4, backBucket: bucket - 4 })
    expect(answer.total).toBe(6)
    expect(freesAtMs(answer, 5_000)).toBe((bucket - 4 + 61) * 5_000)
  })

  test('ignores units returned after their bucket left the window', async () => {
    const user = newId()
    const { bucket } = await lease(user, { wanted: 10 })
    await age(user, 61)
    expect(await lease(user, { wanted: 5, back: 4, backBucket: bucket - 61 })).toMatchObject({
      granted: 5,
      total: 5,
    })
  })

  test('counts the oldest bucket until it has left the window entirely', async () => {
    const user = newId()
    for (let n = 0; n < 4; n += 1) await lease(user)
    await age(user, 60)
    expect((await lease(user)).granted).toBe(0)
    await age(user, 1)
    expect((await lease(user)).granted).toBe(15)
  })

  test('counts a debt first, even beyond the limit', async () => {
    const user = newId()
    expect(await lease(user, { debt: 50 })).toMatchObject({ granted: 10, total: 60 })
    expect(await lease(user, { debt: 5 })).toMatchObject({ granted: 0, total: 65 })
  })

  test('starts again when the database’s clock is set back by more than a window', async () => {
    const user = newId()
    for (let n = 0; n < 5; n += 1) await lease(user)
    await age(user, -720)
    expect(await lease(user)).toMatchObject({ granted: 15, total: 15 })
  })

  test('for many subjects takes one statement, with one row each', async () => {
    const [a, b] = [newId(), newId()]
    await lease(a, { debt: 55 })
    const asks = [b, a].map((subject) => ({ subject, wanted: 15, back: 0, backBucket: 0, debt: 0 }))
    const answers = await leaseMinutes(db.sql, LIMIT, asks)
    expect(new Map(answers.map(({ subject, granted }) => [subject, granted]))).toEqual(
      new Map([
        [a, 0],
        [b, 15],
      ]),
    )
  })

  test('never exceeds the limit with forty concurrent connections', async () => {
    const user = newId()
    const all = await Promise.all(Array.from({ length: 40 }, () => lease(user, { wanted: 4 })))
    expect(all.reduce((sum, { granted }) => sum + granted, 0)).toBe(60)
  })
})

describe('a monthly block', () => {
  test('is granted until the month is spent', async () => {
    const user = newId()
    const grants: number[] = []
    for (let n = 0; n < 4; n += 1) grants.push((await block(user, 50)).granted)
    expect(grants).toEqual([50, 50, 20, 0])
  })

  test('ends with the month in UTC', async () => {
    const { month, endsMs, nowMs } = await block(newId(), 1)
    const now = new Date(nowMs)
    expect(month).toBe(`${now.toISOString().slice(0, 7)}-01`)
    expect(endsMs).toBe(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  })

  test('can be returned', async () => {
    const user = newId()
    const { month } = await block(user, 50)
    await returnBlocks(db.sql, 'pipeline', [{ subject: user, month, units: 30 }])
    expect((await block(user, 0)).used).toBe(20)
  })

  test('can be inspected without spending', async () => {
    const user = newId()
    expect(await block(user, 0)).toMatchObject({ granted: 0, used: 0 })
  })
})

test('expired windows are removed, and current ones are kept', async () => {
  const [old, fresh] = [newId(), newId()]
  await lease(old)
  await lease(fresh)
  await age(old, 61)
  await removeOldWindows(db.sql, 5_000)
  const rows = await db.sql`select subject from minute_rings where subject in (${old}, ${fresh})`
  expect(rows.map(({ subject }) => subject as string)).toEqual([fresh])
})
