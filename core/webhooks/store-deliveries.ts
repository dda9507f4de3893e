// The SQL of deliveries as their owner sees them; the queue's own is in queue.ts.
import type { Sql } from '../database/connect.ts'
import type { Cursor } from '../kernel/page.ts'
import type { Delivery, DeliveryInFull } from './deliveries.ts'

const columns = (sql: Sql) => sql`
  d.id, d.webhook_id, d.event_id, d.event, d.status, d.attempts, d.response_status,
  case when d.status = 'pending' then d.due_at end as next_attempt_at, d.created_at, d.finished_at`

export interface DeliveryFilter {
  webhookId?: string | undefined
  event?: string[] | undefined
  status?: string[] | undefined
  since?: string | undefined
  until?: string | undefined
}

const where = (sql: Sql, userId: string, filter: DeliveryFilter) => sql`
  d.user_id = ${userId}
  ${filter.webhookId ? sql`and d.webhook_id = ${filter.webhookId}` : sql``}
  ${filter.event?.length ? sql`and d.event in ${sql(filter.event)}` : sql``}
  ${filter.status?.length ? sql`and d.status in ${sql(filter.status)}` : sql``}
  ${filter.since ? sql`and d.created_at >= ${filter.since}` : sql``}
  ${filter.until ? sql`and d.created_at < ${filter.until}` : sql``}`

/** One more than `limit` rows after the cursor, newest first. */
export const listDeliveries = (
  sql: Sql,
  userId: string,
  filter: DeliveryFilter,
  { limit, after }: { limit: number; after: Cursor | undefined },
) => sql<(Delivery & { sortValue: string })[]>`
  select ${columns(sql)}, d.created_at as sort_value from webhook_deliveries d
  where ${where(sql, userId, filter)}
  ${after ? sql`and (d.created_at, d.id) < (${after.value}, ${after.id})` : sql``}
  order by d.created_at desc, d.id desc
  limit ${limit + 1}`

export async function countDeliveries(sql: Sql, userId: string, filter: DeliveryFilter): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from webhook_deliveries d where ${where(sql, userId, filter)}`
  return row?.total ?? 0
}

export async function findDelivery(
  sql: Sql,
  userId: string,
  id: string,
): Promise<DeliveryInFull | undefined> {
  const [row] = await sql<DeliveryInFull[]>`
    select ${columns(sql)}, w.url, e.payload, d.attempt_log from webhook_deliveries d
    join webhooks w on w.user_id = d.user_id and w.id = d.webhook_id
    join outbox_events e on e.user_id = d.user_id and e.id = d.event_id
    where d.user_id = ${userId} and d.id = ${id}`
  return row
}

export async function findDeliveryForUpdate(
  sql: Sql,
  userId: string,
  id: string,
): Promise<Delivery | undefined> {
  const [row] = await sql<Delivery[]>`
    select ${columns(sql)} from webhook_deliveries d
    where d.user_id = ${userId} and d.id = ${id} for update`
  return row
}

/** Puts deliveries back to the start of the schedule, due now; whoever is calling for them has lost the lease. */
export const sendAgain = (sql: Sql, userId: string, ids: readonly string[]) =>
  sql<Delivery[]>`
    update webhook_deliveries d
    set status = case when w.disabled_at is null then 'pending' else 'held' end, step = 0, due_at = now(),
      leased_until = null, leased_by = null, finished_at = null
    from webhooks w
    where d.user_id = ${userId} and d.id in (select jsonb_array_elements_text(${sql.json(ids)})::uuid)
      and w.user_id = d.user_id and w.id = d.webhook_id
    returning ${columns(sql)}`

export interface Happened {
  eventId: string
  event: string
  at: string
  deliveryId: string | null
  status: Delivery['status'] | null
}

/** What happened in a span, and what became of its delivery to one webhook. */
export const listHappened = (
  sql: Sql,
  userId: string,
  webhookId: string,
  { names, since, until }: { names: readonly string[]; since: string; until?: string | undefined },
  most: number,
) => sql<Happened[]>`
  select e.id as event_id, e.name as event, e.at, d.id as delivery_id, d.status from outbox_events e
  left join webhook_deliveries d
    on d.user_id = e.user_id and d.webhook_id = ${webhookId} and d.event_id = e.id
  where e.user_id = ${userId} and e.at >= ${since} ${until ? sql`and e.at < ${until}` : sql``}
    and e.name in ${sql(names)}
  order by e.at, e.id
  limit ${most}`

export interface NewDelivery {
  id: string
  webhookId: string
  eventId: string
  event: string
  createdAt: string
}

/** Adds deliveries that nobody made when their events happened, due now. */
export const insertDeliveries = (sql: Sql, userId: string, rows: readonly NewDelivery[]) => sql`
  insert into webhook_deliveries (user_id, id, webhook_id, event_id, event, due_at, created_at, status)
  select ${userId}, row.id, row.webhook_id, row.event_id, row.event, now(), row.created_at,
    case when w.disabled_at is null then 'pending' else 'held' end
  from jsonb_to_recordset(${sql.json(rows.map(columnsOf))})
    as row (id uuid, webhook_id uuid, event_id uuid, event text, created_at timestamptz(3))
  join webhooks w on w.user_id = ${userId} and w.id = row.webhook_id
  on conflict on constraint webhook_deliveries_once do nothing`

const columnsOf = ({ id, webhookId, eventId, event, createdAt }: NewDelivery) => ({
  id,
  webhook_id: webhookId,
  event_id: eventId,
  event,
  created_at: createdAt,
})

/** Lets go of what was held while a registration was disabled. */
export const releaseHeld = (sql: Sql, userId: string, webhookId: string) => sql`
  update webhook_deliveries set status = 'pending', due_at = now()
  where user_id = ${userId} and webhook_id = ${webhookId} and status = 'held'`

/** Holds what is pending for a registration that is disabled. */
export const holdPending = (sql: Sql, userId: string, webhookId: string) => sql`
  update webhook_deliveries set status = 'held', leased_until = null, leased_by = null
  where user_id = ${userId} and webhook_id = ${webhookId} and status = 'pending'`
