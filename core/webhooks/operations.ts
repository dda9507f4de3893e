// Operations on webhooks: registrations, deliveries, and the event feed.
import { must } from '../kernel/narrow.ts'
import { requiredRecord } from '../database/record-statements.ts'
import { transaction, recordChange, type Transaction } from '../database/transaction.ts'
import {
  ById,
  Deleted,
  PathId,
  instantIn,
  PageIn,
  pageOut,
  type Parsed,
  objectSchema,
} from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import { pageOf, type Window } from '../kernel/page.ts'
import { ByVersion, changeOf } from '../kernel/version.ts'
import { EVENT_NAMES, NOTICE_NAMES } from './events.ts'
import { FeedPage, FeedQuery, readFeed } from './feed.ts'
import { WebhookWithHealth, withHealth } from './health.ts'
import * as registration from './registration.ts'
import { Webhook, Delivery, DeliveryInFull } from './webhook.ts'
import * as store from './store/webhooks.ts'
import * as sent from './store/deliveries.ts'
import { TestResult, sendTestEvent } from './test-delivery.ts'
import { subscribesTo } from '../database/outbox.ts'
import { fail } from '../kernel/errors.ts'
import { newId } from '../kernel/id.ts'

const SORT = '-createdAt'

export const listWebhooks = operation({
  name: 'webhooks.list',
  summary: 'List your webhooks, newest first.',
  http: 'GET /api/mcp/webhooks',
  access: 'webhooks:read',
  sessionPlan: 'free',
  input: PageIn,
  output: pageOut('webhooks', WebhookWithHealth),
  async run(ctx, asked) {
    const { sql, principal } = ctx
    const list = (window: Window) => store.listWebhooks(sql, principal.userId, window)
    const count = () => store.countWebhooks(sql, principal.userId)
    const { rows, ...page } = await pageOf(asked, SORT, list, count)
    return { webhooks: await withHealth(ctx, rows), ...page }
  },
})

const getWebhook = operation({
  name: 'webhooks.get',
  summary: 'Show one webhook and how its deliveries fare.',
  http: 'GET /api/mcp/webhooks/:id',
  access: 'webhooks:read',
  sessionPlan: 'free',
  input: ById,
  output: WebhookWithHealth,
  async run(ctx, { id }) {
    const found = await registration.requireWebhook(ctx, id)
    const { sealedSecret: _, previousSealedSecret: __, ...webhook } = found
    const [shown] = await withHealth(ctx, [webhook])
    return must(shown)
  },
})

export const addWebhook = operation({
  name: 'webhooks.create',
  summary: 'Register a webhook. Its signing secret is shown only once.',
  http: 'POST /api/mcp/webhooks',
  access: 'webhooks:write',
  status: 201,
  input: registration.WebhookIn,
  output: registration.WebhookWithSecret,
  async run(ctx, input) {
    await registration.refuseInnerAddress(ctx, input.url)
    return registration.unsealed(ctx, await transaction(ctx, (tx) => registration.register(tx, input)))
  },
})

export const removeWebhook = operation({
  name: 'webhooks.delete',
  summary: 'Remove a webhook.',
  http: 'DELETE /api/mcp/webhooks',
  access: 'webhooks:delete',
  sessionPlan: 'free',
  input: ByVersion,
  output: Deleted,
  run: (ctx, { id, expectedUpdatedAt }) =>
    transaction(ctx, (tx) => registration.unregister(tx, id, expectedUpdatedAt)),
})

export const testWebhook = operation({
  name: 'webhooks.test',
  summary: 'Deliver a test event to a webhook now.',
  http: 'POST /api/mcp/webhooks/test',
  access: 'webhooks:write',
  input: ById,
  output: TestResult,
  run: (ctx, { id }) => sendTestEvent(ctx, id),
})

const WebhookChangeOfOne = changeOf(registration.WebhookChange)

export const updateWebhook = operation({
  name: 'webhooks.update',
  summary: 'Change a webhook’s URL or events, disable it, or enable it again.',
  http: 'PATCH /api/mcp/webhooks/:id',
  access: 'webhooks:write',
  input: WebhookChangeOfOne,
  output: Webhook,
  async run(ctx, { id, expectedUpdatedAt, ...change }) {
    if (change.url !== undefined) await registration.refuseInnerAddress(ctx, change.url)
    const webhook = await transaction(ctx, (tx) =>
      registration.changeWebhook(tx, id, change, expectedUpdatedAt),
    )
    ctx.notifier.notify()
    return webhook
  },
})

const RotationOfOne = objectSchema(() => ({ id: PathId(), ...registration.RotationIn().shape }))

export const rotateSecret = operation({
  name: 'webhooks.rotate',
  summary: 'Replace a webhook’s signing secret, shown only once; the old one stays valid for a day.',
  http: 'POST /api/mcp/webhooks/rotate',
  access: 'webhooks:write',
  input: RotationOfOne,
  output: registration.WebhookWithSecret,
  run: async (ctx, { id, ...input }) =>
    registration.unsealed(ctx, await transaction(ctx, (tx) => registration.rotate(tx, id, input))),
})

