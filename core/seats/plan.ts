// The effective plan of a seat: its owner's plan, with one quota for all who share it.
import type { Sql } from '../database/connect.ts'
import { findPerson } from '../identity/person.ts'
import { includes, type Tier } from '../kernel/family.ts'
import * as store from './store.ts'

/** How the keys of one user are judged. */
interface SharedPlan {
  /** The better of their own plan and the one they share. */
  tier: Tier
  /** Whose quota is spent; null while they share with nobody. */
  quotaOf: string | null
}

/** The plan that counts for a user's keys. A shared plan counts while it is Ultra: only that has seats. */
export async function sharedPlan(sql: Sql, userId: string, own: Tier): Promise<SharedPlan> {
  const [seat, shares] = await Promise.all([store.findSeatOf(sql, userId), store.hasMembers(sql, userId)])
  if (seat) {
    const owner = await findPerson(sql, seat.ownerId)
    if (owner && includes(owner.tier, 'ultra')) return { tier: 'ultra', quotaOf: seat.ownerId }
  }
  return { tier: own, quotaOf: shares && includes(own, 'ultra') ? userId : null }
}
