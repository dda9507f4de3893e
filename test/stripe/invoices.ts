// Invoices of the Stripe stub: totals, taxes, credit, payment.
import type { Stripe } from 'stripe'
import { declined, invalid } from './errors.ts'
import { newIntent, newInvoicePayment } from './objects.ts'
import { confirm, throwDeclined } from './payments.ts'
import { find, findCustomer, idOf, listOf, tell, type World } from './world.ts'

/** The automatic tax rate in every country of the Stripe stub, in percent. */
const TAX_PERCENT = 8

const sum = (amounts: readonly { amount: number }[]): number =>
  amounts.reduce((total, { amount }) => total + amount, 0)

/** Computes the totals: lines, less the coupon, plus tax, less the customer's credit. */
export function addUp(
  invoice: Stripe.Invoice,
  coupon: Stripe.Coupon | undefined,
  balance: number,
): Stripe.Invoice {
  const subtotal = sum(invoice.lines.data)
  const discount = subtotal > 0 && coupon ? discountOf(coupon, subtotal) : 0
  const tax = invoice.automatic_tax.enabled ? Math.round(((subtotal - discount) * TAX_PERCENT) / 100) : 0
  invoice.subtotal = subtotal
  invoice.subtotal_excluding_tax = subtotal
  invoice.total_discount_amounts = discount ? [{ amount: discount, discount: 'di_stub' }] : []
  invoice.total_taxes = tax
    ? [
        {
          amount: tax,
          tax_behavior: 'exclusive',
          tax_rate_details: null,
          taxability_reason: 'standard_rated',
          taxable_amount: subtotal - discount,
          type: 'tax_rate_details',
        },
      ]
    : []
  invoice.total = subtotal - discount + tax
  invoice.total_excluding_tax = subtotal - discount
  invoice.starting_balance = balance
  invoice.amount_due = Math.max(0, invoice.total + Math.min(0, balance))
  invoice.amount_remaining = invoice.amount_due
  return invoice
}

const discountOf = ({ percent_off, amount_off }: Stripe.Coupon, subtotal: number): number =>
  Math.min(subtotal, amount_off ?? Math.round((subtotal * (percent_off ?? 0)) / 100))

/** Finalises an invoice: it gets a number, uses the credit, and does not change any more. */
export function finalize(world: World, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'draft') throw invalid('This invoice is already finalized.')
  const customer = findCustomer(world, idOf(invoice.customer))
  // A negative total adds to the customer's credit; a positive one uses it.
  customer.balance = Math.min(0, customer.balance + invoice.total)
  invoice.ending_balance = customer.balance
  invoice.status = 'open'
  invoice.status_transitions.finalized_at = world.now
  for (const line of invoice.lines.data) line.invoice = invoice.id
  if (invoice.amount_due > 0) openPayment(world, invoice, customer)
  world.invoices.set(invoice.id, invoice)
  tell(world, 'invoice.finalized', invoice)
  if (invoice.amount_due === 0) markPaid(world, invoice)
}

function openPayment(world: World, invoice: Stripe.Invoice, customer: Stripe.Customer): void {
  const intent = newIntent(world, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: customer.id,
    payment_method: null,
    capture_method: 'automatic',
  })
  world.intents.set(intent.id, intent)
  const payment = newInvoicePayment(world, invoice, intent)
  world.invoicePayments.set(payment.id, payment)
}

/** The payments of an invoice. */
const paymentsOf = (world: World, invoice: Stripe.Invoice): Stripe.InvoicePayment[] =>
  [...world.invoicePayments.values()].filter((payment) => idOf(payment.invoice) === invoice.id)

/** The intent that pays an invoice. */
export function intentOf(world: World, invoice: Stripe.Invoice): Stripe.PaymentIntent | undefined {
  const id = idOf(paymentsOf(world, invoice)[0]?.payment.payment_intent)
  return id ? find(world.intents, id, 'payment_intent') : undefined
}

