// The effective plan of a seat: its owner's plan, with one quota shared by all members.
import type { Sql } from '../database/connect.ts'
import { findPerson } from './person.ts'
import { includes, type Tier } from '../kernel/family.ts'
import * as store from './store-plan.ts'

interface SharedPlan {
  /** The better of their own and the shared plan. */
  tier: Tier
  /** Whose quota is spent, if not their own. */
  quotaOf: string | null
}

/** The effective plan for a user's keys. A shared plan applies while it is Ultra, the only one with seats. */
export async function sharedPlan(sql: Sql, userId: string, own: Tier): Promise<SharedPlan> {
  const sharer = await store.findSharer(sql, userId)
  if (sharer) {
    const owner = await findPerson(sql, sharer)
    if (owner && includes(owner.tier, 'ultra')) return { tier: 'ultra', quotaOf: sharer }
  }
  return { tier: own, quotaOf: null }
}
