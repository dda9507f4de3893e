// An offer as the API returns it and as the audit trail stores it, and the offers of a job.
import type { Sql } from '../database/connect.ts'
import type { Offer } from './offer.ts'
import * as store from './store.ts'

/** An offer as stored in the audit trail, with the event of its deadline. */
export interface StoredOffer extends Offer {
  deadlineEventId: string | null
}

/** Converts a row to the API's record. */
export function offerOf({ deadlineEventId: _, terms, deadline, ...row }: store.OfferRow): Offer {
  const { id, jobId, status, rounds, createdAt, updatedAt } = row
  return { id, jobId, status, ...terms, deadline, rounds, createdAt, updatedAt }
}

/** Converts a row to what the audit trail stores. */
export const storedOfferOf = (row: store.OfferRow): StoredOffer => ({
  ...offerOf(row),
  deadlineEventId: row.deadlineEventId,
})

/** The row of a stored offer. */
export function rowOf(offer: StoredOffer): store.OfferRow {
  const { id, jobId, status, deadline, deadlineEventId, rounds, createdAt, updatedAt, ...terms } = offer
  return { id, jobId, status, deadline, deadlineEventId, terms, rounds, createdAt, updatedAt }
}

/** Every offer of a job, oldest first. */
export const listStoredOffersOfJob = async (
  sql: Sql,
  userId: string,
  jobId: string,
): Promise<StoredOffer[]> => (await store.listOffersOfJob(sql, userId, jobId)).map(storedOfferOf)

/** Moves all offers of one job to another. */
export const reassignOffers = async (sql: Sql, userId: string, from: string, to: string): Promise<void> =>
  void (await store.reassignOffers(sql, userId, from, to))
