// An offer as the API returns it and as the audit trail stores it, and the offers of a job.
import type { Sql } from '../database/connect.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import type { Offer } from './offer.ts'
import * as store from './store.ts'

export interface StoredOffer extends Offer {
  deadlineEventId: string | null
}

export function offerOf({ deadlineEventId: _, terms, deadline, ...row }: store.OfferRow): Offer {
  const { id, jobId, status, rounds, createdAt, updatedAt } = row
  return { id, jobId, status, ...terms, deadline, rounds, createdAt, updatedAt }
}

export const storedOfferOf = (row: store.OfferRow): StoredOffer => ({
  ...offerOf(row),
  deadlineEventId: row.deadlineEventId,
})

export function rowOf(offer: StoredOffer): store.OfferRow {
  const { id, jobId, status, deadline, deadlineEventId, rounds, createdAt, updatedAt, ...terms } = offer
  return { id, jobId, status, deadline, deadlineEventId, terms, rounds, createdAt, updatedAt }
}

export const listStoredOffersOfJob = async (
  sql: Sql,
  userId: string,
  jobId: string,
): Promise<StoredOffer[]> => (await store.listOffersOfJob(sql, userId, jobId)).map(storedOfferOf)

export const listOffersWithIds = async (sql: Sql, userId: string, ids: readonly string[]): Promise<Offer[]> =>
  (await store.listOffersWithIds(sql, userId, ids)).map(offerOf)

export interface OfferWithJob {
  offer: Offer
  company: string
  role: string
  jobLocation: string | null
}

const withJobOf = ({ company, role, jobLocation, ...row }: store.OfferAndJobRow): OfferWithJob => ({
  offer: offerOf(row),
  company,
  role,
  jobLocation,
})

export async function requireOffers(
  { sql, principal }: Pick<Context, 'sql' | 'principal'>,
  ids: readonly string[],
): Promise<OfferWithJob[]> {
  const rows = await store.listOffersWithJobs(sql, principal.userId, ids)
  return ids.map((id) => withJobOf(rows.find((row) => row.id === id) ?? fail('offer_not_found', { id })))
}

const MAX_OPEN = 50

export const listOpenOffers = async ({
  sql,
  principal,
}: Pick<Context, 'sql' | 'principal'>): Promise<OfferWithJob[]> =>
  (await store.listOpenOffersWithJobs(sql, principal.userId, MAX_OPEN)).map(withJobOf)
