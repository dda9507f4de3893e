// What happens to a delivery that the receiver does not accept: the schedule of retries, and what is shown.
import { describe, expect, test } from 'vitest'
import { addJob } from '../../../core/jobs/operations.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { newId } from '../../../core/kernel/id.ts'
import {
  listDeliveries,
  listWebhooks,
  replayDelivery,
  showDelivery,
  updateWebhook,
} from '../../../core/webhooks/operations.ts'
import { listToDisable, type Result } from '../../../core/webhooks/store/results.ts'
import { createVault } from '../../../core/vault.ts'
import { call } from '../../harness.ts'
import { aPath, useDelivering } from './fixture.ts'

const delivering = useDelivering()
const job = { company: 'Acme', role: 'Engineer' }

const deliveriesOf = async (ctx: Context) => (await call(listDeliveries, ctx, {})).deliveries

/** The attempts of the newest delivery. */
async function attemptsOf(ctx: Context) {
  const [newest] = await deliveriesOf(ctx)
  return newest ? (await call(showDelivery, ctx, { id: newest.id })).attemptLog : []
}
/**
 * The rest before the next attempt begins after the last one began and before now: of a rest between 4 and 6 seconds, `atMost` is
 * never less than 4 and `atLeast` never more than 6, however slow the machine.
 */
const restOf = async (ctx: Context, { nextAttemptAt }: { nextAttemptAt: string | null }) => {
  const nextMs = Date.parse(nextAttemptAt!)
  const atLeast = nextMs - Date.now()
  return { atLeast, atMost: nextMs - Date.parse((await attemptsOf(ctx)).at(-1)!.at) }
}
const webhookOf = async (ctx: Context) => (await call(listWebhooks, ctx, {})).webhooks[0]!

