// When a boost's payment is returned, by whatever route, its AI budget is reclaimed once; when the money comes back,
// because the refund failed or the dispute was won, so does the budget.
import { addBudget, takeBudgetBack } from '../../assistants/budget.ts'
import type { Transaction } from '../../database/transaction.ts'
import { isoOf } from '../../kernel/clock.ts'
import { itemNamed } from '../items.ts'
import * as store from './store.ts'

export async function adjustRefundedBudget(tx: Transaction): Promise<void> {
  const { userId } = tx.principal
  for (const { id, item, isReturned } of await store.listMovedBoosts(tx.sql, userId)) {
    const { label, budgetCents: cents = 0 } = itemNamed(item)
    if (isReturned) await takeBudgetBack(tx, { cents, reason: `Refunded: ${label}` })
    else await addBudget(tx, { cents, reason: `Paid after all: ${label}` })
    await store.updateReturned(tx.sql, userId, id, isReturned ? isoOf(tx.clock.now()) : null)
  }
}
