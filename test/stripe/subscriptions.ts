// The life cycle of a subscription: first payment, renewals, prorated changes, failed payments, end.
import type { Stripe } from 'stripe'
import { invalid } from './errors.ts'
import { addUp, finalize, intentOf, tryToPay, voidInvoice } from './invoices.ts'
import { newInvoice, newLine } from './objects.ts'
import { throwDeclined } from './payments.ts'
import { find, findCustomer, idOf, listOf, nextId, tell, type World } from './world.ts'

const DAY = 86_400
/** How long a first payment may stay pending, and when a failed renewal is retried. */
const INCOMPLETE_SECONDS = 23 * 3_600
const RETRY_DAYS = [3, 5, 7]

/** The end of a period: the same day of the next month or year, or the last day of a shorter month. */
export function periodEnd(start: number, interval: string): number {
  const from = new Date(start * 1_000)
  const months = interval === 'year' ? 12 : 1
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + months)
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), last))
  return Math.floor(to.getTime() / 1_000)
}

/** The only item of a subscription. */
export const itemOf = (subscription: Stripe.Subscription): Stripe.SubscriptionItem =>
  subscription.items.data[0]!
/** The interval of a price. */
export const intervalOf = (price: Stripe.Price): string => price.recurring?.interval ?? 'month'
const priceName = (price: Stripe.Price): string => price.nickname ?? price.id

export interface NewSubscription {
  customer: string
  price: string
  method: string | null
  behavior: string
  metadata: Record<string, string>
  coupon: string | undefined
  taxed: boolean
  trialEnd: number | undefined
}

/** `POST /v1/subscriptions`. */
export function create(world: World, wanted: NewSubscription): Stripe.Subscription {
  const customer = findCustomer(world, wanted.customer)
  const price = find(world.prices, wanted.price, 'price', 'items[0][price]')
  if (!price.active) throw invalid('The price specified is inactive.', { param: 'items[0][price]' })
  if (wanted.method && world.methods.get(wanted.method)?.customer !== customer.id)
    throw invalid(`The customer does not have a payment method with the ID ${wanted.method}.`, {
      param: 'default_payment_method',
    })
  const coupon = wanted.coupon
    ? find(world.coupons, wanted.coupon, 'coupon', 'discounts[0][coupon]')
    : undefined
  const days = price.recurring?.trial_period_days
  const trialEnd = wanted.trialEnd ?? (days ? world.now + days * DAY : undefined)
  const subscription = fresh(world, customer, price, { ...wanted, trialEnd })
  world.subscriptions.set(subscription.id, subscription)
  if (coupon) world.discounts.set(subscription.id, coupon)
  if (trialEnd) subscription.status = 'trialing'
  else payFirst(world, subscription, wanted.behavior)
  tell(world, 'customer.subscription.created', subscription)
  return subscription
}

function payFirst(world: World, subscription: Stripe.Subscription, behavior: string): void {
  const invoice = invoiceFor(world, subscription, 'subscription_create')
  invoice.lines.data.push(periodLine(world, subscription))
  close(world, subscription, invoice)
  if (invoice.status === 'paid') return void (subscription.status = 'active')
  subscription.status = 'incomplete'
  if (behavior === 'default_incomplete') return
  const outcome = tryToPay(world, invoice, { offSession: false })
  if (outcome === 'paid') subscription.status = 'active'
  else if (behavior === 'error_if_incomplete') {
    world.subscriptions.delete(subscription.id)
    throwDeclined(intentOf(world, invoice)!)
  }
}

function fresh(
  world: World,
  customer: Stripe.Customer,
  price: Stripe.Price,
  { method, metadata, taxed, trialEnd }: NewSubscription,
): Stripe.Subscription {
  const id = nextId(world, 'sub')
  const item = newItem(world, id, price, trialEnd)
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: taxed, liability: null },
    billing_cycle_anchor: trialEnd ?? world.now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: world.now,
    currency: price.currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: method,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: world.now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd ?? null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: trialEnd ? world.now : null,
  }
}

