// The effective plan of a seat: its owner's plan, with one quota shared by all members.
import type { Sql } from '../database/connect.ts'
import { findPerson } from '../identity/person.ts'
import { includes, type Tier } from '../kernel/family.ts'
import * as store from './store.ts'

/** The plan for a user's keys. */
interface SharedPlan {
  /** The better of their own and the shared plan. */
  tier: Tier
  /** Whose quota is spent; null without sharing. */
  quotaOf: string | null
}

/** The effective plan for a user's keys. A shared plan applies while it is Ultra, the only one with seats. */
export async function sharedPlan(sql: Sql, userId: string, own: Tier): Promise<SharedPlan> {
  const [seat, shares] = await Promise.all([store.findSeatOf(sql, userId), store.hasMembers(sql, userId)])
  if (seat) {
    const owner = await findPerson(sql, seat.ownerId)
    if (owner && includes(owner.tier, 'ultra')) return { tier: 'ultra', quotaOf: seat.ownerId }
  }
  return { tier: own, quotaOf: shares && includes(own, 'ultra') ? userId : null }
}
