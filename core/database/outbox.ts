// The transactional outbox: writes events and their deliveries in the transaction of the change.
import { isoOf } from '../kernel/clock.ts'
import { newId } from '../kernel/id.ts'
import type { Context } from '../kernel/context.ts'
import { isUltra } from './fragments.ts'

/** An event of a transaction. With `byName`, only webhooks that list the event's name get it. */
export interface OutboxEvent {
  name: string
  data: unknown
  byName?: boolean | undefined
}

export async function writeEvents(tx: Context & { events: readonly OutboxEvent[] }): Promise<number> {
  if (!tx.events.length) return 0
  const { sql, principal } = tx
  const at = isoOf(tx.clock.now())
  const rows = tx.events.map(({ name, data, byName }) => ({
    user_id: principal.userId,
    id: newId(),
    name,
    byName,
    at,
    // The bytes that are signed and sent. They are stored as text, so that later code cannot change them.
    payload: JSON.stringify({ event: name, timestamp: at, data }),
  }))
  const [webhooks] = await Promise.all([
    subscribedWebhooks(tx),
    sql`insert into outbox_events ${sql(rows, 'user_id', 'id', 'name', 'at', 'payload')}`,
  ])
  const deliveries = rows.flatMap(({ id, name, byName }) =>
    webhooks
      .filter(({ events }) => subscribesTo(events, { name, byName }))
      .map((webhook) => ({ id: newId(), webhook_id: webhook.id, event_id: id, event: name, created_at: at })),
  )
  if (deliveries.length)
    await sql`
      insert into webhook_queue (user_id, id, webhook_id, event_id, event, due_at, created_at)
      select ${principal.userId}, id, webhook_id, event_id, event, now(), created_at
      from jsonb_to_recordset(${sql.json(deliveries)})
        as row (id uuid, webhook_id uuid, event_id uuid, event text, created_at timestamptz(3))`
  return deliveries.length
}

/** The lock keeps the webhook until its delivery is inserted. Users whose plan has no webhooks get no events. */
const subscribedWebhooks = ({ sql, principal, clock }: Context) => sql<{ id: string; events: string[] }[]>`
  select id, events from webhooks w
  where user_id = ${principal.userId} and disabled_at is null and ${isUltra(sql, sql`w.user_id`, clock.now())}
  for key share of w`

/** Whether these registered events include this one. `*` includes all except those with `byName`. */
export const subscribesTo = (
  events: readonly string[],
  { name, byName = false }: Pick<OutboxEvent, 'name' | 'byName'>,
): boolean => events.includes(name) || (!byName && events.includes('*'))
