import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { emit, transaction } from '../../../core/database/transaction.ts'
import { addJob } from '../../../core/jobs/operations.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { deliver } from '../../../core/webhooks/http-call.ts'
import { openDialler } from '../../../core/outbound/dial.ts'
import { webhookPort } from '../../../core/outbound/address.ts'
import {
  addWebhook,
  followEvents,
  listWebhooks,
  removeWebhook,
  testWebhook,
} from '../../../core/webhooks/operations.ts'
import { serviceSignature, standardSignature } from '../../../core/webhooks/signature.ts'
import { as, aUser, call, useCore } from '../../harness.ts'
import { openReceiver, type Receiver } from './receiver.ts'

const core = useCore()
let receiver: Receiver

beforeAll(async () => {
  receiver = await openReceiver((path, res) => {
    if (path === '/redirect') res.writeHead(302, { location: '/target' }).end()
    else if (path === '/error') res.writeHead(500).end('no')
    else if (path === '/reset') res.destroy()
    else if (path === '/endless') {
      res.writeHead(200)
      const drip = setInterval(() => res.write('x'.repeat(65_536)), 5)
      res.on('close', () => clearInterval(drip))
    } else res.writeHead(204).end()
  })
})
afterAll(() => receiver.close())

/** A user whose server may reach the receiver. */
async function me(changes: Partial<Context> = {}): Promise<Context> {
  const ctx = as(core(), await aUser(core()), changes)
  return { ...ctx, config: { ...ctx.config, allowPrivateHosts: [receiver.host] } }
}
const outside = (ctx: Context): Context => ({ ...ctx, config: { ...ctx.config, allowPrivateHosts: [] } })
const at = (path: string) => ({ url: `http://${receiver.host}${path}`, events: ['*' as const] })

/** All stored data of a user, as text. */
async function atRest({ sql, principal }: Context): Promise<string> {
  const owner = principal.userId
  const tables = await Promise.all([
    sql`select answer from idempotency_keys where user_id = ${owner}`,
    sql`select changes from audit_log where user_id = ${owner}`,
    sql`select payload from outbox_events where user_id = ${owner}`,
    sql`select url, events, encode(sealed_secret, 'escape') as sealed from webhooks where user_id = ${owner}`,
  ])
  return JSON.stringify(tables)
}

describe('registrations', () => {
  test('a registration shows its secret once and is listed without it', async () => {
    const ctx = await me()
    const { secret, ...webhook } = await call(addWebhook, ctx, {
      url: 'https://8.8.8.8/hook',
      events: ['job.created', 'job.created', 'offer.received'],
    })
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(webhook).toMatchObject({
      events: ['job.created', 'offer.received'],
      secretLastFour: secret.slice(-4),
      disabledAt: null,
      disabledReason: null,
    })
    expect(await call(listWebhooks, ctx, {})).toEqual({
      webhooks: [{ ...webhook, health: expect.objectContaining({ state: 'unused', pending: 0 }) }],
      nextCursor: null,
      total: 1,
    })
    expect(await atRest(ctx)).not.toContain(secret)
  })

  test('a given secret is used, and a short one reveals no last four characters', async () => {
    const ctx = await me()
    const webhook = await call(addWebhook, ctx, { ...at('/'), secret: 'topsecret' })
    expect(webhook).toMatchObject({ secret: 'topsecret', secretLastFour: null })
    expect(await atRest(ctx)).not.toContain('topsecret')
  })

  test('a retry with the same key gets the first response with its secret, although no secret is stored', async () => {
    const ctx = await me({ idempotency: { key: 'once', fingerprint: Buffer.from('same body') } })
    const first = await call(addWebhook, ctx, at('/'))
    expect(await call(addWebhook, ctx, at('/'))).toEqual(first)
    await call(removeWebhook, { ...ctx, idempotency: undefined }, { id: first.id })
    expect(await call(addWebhook, ctx, at('/'))).toEqual(first)
    expect((await call(listWebhooks, ctx, {})).total).toBe(0)
    expect(await atRest(ctx)).not.toContain(first.secret)
  })

  test.each([
    ['url', { url: 'http://127.0.0.1/', events: ['*'] }],
    ['url', { url: 'https://user:pass@a.example/', events: ['*'] }],
    ['url', { url: `https://a.example/${'x'.repeat(2048)}`, events: ['*'] }],
    ['events', { url: 'https://8.8.8.8/', events: [] }],
    ['events.0', { url: 'https://8.8.8.8/', events: ['job.exploded'] }],
    ['secret', { url: 'https://8.8.8.8/', events: ['*'], secret: '' }],
    ['secret', { url: 'https://8.8.8.8/', events: ['*'], secret: 'xyz'.repeat(86) }],
    ['secret', { url: 'https://8.8.8.8/', events: ['*'], secret: ' '.repeat(32) }],
    ['secret', { url: 'https://8.8.8.8/', events: ['*'], secret: `a${' '.repeat(30)}b` }],
    ['secret', { url: 'https://8.8.8.8/', events: ['*'], secret: '7'.repeat(32) }],
  ])('a wrong %s is refused by name', async (path, input) => {
    const refusal = call(addWebhook, outside(await me()), input as { url: string; events: ['*'] })
    await expect(refusal).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path }] })
  })

  test('there may be fifty, and the next is refused until one is removed', async () => {
    const ctx = await me()
    const all = await Promise.all(Array.from({ length: 50 }, () => call(addWebhook, ctx, at('/'))))
    await expect(call(addWebhook, ctx, at('/'))).rejects.toMatchObject({
      code: 'webhooks_full',
      kind: 'conflict',
    })
    expect(await call(removeWebhook, ctx, { id: all[0]!.id })).toEqual({ deleted: true, id: all[0]!.id })
    await call(addWebhook, ctx, at('/'))
    const page = await call(listWebhooks, ctx, { limit: 30 })
    const rest = await call(listWebhooks, ctx, { limit: 30, cursor: page.nextCursor! })
    expect([page.webhooks.length, rest.webhooks.length, rest.nextCursor]).toEqual([30, 20, null])
  })

  test('the audit row of a removal keeps the sealed secret, so that undo can restore it', async () => {
    const ctx = await me()
    const { id, secret } = await call(addWebhook, ctx, at('/'))
    await call(removeWebhook, ctx, { id })
    const [audit] = await ctx.sql<{ changes: { before: { sealedSecret: string } }[] }[]>`
      select changes from audit_log where user_id = ${ctx.principal.userId} and operation = 'webhooks.delete'`
    const sealed = Buffer.from(audit!.changes[0]!.before.sealedSecret, 'base64')
    expect(ctx.vault.open(sealed, `${ctx.principal.userId}|${id}`)).toBe(secret)
  })

  test('another user’s registrations and deliveries are not found', async () => {
    const { id } = await call(addWebhook, await me(), at('/'))
    const ctx = await me()
    const missing = { code: 'webhook_not_found' }
    for (const theirs of [id, 'no-id']) {
      await expect(call(removeWebhook, ctx, { id: theirs })).rejects.toMatchObject(missing)
      await expect(call(testWebhook, ctx, { id: theirs })).rejects.toMatchObject(missing)
    }
    expect((await call(listWebhooks, ctx, {})).total).toBe(0)
  })
})

