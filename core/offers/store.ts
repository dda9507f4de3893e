// SQL for offers.
import type { Sql } from '../database/connect.ts'
import { changesOf, columnsOf, valuesOf } from '../database/record-columns.ts'
import { hidden, id, listed, stamp } from '../kernel/field-kinds.ts'
import { record, type RowOf } from '../kernel/record.ts'
import type { Window } from '../kernel/page.ts'
import type { PayPeriod } from '../reading/compensation.ts'
import type { OfferStatus, Round, Terms } from './fields.ts'

/** A row of `offers`. The deadline has a column of its own, so that suggestions can search it. */
export const OFFER_ROW = record('offer', 'offers', 'o', {
  id: id(),
  jobId: hidden<string>(),
  status: hidden<OfferStatus>(),
  deadline: hidden<string | null>(),
  deadlineEventId: hidden<string | null>(),
  terms: listed<Omit<Terms, 'deadline'>>(),
  rounds: listed<Round[]>(),
  createdAt: stamp(),
  updatedAt: stamp(),
})
export type OfferRow = RowOf<typeof OFFER_ROW>

interface OfferFilter {
  updatedSince?: string | undefined
  jobId?: string | undefined
  status?: OfferStatus[] | undefined
}

const where = (sql: Sql, userId: string, filter: OfferFilter) => sql`
  o.user_id = ${userId}
  ${filter.updatedSince ? sql`and o.updated_at >= ${filter.updatedSince}` : sql``}
  ${filter.jobId ? sql`and o.job_id = ${filter.jobId}` : sql``}
  ${filter.status?.length ? sql`and o.status in ${sql(filter.status)}` : sql``}`

/** Up to `limit + 1` rows after the cursor, latest first. */
export function listOffers(sql: Sql, userId: string, filter: OfferFilter, page: Window) {
  const { after, limit } = page
  return sql<(OfferRow & { sortValue: string })[]>`
    select ${columnsOf(sql, OFFER_ROW)}, o.created_at as sort_value from offers o
    where ${where(sql, userId, filter)}
    ${after ? sql`and (o.created_at, o.id) < (${after.value}, ${after.id})` : sql``}
    order by o.created_at desc, o.id desc
    limit ${limit + 1}`
}

export async function countOffers(sql: Sql, userId: string, filter: OfferFilter): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from offers o where ${where(sql, userId, filter)}`
  return row?.total ?? 0
}

/** Locked, for a transaction that moves or deletes them: one that another deletes at this moment is waited for, and is not among them. */
export const listOffersOfJob = (sql: Sql, userId: string, jobId: string) =>
  sql<OfferRow[]>`
    select ${columnsOf(sql, OFFER_ROW)} from offers o
    where o.user_id = ${userId} and o.job_id = ${jobId} order by o.created_at, o.id
    for update`

export const listOffersWithIds = (sql: Sql, userId: string, ids: readonly string[]) =>
  sql<OfferRow[]>`
    select ${columnsOf(sql, OFFER_ROW)} from offers o where o.user_id = ${userId} and o.id in ${sql([...ids])}`

export async function findOffer(sql: Sql, userId: string, id: string): Promise<OfferRow | undefined> {
  const [row] = await sql<OfferRow[]>`
    select ${columnsOf(sql, OFFER_ROW)} from offers o where o.user_id = ${userId} and o.id = ${id}`
  return row
}

export async function findOfferForUpdate(
  sql: Sql,
  userId: string,
  id: string,
): Promise<OfferRow | undefined> {
  const [row] = await sql<OfferRow[]>`
    select ${columnsOf(sql, OFFER_ROW)} from offers o where o.user_id = ${userId} and o.id = ${id} for update of o`
  return row
}

export const insertOffer = (sql: Sql, userId: string, offer: OfferRow) => sql`
  insert into offers ${sql({ user_id: userId, ...valuesOf(sql, OFFER_ROW, offer) })}`

export const updateOffer = (sql: Sql, userId: string, offer: OfferRow) => sql`
  update offers set ${sql(changesOf(sql, OFFER_ROW, offer))} where user_id = ${userId} and id = ${offer.id}`

export const removeOffer = (sql: Sql, userId: string, id: string) =>
  sql`delete from offers where user_id = ${userId} and id = ${id}`

export interface OfferAndJobRow extends OfferRow {
  company: string
  role: string
  jobLocation: string | null
  payMin: number | null
  payMax: number | null
  payCurrency: string | null
  payPeriod: PayPeriod | null
}

const withJob = (sql: Sql) => sql`
  select ${columnsOf(sql, OFFER_ROW)}, j.company, j.role, j.location as job_location,
    j.pay_min, j.pay_max, j.pay_currency, j.pay_period
  from offers o join jobs j on j.user_id = o.user_id and j.id = o.job_id`

export const listOffersWithJobs = (sql: Sql, userId: string, ids: readonly string[]) =>
  sql<OfferAndJobRow[]>`${withJob(sql)}
    where o.user_id = ${userId} and o.id in ${sql([...ids])}`

export const listOpenOffersWithJobs = (sql: Sql, userId: string, limit: number) =>
  sql<OfferAndJobRow[]>`${withJob(sql)}
    where o.user_id = ${userId} and o.status in ('received', 'countered')
    order by o.created_at desc, o.id desc limit ${limit}`
