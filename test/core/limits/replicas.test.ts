import { describe, expect, test } from 'vitest'
import { newId } from '../../../core/kernel/id.ts'
import { open, sleep, useThreeGateways, WINDOW_MS } from './world.ts'

const shared = useThreeGateways()

type Open = ReturnType<typeof open>

interface Call {
  from: number
  to: number
}

/** The most calls that were asked and served within a window: how long an answer takes is not the limit’s. */
const mostWithin = (calls: readonly Call[], windowMs: number): number =>
  Math.max(
    ...calls.map(({ from }) => calls.filter((one) => one.from >= from && one.to - from < windowMs).length),
  )

/** Calls at random until the time is up; returns when the allowed calls were asked and served. */
async function load(limiters: Open[], user: string, { ms, pauseMs }: { ms: number; pauseMs: number }) {
  const allowed: Call[] = []
  const until = performance.now() + ms
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      const limiter = limiters[Math.floor(Math.random() * limiters.length)]!
      const from = performance.now()
      if (!(await limiter.spend('pipeline', user)).refused) allowed.push({ from, to: performance.now() })
      await sleep(Math.random() * pauseMs)
    }
  }
  await Promise.all(Array.from({ length: 8 }, client))
  return allowed
}

describe.concurrent('three processes', () => {
  test.each([
    ['a flood', 4],
    ['bursts', 60],
    ['just over the limit', 250],
  ])('under %s allow at most sixty in any sliding window', async (_, pauseMs) => {
    const limiters = shared().pools.map((sql) => open(sql))
    const allowed = await load(limiters, newId(), { ms: 2.2 * WINDOW_MS, pauseMs })
    expect(mostWithin(allowed, WINDOW_MS)).toBeLessThanOrEqual(60)
    expect(allowed.length).toBeGreaterThan(110)
    await Promise.all(limiters.map((limiter) => limiter.close()))
  })

  test.each([1, 2, 3])('grant a burst of a new caller exactly the limit, on %i', async (count) => {
    const limiters = shared()
      .pools.slice(0, count)
      .map((sql) => open(sql, { bucketMs: 1_000 }))
    for (let round = 0; round < 5; round += 1) {
      const user = newId()
      const calls = Array.from({ length: 75 }, (_, n) => limiters[n % count]!.spend('pipeline', user))
      const served = (await Promise.all(calls)).filter(({ refused }) => !refused)
      expect(served).toHaveLength(60)
      // Nothing is held back anywhere: the month has counted what was served.
      expect((await limiters[0]!.peek('pipeline', user)).month.remaining).toBe(50_000 - 60)
    }
    await Promise.all(limiters.map((limiter) => limiter.close()))
  })

  test('grant a caller who asks one after the other the limit, whichever they ask', async () => {
    const limiters = shared().pools.map((sql) => open(sql, { bucketMs: 1_000 }))
    const user = newId()
    let allowed = 0
    for (let n = 0; n < 100; n += 1)
      if (!(await limiters[n % 3]!.spend('pipeline', user)).refused) allowed += 1
    expect(allowed).toBe(60)
    await Promise.all(limiters.map((limiter) => limiter.close()))
  })

  test.each([1, 3])('one that asks steadily gets at least 57 of 60 from %i', async (count) => {
    const bucketMs = 100
    const limiters = shared()
      .pools.slice(0, count)
      .map((sql) => open(sql, { bucketMs }))
    const user = newId()
    const allowed: Call[] = []
    const started = performance.now()
    let slowestMs = 0
    for (let n = 0; n < 150; n += 1) {
      // Ten more than the limit allows in a window: who asks for exactly the limit is not refused by it alone.
      await sleep(started + n * 0.86 * bucketMs - performance.now())
      const from = performance.now()
      if (!(await limiters[n % count]!.spend('pipeline', user)).refused)
        allowed.push({ from, to: performance.now() })
      slowestMs = Math.max(slowestMs, performance.now() - from)
    }
    const windowMs = 60 * bucketMs
    expect(mostWithin(allowed, windowMs)).toBeLessThanOrEqual(60)
    const late = allowed.filter(({ to }) => to - started > windowMs)
    const seconds = performance.now() - started - windowMs
    // On a machine so busy that the asking itself is late, what is allowed says nothing.
    const inTime = slowestMs < bucketMs / 5 && performance.now() - started < 150 * 0.86 * bucketMs * 1.03
    if (inTime) expect((late.length * windowMs) / seconds).toBeGreaterThanOrEqual(57)
    await Promise.all(limiters.map((limiter) => limiter.close()))
  })

  test('killed and restarted at any moment never allow more', async () => {
    const user = newId()
    const limiters = shared().pools.map((sql) => open(sql))
    const killer = setInterval(() => {
      // A killed process returns nothing: it is simply not called any more.
      const n = Math.floor(Math.random() * 3)
      limiters[n] = open(shared().pools[n]!)
    }, 150)
    const allowed = await load(limiters, user, { ms: 2.2 * WINDOW_MS, pauseMs: 10 })
    clearInterval(killer)
    expect(mostWithin(allowed, WINDOW_MS)).toBeLessThanOrEqual(60)
    expect(allowed.length).toBeGreaterThan(30)
    await Promise.all(limiters.map((limiter) => limiter.close()))
  })

  test('spend exactly five thousand of a month of five thousand', async () => {
    const limiters = shared().pools.map((sql) => open(sql, { bucketMs: 1_000 }))
    const user = newId()
    let allowed = 0
    const refusals = new Set<string>()
    const client = async (limiter: Open): Promise<void> => {
      for (let streak = 0; streak < 50;) {
        const { refused } = await limiter.spend('monthly', user)
        if (refused) refusals.add(refused.by)
        else allowed += 1
        streak = refused ? streak + 1 : 0
      }
    }
    await Promise.all([...limiters, ...limiters].map(client))
    expect(allowed).toBe(5_000)
    expect([...refusals]).toEqual(['month'])
    const { refused, month } = await limiters[0]!.spend('monthly', user)
    expect(month.remaining).toBe(0)
    const seconds = (Date.parse(month.resetAt) - Date.now()) / 1_000
    expect(Math.abs(refused!.retryAfterSeconds - seconds)).toBeLessThan(2)
    await Promise.all(limiters.map((limiter) => limiter.close()))
  })
})
