// What a user has and owes besides their plan: AI budget, debt, credit, purchased items.
import { budgetOf } from '../assistants/budget.ts'
import type { Context } from '../kernel/context.ts'
import { countDelivered } from './purchases/store.ts'
import type { Balance } from './records.ts'
import { findCustomer } from './store.ts'

export async function balanceOf(ctx: Context): Promise<Balance> {
  const { sql, principal } = ctx
  const [{ budgetCents, debtCents }, customer, items] = await Promise.all([
    budgetOf(ctx),
    findCustomer(sql, principal.userId),
    countDelivered(sql, principal.userId),
  ])
  return { budgetCents, debtCents, creditCents: customer?.creditCents ?? 0, items }
}