describe('a delivery that fails', () => {
  test('is retried with the same id and the same bytes, and its attempts are listed', async () => {
    const path = aPath()
    delivering().answers[path] = (res, count) =>
      count === 1 ? res.writeHead(500).end('not now\0') : res.writeHead(200).end('thanks')
    const { ctx } = await delivering().subscriber(path)
    await call(addJob, ctx, job)
    await expect.poll(async () => (await deliveriesOf(ctx))[0]?.responseStatus).toBe(500)
    const [failed] = await deliveriesOf(ctx)
    const { atLeast, atMost } = await restOf(ctx, failed!)
    expect(atMost).toBeGreaterThan(3_900)
    expect(atLeast).toBeLessThan(6_100)
    expect((await webhookOf(ctx)).health).toMatchObject({ state: 'failing', pending: 1 })
    await delivering().hurry()
    await expect.poll(async () => (await deliveriesOf(ctx))[0]?.status).toBe('delivered')
    const [first, second] = delivering().received(path)
    expect(second!.body).toBe(first!.body)
    expect(second!.headers['x-service-delivery']).toBe(first!.headers['x-service-delivery'])
    const shown = await call(showDelivery, ctx, { id: failed!.id })
    expect(shown).toMatchObject({ payload: first!.body, attempts: 2, nextAttemptAt: null })
    expect(shown.attemptLog).toMatchObject([
      { number: 1, responseStatus: 500, responseBody: 'not now\ufffd', problem: null },
      { number: 2, responseStatus: 200, responseBody: 'thanks', problem: null },
    ])
    expect((await webhookOf(ctx)).health).toMatchObject({
      state: 'healthy',
      delivered: 1,
      failingSince: null,
    })
  })

  test('leaves its webhook failing when its events change, and not at another address', async () => {
    const path = aPath()
    delivering().answers[path] = (res) => res.writeHead(500).end()
    const { ctx, webhookId: id } = await delivering().subscriber(path)
    await call(addJob, ctx, job)
    await expect.poll(async () => (await webhookOf(ctx)).health.state).toBe('failing')
    const { failingSince } = (await webhookOf(ctx)).health
    await call(updateWebhook, ctx, { id, events: ['job.created'] })
    expect((await webhookOf(ctx)).health).toMatchObject({ state: 'failing', failingSince })
    await call(updateWebhook, ctx, { id, url: `http://${delivering().receiver.host}${aPath()}` })
    expect((await webhookOf(ctx)).health).toMatchObject({ state: 'unused', failingSince: null })
  })

  test('is given up after eight attempts, and can be replayed', async () => {
    const path = aPath()
    let answer = 503
    delivering().answers[path] = (res) => res.writeHead(answer).end()
    const { ctx } = await delivering().subscriber(path)
    await call(addJob, ctx, job)
    for (let n = 1; n <= 8; n += 1) {
      await expect.poll(async () => (await attemptsOf(ctx)).length).toBe(n)
      await delivering().hurry()
    }
    const [dead] = await deliveriesOf(ctx)
    expect(dead).toMatchObject({ status: 'failed', nextAttemptAt: null, responseStatus: 503 })
    // The schedule takes over a day, so the event is older than that when its last attempt fails.
    await ctx.sql`
      update webhook_history set created_at = created_at - interval '27 hours' where id = ${dead!.id}`
    expect((await webhookOf(ctx)).health).toMatchObject({ failed: 1 })
    answer = 200
    expect(await call(replayDelivery, ctx, { id: dead!.id })).toMatchObject({
      id: dead!.id,
      status: 'pending',
    })
    await expect
      .poll(async () => (await deliveriesOf(ctx))[0])
      .toMatchObject({
        ...{ id: dead!.id, status: 'delivered', attempts: 9 },
      })
  })

  test('with a Retry-After of a second each time does not use up the schedule', async () => {
    const path = aPath()
    delivering().answers[path] = (res) => res.writeHead(503, { 'retry-after': '1' }).end()
    const { ctx } = await delivering().subscriber(path)
    await call(addJob, ctx, job)
    const failTimes = async (from: number, to: number) => {
      for (let n = from; n <= to; n += 1) {
        await expect.poll(async () => (await attemptsOf(ctx)).length).toBe(n)
        if (n < to) await delivering().hurry()
      }
      const [delivery] = await deliveriesOf(ctx)
      return restOf(ctx, delivery!)
    }
    expect((await failTimes(1, 12)).atLeast).toBeLessThan(2_000)
    // After twelve retries sooner than the schedule, the schedule's delays follow: five minutes, thirty, …
    expect((await failTimes(12, 14)).atMost).toBeGreaterThan(230_000)
    await delivering().hurry()
    expect((await failTimes(15, 15)).atMost).toBeGreaterThan(1_400_000)
    delivering().answers[path] = (res) => res.writeHead(200).end()
    await delivering().hurry()
    await expect
      .poll(async () => (await deliveriesOf(ctx))[0])
      .toMatchObject({ status: 'delivered', attempts: 16 })
  })

  test('because this gateway has another key is retried soon, so that one with the key sends it', async () => {
    const path = aPath()
    const { ctx, webhookId: id } = await delivering().subscriber(path)
    const sealed = createVault(Buffer.alloc(32, 8)).seal('topsecret', `${ctx.principal.userId}|${id}`)
    await ctx.sql`
      update webhooks set sealed_secret = ${sealed} where user_id = ${ctx.principal.userId} and id = ${id}`
    await call(addJob, ctx, job)
    for (let n = 1; n <= 3; n += 1) {
      await expect.poll(async () => (await attemptsOf(ctx)).length).toBe(n)
      expect((await attemptsOf(ctx)).at(-1)!.problem).toMatch(/encrypted with another key/)
      expect((await restOf(ctx, (await deliveriesOf(ctx))[0]!)).atLeast).toBeLessThan(6_100)
      await delivering().hurry()
    }
  })

  test.each([
    ['30', 429, 30],
    ['86401', 503, 86_400],
    ['soon', 429, 5],
    ['30', 500, 5],
  ])('is delayed by Retry-After: %s of a %i response, within limits', async (retryAfter, status, seconds) => {
    const path = aPath()
    delivering().answers[path] = (res) => res.writeHead(status, { 'retry-after': retryAfter }).end()
    const { ctx } = await delivering().subscriber(path)
    await call(addJob, ctx, job)
    await expect.poll(async () => (await deliveriesOf(ctx))[0]?.responseStatus).toBe(status)
    const { atLeast, atMost } = await restOf(ctx, (await deliveriesOf(ctx))[0]!)
    expect(atMost).toBeGreaterThan(seconds * 800 - 100)
    expect(atLeast).toBeLessThan(seconds * 1_200 + 100)
  })

  test.each<[string, (path: string) => void, number | null, RegExp | null]>([
    [
      'a redirect',
      (path) => (delivering().answers[path] = (res) => res.writeHead(302, { location: '/x' }).end()),
      302,
      null,
    ],
    ['a reset', (path) => (delivering().answers[path] = (res) => res.destroy()), null, /connection was lost/],
  ])('by %s reports it', async (_, arrange, status, problem) => {
    const path = aPath()
    arrange(path)
    const { ctx } = await delivering().subscriber(path)
    await call(addJob, ctx, job)
    await expect.poll(async () => (await attemptsOf(ctx)).length).toBe(1)
    const [attempt] = await attemptsOf(ctx)
    expect(attempt!.responseStatus).toBe(status)
    if (problem) expect(attempt!.problem).toMatch(problem)
  })

  test('with an endless body is cut off at 64 KB and counts by its status', async () => {
    const path = aPath()
    delivering().answers[path] = (res) => {
      res.writeHead(200)
      const drip = setInterval(() => res.write('x'.repeat(8_192)), 2)
      res.on('close', () => clearInterval(drip))
    }
    const { ctx } = await delivering().subscriber(path)
    await call(addJob, ctx, job)
    await expect.poll(async () => (await deliveriesOf(ctx))[0]?.status).toBe('delivered')
    const { attemptLog } = await call(showDelivery, ctx, { id: (await deliveriesOf(ctx))[0]!.id })
    expect(attemptLog[0]!.responseBody).toHaveLength(4_096)
  })
})

test('a 410 counts, also if another delivery of the same batch failed otherwise after it', async () => {
  const ids = { userId: newId(), webhookId: newId() }
  const gone = { ...ids, ...{ gone: true, outcome: 'failed', log: { responseStatus: 410 } } } as Result
  const later = { ...gone, ...{ gone: false, outcome: 'retry', log: { responseStatus: 500 } } } as Result
  const disabled = await listToDisable(delivering().core.services.sql, [gone, later])
  expect(disabled).toEqual([{ ...ids, reason: 'The receiver answered 410 Gone.' }])
})
