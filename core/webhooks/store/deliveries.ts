// SQL for deliveries and events of a user. The worker's SQL, across users, is in queue.ts and results.ts.
import { rowOf, countOf, jsonb } from '../../database/fragments.ts'
import type { Sql } from '../../database/connect.ts'
import type { Window, Cursor } from '../../kernel/page.ts'
import { idIn, instantIn, objectSchema, pageIn, type Parsed } from '../../kernel/schema.ts'
import { DELIVERED_EVENTS } from '../events.ts'
import { type Delivery, DELIVERY_STATUSES, type DeliveryInFull } from '../webhook.ts'

const columns = (sql: Sql) => sql`
  d.id, d.webhook_id, d.event_id, d.event, d.status, d.attempts, d.response_status,
  d.due_at as next_attempt_at, d.created_at, d.finished_at`

export const DeliveryQuery = objectSchema((z) => ({
  webhookId: idIn(z).optional(),
  event: z.array(z.enum(DELIVERED_EVENTS)).optional().describe('Comma-separated events.'),
  status: z.array(z.enum(DELIVERY_STATUSES)).optional().describe('Comma-separated statuses.'),
  since: instantIn(z).optional().describe('Happened at or after this instant.'),
  until: instantIn(z).optional().describe('Happened before this instant.'),
  ...pageIn(z),
}))
type DeliveryFilter = Parsed<typeof DeliveryQuery>

const where = (sql: Sql, userId: string, filter: DeliveryFilter) => sql`
  d.user_id = ${userId}
  ${filter.webhookId ? sql`and d.webhook_id = ${filter.webhookId}` : sql``}
  ${filter.event?.length ? sql`and d.event in ${sql(filter.event)}` : sql``}
  ${filter.status?.length ? sql`and d.status in ${sql(filter.status)}` : sql``}
  ${filter.since ? sql`and d.created_at >= ${filter.since}` : sql``}
  ${filter.until ? sql`and d.created_at < ${filter.until}` : sql``}`

export const listDeliveries = (
  sql: Sql,
  userId: string,
  filter: DeliveryFilter,
  { limit, after }: Window,
) => sql<(Delivery & { sortValue: string })[]>`
  select ${columns(sql)}, d.created_at as sort_value from webhook_deliveries d
  where ${where(sql, userId, filter)}
  ${after ? sql`and (d.created_at, d.id) < (${after.value}, ${after.id})` : sql``}
  order by d.created_at desc, d.id desc
  limit ${limit + 1}`

export const countDeliveries = (sql: Sql, userId: string, filter: DeliveryFilter) =>
  countOf(sql<{ total: number }[]>`
    select count(*)::int as total from webhook_deliveries d where ${where(sql, userId, filter)}`)

export const findDelivery = (sql: Sql, userId: string, id: string) =>
  rowOf(sql<DeliveryInFull[]>`
    select ${columns(sql)}, w.url, e.payload, d.attempt_log from webhook_deliveries d
    join webhooks w on w.user_id = d.user_id and w.id = d.webhook_id
    join outbox_events e on e.user_id = d.user_id and e.id = d.event_id
    where d.user_id = ${userId} and d.id = ${id}`)

export async function findDeliveryForUpdate(sql: Sql, userId: string, id: string) {
  await sql`select 1 from webhook_queue where user_id = ${userId} and id = ${id} for update`
  await sql`select 1 from webhook_history where user_id = ${userId} and id = ${id} for update`
  return rowOf(sql<Delivery[]>`
    select ${columns(sql)} from webhook_deliveries d where d.user_id = ${userId} and d.id = ${id}`)
}

/** Starts deliveries again from the first step, now. The result of an attempt that still runs is ignored. */
export async function sendAgain(sql: Sql, userId: string, ids: readonly string[]): Promise<Delivery[]> {
  const wanted = sql`(select jsonb_array_elements_text(${sql.json(ids)})::uuid)`
  await sql`
    with again as (
      delete from webhook_history where user_id = ${userId} and id in ${wanted}
      returning user_id, id, webhook_id, event_id, event, attempts, response_status, attempt_log, created_at
    )
    insert into webhook_queue (user_id, id, webhook_id, event_id, event, held, attempts, due_at, response_status,
      attempt_log, created_at)
    select a.user_id, a.id, a.webhook_id, a.event_id, a.event, w.disabled_at is not null, a.attempts, now(),
      a.response_status, a.attempt_log, a.created_at
    from again a join webhooks w on w.user_id = a.user_id and w.id = a.webhook_id`
  await sql`
    update webhook_queue q set held = w.disabled_at is not null, step = 0, due_at = now(), claimed_until = null
    from webhooks w
    where q.user_id = ${userId} and q.id in ${wanted} and w.user_id = q.user_id and w.id = q.webhook_id`
  return sql<Delivery[]>`
    select ${columns(sql)} from webhook_deliveries d where d.user_id = ${userId} and d.id in ${wanted}`
}

interface PastEvent {
  eventId: string
  event: string
  at: string
  deliveryId: string | null
  status: Delivery['status'] | null
}

interface EventSpan {
  names: readonly string[]
  since: string
  until: string | undefined
  max: number
}

export const listHappened = (
  sql: Sql,
  userId: string,
  webhookId: string,
  { names, since, until, max }: EventSpan,
) => sql<PastEvent[]>`
  select e.id as event_id, e.name as event, e.at, d.id as delivery_id, d.status from outbox_events e
  left join webhook_deliveries d
    on d.user_id = e.user_id and d.webhook_id = ${webhookId} and d.event_id = e.id
    and d.created_at >= ${since} ${until ? sql`and d.created_at < ${until}` : sql``}
  where e.user_id = ${userId} and e.at >= ${since} ${until ? sql`and e.at < ${until}` : sql``}
    and e.name in ${sql(names)}
  order by e.at, e.id
  limit ${max}`

export const insertDeliveries = (
  sql: Sql,
  userId: string,
  webhookId: string,
  rows: readonly (PastEvent & { id: string })[],
) => sql`
  insert into webhook_queue (user_id, id, webhook_id, event_id, event, due_at, created_at, held)
  select ${userId}, row.id, w.id, row."eventId", row.event, now(), row.at, w.disabled_at is not null
  from jsonb_to_recordset(${jsonb(sql, rows)})
    as row (id uuid, "eventId" uuid, event text, at timestamptz(3))
  join webhooks w on w.user_id = ${userId} and w.id = ${webhookId}`

export const releaseHeld = (sql: Sql, userId: string, webhookId: string) => sql`
  update webhook_queue set held = false, due_at = now(), claimed_until = null
  where user_id = ${userId} and webhook_id = ${webhookId} and held`

export const holdPending = (sql: Sql, userId: string, webhookId: string) => sql`
  update webhook_queue set held = true
  where user_id = ${userId} and webhook_id = ${webhookId} and not held`

interface EventRange {
  after: Cursor
  before: string
  names: readonly string[]
  limit: number
}

export const listEvents = (sql: Sql, userId: string, { after, before, names, limit }: EventRange) => sql<
  { id: string; event: string; timestamp: string; payload: string }[]
>`
  select id, name as event, at as timestamp, payload from outbox_events
  where user_id = ${userId} and (at, id) > (${after.value}, ${after.id}) and at < ${before}
    and name in ${sql(names)}
  order by at, id
  limit ${limit}`
