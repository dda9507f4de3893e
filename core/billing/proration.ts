// The lines of a proration preview: credits and charges of a change of plan. Pure; the lines add up to the total.
import type { Stripe } from './stripe.ts'

interface Line {
  description: string
  /** Cents; negative for a credit. */
  amount: number
  currency: string
}

function isOfChange({ parent, period }: Stripe.InvoiceLineItem, prorationDate: number): boolean {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details
  return details?.proration === true || period.start <= prorationDate
}

export function linesOf(invoice: Stripe.Invoice, prorationDate: number): Line[] {
  const { currency } = invoice
  const all = invoice.lines.data
  const mine = all.filter((line) => isOfChange(line, prorationDate))
  const lines = mine.map(({ description, amount }) => ({
    description: description ?? 'Change of plan',
    amount,
    currency,
  }))
  if (mine.length !== all.length) return lines
  const sum = (amounts: readonly { amount: number }[] | null | undefined) =>
    (amounts ?? []).reduce((total, { amount }) => total + amount, 0)
  const tax = invoice.total - (invoice.subtotal - sum(invoice.total_discount_amounts))
  const discount = -sum(invoice.total_discount_amounts)
  const balance = invoice.total > 0 ? invoice.amount_due - invoice.total : 0
  return [
    ...lines,
    ...(discount ? [{ description: 'Discount', amount: discount, currency }] : []),
    ...(tax ? [{ description: 'Tax', amount: tax, currency }] : []),
    ...(balance ? [{ description: 'Credit from before', amount: balance, currency }] : []),
  ]
}

/** The amount charged now, in cents; a negative amount is credited to future invoices. */
export const immediateAmountOf = (lines: readonly Line[]): number =>
  lines.reduce((total, { amount }) => total + amount, 0)
