// The plan of a subscription next to the one an administrator granted: the higher applies, everywhere at once.
import { changed, type Transaction } from '../database/transaction.ts'
import type { Tier } from '../kernel/family.ts'
import * as store from './store.ts'

/** Notes what the user's subscriptions give, and until when; null for as long as nothing else is said. */
export async function setPaidTier(
  tx: Transaction,
  { tier, until }: { tier: Tier; until: string | null },
): Promise<void> {
  const { userId } = tx.principal
  const before = await store.updatePaidTier(tx.sql, userId, { tier, until })
  if (before && before.tier !== tier) changed(tx, 'plan', userId, { paid: before.tier }, { paid: tier })
  // Kept verdicts go now: at worst a request of this moment is judged by the plan it was sent under.
  tx.credentials.clear()
}
