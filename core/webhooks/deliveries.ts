// The API's record of a delivery, and replays.
import { changed, type Transaction } from '../database/transaction.ts'
import { subscribesTo } from '../database/outbox.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { Id, Instant } from '../kernel/fields.ts'
import { isId, newId } from '../kernel/id.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { EVENT_NAMES, NOTICE_NAMES } from './events.ts'
import * as store from './store-deliveries.ts'

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'held'] as const

export const Delivery = lazySchema((z) =>
  z.strictObject({
    id: Id(),
    webhookId: Id(),
    eventId: Id(),
    event: z.string(),
    status: z
      .enum(DELIVERY_STATUSES)
      .describe('failed: the last attempt failed. held: its webhook is disabled; enabling it sends them.'),
    attempts: z.int(),
    responseStatus: z
      .int()
      .nullable()
      .describe('HTTP status of the last attempt; null if there was no response.'),
    nextAttemptAt: Instant().nullable(),
    createdAt: Instant().describe('When the event happened.'),
    finishedAt: Instant().nullable(),
  }),
)
export type Delivery = Parsed<typeof Delivery>

export const Attempt = lazySchema((z) =>
  z.strictObject({
    number: z.int(),
    at: Instant(),
    durationMs: z.int(),
    responseStatus: z.int().nullable(),
    responseBody: z.string().nullable().describe('The first four kilobytes.'),
    problem: z.string().nullable().describe('Why there was no response.'),
  }),
)
export type Attempt = Parsed<typeof Attempt>

export const DeliveryInFull = lazySchema((z) =>
  z.strictObject({
    ...Delivery().shape,
    url: z.string().describe('The webhook’s current URL.'),
    payload: z.string().describe('The exact bytes that are signed and sent.'),
    attemptLog: z.array(Attempt()),
  }),
)
export type DeliveryInFull = Parsed<typeof DeliveryInFull>

/** One delivery with its payload and attempts; `delivery_not_found` also for another tenant's. */
export async function requireDelivery({ sql, principal }: Context, id: string): Promise<DeliveryInFull> {
  const row = isId(id) ? await store.findDelivery(sql, principal.userId, id) : undefined
  return row ?? fail('delivery_not_found', { id })
}

/**
 * Resends a delivery, whatever its status: the same id and payload, a new timestamp, and the retry schedule
 * from the start.
 */
export async function replayOne(tx: Transaction, id: string): Promise<Delivery> {
  const userId = tx.principal.userId
  const before = isId(id) ? await store.findDeliveryForUpdate(tx.sql, userId, id) : undefined
  if (!before) return fail('delivery_not_found', { id })
  const [after] = await store.sendAgain(tx.sql, userId, [before.id])
  changed(tx, 'delivery', before.id, before, after)
  return after!
}

interface Range {
  webhookId: string
  since: string
  until?: string | undefined
  /** Include delivered ones. */
  all?: boolean | undefined
}

/** The maximum number of events in one replay. */
export const MAX_REPLAYED = 10_000

/**
 * Resends the events of a period: failed and held deliveries, and events the registration missed while it was
 * disabled or not subscribed; with `all` also delivered ones.
 */
export async function replayRange(
  tx: Transaction,
  events: readonly string[],
  { webhookId, since, until, all = false }: Range,
): Promise<number> {
  const userId = tx.principal.userId
  const names = [
    ...EVENT_NAMES.filter((name) => subscribesTo(events, { name })),
    ...NOTICE_NAMES.filter((name) => subscribesTo(events, { name, byName: true })),
  ]
  const happened = await store.listHappened(
    tx.sql,
    userId,
    webhookId,
    { names, since, until },
    MAX_REPLAYED + 1,
  )
  if (happened.length > MAX_REPLAYED) fail('replay_too_large', { limit: MAX_REPLAYED })
  const again = happened.filter(
    ({ status }) => status === 'failed' || status === 'held' || (all && status === 'delivered'),
  )
  const missed = happened.filter(({ deliveryId }) => deliveryId === null)
  await store.sendAgain(
    tx.sql,
    userId,
    again.map(({ deliveryId }) => deliveryId!),
  )
  await store.insertDeliveries(
    tx.sql,
    userId,
    missed.map(({ eventId, event, at }) => ({ id: newId(), webhookId, eventId, event, createdAt: at })),
  )
  const count = again.length + missed.length
  if (count) changed(tx, 'replay', webhookId, null, { webhookId, count, since, until: until ?? null, all })
  return count
}