describe('a test delivery', () => {
  test('arrives signed, once, and returns its outcome', async () => {
    const ctx = await me()
    const { id, secret } = await call(addWebhook, ctx, at('/ok'))
    const before = receiver.received.length
    expect(await call(testWebhook, ctx, { id })).toEqual({
      delivered: true,
      status: 204,
      durationMs: expect.any(Number),
      problem: null,
    })
    const [{ headers, body }, ...more] = receiver.received.slice(before) as [Receiver['received'][number]]
    expect(more).toEqual([])
    expect(JSON.parse(body)).toMatchObject({ event: 'webhook.test', data: { webhookId: id } })
    expect(headers['x-service-event']).toBe('webhook.test')
    expect(headers['x-service-signature']).toBe(serviceSignature(secret, body))
    expect(headers['webhook-id']).toBe(headers['x-service-delivery'])
    const timestamp = Number(headers['webhook-timestamp'])
    expect(headers['webhook-signature']).toBe(
      standardSignature(secret, String(headers['webhook-id']), timestamp, body),
    )
  })

  test.each([
    ['/redirect', { delivered: false, status: 302 }],
    ['/error', { delivered: false, status: 500 }],
    ['/reset', { delivered: false, status: null }],
    ['/endless', { delivered: true, status: 200 }],
  ])('%s ends immediately with its outcome', async (path, outcome) => {
    const ctx = await me()
    const { id } = await call(addWebhook, ctx, at(path))
    expect(await call(testWebhook, ctx, { id })).toMatchObject(outcome)
    expect(receiver.received.some((one) => one.path === '/target')).toBe(false)
  })

  test('an address is checked again when it is dialled: no internal host is reached', async () => {
    const ctx = await me()
    const { id } = await call(addWebhook, ctx, at('/inner'))
    const refused = { delivered: false, status: null }
    expect(await call(testWebhook, outside(ctx), { id })).toMatchObject(refused)
    const port = receiver.host.split(':')[1]
    const rules = { allowPrivateHosts: [], mayUsePort: webhookPort }
    const rebinding = await openDialler(rules, { resolve: () => Promise.resolve(['127.0.0.1']) })
    const signed = { deliveryId: 'd', event: 'e', timestampSeconds: 1, body: '{}', secret: 's' }
    const outcome = await deliver(rebinding, `http://a.example:${port}/inner`, signed, ctx.signal())
    await rebinding.destroy()
    expect(outcome).toMatchObject({ ...refused, cause: { name: 'AddressRefusedError' } })
    expect(receiver.received.some((one) => one.path === '/inner')).toBe(false)
  })
})

test('followers miss no event of a transaction that waited before its commit', async () => {
  const ctx = await me()
  await call(addJob, ctx, { company: 'Acme', role: 'Engineer' })
  const { nextCursor } = await call(followEvents, ctx, {})
  let release = () => {}
  const holding = ctx.sql.begin(async (sql) => {
    await sql`select last from change_counters where user_id = ${ctx.principal.userId} for update`
    await new Promise<void>((resolve) => (release = resolve))
  })
  await sleep(100)
  const first = call(addJob, ctx, { company: 'Globex', role: 'Welder' })
  await sleep(100)
  const second = transaction(ctx, async (tx) => emit(tx, 'postings.found', {}))
  await sleep(500)
  const early = await call(followEvents, ctx, { cursor: nextCursor })
  release()
  await Promise.all([holding, first, second])
  await sleep(300)
  const late = await call(followEvents, ctx, { cursor: early.nextCursor })
  const names = [...early.events, ...late.events].map(({ event }) => event)
  expect(names.sort()).toEqual(['job.created', 'postings.found'])
})
