// What a user's money with the service must be worth, computed from Stripe's side alone: what they hold and what they used.
import type { Stripe } from 'stripe'
import { creditUsed, invoiceOf } from '../stripe/invoices.ts'
import { idOf, type World } from '../stripe/world.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** The part of a line's amount that belongs to the time between two instants, in cents. */
function shareOf({ amount, period }: Stripe.InvoiceLineItem, from: number, to: number): number {
  const { start, end } = period
  const seconds = Math.min(end, to) - Math.max(start, from)
  return end > start && seconds > 0 ? (amount * seconds) / (end - start) : 0
}

const subscriptionOf = ({ parent }: Stripe.Invoice): string =>
  idOf(parent?.subscription_details?.subscription)

/** Everything that Stripe has of a user. */
export function standingOf(world: World, userId: string) {
  const customers = [...world.customers.values()].filter(
    (one) => (one as Stripe.Customer).metadata?.['user_id'] === userId,
  ) as Stripe.Customer[]
  const ids = new Set(customers.map(({ id }) => id))
  const mine = <T extends { customer: unknown }>(all: Map<string, T>): T[] =>
    [...all.values()].filter(({ customer }) => ids.has(idOf(customer as string)))
  const taken = mine(world.charges).filter(({ captured }) => captured)
  const disputed = sum(
    taken.filter((one) => one.disputed).map((one) => one.amount_captured - one.amount_refunded),
  )
  const open = mine(world.invoices).filter(({ status }) => status === 'open')
  return {
    customers: ids.size,
    /** Credit that an invoice set aside which is not paid yet. */
    setAside: sum(open.map(creditUsed)),
    charged: sum(taken.map((charge) => charge.amount_captured)),
    returned: sum(taken.map((charge) => charge.amount_refunded)) + disputed,
    credit: sum(customers.map(({ balance }) => Math.max(0, -balance))),
    living: mine(world.subscriptions).filter(
      ({ ended_at: ended, status }) => !ended && status !== 'incomplete',
    ),
    subscriptions: mine(world.subscriptions),
    invoices: mine(world.invoices),
    /** Whether the bank or the operator returned anything, of which the service was told afterwards. */
    isReturnedOutside:
      taken.some((one) => one.disputed) ||
      [...world.refunds.values()].some(
        ({ payment_intent: payment, metadata }) =>
          !metadata?.['user_id'] && taken.some((one) => idOf(one.payment_intent) === idOf(payment)),
      ),
    held: mine(world.intents).filter(({ status }) => status === 'requires_capture'),
    taken,
  }
}
export type Standing = ReturnType<typeof standingOf>

/** What a living subscription is worth from now to the end of what is paid, in cents. */
function worthOf(world: World, { invoices }: Standing, subscription: Stripe.Subscription): number {
  const item = subscription.items.data[0]!
  const { current_period_start: start, current_period_end: end } = item
  const price = item.price.unit_amount ?? 0
  if (subscription.status === 'active') return (price * Math.max(0, end - world.now)) / (end - start)
  if (subscription.status !== 'trialing') return 0
  // What was paid of an earlier plan is served as a trial: its worth is that of the line which paid for it.
  const line = invoices
    .flatMap(({ lines }) => lines.data)
    .find(
      (one) =>
        one.amount > 0 && one.period.end === end && idOf(one.pricing?.price_details?.price) === item.price.id,
    )
  return line ? shareOf(line, world.now, end) : 0
}

/** The changes that were taken back, each refunded in full: a plan that goes back takes back the newest of its changes. */
function takenBack(world: World, invoices: readonly Stripe.Invoice[]): Set<string> {
  const back = new Set<string>()
  for (const { subscription, at } of world.replaced) {
    const change = invoices.findLast(
      (one) =>
        subscriptionOf(one) === subscription &&
        one.status === 'paid' &&
        one.billing_reason === 'subscription_update' &&
        one.created <= at &&
        !back.has(one.id),
    )
    if (change) back.add(change.id)
  }
  return back
}

/**
 * What paid invoices bought of time that is over, while it was served, in cents. A change that was taken back counts as none:
 * what was paid for the plan before it paid for the whole time.
 */
function usedOf(world: World, { invoices, subscriptions }: Standing): number {
  const endOf = new Map(
    subscriptions.map(({ id, ended_at: at }) => [id, Math.min(at ?? Infinity, world.now)]),
  )
  const back = takenBack(world, invoices)
  return sum(
    invoices
      .filter((invoice) => invoice.status === 'paid' && !back.has(invoice.id))
      .flatMap((invoice) =>
        invoice.lines.data.map((line) => shareOf(line, 0, endOf.get(subscriptionOf(invoice)) ?? 0)),
      ),
  )
}

/** One-time items whose price was taken and not returned: what was paid by card, and in all, in cents. */
function itemsOf(world: World, { taken, invoices }: Standing): { byCard: number; all: number } {
  const byInvoice = invoices.filter((invoice) => invoice.status === 'paid' && !subscriptionOf(invoice))
  const returned = new Set(
    taken
      .filter((one) => one.disputed || one.refunded)
      .map((one) => invoiceOf(world, world.intents.get(idOf(one.payment_intent))!)?.id),
  )
  const direct = taken.filter(
    (one) =>
      !one.disputed && !one.refunded && !invoiceOf(world, world.intents.get(idOf(one.payment_intent))!),
  )
  const kept = byInvoice.filter(({ id }) => !returned.has(id))
  const charged = sum(direct.map((one) => one.amount_captured))
  return {
    byCard: charged + sum(kept.map(({ amount_paid: cents }) => cents)),
    all: charged + sum(kept.map(({ total }) => total)),
  }
}

/** The bounds between which charged − refunded − credit must lie, in cents. */
export function worth(world: World, standing: Standing): { least: number; most: number } {
  const plans = sum(standing.living.map((one) => worthOf(world, standing, one)))
  const items = itemsOf(world, standing)
  const used = usedOf(world, standing)
  // What was refunded may have been used before that; what was never refunded is paid to the cent. Credit whose payment the
  // bank took back may have been spent on an item.
  return {
    least:
      plans +
      (standing.isReturnedOutside ? items.byCard : items.all) +
      (standing.returned ? Math.min(0, used) : used),
    most: plans + items.all + Math.max(0, used),
  }
}
