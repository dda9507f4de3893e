// Operations on billing: plans, the subscription and its changes, invoices and refunds.
import { Nothing, objectSchema, words } from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import { showBilling, showPlans, findActiveSubscription } from './account.ts'
import * as change from './change.ts'
import { updateAddress, ensureCustomer, refresh } from './customer.ts'
import { withLease } from './lease.ts'
import { Ledger, showLedger } from './ledger.ts'
import { requireStripe } from './stripe.ts'
import { reconcileBilling } from './reconcile.ts'
import { operations as purchases } from './purchases/operations.ts'
import { AddressIn, Billing, PlanIn, SUBSCRIPTION_STATUSES } from './records.ts'
import { refundInvoice } from './refund.ts'
import { subscribe as subscribeUser, SubscribeIn, SubscribeOut } from './subscribe.ts'
import { cancelUnpaid, closeCheckoutPage } from './late-payments.ts'
import { serviceUrl } from '../config.ts'
import { fail } from '../kernel/errors.ts'
import type { Context } from '../kernel/context.ts'
import { PAID_TIERS, planNamed, type PlanWord } from './plans.ts'
import { confirmedPrice } from './prices.ts'
import { findCustomer, updateCheckoutPage } from './store.ts'

/** The address of Stripe's portal, valid for minutes. The portal leads back to the settings. Throws `customer_missing`. */
async function openPortal(ctx: Context): Promise<{ url: string }> {
  ctx.stripe.require()
  const known = await findCustomer(ctx.sql, ctx.principal.userId)
  const customer = known?.stripeCustomerId ?? fail('customer_missing', {})
  const return_url = `${serviceUrl(ctx.config)}/settings`
  const { url } = await ctx.stripe.use((api) => api.billingPortal.sessions.create({ customer, return_url }))
  return { url }
}

/** Creates a checkout page for a subscription, and closes an earlier page. Throws `subscription_exists`, `price_missing`. */
const openCheckoutPage = (ctx: Context, word: PlanWord): Promise<{ url: string }> =>
  withLease(ctx, async (lease) => {
    const plan = planNamed(word)
    const price = await confirmedPrice(ctx, plan)
    await closeCheckoutPage(ctx)
    const fetched = await refresh(ctx, lease)
    const active = await findActiveSubscription(ctx.sql, ctx.principal.userId)
    if (active) fail('subscription_exists', { plan: active.plan })
    await cancelUnpaid(ctx, fetched)
    const customer = await ensureCustomer(ctx, lease)
    const metadata = { user_id: ctx.principal.userId, plan: plan.name }
    const session = await ctx.stripe.use((api) =>
      api.checkout.sessions.create({
        ...{ customer, mode: 'subscription', line_items: [{ price, quantity: 1 }], metadata },
        subscription_data: { metadata },
        success_url: `${serviceUrl(ctx.config)}/settings#plan`,
        cancel_url: `${serviceUrl(ctx.config)}/settings#plan`,
      }),
    )
    await updateCheckoutPage(ctx.sql, ctx.principal.userId, session.id)
    return { url: session.url ?? '' }
  })

const Plans = objectSchema((z) => ({
  plans: z.array(
    z.strictObject({
      plan: z.string(),
      tier: z.enum(['free', 'pro', 'ultra']),
      interval: z.enum(['month', 'year']).nullable(),
      amountCents: z.int(),
      currency: z.string(),
      features: z.array(z.string()),
      available: z.boolean().describe('Whether it can be subscribed to on this server.'),
    }),
  ),
  items: z.array(
    z.strictObject({ item: z.string(), label: z.string(), amountCents: z.int(), currency: z.string() }),
  ),
}))

export const listPlans = operation({
  name: 'billing.plans',
  summary: 'Compare the plans and the one-time items.',
  http: 'GET /api/billing/plans',
  access: 'public',
  effect: 'read',
  input: Nothing,
  output: Plans,
  run: async (ctx) => showPlans(ctx),
})

export const getBilling = operation({
  name: 'billing.subscription',
  summary: 'Show your subscription, invoices, card and address.',
  http: 'GET /api/billing/subscription',
  access: 'billing:read',
  input: Nothing,
  output: Billing,
  run: showBilling,
})

export const getLedger = operation({
  name: 'billing.ledger',
  summary: 'List every charge, refund and credit with its reason.',
  http: 'GET /api/billing/ledger',
  access: 'billing:read',
  input: Nothing,
  output: Ledger,
  run: showLedger,
})

const WRITE_AT_STRIPE = { access: 'billing:write', requires: requireStripe } as const

export const subscribe = operation({
  ...WRITE_AT_STRIPE,
  name: 'billing.subscribe',
  summary: 'Subscribe to a plan with a payment method.',
  http: 'POST /api/billing/create-subscription',
  input: SubscribeIn,
  output: SubscribeOut,
  run: subscribeUser,
})