const newItem = (
  world: World,
  subscription: string,
  price: Stripe.Price,
  trialEnd: number | undefined,
): Stripe.SubscriptionItem => ({
  id: nextId(world, 'si'),
  object: 'subscription_item',
  billing_thresholds: null,
  created: world.now,
  current_period_end: trialEnd ?? periodEnd(world.now, intervalOf(price)),
  current_period_start: world.now,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: { id: price.id, object: 'plan' } as Stripe.Plan,
  price,
  quantity: 1,
  subscription,
  tax_rates: [],
})

/** The line of the current period. */
export const periodLine = (world: World, subscription: Stripe.Subscription): Stripe.InvoiceLineItem => {
  const item = itemOf(subscription)
  return newLine(world, {
    amount: item.price.unit_amount ?? 0,
    currency: subscription.currency,
    description: `1 × ${priceName(item.price)}`,
    start: item.current_period_start,
    end: item.current_period_end,
    subscription: subscription.id,
    item: item.id,
    price: item.price.id,
    proration: false,
  })
}

/** A draft invoice of a subscription. */
export function invoiceFor(
  world: World,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
): Stripe.Invoice {
  const customer = findCustomer(world, idOf(subscription.customer))
  const invoice = newInvoice(world, customer, reason, subscription.currency)
  invoice.automatic_tax = { ...invoice.automatic_tax, enabled: subscription.automatic_tax.enabled }
  invoice.parent = {
    quote_details: null,
    subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    type: 'subscription_details',
  }
  return invoice
}

/** Computes, finalises and records an invoice of a subscription. */
function close(world: World, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  const { balance } = findCustomer(world, idOf(subscription.customer))
  addUp(invoice, couponFor(world, subscription, invoice), balance)
  subscription.latest_invoice = invoice.id
  finalize(world, invoice)
}

/** A coupon with duration `once` reduces only the first invoice; prorations are never reduced. */
function couponFor(world: World, { id }: Stripe.Subscription, { billing_reason }: Stripe.Invoice) {
  const coupon = world.discounts.get(id)
  if (!coupon || billing_reason === 'subscription_update') return undefined
  return coupon.duration === 'once' && billing_reason !== 'subscription_create' ? undefined : coupon
}

/** The lines of a price change at a moment: credit for unused time, and a charge for the rest. */
function prorationLines(
  world: World,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  at: number,
): Stripe.InvoiceLineItem[] {
  const item = itemOf(subscription)
  const { current_period_start: start, current_period_end: end } = item
  if (at < start || at > end)
    throw invalid('The proration date must lie within the current period.', { param: 'proration_date' })
  const same = intervalOf(price) === intervalOf(item.price)
  const part = (amount: number): number => Math.round((amount * (end - at)) / (end - start))
  const shared = { currency: subscription.currency, subscription: subscription.id, item: item.id }
  const free = subscription.status === 'trialing'
  const back = newLine(world, {
    ...shared,
    amount: free ? 0 : -part(item.price.unit_amount ?? 0),
    description: `Unused time on ${priceName(item.price)}`,
    ...{ start: at, end, price: item.price.id, proration: true },
  })
  const full = price.unit_amount ?? 0
  const forth = newLine(world, {
    ...shared,
    amount: free ? 0 : same ? part(full) : full,
    description: same ? `Remaining time on ${priceName(price)}` : `1 × ${priceName(price)}`,
    ...{ start: at, end: same ? end : periodEnd(at, intervalOf(price)), price: price.id, proration: same },
  })
  return [back, forth]
}

/** The invoice that a change would create, or creates, without changing any state. */
export function prorationInvoice(
  world: World,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  at: number,
): Stripe.Invoice {
  const invoice = invoiceFor(world, subscription, 'subscription_update')
  invoice.lines.data.push(...prorationLines(world, subscription, price, at))
  invoice.parent!.subscription_details!.subscription_proration_date = at
  const { balance } = findCustomer(world, idOf(subscription.customer))
  return addUp(invoice, undefined, balance)
}

