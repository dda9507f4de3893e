// Operations on the webhooks of compensation intelligence.
import { coveredBy, transaction, type Transaction } from '../../database/transaction.ts'
import { Deleted, PathId } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { Nothing } from '../page.ts'
import { lazySchema } from '../../kernel/schema.ts'
import { NOTICE_NAMES } from '../../webhooks/events.ts'
import { withHealth } from '../../webhooks/health.ts'
import {
  namedWebhooks,
  refuseInnerAddress,
  register,
  unregister,
  unsealed,
} from '../../webhooks/registration.ts'
import { sendTestEvent } from '../../webhooks/test-delivery.ts'
import {
  NoticeWebhookIn,
  NoticeWebhookWithSecret,
  NoticeWebhookWithState,
  noticesOf,
  stateViewOf,
  viewOf,
} from './webhook.ts'

/** An intelligence key has no scope for the pipeline's webhooks: these belong to pay. */
const ofPay = (tx: Transaction): Transaction => coveredBy(tx, 'intelligence')

const Webhooks = lazySchema((z) => z.strictObject({ webhooks: z.array(NoticeWebhookWithState()) }))
const WebhookRef = lazySchema((z) => z.strictObject({ id: PathId() }))
const Tried = lazySchema((z) =>
  z.strictObject({ delivered: z.boolean(), status: z.int().nullable(), duration_ms: z.int() }),
)

export const listNoticeWebhooks = operation({
  name: 'intelligence-webhooks.list',
  summary: 'List your webhooks for new data and quota warnings.',
  http: 'GET /api/v1/intelligence/webhooks',
  access: 'intelligence:read',
  effect: 'read',
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
  effect: 'write',
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
  input: WebhookRef,
  output: Deleted,
  run: (ctx, { id }) => transaction(ctx, (tx) => unregister(ofPay(tx), id)),
})

const testNoticeWebhook = operation({
  name: 'intelligence-webhooks.test',
  summary: 'Deliver a test event to a webhook now.',
  http: 'POST /api/v1/intelligence/webhooks/:id/test',
  access: 'intelligence:write',
  effect: 'write',
  plan: 'ultra',
  input: WebhookRef,
  output: Tried,
  async run(ctx, { id }) {
    const { delivered, status, durationMs } = await sendTestEvent(ctx, id)
    return { delivered, status, duration_ms: durationMs }
  },
})

export const operations = [listNoticeWebhooks, addNoticeWebhook, removeNoticeWebhook, testNoticeWebhook]
