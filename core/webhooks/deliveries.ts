// Deliveries: one in full, and replays.
import { must } from '../kernel/must.ts'
import { changed, type Transaction } from '../database/transaction.ts'
import { subscribesTo } from '../database/outbox.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { isId, newId } from '../kernel/id.ts'
import { EVENT_NAMES, NOTICE_NAMES } from './events.ts'
import * as store from './store/deliveries.ts'
import type { Delivery, DeliveryInFull } from './delivery.ts'

export async function requireDelivery({ sql, principal }: Context, id: string): Promise<DeliveryInFull> {
  const row = isId(id) ? await store.findDelivery(sql, principal.userId, id) : undefined
  return row ?? fail('delivery_not_found', { id })
}

/** Resends a delivery, whatever its status: the same id and payload, a new timestamp, the schedule from the start. */
export async function replayOne(tx: Transaction, id: string): Promise<Delivery> {
  const userId = tx.principal.userId
  const before = isId(id) ? await store.findDeliveryForUpdate(tx.sql, userId, id) : undefined
  if (!before) return fail('delivery_not_found', { id })
  const [after] = await store.sendAgain(tx.sql, userId, [before.id])
  changed(tx, 'delivery', before.id, before, after)
  return must(after)
}

interface Range {
  webhookId: string
  since: string
  until?: string | undefined
  all?: boolean | undefined
}

export const MAX_REPLAYED = 10_000

/** Failed and held deliveries of a period, and events missed meanwhile; with `all` delivered ones too. */
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
    again.map(({ deliveryId }) => must(deliveryId)),
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
