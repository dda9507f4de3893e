// Operations on billing: plans, the subscription and its changes, invoices and refunds.
import { operation } from '../kernel/operation.ts'
import { showBilling, showPlans } from './account.ts'
import {
  Cancelled,
  CardIn,
  Changed,
  Nothing,
  PlanIn,
  Plans,
  PortalSession,
  Preview,
  Reactivated,
  Refunded,
  RefundIn,
  SubscribeIn,
  Subscribed,
  Success,
} from './schemas.ts'
import {
  cancelSubscription,
  changeCard,
  changePlan,
  previewChange,
  reactivateSubscription,
} from './change.ts'
import { updateAddress } from './customer.ts'
import { withLease } from './lease.ts'
import { Ledger, showLedger } from './ledger.ts'
import { openCheckoutPage, openPortal } from './portal.ts'
import { stripeKey } from './stripe.ts'
import { reconcileBilling } from './reconcile.ts'
import { operations as purchases } from './purchases/operations.ts'
import { AddressIn, Billing } from './records.ts'
import { refundInvoice } from './refund.ts'
import { subscribe as subscribeUser } from './subscribe.ts'

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
  effect: 'read',
  input: Nothing,
  output: Billing,
  run: (ctx) => showBilling(ctx),
})

export const getLedger = operation({
  name: 'billing.ledger',
  summary: 'List every charge, refund and credit with its reason.',
  http: 'GET /api/billing/ledger',
  access: 'billing:read',
  effect: 'read',
  input: Nothing,
  output: Ledger,
  run: (ctx) => showLedger(ctx),
})

export const subscribe = operation({
  name: 'billing.subscribe',
  summary: 'Subscribe to a plan with a payment method.',
  http: 'POST /api/billing/create-subscription',
  access: 'billing:write',
  effect: 'write',
  requires: stripeKey,
  input: SubscribeIn,
  output: Subscribed,
  run: subscribeUser,
})

export const previewPlan = operation({
  name: 'billing.preview',
  summary: 'Show what a change of plan would cost now.',
  http: 'POST /api/billing/proration-preview',
  access: 'billing:read',
  effect: 'read',
  requires: stripeKey,
  input: PlanIn,
  output: Preview,
  run: (ctx, { plan }) => previewChange(ctx, plan),
})

export const changeTo = operation({
  name: 'billing.change',
  summary: 'Change the plan; the difference is charged or credited at once.',
  http: 'POST /api/billing/change-plan',
  access: 'billing:write',
  effect: 'write',
  requires: stripeKey,
  input: PlanIn,
  output: Changed,
  run: (ctx, { plan }) => changePlan(ctx, plan),
})

export const cancel = operation({
  name: 'billing.cancel',
  summary: 'Cancel your subscription at the end of the paid period.',
  http: 'POST /api/billing/cancel',
  access: 'billing:write',
  effect: 'write',
  requires: stripeKey,
  input: Nothing,
  output: Cancelled,
  run: (ctx) => cancelSubscription(ctx),
})

export const reactivate = operation({
  name: 'billing.reactivate',
  summary: 'Undo the cancellation of your subscription.',
  http: 'POST /api/billing/reactivate',
  access: 'billing:write',
  effect: 'write',
  requires: stripeKey,
  input: Nothing,
  output: Reactivated,
  run: (ctx) => reactivateSubscription(ctx),
})

export const replaceCard = operation({
  name: 'billing.card',
  summary: 'Replace the payment method.',
  http: 'POST /api/billing/update-payment-method',
  access: 'billing:write',
  effect: 'write',
  requires: stripeKey,
  input: CardIn,
  output: Success,
  run: (ctx, { paymentMethodId }) => changeCard(ctx, paymentMethodId),
})

export const setAddress = operation({
  name: 'billing.address',
  summary: 'Set the billing address, used for automatic tax.',
  http: 'POST /api/billing/update-address',
  access: 'billing:write',
  effect: 'write',
  requires: stripeKey,
  input: AddressIn,
  output: Success,
  run: (ctx, address) => withLease(ctx, (lease) => updateAddress(ctx, lease, address)),
})

export const refund = operation({
  name: 'billing.refund',
  summary: 'Refund an invoice in full (default: the latest paid one).',
  http: 'POST /api/billing/refund',
  access: 'billing:write',
  effect: 'write',
  requires: stripeKey,
  input: RefundIn,
  output: Refunded,
  run: (ctx, { invoiceId }) => refundInvoice(ctx, invoiceId),
})

export const portal = operation({
  name: 'billing.portal',
  summary: 'Open the payment processor’s portal for cards and invoices.',
  http: 'POST /api/billing/portal-session',
  access: 'billing:write',
  effect: 'read',
  requires: stripeKey,
  input: Nothing,
  output: PortalSession,
  run: (ctx) => openPortal(ctx),
})

export const openCheckout = operation({
  name: 'billing.checkout',
  summary: 'Create a checkout page to subscribe to a plan.',
  http: 'POST /api/billing/checkout-session',
  access: 'billing:write',
  effect: 'read',
  requires: stripeKey,
  input: PlanIn,
  output: PortalSession,
  run: (ctx, { plan }) => openCheckoutPage(ctx, plan),
})

/** Also asked at start and by `crm doctor`. */
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
