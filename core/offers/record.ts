// An offer as the API returns it and as the audit trail stores it, with the queries for offers and their jobs.
import type { Sql } from '../database/connect.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { shownIn } from '../kernel/record.ts'
import { OFFER, TERMS, type Offer } from './fields.ts'
import * as store from './store.ts'

export interface StoredOffer extends Offer {
  deadlineEventId: string | null
}

export const offerOf = ({ terms, ...row }: store.OfferRow): Offer => shownIn(OFFER, { ...terms, ...row })

export const storedOfferOf = (row: store.OfferRow): StoredOffer => ({
  ...offerOf(row),
  deadlineEventId: row.deadlineEventId,
})

/** The row of an offer. All terms share one column, except the deadline. */
export function rowOf(offer: StoredOffer): store.OfferRow {
  const { deadline: _, ...terms } = shownIn(TERMS, offer)
  return { ...offer, terms }
}

export const listStoredOffersOfJob = async (sql: Sql, userId: string, jobId: string) =>
  (await store.listOffersOfJob(sql, userId, jobId)).map(storedOfferOf)

export const listOffersWithIds = async (sql: Sql, userId: string, ids: readonly string[]): Promise<Offer[]> =>
  (await store.listOffersWithIds(sql, userId, ids)).map(offerOf)

export type OfferWithJob = ReturnType<typeof withJobOf>

const withJobOf = ({ company, role, jobLocation, ...rest }: store.OfferAndJobRow) => {
  const { payMin: min, payMax: max, payCurrency: currency, payPeriod: period, ...row } = rest
  return { offer: offerOf(row), company, role, jobLocation, stated: { min, max, currency, period } }
}

type Caller = Pick<Context, 'sql' | 'principal'>

/** The offers in the order of the ids, with their jobs. Throws `offer_not_found` for the first id that the user does not have. */
export async function requireOffers({ sql, principal }: Caller, ids: readonly string[]) {
  const rows = await store.listOffersWithJobs(sql, principal.userId, ids)
  return ids.map((id) => withJobOf(rows.find((row) => row.id === id) ?? fail('offer_not_found', { id })))
}

const MAX_OPEN = 50

export const listOpenOffers = async ({ sql, principal }: Caller) =>
  (await store.listOpenOffersWithJobs(sql, principal.userId, MAX_OPEN)).map(withJobOf)
