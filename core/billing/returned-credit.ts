// Adjusts credit, the paid but unused money, after a payment was returned. If a bank or Stripe's dashboard returned it,
// withdraws the credit that the payment left. If an item or upgrade was refunded, returns the credit that paid part of
// it.
import type { Context } from '../kernel/context.ts'
import { creditOf, type CustomerState } from './mirror.ts'
import { must } from '../kernel/narrow.ts'
import { CREDIT_BACK, creditUsed, fromOutside, isReturned, type BilledInvoice } from './refundable.ts'
import { idempotencyKeyFor } from './stripe.ts'

export interface BilledCustomer {
  fetched: CustomerState
  invoices: readonly BilledInvoice[]
}

export async function settleCredit(ctx: Context, billed: BilledCustomer): Promise<boolean> {
  const back = await returnCredit(ctx, billed)
  // Stripe's next event counts the credit that is returned now.
  return back || (await withdrawCredit(ctx, billed))
}

function excessOf({ fetched, invoices }: BilledCustomer): number {
  const remainder = invoices
    .filter(({ subscription }) => subscription !== null)
    .reduce((sum, { amountPaid, returned }) => sum + Math.max(0, amountPaid - returned), 0)
  return Math.max(0, creditOf(fetched) - remainder)
}

async function withdrawCredit(ctx: Context, { fetched, invoices }: BilledCustomer): Promise<boolean> {
  const { customer } = fetched
  const amount = Math.min(Math.max(0, -(customer?.balance ?? 0)), excessOf({ fetched, invoices }))
  if (!customer || amount <= 0) return false
  await changeBalance(ctx, customer, {
    amount,
    why: 'The payment that left this credit was returned.',
    key: idempotencyKeyFor('withdraw', customer.id, customer.balance, amount),
  })
  return true
}

/** Value in a subscription's metadata when a refund ended all of it, instead of an invoice id. */
export const ENDED = 'the plan'

/** The credit to return for an invoice whose effect a refund reversed without affecting anything else. */
function creditToReturn({ fetched, invoices }: BilledCustomer, invoice: BilledInvoice): number {
  const plan = fetched.subscriptions.find(({ id }) => id === invoice.subscription)
  if (invoice.creditBack > 0) return 0
  if (!invoice.subscription || plan?.metadata['undone'] === invoice.id)
    return isReturned(invoice) ? creditUsed(invoice) : 0
  if (plan?.metadata['undone'] !== ENDED || plan.ended_at === null) return 0
  const isHeld = invoice.lines.some(({ amount, endsAt }) => amount > 0 && endsAt > (plan.ended_at ?? 0))
  if (!invoice.isPaid || !isHeld || (invoice.amountPaid > 0 && !isReturned(invoice))) return 0
  return Math.min(creditUsed(invoice), fromOutside(invoices.filter((one) => one.subscription === plan.id)))
}

async function returnCredit(ctx: Context, billed: BilledCustomer): Promise<boolean> {
  const { customer } = billed.fetched
  if (!customer) return false
  let invoices = billed.invoices
  for (const { id } of billed.invoices) {
    const invoice = must(invoices.find((one) => one.id === id))
    const amount = creditToReturn({ ...billed, invoices }, invoice)
    if (amount <= 0) continue
    await changeBalance(ctx, customer, {
      amount: -amount,
      why: 'The rest of what this credit paid was refunded.',
      key: idempotencyKeyFor('return', id, amount),
    })
    await ctx.stripe.use((api) => api.invoices.update(id, { metadata: { [CREDIT_BACK]: String(amount) } }))
    invoices = invoices.map((one) => (one === invoice ? { ...one, creditBack: amount } : one))
  }
  return invoices !== billed.invoices
}

async function changeBalance(
  { stripe, log }: Context,
  { id, currency }: NonNullable<CustomerState['customer']>,
  { amount, why, key }: { amount: number; why: string; key: string },
): Promise<void> {
  const details = { amount, currency: currency ?? 'usd', description: why }
  await stripe.use((api) => api.customers.createBalanceTransaction(id, details, { idempotencyKey: key }))
  log.info({ customer: id, amount }, why)
}
