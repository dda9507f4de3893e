// Shows a user's billing from the mirror, and so works while Stripe does not.
import type { Sql } from '../database/connect.ts'
import type { Context } from '../kernel/context.ts'
import { keysOf } from '../kernel/narrow.ts'
import { budgetOf } from '../assistants/budget.ts'
import { countDelivered } from './purchases/store.ts'
import { ITEMS, FEATURES, PLANS } from './plans.ts'
import { type Balance, type Billing, type Invoice, type Subscription, INVOICE_STATUSES } from './records.ts'
import * as store from './store.ts'
import { isLiving } from './stripe.ts'

/** Of several subscriptions, crm shows the one whose status comes first here. */
const ORDER = ['active', 'trialing', 'past_due', 'incomplete', 'canceled', 'incomplete_expired']

export const currentOf = (rows: readonly store.SubscriptionRow[]): store.SubscriptionRow | undefined =>
  [...rows].sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))[0]

export const findActiveSubscription = async (sql: Sql, userId: string) =>
  (await store.listSubscriptions(sql, userId)).find(isLiving)

const subscriptionOf = (userId: string, row: store.SubscriptionRow): Subscription => ({
  id: row.id,
  user_id: userId,
  stripe_customer_id: row.stripeCustomerId,
  stripe_price_id: row.stripePriceId,
  plan: row.plan,
  status: row.status,
  tier: row.tier,
  current_period_start: row.currentPeriodStart,
  current_period_end: row.currentPeriodEnd,
  trial_start: row.trialStart,
  trial_end: row.trialEnd,
  cancel_at_period_end: row.cancelAtPeriodEnd,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})

type PaidInvoice = store.InvoiceRow & { amountRefunded: number }

export function invoiceStatus({ stripeStatus, amountPaid, amountRefunded }: PaidInvoice) {
  if (stripeStatus === 'paid' && amountPaid > 0 && amountRefunded >= amountPaid) return 'refunded'
  if (stripeStatus === 'paid' && amountRefunded > 0) return 'partially_refunded'
  return INVOICE_STATUSES.find((known) => known === stripeStatus) ?? 'open'
}

export const invoiceOf = (userId: string, row: PaidInvoice): Invoice => ({
  id: row.id,
  user_id: userId,
  status: invoiceStatus(row),
  amount_paid: row.amountPaid,
  amount_due: row.amountDue,
  amount_refunded: row.amountRefunded,
  subtotal: row.subtotal,
  tax: row.tax,
  total: row.total,
  currency: row.currency,
  created_at: row.createdAt,
})

export async function showBilling(ctx: Context): Promise<Billing> {
  const { sql, principal } = ctx
  const { userId, admin } = principal
  const [customer, subscriptions, invoices, balance] = await Promise.all([
    store.findCustomer(sql, userId),
    store.listSubscriptions(sql, userId),
    store.listInvoices(sql, userId),
    balanceOf(ctx),
  ])
  const current = currentOf(subscriptions)
  return {
    subscription: current ? subscriptionOf(userId, current) : null,
    invoices: invoices.map((row) => invoiceOf(userId, row)),
    paymentMethod: customer?.paymentMethod ? withoutId(customer.paymentMethod) : null,
    billingAddress: customer?.billingAddress ?? null,
    balance,
    ...(admin && { adminTier: 'ultra' as const }),
  }
}

const withoutId = ({ id: _, ...card }: NonNullable<store.CustomerRow['paymentMethod']>) => card

export const showPlans = ({ config }: Pick<Context, 'config'>) => ({
  plans: [
    {
      plan: 'free',
      tier: 'free' as const,
      interval: null,
      amountCents: 0,
      currency: 'usd',
      features: [...FEATURES.free],
      available: true,
    },
    ...PLANS.map(({ name, tier, interval, amountCents, setting }) => ({
      plan: name,
      tier,
      interval,
      amountCents,
      currency: 'usd',
      features: [...FEATURES[tier]],
      available: config.stripeSecretKey !== null && config[setting] !== null,
    })),
  ],
  items: keysOf(ITEMS).map((item) => {
    const { label, amountCents } = ITEMS[item]
    return { item, label, amountCents, currency: 'usd' }
  }),
})

export async function balanceOf(ctx: Context): Promise<Balance> {
  const { sql, principal } = ctx
  const [{ budgetCents, debtCents }, customer, items] = await Promise.all([
    budgetOf(ctx),
    store.findCustomer(sql, principal.userId),
    countDelivered(sql, principal.userId),
  ])
  return { budgetCents, debtCents, creditCents: customer?.creditCents ?? 0, items }
}
