// SQL for purchases.
import { jsonb, rowOf, countOf } from '../../database/fragments.ts'
import type { Sql } from '../../database/connect.ts'
import type { Window } from '../../kernel/page.ts'
import type { ItemName } from '../plans.ts'
import type { KeptPurchase } from './record.ts'

export interface PurchaseRow extends KeptPurchase {
  userId: string
  fingerprint: Buffer
  requestKey: string | null
  paymentIntentId: string | null
  attempts: number
}

const columns = (sql: Sql) => sql`
  user_id, id, item, state, amount_cents, currency, input, fingerprint, request_key, payment_intent_id, invoice_id,
  answer, problem, attempts, created_at, purchased_at`

export const insertPurchase = (
  sql: Sql,
  userId: string,
  row: Pick<
    PurchaseRow,
    'id' | 'item' | 'amountCents' | 'currency' | 'input' | 'fingerprint' | 'requestKey'
  > & {
    at: string
  },
) =>
  rowOf(sql<PurchaseRow[]>`
    insert into purchases (
      user_id, id, item, state, amount_cents, currency, input, fingerprint, request_key, created_at, updated_at
    ) values (
      ${userId}, ${row.id}, ${row.item}, 'begun', ${row.amountCents}, ${row.currency}, ${jsonb(sql, row.input)},
      ${row.fingerprint}, ${row.requestKey}, ${row.at}, ${row.at}
    ) on conflict do nothing returning ${columns(sql)}`)

export const findByRequestKey = (sql: Sql, userId: string, key: string) =>
  rowOf(sql<PurchaseRow[]>`
    select ${columns(sql)} from purchases where user_id = ${userId} and request_key = ${key}`)

export const findSame = (
  sql: Sql,
  userId: string,
  same: { item: ItemName; fingerprint: Buffer; since: string | null },
) =>
  rowOf(sql<PurchaseRow[]>`
    select ${columns(sql)} from purchases
    where user_id = ${userId} and item = ${same.item} and fingerprint = ${same.fingerprint}
      and (state in ('begun', 'waiting', 'authorised', 'made') or (state = 'delivered' and purchased_at >= ${same.since}))
    order by created_at desc limit 1`)

export const findPurchase = (sql: Sql, userId: string, id: string) =>
  rowOf(sql<PurchaseRow[]>`
    select ${columns(sql)} from purchases where user_id = ${userId} and id = ${id}`)

/** Boosts whose payment was returned in full and whose budget was not yet withdrawn, or the reverse. */
export const listBoostsToFix = (sql: Sql, userId: string) => sql<(PurchaseRow & { isRefunded: boolean })[]>`
  select * from (
    select ${columns(sql)}, returned_at, coalesce((
      select sum(r.amount) >= i.amount_paid from invoices i
      join refunds r on r.user_id = ${userId} and r.payment_intent_id = i.payment_intent_id and r.status <> 'failed'
      where i.user_id = ${userId} and i.id = p.invoice_id and i.amount_paid > 0 group by i.amount_paid), false) as is_refunded
    from purchases p where user_id = ${userId} and item like 'boost-%' and state = 'delivered') boosts
  where is_refunded <> (returned_at is not null)`

export const updateReturnedAt = (sql: Sql, userId: string, id: string, at: string | null) => sql`
  update purchases set returned_at = ${at} where user_id = ${userId} and id = ${id}`

export const listPurchases = (sql: Sql, userId: string, { limit, after }: Window) => sql<
  (PurchaseRow & { sortValue: string })[]
>`
  select ${columns(sql)}, created_at as sort_value from purchases
  where user_id = ${userId} ${after ? sql`and (created_at, id) < (${after.value}, ${after.id})` : sql``}
  order by created_at desc, id desc limit ${limit + 1}`

export const countPurchases = (sql: Sql, userId: string) =>
  countOf(sql<{ total: number }[]>`
    select count(*)::int as total from purchases where user_id = ${userId}`)

export const listDeliveredWithoutInvoice = (sql: Sql, userId: string) => sql<PurchaseRow[]>`
  select ${columns(sql)} from purchases
  where user_id = ${userId} and state = 'delivered' and invoice_id is null order by purchased_at desc`

export const countDelivered = (sql: Sql, userId: string) =>
  countOf(sql<{ total: number }[]>`
    select count(*)::int as total from purchases where user_id = ${userId} and state = 'delivered'`)

/** Leases an unfinished purchase and returns its row; undefined if the purchase is over or another process has it. */
export const claimPurchase = (
  sql: Sql,
  claim: { userId: string; id: string; holder: string; now: string; until: string },
) =>
  rowOf(sql<PurchaseRow[]>`
    update purchases set lease_holder = ${claim.holder}, lease_until = ${claim.until}, attempts = attempts + 1
    where user_id = ${claim.userId} and id = ${claim.id} and state in ('begun', 'waiting', 'authorised', 'made')
      and (lease_until is null or lease_until <= ${claim.now})
    returning ${columns(sql)}`)

export const updatePurchaseLease = (
  sql: Sql,
  claim: { userId: string; id: string; holder: string; until: string | null },
) => sql`
  update purchases set lease_until = ${claim.until} where user_id = ${claim.userId} and id = ${claim.id}
    and lease_holder = ${claim.holder}`

/** Advances a purchase; false if it has changed meanwhile. */
export async function updatePurchase(
  sql: Sql,
  from: PurchaseRow,
  to: Partial<Pick<PurchaseRow, 'paymentIntentId' | 'invoiceId' | 'answer' | 'problem' | 'purchasedAt'>> & {
    state: PurchaseRow['state']
    at: string
  },
): Promise<boolean> {
  const next = { ...from, ...to }
  const gaveUp = to.state === 'failed' || to.state === 'released'
  const rows = await sql`
    update purchases set state = ${next.state}, payment_intent_id = ${next.paymentIntentId},
      invoice_id = ${next.invoiceId}, answer = ${next.answer && JSON.stringify(next.answer)}::text::json,
      problem = ${next.problem}, purchased_at = ${next.purchasedAt}, updated_at = ${to.at},
      request_key = ${gaveUp ? null : from.requestKey}
    where user_id = ${from.userId} and id = ${from.id} and state = ${from.state} returning id`
  return rows.length > 0
}

export const resumeWaiting = (sql: Sql, userId: string) => sql`
  update purchases set state = 'begun' where user_id = ${userId} and state = 'waiting'`

export const listWaitingOf = (sql: Sql, userId: string) => sql<PurchaseRow[]>`
  select ${columns(sql)} from purchases where user_id = ${userId} and state = 'waiting'`

export const listWaiting = (sql: Sql, before: string) => sql<{ userId: string; id: string }[]>`
  select user_id, id from purchases where state = 'waiting' and updated_at <= ${before} order by attempts, updated_at limit 20`

export const listUnfinished = (sql: Sql, { now, before }: { now: string; before: string }) => sql<
  { userId: string; id: string }[]
>`
  select user_id, id from purchases
  where state in ('begun', 'authorised', 'made') and updated_at <= ${before}
    and (lease_until is null or lease_until <= ${now})
  order by attempts, updated_at limit 20`
