// Credit and returned payments: credit is what was paid and not used. Where a payment is returned by the bank or in Stripe's
// dashboard, the credit that it left is withdrawn; where an item or an upgrade is refunded, the credit that paid a part of it
// comes back.
import type { Context } from '../kernel/context.ts'
import { creditOf, type Fetched } from './mirror.ts'
import { creditUsed, isReturned, type BilledInvoice } from './refundable.ts'
import { stripeKey } from './stripe-key.ts'

interface Billed {
  fetched: Fetched
  invoices: readonly BilledInvoice[]
}

/** Settles a customer's credit after payments were returned. Returns whether it changed. */
export async function settleCredit(ctx: Context, billed: Billed): Promise<boolean> {
  const back = await returnCredit(ctx, billed)
  // What came back now is counted when the next event is processed.
  return back || (await withdrawCredit(ctx, billed))
}

/** The credit beyond what is left of all payments for plans, in cents. */
function excessOf({ fetched, invoices }: Billed): number {
  const left = invoices
    .filter(({ subscription }) => subscription !== null)
    .reduce((sum, { amountPaid, returned }) => sum + Math.max(0, amountPaid - returned), 0)
  return Math.max(0, creditOf(fetched) - left)
}

async function withdrawCredit(ctx: Context, { fetched, invoices }: Billed): Promise<boolean> {
  const { customer } = fetched
  const amount = Math.min(Math.max(0, -(customer?.balance ?? 0)), excessOf({ fetched, invoices }))
  if (!customer || amount <= 0) return false
  await changeBalance(ctx, customer, {
    amount,
    why: 'The payment that left this credit was returned.',
    key: stripeKey('withdraw', customer.id, customer.balance, amount),
  })
  return true
}

/** The invoice at Stripe says that its credit came back, so that it does so once. */
const MARK = 'credit_returned'

/** Whether a refund took back what an invoice was for, and left everything else as it was. */
const isUndone = ({ subscriptions }: Fetched, { id, subscription }: BilledInvoice): boolean =>
  subscription === null || subscriptions.some(({ metadata }) => metadata['undone'] === id)

async function returnCredit(ctx: Context, { fetched, invoices }: Billed): Promise<boolean> {
  const { customer } = fetched
  if (!customer) return false
  let found = false
  for (const invoice of invoices) {
    const marked = fetched.invoices.find(({ id }) => id === invoice.id)?.metadata?.[MARK]
    const amount = creditUsed(invoice)
    if (!isReturned(invoice) || !isUndone(fetched, invoice) || !amount || marked) continue
    await changeBalance(ctx, customer, {
      amount: -amount,
      why: 'The rest of what this credit paid was refunded.',
      key: stripeKey('return', invoice.id, amount),
    })
    await ctx.stripe.use((api) => api.invoices.update(invoice.id, { metadata: { [MARK]: String(amount) } }))
    found = true
  }
  return found
}

/** Adds to what a customer owes; a negative amount is credit. */
async function changeBalance(
  { stripe, log }: Context,
  { id, currency }: NonNullable<Fetched['customer']>,
  { amount, why, key }: { amount: number; why: string; key: string },
): Promise<void> {
  const details = { amount, currency: currency ?? 'usd', description: why }
  await stripe.use((api) => api.customers.createBalanceTransaction(id, details, { idempotencyKey: key }))
  log.info({ customer: id, amount }, why)
}
