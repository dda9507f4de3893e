// Delivery guarantees: every event arrives, signed, retried until accepted, and independent of other receivers.
import { spawnSync } from 'node:child_process'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { addActivity } from '../../../core/activities/operations.ts'
import { listAudit, undoChange } from '../../../core/audit/operations.ts'
import { transaction, emit } from '../../../core/database/transaction.ts'
import { addJob, removeJob, setStatus } from '../../../core/jobs/operations.ts'
import type { Context } from '../../../core/kernel/context.ts'
import {
  addWebhook,
  listDeliveries,
  listWebhooks,
  replayEvents,
  rotateSecret,
  testWebhook,
  updateWebhook,
} from '../../../core/webhooks/operations.ts'
import { deliveryWorker } from '../../../core/webhooks/worker.ts'
import { standardSignature } from '../../../core/webhooks/signature.ts'
import { startWorkers } from '../../../core/background/worker.ts'
import { call } from '../../harness.ts'
import { aPath, useDelivering, type Subscriber } from './fixture.ts'

const delivering = useDelivering()
const job = { company: 'Acme', role: 'Engineer' }
interface Signed {
  headers: Record<string, string>
  body: string
}

const bodies = (path: string) =>
  delivering()
    .received(path)
    .map(
      ({ body }) => JSON.parse(body) as { event: string; timestamp: string; data: Record<string, unknown> },
    )

const deliveriesOf = async (ctx: Context) => (await call(listDeliveries, ctx, {})).deliveries
/** The signature computed by openssl; null on a machine without it. */
function opensslHmac(secret: string, body: string): string | null {
  const { stdout, error } = spawnSync('openssl', ['dgst', '-sha256', '-hmac', secret], { input: body })
  return error ? null : stdout.toString().trim().split(' ').at(-1)!
}

const webhookOf = async (ctx: Context) => (await call(listWebhooks, ctx, {})).webhooks[0]!

describe('an event', () => {
  test('is delivered to every registration that subscribes to it, and to no other', async () => {
    const [all, some, none] = [aPath(), aPath(), aPath()]
    const { ctx } = await delivering().subscriber(all)
    await delivering().subscriber(none)
    const host = delivering().receiver.host
    await call(addWebhook, ctx, { url: `http://${host}${some}`, events: ['offer.received'] })
    const { id } = await call(addJob, ctx, job)
    await call(setStatus, ctx, { id, status: 'offer' })
    await call(addActivity, ctx, { jobId: id, title: 'Talked' })
    await call(removeJob, ctx, { id })
    const names = ['job.created', 'job.status_changed', 'offer.received', 'activity.created', 'job.deleted']
    await expect
      .poll(() =>
        bodies(all)
          .map(({ event }) => event)
          .sort(),
      )
      .toEqual(names.sort())
    expect(bodies(some).map(({ event }) => event)).toEqual(['offer.received'])
    expect(bodies(none)).toEqual([])
    const dataOf = (name: string) => bodies(all).find(({ event }) => event === name)!.data
    expect(dataOf('job.status_changed')).toMatchObject({
      ...{ jobId: id, ...job, previousStatus: 'saved', newStatus: 'offer' },
    })
    expect(dataOf('activity.created')).toMatchObject({ jobId: id, ...job, title: 'Talked' })
    expect(dataOf('job.deleted')).toMatchObject({ id, jobId: id, ...job, status: 'offer' })
  })

  test('of a change that was rolled back is not delivered', async () => {
    const path = aPath()
    const { ctx } = await delivering().subscriber(path)
    const broken = transaction(ctx, async (tx) => {
      emit(tx, 'offer.received', {})
      await tx.sql`select 1 / 0`
    })
    await expect(broken).rejects.toThrow()
    await call(addJob, ctx, job)
    await expect.poll(() => bodies(path).map(({ event }) => event)).toEqual(['job.created'])
  })

  test('arrives on an idle server, one after another', async () => {
    const path = aPath()
    const { ctx } = await delivering().subscriber(path)
    for (let n = 1; n <= 9; n += 1) {
      await call(addJob, ctx, job)
      await expect.poll(() => bodies(path).length).toBe(n)
    }
  })
})

