// SQL of the delivery queue. A held delivery waits until its webhook is enabled. Unlike deliveries.ts, this file reads all users' rows.
import type { Sql } from '../../database/connect.ts'
import { idList, isUltra } from '../../database/fragments.ts'
import type { Services } from '../../kernel/context.ts'

export interface ClaimedDelivery {
  userId: string
  webhookId: string
  id: string
  event: string
  attempts: number
  /** The step of the retry schedule, from 0. */
  step: number
  /** When it became due. Results with another due time are ignored, because the attempt was repeated. */
  dueAt: string
  body: string
  url: string
  sealedSecret: Buffer
  previousSealedSecret: Buffer | null
  /** Whether the webhook has failed since its last success. */
  failing: boolean
}

interface ClaimRequest {
  failing: boolean
  maxWebhooks: number
  perWebhook: number
  exceptIds: readonly string[]
  /** Whether the database is distributed. The queue then cannot be joined with users. */
  sharded: boolean
}

/** How long a claim lasts, which is longer than any call. After it, the deliveries of a dead worker are due again. */
const CLAIM = '20 seconds'

export async function claim({ sql, clock }: Services, request: ClaimRequest): Promise<ClaimedDelivery[]> {
  const now = clock.now()
  const owners = request.sharded ? await listEntitled(sql, now) : null
  const claimed = await claimDue(sql, request, { now, owners })
  if (!claimed.length) return []
  const events = await sql<{ id: string; payload: string }[]>`
    select id, payload from outbox_events
    where user_id = any (${idList(claimed.map(({ userId }) => userId))}::uuid[])
      and id = any (${idList(claimed.map(({ eventId }) => eventId))}::uuid[])`
  const bodies = new Map(events.map(({ id, payload }) => [id, payload]))
  return claimed.flatMap((each) => {
    const body = bodies.get(each.eventId)
    return body === undefined ? [] : [{ ...each, body }]
  })
}

/** Users with waiting deliveries and a plan that includes webhooks. */
export async function listEntitled(sql: Sql, now: number): Promise<string[]> {
  const waiting = await sql<{ userId: string }[]>`select distinct user_id from webhook_queue where not held`
  if (!waiting.length) return []
  const rows = await sql<{ id: string }[]>`
    select holder.id from users holder
    where holder.id = any (${idList(waiting.map(({ userId }) => userId))}::uuid[]) and ${isUltra(sql, sql`holder.id`, now)}`
  return rows.map(({ id }) => id)
}

/**
 * Claims due deliveries of random webhooks. It jumps through the index from one webhook to the next, so it never reads a long
 * queue of a receiver that hangs. A crash of Postgres may forget a claim; then a delivery is sent twice.
 */
const claimDue = (
  sql: Sql,
  { failing, maxWebhooks, perWebhook, exceptIds }: ClaimRequest,
  { now, owners }: { now: number; owners: string[] | null },
) => sql<(Omit<ClaimedDelivery, 'body'> & { eventId: string })[]>`
  with recursive waiting as (
    (select user_id, webhook_id from webhook_queue where not held order by user_id, webhook_id limit 1)
    union all
    select next.user_id, next.webhook_id from waiting cross join lateral (
      select user_id, webhook_id from webhook_queue q
      where not held and (q.user_id, q.webhook_id) > (waiting.user_id, waiting.webhook_id)
      order by user_id, webhook_id limit 1
    ) next
  ), turns as (
    select w.* from waiting join webhooks w on w.user_id = waiting.user_id and w.id = waiting.webhook_id
    where w.disabled_at is null and (w.failing_since is not null) = ${failing} and w.id <> all (${idList(exceptIds)}::uuid[])
      and ${owners ? sql`w.user_id = any (${idList(owners)}::uuid[])` : isUltra(sql, sql`w.user_id`, now)}
      and exists (select from webhook_queue q where q.user_id = w.user_id and q.webhook_id = w.id
        and not held and due_at <= now() and (claimed_until is null or claimed_until <= now()))
    order by random() limit ${maxWebhooks}
  ), due as (
    select turns.*, first.delivery_id from turns cross join lateral (
      select q.id as delivery_id from webhook_queue q
      where q.user_id = turns.user_id and q.webhook_id = turns.id
        and not held and due_at <= now() and (claimed_until is null or claimed_until <= now())
      order by due_at, q.id limit ${perWebhook}
      for update skip locked
    ) first
  )
  update webhook_queue q set claimed_until = now() + ${CLAIM}::interval
  from due where q.user_id = due.user_id and q.id = due.delivery_id
  returning q.user_id, q.webhook_id, q.id, q.event_id, q.event, q.attempts, q.step, q.due_at,
    due.url, due.sealed_secret, due.failing_since is not null as failing,
    case when due.previous_secret_until > now() then due.previous_sealed_secret end as previous_sealed_secret,
    set_config('synchronous_commit', 'off', true) as unsynced`