/** Changes the price of a subscription; a declined card leaves everything unchanged. */
export function changePrice(
  world: World,
  subscription: Stripe.Subscription,
  priceId: string,
  at: number,
): void {
  const price = find(world.prices, priceId, 'price', 'items[0][price]')
  const item = itemOf(subscription)
  if (price.id === item.price.id) return
  const customer = findCustomer(world, idOf(subscription.customer))
  const before = { balance: customer.balance, latest: subscription.latest_invoice }
  const invoice = prorationInvoice(world, subscription, price, at)
  delete invoice.parent!.subscription_details!.subscription_proration_date
  finalize(world, invoice)
  if (invoice.status === 'open' && tryToPay(world, invoice, { offSession: true }) !== 'paid') {
    voidInvoice(world, invoice)
    customer.balance = before.balance
    throwDeclined(intentOf(world, invoice)!)
  }
  subscription.latest_invoice = invoice.id
  if (intervalOf(price) !== intervalOf(item.price) && subscription.status !== 'trialing') {
    item.current_period_start = at
    item.current_period_end = periodEnd(at, intervalOf(price))
  }
  item.price = price
}

/** Ends a subscription now. */
export function end(
  world: World,
  subscription: Stripe.Subscription,
  status: 'canceled' | 'incomplete_expired',
): void {
  subscription.status = status
  subscription.canceled_at = subscription.canceled_at ?? world.now
  subscription.ended_at = world.now
  const open = world.invoices.get(idOf(subscription.latest_invoice))
  if (status === 'incomplete_expired' && open?.status === 'open') voidInvoice(world, open)
  tell(
    world,
    status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated',
    subscription,
  )
}

/** The time of a subscription's next automatic transition; undefined if there is none. */
export function nextTurn(world: World, subscription: Stripe.Subscription): number | undefined {
  const { status, created } = subscription
  if (status === 'incomplete') return created + INCOMPLETE_SECONDS
  if (status === 'past_due') {
    const failures = world.failures.get(subscription.id) ?? 1
    return itemOf(subscription).current_period_start + (RETRY_DAYS[failures - 1] ?? Infinity) * DAY
  }
  return status === 'active' || status === 'trialing' ? itemOf(subscription).current_period_end : undefined
}

/** Runs that transition, at the current time of the clock. */
export function turn(world: World, subscription: Stripe.Subscription): void {
  if (subscription.status === 'incomplete') return end(world, subscription, 'incomplete_expired')
  if (subscription.status === 'past_due') return retry(world, subscription)
  if (subscription.cancel_at_period_end) return end(world, subscription, 'canceled')
  renew(world, subscription)
}

function renew(world: World, subscription: Stripe.Subscription): void {
  const item = itemOf(subscription)
  item.current_period_start = item.current_period_end
  item.current_period_end = periodEnd(item.current_period_start, intervalOf(item.price))
  const invoice = invoiceFor(world, subscription, 'subscription_cycle')
  invoice.lines.data.push(periodLine(world, subscription))
  close(world, subscription, invoice)
  const paid = invoice.status === 'paid' || tryToPay(world, invoice, { offSession: true }) === 'paid'
  world.failures.set(subscription.id, paid ? 0 : 1)
  subscription.status = paid ? 'active' : 'past_due'
  tell(world, 'customer.subscription.updated', subscription)
}

function retry(world: World, subscription: Stripe.Subscription): void {
  const invoice = world.invoices.get(idOf(subscription.latest_invoice))!
  const failures = (world.failures.get(subscription.id) ?? 0) + 1
  world.failures.set(subscription.id, failures)
  if (tryToPay(world, invoice, { offSession: true }) === 'paid') return recovered(world, invoice)
  if (failures <= RETRY_DAYS.length) return
  if (world.afterRetries === 'canceled') return end(world, subscription, 'canceled')
  subscription.status = world.afterRetries
  tell(world, 'customer.subscription.updated', subscription)
}

/** A paid invoice activates its subscription, or reactivates it. */
export function recovered(world: World, invoice: Stripe.Invoice): void {
  const subscription = world.subscriptions.get(idOf(invoice.parent?.subscription_details?.subscription))
  if (!subscription || !['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return
  world.failures.set(subscription.id, 0)
  subscription.status = 'active'
  tell(world, 'customer.subscription.updated', subscription)
}