describe('a receiver verifies', () => {
  test.each([undefined, 'topsecret', 'whsec_plJ3nmyCDGBKInavdOK15jsl'])(
    'with the standardwebhooks package and with openssl, secret %s',
    async (own) => {
      const path = aPath()
      const { ctx, secret } = await delivering().subscriber(path, ['*'], own)
      await call(addJob, ctx, { ...job, notes: '„Grüße“ 🎉' })
      await expect.poll(() => bodies(path).length).toBe(1)
      const [{ headers, body }] = delivering().received(path) as unknown as [Signed]
      const webhook = secret.startsWith('whsec_')
        ? new Webhook(secret)
        : new Webhook(secret, { format: 'raw' })
      expect(webhook.verify(body, headers)).toEqual(JSON.parse(body))
      expect(() => webhook.verify(`${body} `, headers)).toThrow()
      const digest = opensslHmac(secret, body)
      if (digest !== null) expect(headers['x-service-signature']).toBe(`sha256=${digest}`)
    },
  )

  test.each([
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', ['default']],
    ['whsec_bm90IHNvIGxvbmc=', ['default']],
    ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', ['default', 'raw']],
    ['password', ['default', 'raw']],
    ['my own words', ['raw']],
  ] as const)('a secret of their own, %s, as libraries read it: %j', async (secret, formats) => {
    const path = aPath()
    const { ctx, webhookId } = await delivering().subscriber(path, ['*'], secret)
    expect(await call(testWebhook, ctx, { id: webhookId })).toMatchObject({ delivered: true })
    const [{ headers, body }] = delivering().received(path) as unknown as [Signed]
    for (const format of formats) {
      const library = format === 'raw' ? new Webhook(secret, { format }) : new Webhook(secret)
      expect(library.verify(body, headers)).toEqual(JSON.parse(body))
    }
  })

  test.each([
    'whsec_!!!!',
    'whsec_abc',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS',
    'whsec_a-b_a-b_',
    'whsec_a b c',
  ])('with a secret that libraries can read: %s is refused when it is given', async (secret) => {
    const { ctx, webhookId } = await delivering().subscriber(aPath())
    const refused = { code: 'invalid_input', message: expect.stringMatching(/base64/) as string }
    const url = `http://${delivering().receiver.host}${aPath()}`
    await expect(call(addWebhook, ctx, { url, events: ['*'], secret })).rejects.toMatchObject(refused)
    await expect(call(rotateSecret, ctx, { id: webhookId, secret })).rejects.toMatchObject(refused)
  })

  test('with the old and the new secret during a rotation, and afterwards with the new one only', async () => {
    const path = aPath()
    const { ctx, webhookId, secret } = await delivering().subscriber(path)
    const next = await call(rotateSecret, ctx, { id: webhookId })
    expect(next.secret).not.toBe(secret)
    expect(next.previousSecretUntil).not.toBeNull()
    await call(addJob, ctx, job)
    await expect.poll(() => bodies(path).length).toBe(1)
    const [first] = delivering().received(path) as unknown as [Signed]
    for (const each of [secret, next.secret]) new Webhook(each).verify(first.body, first.headers)
    await call(testWebhook, ctx, { id: webhookId })
    const [, test] = delivering().received(path) as unknown as [Signed, Signed]
    for (const each of [secret, next.secret]) new Webhook(each).verify(test.body, test.headers)
    await ctx.sql`update webhooks set previous_secret_until = now() where id = ${webhookId}`
    await call(addJob, ctx, job)
    await expect.poll(() => bodies(path).length).toBe(3)
    const { headers, body } = delivering().received(path)[2] as unknown as Signed
    const signed = standardSignature(
      next.secret,
      headers['webhook-id']!,
      Number(headers['webhook-timestamp']),
      body,
    )
    expect(headers['webhook-signature']).toBe(signed)
  })
})

