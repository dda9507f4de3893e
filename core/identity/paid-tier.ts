// A user's effective plan is the higher of the subscribed one and the one an administrator granted.
import { changed, type Transaction } from '../database/transaction.ts'
import type { Tier } from '../kernel/family.ts'
import * as store from './store.ts'

/** Stores the tier of the user's subscriptions and when it ends; null for no known end. */
export async function setPaidTier(
  tx: Transaction,
  { tier, until }: { tier: Tier; until: string | null },
): Promise<void> {
  const { userId } = tx.principal
  const before = await store.updatePaidTier(tx.sql, userId, { tier, until })
  if (before && before.tier !== tier) changed(tx, 'plan', userId, { paid: before.tier }, { paid: tier })
  // Clear cached credentials now: at worst, a concurrent request is still checked against the previous plan.
  tx.credentials.clear()
}