const requireDelivery = requiredRecord(sent.findDelivery, 'delivery_not_found')
const lockDelivery = requiredRecord(sent.findDeliveryForUpdate, 'delivery_not_found')

/** Sends a delivery again, whatever its status: same id and payload, new timestamp, all retries. */
async function replayOne(tx: Transaction, id: string): Promise<Delivery> {
  const before = await lockDelivery(tx, id)
  const [after] = await sent.sendAgain(tx.sql, tx.principal.userId, [before.id])
  recordChange(tx, 'delivery', before.id, before, after)
  return must(after)
}

const MAX_REPLAYED = 10_000

/** Sends the failed, held and missed events of a period again; with `all` also delivered ones. */
async function replayRange(
  tx: Transaction,
  { id: webhookId, events }: Webhook,
  { since, until, all = false }: Omit<Parsed<typeof ReplayIn>, 'id'>,
): Promise<number> {
  const userId = tx.principal.userId
  const names = [
    ...EVENT_NAMES.filter((name) => subscribesTo(events, { name })),
    ...NOTICE_NAMES.filter((name) => subscribesTo(events, { name, byName: true })),
  ]
  const wanted = { names, since, until, max: MAX_REPLAYED + 1 }
  const happened = await sent.listHappened(tx.sql, userId, webhookId, wanted)
  if (happened.length > MAX_REPLAYED) fail('replay_too_large', { limit: MAX_REPLAYED })
  const again = happened.filter(
    ({ status }) => status === 'failed' || status === 'held' || (all && status === 'delivered'),
  )
  const missed = happened.filter(({ deliveryId }) => deliveryId === null)
  const ids = again.map(({ deliveryId }) => must(deliveryId))
  await sent.sendAgain(tx.sql, userId, ids)
  const rows = missed.map((each) => ({ ...each, id: newId() }))
  await sent.insertDeliveries(tx.sql, userId, webhookId, rows)
  const count = again.length + missed.length
  if (count)
    recordChange(tx, 'replay', webhookId, null, { webhookId, count, since, until: until ?? null, all })
  return count
}

const ReplayIn = objectSchema((z) => ({
  id: PathId(),
  since: instantIn(z).describe('Start of the period.'),
  until: instantIn(z).optional().describe('End of the period (default: now).'),
  all: z.boolean().optional().describe('Include events that were delivered.'),
}))
const ReplayOut = objectSchema((z) => ({
  id: z.string(),
  replayed: z.int().describe('The number of deliveries queued again.'),
}))

export const replayEvents = operation({
  name: 'webhooks.replay',
  summary: `Resend the events a webhook missed in a period, at most ${MAX_REPLAYED} events.`,
  http: 'POST /api/mcp/webhooks/replay',
  access: 'webhooks:write',
  input: ReplayIn,
  output: ReplayOut,
  async run(ctx, { id, ...span }) {
    const answer = await transaction(ctx, async (tx) => {
      const webhook = await registration.lockWebhook(tx, id)
      return { id: webhook.id, replayed: await replayRange(tx, webhook, span) }
    })
    ctx.notifier.notify()
    return answer
  },
})

export const listDeliveries = operation({
  name: 'deliveries.list',
  summary: 'List deliveries, newest first; they are kept for 30 days.',
  http: 'GET /api/mcp/webhooks/deliveries',
  access: 'webhooks:read',
  input: sent.DeliveryQuery,
  output: pageOut('deliveries', Delivery),
  async run({ sql, principal: { userId } }, { limit, cursor, ...filter }) {
    const list = (window: Window) => sent.listDeliveries(sql, userId, filter, window)
    const count = () => sent.countDeliveries(sql, userId, filter)
    const { rows, ...page } = await pageOf({ limit, cursor }, SORT, list, count)
    return { deliveries: rows, ...page }
  },
})

export const showDelivery = operation({
  name: 'deliveries.get',
  summary: 'Show a delivery with its payload, attempts and responses.',
  http: 'GET /api/mcp/webhooks/deliveries/:id',
  access: 'webhooks:read',
  input: ById,
  output: DeliveryInFull,
  run: (ctx, { id }) => requireDelivery(ctx, id),
})

export const replayDelivery = operation({
  name: 'deliveries.replay',
  summary: 'Resend a delivery: the same id and payload, a new timestamp.',
  http: 'POST /api/mcp/webhooks/deliveries/:id/replay',
  access: 'webhooks:write',
  input: ById,
  output: Delivery,
  async run(ctx, { id }) {
    const delivery = await transaction(ctx, (tx) => replayOne(tx, id))
    ctx.notifier.notify()
    return delivery
  },
})

export const followEvents = operation({
  name: 'webhooks.events',
  summary: 'Follow your events, oldest first; supports long polling with wait.',
  http: 'GET /api/mcp/webhooks/events',
  access: 'webhooks:read',
  input: FeedQuery,
  output: FeedPage,
  run: (ctx, query) => readFeed(ctx, query),
})

export const operations = [
  listWebhooks,
  addWebhook,
  removeWebhook,
  testWebhook,
  rotateSecret,
  replayEvents,
  listDeliveries,
  showDelivery,
  replayDelivery,
  followEvents,
  getWebhook,
  updateWebhook,
]
