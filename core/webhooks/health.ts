// Computes the health of a webhook from the results of its deliveries.
import type { Context } from '../kernel/context.ts'
import { stoppedByPlan } from '../kernel/family.ts'
import { type Parsed, objectSchema } from '../kernel/schema.ts'
import { Webhook, Health } from './webhook.ts'
import * as store from './store/webhooks.ts'

export const WebhookWithHealth = objectSchema(() => ({ ...Webhook().shape, health: Health() }))
export type WebhookWithHealth = Parsed<typeof WebhookWithHealth>

export async function withHealth({ sql, principal }: Context, webhooks: readonly Webhook[]) {
  if (!webhooks.length) return []
  const ids = webhooks.map(({ id }) => id)
  const rows = await store.listHealth(sql, principal.userId, ids)
  const stopped = stoppedByPlan(principal.tier)
  const byId = new Map(rows.map(({ id, ...health }) => [id, health]))
  return webhooks.map((webhook) => {
    const health = byId.get(webhook.id) ?? NONE
    const state = stopped ? 'disabled' : stateOf(webhook, health)
    return { ...webhook, disabledReason: webhook.disabledReason ?? stopped, health: { state, ...health } }
  })
}

const NONE: Omit<Health, 'state'> = {
  failingSince: null,
  lastDeliveredAt: null,
  pending: 0,
  held: 0,
  delivered: 0,
  failed: 0,
}

function stateOf({ disabledAt }: Webhook, health: Omit<Health, 'state'>): Health['state'] {
  if (disabledAt) return 'disabled'
  if (health.failingSince) return 'failing'
  return health.lastDeliveredAt ? 'healthy' : 'unused'
}
