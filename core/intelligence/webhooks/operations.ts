// Operations on the webhooks of compensation intelligence.
import { coveredBy, transaction, type Transaction } from '../../database/transaction.ts'
import type { Context } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import { Deleted, ById, Id, Instant, Nothing, objectSchema } from '../../kernel/schema.ts'
import { operation } from '../../kernel/operation.ts'
import { NOTICE_NAMES } from '../../webhooks/events.ts'
import { withHealth, type WebhookWithHealth } from '../../webhooks/health.ts'
import {
  namedWebhooks,
  refuseInnerAddress,
  register,
  requireWebhook,
  unregister,
  unsealed,
  secretIn,
  urlIn,
} from '../../webhooks/registration.ts'
import { sendTestEvent } from '../../webhooks/test-delivery.ts'
import { isOneOf } from '../../kernel/narrow.ts'
import { HEALTH_STATES, type Webhook } from '../../webhooks/webhook.ts'

// These webhooks are stored in the same table as those of the pipeline. They have other events and this family's format.
const NoticeWebhook = objectSchema((z) => ({
  id: Id(),
  url: z.string(),
  events: z.array(z.enum(NOTICE_NAMES)),
  secret_last_four: z.string().nullable(),
  disabled_at: Instant().nullable(),
  disabled_reason: z.string().nullable(),
  created_at: Instant(),
}))

const NoticeWebhookWithSecret = objectSchema((z) => ({
  ...NoticeWebhook().shape,
  secret: z.string().describe('Shown only once.'),
}))

const NoticeWebhookWithState = objectSchema((z) => ({
  ...NoticeWebhook().shape,
  state: z.enum(HEALTH_STATES),
  last_delivered_at: Instant().nullable(),
}))

const NoticeWebhookIn = objectSchema((z) => ({
  url: urlIn(z),
  events: z
    .array(z.enum([...NOTICE_NAMES, '*']))
    .min(1, 'names no event')
    .max(10, 'has more than 10 items')
    .describe('* means both.'),
  secret: secretIn(z),
}))

const isNotice = (name: string): name is (typeof NOTICE_NAMES)[number] => isOneOf(NOTICE_NAMES, name)

/** The event names to store. `*` is stored as the names of all notices, because a stored `*` means the pipeline's events. */
const noticesOf = (events: readonly string[]) =>
  events.includes('*') ? [...NOTICE_NAMES] : [...new Set(events)].filter(isNotice)

const viewOf = (webhook: Webhook) => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events.filter(isNotice),
  secret_last_four: webhook.secretLastFour,
  disabled_at: webhook.disabledAt,
  disabled_reason: webhook.disabledReason,
  created_at: webhook.createdAt,
})

const stateViewOf = (webhook: WebhookWithHealth) => ({
  ...viewOf(webhook),
  state: webhook.health.state,
  last_delivered_at: webhook.health.lastDeliveredAt,
})

/** Lets an intelligence key, which has no scope for pipeline webhooks, change the webhooks of pay data. */
const ofPay = (tx: Transaction): Transaction => coveredBy(tx, 'intelligence')

/** Hides webhooks of the pipeline, as the list does: an intelligence key has no scope for them. */
async function requireNotice(ctx: Context, id: string): Promise<void> {
  const { events } = await requireWebhook(ctx, id)
  if (!events.some(isNotice)) fail('webhook_not_found', { id })
}

const Webhooks = objectSchema((z) => ({ webhooks: z.array(NoticeWebhookWithState()) }))
const TestDeliveryOut = objectSchema((z) => ({
  delivered: z.boolean(),
  status: z.int().nullable(),
  duration_ms: z.int(),
}))

export const listNoticeWebhooks = operation({
  name: 'intelligence-webhooks.list',
  summary: 'List your webhooks for new data and quota warnings.',
  http: 'GET /api/v1/intelligence/webhooks',
  access: 'intelligence:read',
  plan: 'ultra',
  input: Nothing,
  output: Webhooks,
  async run(ctx) {
    const webhooks = await withHealth(ctx, await namedWebhooks(ctx, NOTICE_NAMES))
    return { webhooks: webhooks.map(stateViewOf) }
  },
})

export const addNoticeWebhook = operation({
  name: 'intelligence-webhooks.create',
  summary: 'Register a webhook for catalog.updated and quota.warning. Its secret is shown only once.',
  http: 'POST /api/v1/intelligence/webhooks',
  access: 'intelligence:write',
  plan: 'ultra',
  status: 201,
  input: NoticeWebhookIn,
  output: NoticeWebhookWithSecret,
  async run(ctx, { url, events, secret }) {
    await refuseInnerAddress(ctx, url)
    const wanted = { url, events: noticesOf(events), ...(secret !== undefined && { secret }) }
    const registered = unsealed(ctx, await transaction(ctx, (tx) => register(ofPay(tx), wanted)))
    return { ...viewOf(registered), secret: registered.secret }
  },
})

const removeNoticeWebhook = operation({
  name: 'intelligence-webhooks.delete',
  summary: 'Remove a webhook.',
  http: 'DELETE /api/v1/intelligence/webhooks/:id',
  access: 'intelligence:write',
  effect: 'destroy',
  plan: 'ultra',
  input: ById,
  output: Deleted,
  run: (ctx, { id }) =>
    transaction(ctx, async (tx) => {
      await requireNotice(tx, id)
      return unregister(ofPay(tx), id)
    }),
})

const testNoticeWebhook = operation({
  name: 'intelligence-webhooks.test',
  summary: 'Deliver a test event to a webhook now.',
  http: 'POST /api/v1/intelligence/webhooks/:id/test',
  access: 'intelligence:write',
  plan: 'ultra',
  input: ById,
  output: TestDeliveryOut,
  async run(ctx, { id }) {
    await requireNotice(ctx, id)
    const { delivered, status, durationMs } = await sendTestEvent(ctx, id)
    return { delivered, status, duration_ms: durationMs }
  },
})

export const operations = [listNoticeWebhooks, addNoticeWebhook, removeNoticeWebhook, testNoticeWebhook]
