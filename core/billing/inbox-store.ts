// SQL for Stripe's events.
import { countOf } from '../database/fragments.ts'
import type { Sql } from '../database/connect.ts'

export interface EventRef {
  id: string
  type: string
  stripeCustomerId: string | null
  paymentIntentId: string | null
}

export const insertEvent = (sql: Sql, note: EventRef, at: string) => sql`
  insert into stripe_events (id, type, stripe_customer_id, payment_intent_id, received_at)
  values (${note.id}, ${note.type}, ${note.stripeCustomerId}, ${note.paymentIntentId}, ${at})
  on conflict (id) do nothing`

export async function claimEvent(
  sql: Sql,
  id: string,
  { now, until }: { now: string; until: string },
): Promise<'claimed' | 'taken' | 'done'> {
  const claimed = await sql`
    update stripe_events set claimed_until = ${until}, attempts = attempts + 1
    where id = ${id} and processed_at is null and (claimed_until is null or claimed_until <= ${now})
    returning id`
  if (claimed.length) return 'claimed'
  const [row] = await sql<{ processedAt: string | null }[]>`
    select processed_at from stripe_events where id = ${id}`
  return row?.processedAt ? 'done' : 'taken'
}

export const updateEventDone = (sql: Sql, id: string, at: string) => sql`
  update stripe_events set processed_at = ${at}, claimed_until = null, error = null where id = ${id}`

export const updateEventFailed = (sql: Sql, id: string, error: string) => sql`
  update stripe_events set claimed_until = null, error = ${error} where id = ${id}`

export const countOpenEvents = (sql: Sql) =>
  countOf(sql<{ total: number }[]>`
    select count(*)::int as total from stripe_events where processed_at is null`)

export const listOpenEvents = (sql: Sql, { now, before }: { now: string; before: string }) => sql<
  (EventRef & { receivedAt: string })[]
>`
  select id, type, stripe_customer_id, payment_intent_id, received_at from stripe_events
  where processed_at is null and received_at <= ${before} and (claimed_until is null or claimed_until <= ${now})
  order by received_at limit 50`
