// Changes of a subscription's price without proration, of the Stripe stub.
import type { Stripe } from 'stripe'
import { invalid } from './errors.ts'
import { addUp, finalize, intentOf, tryToPay, voidInvoice } from './invoices.ts'
import { newLine } from './objects.ts'
import { throwDeclined } from './payments.ts'
import { intervalOf, invoiceFor, itemOf, periodEnd, periodLine } from './subscriptions.ts'
import { find, findCustomer, idOf, nextId, type World } from './world.ts'

/** Changes the price without proration: another interval begins a period, and is charged, unless a trial delays it. */
export function replacePrice(
  world: World,
  subscription: Stripe.Subscription,
  priceId: string,
  trialEnd: number | undefined,
): void {
  const price = find(world.prices, priceId, 'price', 'items[0][price]')
  const item = itemOf(subscription)
  const same = intervalOf(price) === intervalOf(item.price)
  item.price = price
  world.replaced.push({ subscription: subscription.id, at: world.now })
  if (trialEnd !== undefined) {
    subscription.status = 'trialing'
    subscription.trial_start = world.now
    subscription.trial_end = trialEnd
    item.current_period_start = world.now
    item.current_period_end = trialEnd
  } else if (!same) throw invalid('The stand-in begins no new period without proration.')
}

/** An item that a request adds to the invoice of a period that begins now. */
export interface Added {
  amount: number
  start: number
  end: number
  metadata: Record<string, string>
}

/** The invoice of a period that begins now, without proration. */
export function restartInvoice(
  world: World,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  added: readonly Added[] = [],
): Stripe.Invoice {
  const item = { ...itemOf(subscription), price, current_period_start: world.now }
  item.current_period_end = periodEnd(world.now, intervalOf(price))
  const invoice = invoiceFor(world, subscription, 'subscription_update')
  invoice.lines.data.push(
    periodLine(world, { ...subscription, items: { ...subscription.items, data: [item] } }),
  )
  for (const { metadata, ...item } of added) {
    const of = { subscription: null, item: nextId(world, 'ii'), price: nextId(world, 'price') }
    const { currency } = subscription
    const line = newLine(world, { ...item, ...of, currency, description: 'Credit', proration: false })
    invoice.lines.data.unshift({ ...line, metadata })
  }
  const { balance } = findCustomer(world, idOf(subscription.customer))
  return addUp(invoice, undefined, balance)
}

/** Begins a period with another price now, also out of a trial; a declined card leaves everything unchanged. */
export function restart(
  world: World,
  subscription: Stripe.Subscription,
  priceId: string,
  added: readonly Added[] = [],
): void {
  const price = find(world.prices, priceId, 'price', 'items[0][price]')
  const customer = findCustomer(world, idOf(subscription.customer))
  const before = customer.balance
  const invoice = restartInvoice(world, subscription, price, added)
  finalize(world, invoice)
  if (invoice.status === 'open' && tryToPay(world, invoice, { offSession: true }) !== 'paid') {
    voidInvoice(world, invoice)
    customer.balance = before
    throwDeclined(intentOf(world, invoice)!)
  }
  const item = itemOf(subscription)
  item.price = price
  item.current_period_start = world.now
  item.current_period_end = periodEnd(world.now, intervalOf(price))
  subscription.latest_invoice = invoice.id
  if (subscription.status === 'trialing') subscription.trial_end = world.now
  subscription.status = 'active'
  world.failures.set(subscription.id, 0)
}
