// The mirror of Stripe: fetches a user's whole state, and writes it to our rows in one transaction.
import { addBudget, takeBudgetBack } from '../assistants/budget.ts'
import { recordChange, type Transaction } from '../database/transaction.ts'
import { setPaidTier } from '../identity/user.ts'
import { isoOf, SECOND_MS } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { entitlementOf } from './entitlement.ts'
import { itemNamed, planOfPrice, PLANS } from './plans.ts'
import * as purchases from './purchases/store.ts'
import { type Address, type SubscriptionStatus, SUBSCRIPTION_STATUSES } from './records.ts'
import { fetchCustomerReturns } from './refund-ledger.ts'
import { billedInvoice, creditUsed } from './refundable.ts'
import * as store from './store.ts'
import { idOf, type Stripe } from './stripe.ts'

/** What Stripe has. `customer` is null if deleted there, and undefined if not fetched. `returns` is empty if not fetched. */
export interface CustomerState {
  customer: Stripe.Customer | null | undefined
  subscriptions: Stripe.Subscription[]
  invoices: Stripe.Invoice[]
  returns: store.RefundRow[]
}

/** The user's credit in cents, positive although Stripe's balance is negative. Includes credit that open invoices reserve. */
export const creditOf = ({ customer, invoices }: Pick<CustomerState, 'customer' | 'invoices'>): number =>
  invoices
    .filter(({ status }) => status === 'open')
    .reduce((sum, one) => sum + creditUsed(billedInvoice(one, 0)), Math.max(0, -(customer?.balance ?? 0)))

const PAGE = { limit: 100 }
const EVERYTHING = { limit: 10_000 }

export const fetchCustomer = ({ stripe }: Context, customer: string, payments?: readonly string[]) =>
  stripe.use(async (api): Promise<CustomerState> => {
    const [found, subscriptions, invoices] = await Promise.all([
      api.customers.retrieve(customer, { expand: ['invoice_settings.default_payment_method'] }),
      api.subscriptions
        .list({ customer, status: 'all', ...PAGE, expand: ['data.default_payment_method'] })
        .autoPagingToArray(EVERYTHING),
      api.invoices.list({ customer, ...PAGE, expand: ['data.payments'] }).autoPagingToArray(EVERYTHING),
    ])
    const paymentFor = (id: string) => {
      const invoice = invoices.find((one) => one.id === id)
      return invoice ? paymentOf(invoice) : null
    }
    return {
      ...{ customer: found.deleted ? null : found, subscriptions, invoices },
      returns: payments ? await fetchCustomerReturns(api, customer, payments, paymentFor) : [],
    }
  })

export async function writeMirror(tx: Transaction, fetched: CustomerState): Promise<void> {
  const { userId } = tx.principal
  await writeSubscriptions(tx, fetched)
  await writeInvoices(tx, fetched)
  for (const row of fetched.returns) await store.upsertRefund(tx.sql, userId, row)
  if (fetched.returns.length) await adjustRefundedBudget(tx)
  const { customer } = fetched
  const at = isoOf(tx.clock.now())
  if (customer)
    await store.updateCustomerDetails(tx.sql, userId, {
      ...detailsOf(customer, fetched.subscriptions),
      at,
    })
  else if (customer === null) await forgetCustomer(tx, at)
  await setPaidTier(tx, entitlementOf(await store.listSubscriptions(tx.sql, userId)))
}

/** Withdraws a boost's budget if its payment was returned in full. Adds the budget again if the money came back to us. */
export async function adjustRefundedBudget(tx: Transaction): Promise<void> {
  const { userId } = tx.principal
  for (const { id, item, isRefunded } of await purchases.listBoostsToFix(tx.sql, userId)) {
    const { label, budgetCents: cents = 0 } = itemNamed(item)
    if (isRefunded) await takeBudgetBack(tx, { cents, reason: `Refunded: ${label}` })
    else await addBudget(tx, { cents, reason: `Paid after all: ${label}` })
    await purchases.updateReturnedAt(tx.sql, userId, id, isRefunded ? isoOf(tx.clock.now()) : null)
  }
}

async function forgetCustomer(tx: Transaction, at: string): Promise<void> {
  const { userId } = tx.principal
  const known = await store.findCustomer(tx.sql, userId)
  if (!known?.stripeCustomerId) return
  for (const row of await store.listSubscriptions(tx.sql, userId))
    if (row.status !== 'incomplete_expired')
      await store.upsertSubscription(tx.sql, userId, { ...row, status: 'canceled', stripeStatus: 'canceled' })
  const nothing = { paymentMethod: null, billingAddress: null, creditCents: 0 }
  await store.updateCustomerDetails(tx.sql, userId, { ...nothing, at })
  await store.updateCustomerId(tx.sql, userId, { id: null, generation: known.generation + 1, at })
}

async function writeSubscriptions(tx: Transaction, { subscriptions }: CustomerState): Promise<void> {
  const { userId } = tx.principal
  const known = new Map((await store.listSubscriptions(tx.sql, userId)).map((row) => [row.id, row]))
  for (const subscription of subscriptions) {
    const before = known.get(subscription.id)
    const row = subscriptionRow(tx, subscription, before)
    if (before && sameRow(before, row)) continue
    await store.upsertSubscription(tx.sql, userId, row)
    recordChange(tx, 'subscription', row.id, before ?? null, row)
  }
}

