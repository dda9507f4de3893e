// A user's AI budget: what they may spend on the service's own model.
import { recordChange, type Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { type Parsed, objectSchema } from '../kernel/schema.ts'
import { centsOf, MICROS_PER_CENT } from './prices.ts'
import * as store from './store.ts'

export const Budget = objectSchema((z) => ({
  budgetCents: z.int().describe('Remaining AI budget, in whole cents.'),
  debtCents: z
    .int()
    .describe('Spent budget whose purchase was refunded. The next budget you buy is reduced by it.'),
  usedCentsThisMonth: z
    .number()
    .describe(
      'Model costs this month (UTC) at list prices, including calls with your own key. Rounded to 0.01 cents.',
    ),
  callsThisMonth: z.int(),
}))
export type Budget = Parsed<typeof Budget>

const centsLeft = (micros: number): number => Math.max(0, Math.floor(micros / MICROS_PER_CENT))

export async function budgetOf({ sql, principal, clock }: Context): Promise<Budget> {
  const now = isoOf(clock.now())
  const [budget, usage] = await Promise.all([
    store.findBudget(sql, principal.userId, now),
    store.sumUsage(sql, principal.userId, `${now.slice(0, 7)}-01T00:00:00.000Z`),
  ])
  return {
    budgetCents: centsLeft(budget.grantedMicros - budget.spentMicros - budget.heldMicros),
    debtCents: Math.max(0, Math.ceil((budget.spentMicros - budget.grantedMicros) / MICROS_PER_CENT)),
    usedCentsThisMonth: centsOf(usage.costMicros),
    callsThisMonth: usage.calls,
  }
}

/** Raises the user's AI budget in the transaction of the purchase. Returns the remaining budget in cents. */
export async function addBudget(tx: Transaction, { cents, reason }: { cents: number; reason: string }) {
  const { userId } = tx.principal
  const remaining = centsLeft(await store.raiseBudget(tx.sql, userId, cents * MICROS_PER_CENT))
  recordChange(tx, 'aiBudget', userId, { budgetCents: remaining - cents }, { budgetCents: remaining, reason })
  return remaining
}

/** Takes back the budget of a refunded purchase. What was spent already becomes a debt. */
export async function takeBudgetBack(tx: Transaction, { cents, reason }: { cents: number; reason: string }) {
  const { userId } = tx.principal
  const micros = await store.lowerBudget(tx.sql, userId, cents * MICROS_PER_CENT)
  if (micros === undefined) return
  recordChange(tx, 'aiBudget', userId, null, { budgetCents: centsLeft(micros), reason })
}
