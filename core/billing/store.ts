// SQL for billing: the mirror of Stripe and its lease, quotes, checkout pages, and Stripe's events.
import { columnNames, jsonb, rowOf, countOf } from '../database/fragments.ts'
import type { Sql } from '../database/connect.ts'
import type { RefundRow } from './refund-ledger.ts'
import type { detailsOf, invoiceRow, subscriptionRow } from './rows.ts'

interface Quote {
  plan: string
  subscriptionId: string
  /** Seconds since the epoch, as in Stripe's API. */
  prorationDate: number
  expiresAt: string
}

type CustomerDetails = ReturnType<typeof detailsOf>

export interface CustomerRow extends CustomerDetails {
  stripeCustomerId: string | null
  generation: number
  quote: Quote | null
  /** The id of the newest checkout page at Stripe; null once that page is closed. */
  checkoutPage: string | null
}

export type SubscriptionRow = ReturnType<typeof subscriptionRow>
export type InvoiceRow = ReturnType<typeof invoiceRow>
export type { RefundRow }

export const findCustomer = (sql: Sql, userId: string) =>
  rowOf(sql<CustomerRow[]>`
    select stripe_customer_id, generation, payment_method, billing_address, quote, credit_cents, checkout_page
    from billing_customers where user_id = ${userId}`)

/** Takes the lease. Returns whether the previous lease expired without release; undefined if another process holds the lease. */
export const claimLease = (sql: Sql, lease: { userId: string; holder: string; now: string; until: string }) =>
  rowOf(sql<{ previousExpired: boolean }[]>`
    with before as (select lease_holder from billing_customers where user_id = ${lease.userId})
    insert into billing_customers as c (user_id, lease_holder, lease_until, created_at, updated_at)
    values (${lease.userId}, ${lease.holder}, ${lease.until}, ${lease.now}, ${lease.now})
    on conflict (user_id) do update set lease_holder = excluded.lease_holder, lease_until = excluded.lease_until
      where c.lease_until is null or c.lease_until <= ${lease.now}
    returning coalesce((select lease_holder is not null from before), false) as previous_expired`)

export const updateLease = (sql: Sql, lease: { userId: string; holder: string; until: string | null }) => sql`
  update billing_customers set lease_until = ${lease.until},
    lease_holder = case when ${lease.until}::timestamptz is null then null else lease_holder end
  where user_id = ${lease.userId} and lease_holder = ${lease.holder}`

export const findHolderForUpdate = (sql: Sql, userId: string) =>
  rowOf(sql<{ leaseHolder: string | null }[]>`
    select lease_holder from billing_customers where user_id = ${userId} for update`)

export const updateCustomerId = (
  sql: Sql,
  userId: string,
  customer: { id: string | null; generation: number; at: string },
) => sql`
  update billing_customers set stripe_customer_id = ${customer.id}, generation = ${customer.generation},
    updated_at = ${customer.at}
  where user_id = ${userId}`

export const updateCustomerDetails = (
  sql: Sql,
  userId: string,
  details: CustomerDetails & { at: string },
) => sql`
  update billing_customers set payment_method = ${details.paymentMethod && sql.json(details.paymentMethod)},
    billing_address = ${details.billingAddress && sql.json(details.billingAddress)},
    credit_cents = ${details.creditCents},
    updated_at = ${details.at}
  where user_id = ${userId}`

export const updateQuote = (sql: Sql, userId: string, quote: Quote) => sql`
  update billing_customers set quote = ${jsonb(sql, quote)} where user_id = ${userId}`

export const updateCheckoutPage = (sql: Sql, userId: string, page: string | null) => sql`
  update billing_customers set checkout_page = ${page} where user_id = ${userId}`

export const findUserByCustomer = (sql: Sql, stripeCustomerId: string) =>
  rowOf(sql<{ userId: string }[]>`
    select user_id from billing_customers where stripe_customer_id = ${stripeCustomerId}`)

export const findUserByPayment = (sql: Sql, paymentIntentId: string) =>
  rowOf(sql<{ userId: string }[]>`
    select user_id from invoices where payment_intent_id = ${paymentIntentId}
  union all select user_id from purchases where payment_intent_id = ${paymentIntentId} limit 1`)

/** Claims one customer that was not compared with Stripe since `before`, so that a shutdown delays no other. */
export const claimUncompared = (sql: Sql, { now, before }: { now: string; before: string }) => sql<
  { userId: string; stripeCustomerId: string }[]
>`
  update billing_customers set synced_at = ${now}
  where user_id in (
    select user_id from billing_customers
    where stripe_customer_id is not null and coalesce(synced_at, created_at) <= ${before}
    order by coalesce(synced_at, created_at) limit 1 for update skip locked)
  returning user_id, stripe_customer_id`

export const listCustomers = (sql: Sql) => sql<{ userId: string; stripeCustomerId: string }[]>`
  select user_id, stripe_customer_id from billing_customers where stripe_customer_id is not null order by user_id`

export const listSubscriptions = (sql: Sql, userId: string) => sql<SubscriptionRow[]>`
  select id, stripe_customer_id, stripe_price_id, stripe_item_id, plan, status, stripe_status, tier,
    current_period_start, current_period_end, trial_start, trial_end, cancel_at_period_end, past_due_since,
    created_at, updated_at
  from subscriptions where user_id = ${userId} order by created_at desc, id desc`

export const upsertSubscription = (sql: Sql, userId: string, row: SubscriptionRow) => {
  const columns = columnNames(row)
  return sql`insert into subscriptions ${sql({ user_id: userId, ...columns })}
    on conflict (user_id, id) do update set ${sql(columns)}`
}

export const listInvoices = (sql: Sql, userId: string) => sql<(InvoiceRow & { amountRefunded: number })[]>`
  select i.id, i.stripe_status, i.description, i.amount_paid, i.amount_due, i.subtotal, i.tax, i.total, i.currency,
    i.payment_intent_id, i.credit_change, i.paid_at, i.hosted_invoice_url, i.created_at,
    coalesce((select sum(r.amount) from refunds r where r.user_id = ${userId} and r.status <> 'failed'
      and r.payment_intent_id = i.payment_intent_id), 0)::int as amount_refunded
  from invoices i where i.user_id = ${userId}
  order by i.created_at desc, i.id desc`

/** Stores an invoice. If `row` names no payment, the stored payment stays. */
export const upsertInvoice = (sql: Sql, userId: string, row: InvoiceRow) => {
  const { payment_intent_id: payment, ...columns } = columnNames(row)
  return sql`insert into invoices ${sql({ user_id: userId, payment_intent_id: payment ?? null, ...columns })}
    on conflict (user_id, id) do update set ${sql(columns)},
      payment_intent_id = coalesce(excluded.payment_intent_id, invoices.payment_intent_id)`
}

export const listRefunds = (sql: Sql, userId: string) => sql<RefundRow[]>`
  select id, payment_intent_id, amount, currency, status, reason, created_at from refunds
  where user_id = ${userId} order by created_at, id`

export const upsertRefund = (sql: Sql, userId: string, row: RefundRow) => sql`
  insert into refunds ${sql({ user_id: userId, ...columnNames(row) })}
  on conflict (user_id, id) do update set status = excluded.status, amount = excluded.amount,
    reason = coalesce(refunds.reason, excluded.reason)`

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

export async function claimEvent(sql: Sql, id: string, { now, until }: { now: string; until: string }) {
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
  order by attempts, received_at limit 50`
