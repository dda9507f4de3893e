// The rows of the mirror, made of Stripe's objects. Pure.
import { isoOf, SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import type { Tier } from '../kernel/family.ts'
import { planOfPrice, PLANS } from './plans.ts'
import { type Address, type SubscriptionStatus, SUBSCRIPTION_STATUSES } from './records.ts'
import { billedInvoice, creditUsed } from './refundable.ts'
import { idOf, type Stripe } from './stripe.ts'

const instant = (seconds: number | null | undefined): string | null =>
  seconds === null || seconds === undefined ? null : isoOf(seconds * SECOND_MS)

const statusOf = (status: string): SubscriptionStatus => {
  if (status === 'unpaid' || status === 'paused') return 'past_due'
  return SUBSCRIPTION_STATUSES.find((known) => known === status) ?? 'incomplete'
}

export function subscriptionRow(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  subscription: Stripe.Subscription,
  before?: { pastDueSince: string | null },
) {
  const now = isoOf(clock.now())
  const item = subscription.items.data[0]
  const priceId = item?.price.id ?? ''
  const plan =
    planOfPrice(config, priceId) ?? PLANS.find(({ name }) => name === subscription.metadata?.['plan'])
  const status: string = subscription.status
  const tier: Tier = plan?.tier ?? 'free'
  return {
    id: subscription.id,
    stripeCustomerId: idOf(subscription.customer) ?? '',
    stripePriceId: priceId,
    stripeItemId: item?.id ?? '',
    plan: plan?.name ?? priceId,
    status: statusOf(status),
    stripeStatus: status,
    tier,
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

/** The mirror may hold null where Stripe's types have none. */
const orNull = (amount: number | undefined): number | null => amount ?? null

export const invoiceRow = (invoice: Stripe.Invoice) => ({
  id: invoice.id,
  stripeStatus: invoice.status ?? 'draft',
  description: invoice.description ?? invoice.lines?.data[0]?.description ?? null,
  amountPaid: invoice.amount_paid,
  amountDue: invoice.amount_due,
  subtotal: orNull(invoice.subtotal),
  tax: invoice.total_taxes ? invoice.total_taxes.reduce((sum, { amount }) => sum + amount, 0) : null,
  total: orNull(invoice.total),
  currency: invoice.currency,
  paymentIntentId: paymentOf(invoice),
  creditChange: creditChangeOf(invoice),
  paidAt: instant(invoice.status_transitions?.paid_at),
  hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
  createdAt: instant(invoice.created) ?? isoOf(0),
})

export function detailsOf(customer: Stripe.Customer, subscriptions: readonly Stripe.Subscription[]) {
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

const cardOf = (method: Stripe.PaymentMethod) => ({
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