const sameRow = (before: store.SubscriptionRow, row: store.SubscriptionRow): boolean =>
  JSON.stringify({ ...before, updatedAt: '' }) === JSON.stringify({ ...row, updatedAt: '' })

const instant = (seconds: number | null | undefined): string | null =>
  seconds === null || seconds === undefined ? null : isoOf(seconds * SECOND_MS)

const statusOf = (status: string): SubscriptionStatus => {
  if (status === 'unpaid' || status === 'paused') return 'past_due'
  return SUBSCRIPTION_STATUSES.find((known) => known === status) ?? 'incomplete'
}

function subscriptionRow(
  tx: Transaction,
  subscription: Stripe.Subscription,
  before?: store.SubscriptionRow,
): store.SubscriptionRow {
  const now = isoOf(tx.clock.now())
  const item = subscription.items.data[0]
  const priceId = item?.price.id ?? ''
  const plan =
    planOfPrice(tx.config, priceId) ?? PLANS.find(({ name }) => name === subscription.metadata?.['plan'])
  const status: string = subscription.status
  return {
    id: subscription.id,
    stripeCustomerId: idOf(subscription.customer) ?? '',
    stripePriceId: priceId,
    stripeItemId: item?.id ?? '',
    plan: plan?.name ?? priceId,
    status: statusOf(status),
    stripeStatus: status,
    tier: plan?.tier ?? 'free',
    currentPeriodStart: instant(item?.current_period_start),
    currentPeriodEnd: instant(item?.current_period_end),
    trialStart: instant(subscription.trial_start),
    trialEnd: instant(subscription.trial_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    pastDueSince: status === 'past_due' ? (before?.pastDueSince ?? now) : null,
    createdAt: instant(subscription.created) ?? now,
    updatedAt: now,
  }
}

async function writeInvoices({ sql, principal: { userId } }: Transaction, { invoices }: CustomerState) {
  const known = new Map((await store.listInvoices(sql, userId)).map((row) => [row.id, row]))
  for (const row of invoices.map(invoiceRow)) {
    const before: Record<string, unknown> = { ...known.get(row.id) }
    if (Object.entries(row).some(([name, value]) => before[name] !== value))
      await store.upsertInvoice(sql, userId, row)
  }
}

export function paymentOf({ payments }: Stripe.Invoice): string | null {
  const all = payments?.data ?? []
  const paying =
    all.find(({ status }) => status === 'paid') ?? all.find(({ is_default }) => is_default) ?? all[0]
  return idOf(paying?.payment.payment_intent)
}

const creditChangeOf = (invoice: Stripe.Invoice): number => {
  if (invoice.status !== 'paid') return 0
  return invoice.total < 0 ? -invoice.total : 0 - creditUsed(billedInvoice(invoice, 0))
}

export const invoiceRow = (invoice: Stripe.Invoice): store.InvoiceRow => ({
  id: invoice.id,
  stripeStatus: invoice.status ?? 'draft',
  description: invoice.description ?? invoice.lines?.data[0]?.description ?? null,
  amountPaid: invoice.amount_paid,
  amountDue: invoice.amount_due,
  subtotal: invoice.subtotal ?? null,
  tax: invoice.total_taxes ? invoice.total_taxes.reduce((sum, { amount }) => sum + amount, 0) : null,
  total: invoice.total ?? null,
  currency: invoice.currency,
  paymentIntentId: paymentOf(invoice),
  creditChange: creditChangeOf(invoice),
  paidAt: instant(invoice.status_transitions?.paid_at),
  hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
  createdAt: instant(invoice.created) ?? isoOf(0),
})

function detailsOf(customer: Stripe.Customer, subscriptions: readonly Stripe.Subscription[]) {
  const isCard = (method: unknown): method is Stripe.PaymentMethod =>
    typeof method === 'object' && method !== null
  const ofPlan = subscriptions
    .filter(({ ended_at: ended }) => !ended)
    .map((one) => one.default_payment_method)
  const method = [customer.invoice_settings?.default_payment_method, ...ofPlan].find(isCard)
  return {
    creditCents: Math.max(0, -(customer.balance ?? 0)),
    paymentMethod: method ? cardOf(method) : null,
    billingAddress: customer.address ? addressOf(customer.address) : null,
  }
}

const cardOf = (method: Stripe.PaymentMethod): NonNullable<store.CustomerRow['paymentMethod']> => ({
  id: method.id,
  brand: method.card?.brand ?? method.type,
  last4: method.card?.last4 ?? '',
  expMonth: method.card?.exp_month ?? 0,
  expYear: method.card?.exp_year ?? 0,
})

const addressOf = ({ line1, city, state, postal_code, country }: Stripe.Address): Address => ({
  line1: line1 ?? '',
  ...(city && { city }),
  ...(state && { state }),
  ...(postal_code && { postal_code }),
  country: country ?? '',
})
