// A boost whose money went back, by whomever: its budget goes back too, once.
import { takeBudgetBack } from '../../assistants/budget.ts'
import type { Transaction } from '../../database/transaction.ts'
import { isoOf } from '../../kernel/clock.ts'
import { itemNamed } from '../items.ts'
import * as store from './store.ts'

/** Takes the budget of boosts back that were refunded in whole. */
export async function takeReturnedBudget(tx: Transaction): Promise<void> {
  const { userId } = tx.principal
  for (const { id, item } of await store.listReturnedBoosts(tx.sql, userId)) {
    const { label, budgetCents = 0 } = itemNamed(item)
    await takeBudgetBack(tx, { cents: budgetCents, reason: `Refunded: ${label}` })
    await store.updateReturned(tx.sql, userId, id, isoOf(tx.clock.now()))
  }
}
