// What can be asked of webhooks: registrations, and a test of one.
import { transaction } from '../database/transaction.ts'
import { DEFAULT_LIMIT, Deleted, pageIn, pageOut, PathId } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { cut, readCursor } from '../kernel/page.ts'
import { recipe } from '../kernel/schema.ts'
import {
  refuseInnerAddress,
  register,
  unregister,
  unsealed,
  Webhook,
  WebhookIn,
  WebhookWithSecret,
} from './registration.ts'
import * as store from './store.ts'
import { Trial, tryWebhook } from './trial.ts'

const SORT = '-createdAt'

const WebhookQuery = recipe((z) => z.strictObject(pageIn(z)))
const WebhookPage = recipe((z) => pageOut(z, 'webhooks', Webhook()))
const WebhookId = recipe((z) => z.strictObject({ id: PathId() }))

export const listWebhooks = operation({
  name: 'webhooks.list',
  summary: 'List your webhooks, newest first.',
  http: 'GET /api/mcp/webhooks',
  access: 'webhooks:read',
  effect: 'read',
  input: WebhookQuery,
  output: WebhookPage,
  async run({ sql, principal }, { limit = DEFAULT_LIMIT, cursor }) {
    const after = readCursor(cursor, SORT, 'instant')
    const [rows, total] = await Promise.all([
      store.listWebhooks(sql, principal.userId, { limit, after }),
      store.countWebhooks(sql, principal.userId),
    ])
    const page = cut(rows, limit, SORT)
    const webhooks = page.rows.map(({ sortValue: _, ...webhook }) => webhook)
    return { webhooks, nextCursor: page.nextCursor, total }
  },
})

export const addWebhook = operation({
  name: 'webhooks.create',
  summary: 'Register an address for events; its secret is shown this once.',
  http: 'POST /api/mcp/webhooks',
  access: 'webhooks:write',
  effect: 'write',
  status: 201,
  input: WebhookIn,
  output: WebhookWithSecret,
  async run(ctx, input) {
    await refuseInnerAddress(ctx, input.url)
    return unsealed(ctx, await transaction(ctx, (tx) => register(tx, input)))
  },
})

export const removeWebhook = operation({
  name: 'webhooks.delete',
  summary: 'Remove a webhook.',
  http: 'DELETE /api/mcp/webhooks',
  access: 'webhooks:delete',
  effect: 'destroy',
  input: WebhookId,
  output: Deleted,
  run: (ctx, { id }) => transaction(ctx, (tx) => unregister(tx, id)),
})

export const testWebhook = operation({
  name: 'webhooks.test',
  summary: 'Deliver a test event to a webhook now.',
  http: 'POST /api/mcp/webhooks/test',
  access: 'webhooks:write',
  effect: 'write',
  input: WebhookId,
  output: Trial,
  run: (ctx, { id }) => tryWebhook(ctx, id),
})

export const operations = [listWebhooks, addWebhook, removeWebhook, testWebhook]
