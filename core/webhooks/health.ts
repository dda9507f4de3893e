// The health of a registration, from the outcomes of its deliveries.
import type { Context } from '../kernel/context.ts'
import { Instant } from '../kernel/fields.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { Webhook } from './registration.ts'
import * as store from './store.ts'

export const HEALTH_STATES = ['unused', 'healthy', 'failing', 'disabled'] as const

export const Health = lazySchema((z) =>
  z.strictObject({
    state: z
      .enum(HEALTH_STATES)
      .describe('failing: no delivery has succeeded since failingSince; after five days it is disabled.'),
    failingSince: Instant().nullable(),
    lastDeliveredAt: Instant().nullable(),
    pending: z.int().describe('Deliveries waiting for an attempt.'),
    held: z.int().describe('Deliveries waiting for it to be enabled.'),
    delivered: z.int().describe('In the last 24 hours.'),
    failed: z.int().describe('In the last 24 hours, after the last attempt.'),
  }),
)
export type Health = Parsed<typeof Health>

export const WebhookWithHealth = lazySchema((z) => z.strictObject({ ...Webhook().shape, health: Health() }))
export type WebhookWithHealth = Parsed<typeof WebhookWithHealth>

/** Adds health to these registrations. */
export async function withHealth(
  { sql, principal }: Context,
  webhooks: readonly Webhook[],
): Promise<WebhookWithHealth[]> {
  if (!webhooks.length) return []
  const ids = webhooks.map(({ id }) => id)
  const rows = await store.listHealth(sql, principal.userId, ids)
  const byId = new Map(rows.map(({ id, ...health }) => [id, health]))
  return webhooks.map((webhook) => {
    const health = byId.get(webhook.id) ?? NONE
    return { ...webhook, health: { state: stateOf(webhook, health), ...health } }
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