describe('a registration', () => {
  test('whose receiver responds 410 is disabled immediately, keeps its pending deliveries, and sends them once enabled', async () => {
    const path = aPath()
    let answer = 410
    delivering().answers[path] = (res) => res.writeHead(answer).end()
    const { ctx, webhookId } = await delivering().subscriber(path)
    await call(addJob, ctx, job)
    await expect.poll(async () => (await webhookOf(ctx)).disabledReason).toMatch(/410/)
    expect((await webhookOf(ctx)).health.state).toBe('disabled')
    const since = new Date(Date.now() - 60_000).toISOString()
    await call(addJob, ctx, job)
    expect(await deliveriesOf(ctx)).toMatchObject([{ status: 'failed' }])
    answer = 200
    const enabled = await call(updateWebhook, ctx, { id: webhookId, disabled: false })
    expect(enabled).toMatchObject({ disabledAt: null, disabledReason: null })
    expect(await call(replayEvents, ctx, { id: webhookId, since })).toEqual({ id: webhookId, replayed: 2 })
    await expect
      .poll(async () => (await deliveriesOf(ctx)).map(({ status }) => status))
      .toEqual(['delivered', 'delivered'])
    expect(await call(replayEvents, ctx, { id: webhookId, since })).toEqual({ id: webhookId, replayed: 0 })
    expect(await call(replayEvents, ctx, { id: webhookId, since, all: true })).toMatchObject({ replayed: 2 })
    await expect.poll(() => bodies(path).length).toBe(5)
  })

  test('that is disabled automatically is audited and, with a mail server, reported by e-mail; undo does not touch it', async () => {
    const path = aPath()
    delivering().answers[path] = (res) => res.writeHead(410).end()
    const { ctx, webhookId } = await delivering().subscriber(path)
    const userId = ctx.principal.userId
    await ctx.sql`insert into user_emails (email, user_id) values ('sam@example.com', ${userId})`
    Object.assign(delivering().core.services.config, { smtpUrl: 'smtp://127.0.0.1:9' })
    const { id } = await call(addJob, ctx, job)
    await expect.poll(async () => (await webhookOf(ctx)).disabledAt).not.toBeNull()
    Object.assign(delivering().core.services.config, { smtpUrl: null })
    const { entries } = await call(listAudit, ctx, { noun: 'webhook', limit: 1 })
    expect(entries).toMatchObject([
      {
        operation: 'webhooks.deliver',
        client: 'the service',
        credential: { kind: 'anonymous', name: 'the service' },
        changes: [
          { noun: 'webhook', id: webhookId, did: 'updated', fields: ['disabledAt', 'disabledReason'] },
        ],
      },
    ])
    const letters =
      await ctx.sql`select recipient, subject, html, body from outgoing_emails where user_id = ${userId}`
    expect(letters).toMatchObject([
      { recipient: 'sam@example.com', subject: expect.stringMatching(/disabled/) },
    ])
    expect(letters[0]!['body']).toContain(`crm webhooks enable ${webhookId.slice(-8)}`)
    expect(letters[0]!['body']).toContain('410 Gone')
    expect((await call(undoChange, ctx, {})).rows).toMatchObject([{ noun: 'job', id }])
    expect((await webhookOf(ctx)).disabledAt).not.toBeNull()
  })

  test('without a success for five days is disabled with a reason', async () => {
    const path = aPath()
    delivering().answers[path] = (res) => res.writeHead(500).end()
    const { ctx, webhookId } = await delivering().subscriber(path)
    await call(addJob, ctx, job)
    await expect.poll(async () => (await webhookOf(ctx)).health.failingSince).not.toBeNull()
    expect((await webhookOf(ctx)).disabledAt).toBeNull()
    await ctx.sql`update webhooks set failing_since = now() - interval '5 days 1 minute' where id = ${webhookId}`
    await delivering().hurry()
    await expect.poll(async () => (await webhookOf(ctx)).disabledReason).toMatch(/five days.*HTTP 500/)
    expect(await deliveriesOf(ctx)).toMatchObject([{ status: 'held' }])
    await call(updateWebhook, ctx, { id: webhookId, disabled: false })
    await call(undoChange, ctx, {})
    expect((await webhookOf(ctx)).disabledReason).toMatch(/five days/)
  })

  test('is served by several workers, and nothing is sent twice', async () => {
    const others = [1, 2].map(() => startWorkers(delivering().core.services, [deliveryWorker]))
    const paths = [aPath(), aPath(), aPath(), aPath()]
    const people: Context[] = []
    for (const path of paths) people.push((await delivering().subscriber(path)).ctx)
    for (let round = 0; round < 5; round += 1)
      await Promise.all(
        people.map((ctx) =>
          transaction(ctx, async (tx) => {
            for (let n = 0; n < 60; n += 1) emit(tx, 'job.updated', { round, n })
          }),
        ),
      )
    await expect.poll(() => paths.map((path) => bodies(path).length)).toEqual([300, 300, 300, 300])
    await Promise.all(others.map((running) => running.stop()))
    for (const path of paths) {
      const ids = delivering()
        .received(path)
        .map(({ headers }) => headers['x-service-delivery'])
      expect([ids.length, new Set(ids).size]).toEqual([300, 300])
    }
  })

  test('keeps its claim during a long call: no other worker sends it again', async () => {
    const path = aPath()
    let answer = () => {}
    delivering().answers[path] = (res) => (answer = () => res.writeHead(204).end())
    const { ctx } = await delivering().subscriber(path)
    const other = startWorkers(delivering().core.services, [deliveryWorker])
    await call(addJob, ctx, job)
    await expect.poll(() => bodies(path).length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(bodies(path)).toHaveLength(1)
    answer()
    await expect.poll(async () => (await deliveriesOf(ctx))[0]?.status).toBe('delivered')
    expect(await deliveriesOf(ctx)).toMatchObject([{ attempts: 1 }])
    await other.stop()
  })

  test('is served by another worker after its own has died', async () => {
    const path = aPath()
    const { ctx, webhookId } = await delivering().subscriber(path)
    await delivering().running.stop()
    await call(addJob, ctx, job)
    // What a worker leaves that is killed in a call.
    await ctx.sql`update webhook_queue set claimed_until = now() + interval '2 seconds' where webhook_id = ${webhookId}`
    delivering().running = startWorkers(delivering().core.services, [deliveryWorker])
    await expect.poll(async () => (await deliveriesOf(ctx))[0]?.status).toBe('delivered')
    expect(bodies(path)).toHaveLength(1)
  })

  test('that hangs does not delay another, however long its queue', async () => {
    const [hanging, healthy] = [aPath(), aPath()]
    delivering().answers[hanging] = () => {}
    const sleepers: Subscriber[] = []
    for (let n = 0; n < 10; n += 1) sleepers.push(await delivering().subscriber(hanging))
    for (const { ctx } of sleepers)
      await transaction(ctx, async (tx) => {
        for (let n = 0; n < 60; n += 1) emit(tx, 'job.updated', { n })
      })
    await expect.poll(() => delivering().received(hanging).length).toBe(80)
    const { ctx } = await delivering().subscriber(healthy)
    await call(addJob, ctx, job)
    await expect.poll(() => bodies(healthy).length, { interval: 5 }).toBe(1)
    expect(delivering().received(hanging), 'None of the others has ended.').toHaveLength(80)
    for (const { ctx: theirs, webhookId } of sleepers)
      await call(updateWebhook, theirs, { id: webhookId, disabled: true })
  })
})