export const Preview = objectSchema((z) => ({
  lineItems: z.array(
    z.strictObject({
      description: z.string(),
      amount: z.int().describe('Cents; negative for a credit.'),
      currency: z.string(),
    }),
  ),
  immediateAmount: z.int().describe('Cents, the sum of the lines; negative is kept as credit.'),
  currency: z.string(),
}))

export const previewPlan = operation({
  name: 'billing.preview',
  summary: 'Show what a change of plan would cost now.',
  http: 'POST /api/billing/proration-preview',
  access: 'billing:read',
  requires: requireStripe,
  input: PlanIn,
  output: Preview,
  run: (ctx, { plan }) => change.previewChange(ctx, plan),
})

const ChangePlanOut = objectSchema((z) => ({
  status: z.enum(SUBSCRIPTION_STATUSES),
  plan: z.string(),
  tier: z.enum(PAID_TIERS),
}))

export const changeTo = operation({
  ...WRITE_AT_STRIPE,
  name: 'billing.change',
  summary: 'Change the plan; the difference is charged or credited at once.',
  http: 'POST /api/billing/change-plan',
  input: PlanIn,
  output: ChangePlanOut,
  run: (ctx, { plan }) => change.changePlan(ctx, plan),
})

export const CancelOut = objectSchema((z) => ({
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodEnd: z.string().nullable(),
}))

export const cancel = operation({
  ...WRITE_AT_STRIPE,
  name: 'billing.cancel',
  summary: 'Cancel your subscription at the end of the paid period.',
  http: 'POST /api/billing/cancel',
  input: Nothing,
  output: CancelOut,
  run: change.cancelSubscription,
})

const ReactivateOut = objectSchema((z) => ({ status: z.enum(SUBSCRIPTION_STATUSES) }))

export const reactivate = operation({
  ...WRITE_AT_STRIPE,
  name: 'billing.reactivate',
  summary: 'Undo the cancellation of your subscription.',
  http: 'POST /api/billing/reactivate',
  input: Nothing,
  output: ReactivateOut,
  run: change.reactivateSubscription,
})

const CardIn = objectSchema((z) => ({ paymentMethodId: words(z, 200) }))
const Success = objectSchema((z) => ({ success: z.boolean() }))

export const replaceCard = operation({
  ...WRITE_AT_STRIPE,
  name: 'billing.card',
  summary: 'Replace the payment method.',
  http: 'POST /api/billing/update-payment-method',
  input: CardIn,
  output: Success,
  run: (ctx, { paymentMethodId }) => change.changeCard(ctx, paymentMethodId),
})

export const setAddress = operation({
  ...WRITE_AT_STRIPE,
  name: 'billing.address',
  summary: 'Set the billing address, used for automatic tax.',
  http: 'POST /api/billing/update-address',
  input: AddressIn,
  output: Success,
  run: updateAddress,
})

const RefundIn = objectSchema((z) => ({
  invoiceId: words(z, 200).optional().describe('Default: the latest paid invoice.'),
}))
const RefundOut = objectSchema((z) => ({
  refundId: z.string(),
  amount: z.int().describe('Cents.'),
  status: z.enum(['succeeded', 'pending', 'failed']),
}))

export const refund = operation({
  ...WRITE_AT_STRIPE,
  name: 'billing.refund',
  summary: 'Refund an invoice in full (default: the latest paid one).',
  http: 'POST /api/billing/refund',
  input: RefundIn,
  output: RefundOut,
  run: (ctx, { invoiceId }) => refundInvoice(ctx, invoiceId),
})

const PageUrl = objectSchema((z) => ({ url: z.string() }))

export const portal = operation({
  ...WRITE_AT_STRIPE,
  name: 'billing.portal',
  summary: 'Open the payment processor’s portal for cards and invoices.',
  http: 'POST /api/billing/portal-session',
  effect: 'read',
  input: Nothing,
  output: PageUrl,
  run: openPortal,
})

export const openCheckout = operation({
  ...WRITE_AT_STRIPE,
  name: 'billing.checkout',
  summary: 'Create a checkout page to subscribe to a plan.',
  http: 'POST /api/billing/checkout-session',
  effect: 'read',
  input: PlanIn,
  output: PageUrl,
  run: (ctx, { plan }) => openCheckoutPage(ctx, plan),
})

/** Re-exported for the gateway's start and for `crm doctor`. */
export { checkPrices } from './prices.ts'

export const operations = [
  ...purchases,
  openCheckout,
  reconcileBilling,
  listPlans,
  getBilling,
  getLedger,
  subscribe,
  previewPlan,
  changeTo,
  cancel,
  reactivate,
  replaceCard,
  setAddress,
  refund,
  portal,
]
