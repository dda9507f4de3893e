// When a boost's payment is refunded, by whatever route, its AI budget is reclaimed once.
import { takeBudgetBack } from '../../assistants/budget.ts'
import type { Transaction } from '../../database/transaction.ts'
import { isoOf } from '../../kernel/clock.ts'
import { itemNamed } from '../items.ts'
import * as store from './store.ts'

/** Reclaims the budget of boosts that were fully refunded. */
export async function reclaimRefundedBudget(tx: Transaction): Promise<void> {
  const { userId } = tx.principal
  for (const { id, item } of await store.listReturnedBoosts(tx.sql, userId)) {
    const { label, budgetCents = 0 } = itemNamed(item)
    await takeBudgetBack(tx, { cents: budgetCents, reason: `Refunded: ${label}` })
    await store.updateReturned(tx.sql, userId, id, isoOf(tx.clock.now()))
  }
}