/** The invoice that an intent pays. */
export function invoiceOf(world: World, intent: Stripe.PaymentIntent): Stripe.Invoice | undefined {
  const payment = [...world.invoicePayments.values()].find(
    ({ payment }) => idOf(payment.payment_intent) === intent.id,
  )
  return payment && world.invoices.get(idOf(payment.invoice))
}

/** Marks an invoice as paid; its subscription follows (subscriptions.ts subscribes to `invoicePaid`). */
export function markPaid(world: World, invoice: Stripe.Invoice): void {
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.attempted = true
  invoice.status_transitions.paid_at = world.now
  const [payment] = paymentsOf(world, invoice)
  if (payment) {
    payment.status = 'paid'
    payment.amount_paid = invoice.amount_paid
    payment.status_transitions.paid_at = world.now
  }
  tell(world, 'invoice.paid', invoice)
}

/** The card that an invoice is charged to. */
function cardFor(world: World, invoice: Stripe.Invoice): string {
  const subscription = world.subscriptions.get(idOf(invoice.parent?.subscription_details?.subscription))
  const customer = findCustomer(world, idOf(invoice.customer))
  return (
    idOf(invoice.default_payment_method) ||
    idOf(subscription?.default_payment_method) ||
    idOf(customer.invoice_settings.default_payment_method)
  )
}

/** Tries to pay an open invoice with the card on file. */
export function tryToPay(
  world: World,
  invoice: Stripe.Invoice,
  how: { offSession: boolean; method?: string },
): 'paid' | 'held' | 'asks' | 'declined' {
  if (invoice.status === 'paid') return 'paid'
  if (invoice.status !== 'open') throw invalid(`Invoice is ${invoice.status}.`)
  const intent = intentOf(world, invoice)!
  intent.payment_method = how.method ?? cardFor(world, invoice)
  invoice.attempted = true
  invoice.attempt_count += 1
  const outcome = confirm(world, intent, how)
  if (outcome === 'paid') markPaid(world, invoice)
  else tell(world, outcome === 'asks' ? 'invoice.payment_action_required' : 'invoice.payment_failed', invoice)
  return outcome
}

/** `POST /v1/invoices/:id/pay`: a decline is a 402. */
export function pay(
  world: World,
  invoice: Stripe.Invoice,
  { offSession, method }: { offSession: boolean; method?: string | undefined },
): Stripe.Invoice {
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', { code: 'invoice_already_paid' })
  const outcome = tryToPay(world, invoice, { offSession, ...(method && { method }) })
  if (outcome === 'asks')
    throw declined(
      'invoice_payment_intent_requires_action',
      'This payment requires additional user action before it can be completed successfully.',
      intentOf(world, invoice),
    )
  if (outcome !== 'paid') throwDeclined(intentOf(world, invoice)!)
  return invoice
}

/** The credit that an invoice used, in cents. */
export const creditUsed = ({ total, amount_due: due }: Stripe.Invoice): number => Math.max(0, total - due)

/** Voids an unpaid invoice; the credit that it used returns (Stripe's API since 2019-12-03). */
export function voidInvoice(world: World, invoice: Stripe.Invoice): Stripe.Invoice {
  if (invoice.status !== 'open')
    throw invalid(`You can only void open invoices; this one is ${invoice.status}.`)
  invoice.status = 'void'
  invoice.status_transitions.voided_at = world.now
  findCustomer(world, idOf(invoice.customer)).balance -= creditUsed(invoice)
  const intent = intentOf(world, invoice)
  if (intent && intent.status !== 'canceled') intent.status = 'canceled'
  tell(world, 'invoice.voided', invoice)
  return invoice
}

/** An invoice as returned: with its payments and client secret if they were expanded. */
export function shown(world: World, invoice: Stripe.Invoice, expand: readonly string[]): Stripe.Invoice {
  const copy = structuredClone(invoice)
  if (expand.includes('payments'))
    copy.payments = listOf(structuredClone(paymentsOf(world, invoice)), `/v1/invoices/${invoice.id}/payments`)
  if (expand.includes('confirmation_secret')) {
    const secret = intentOf(world, invoice)?.client_secret
    copy.confirmation_secret = secret ? { client_secret: secret, type: 'payment_intent' } : null
  }
  return copy
}
