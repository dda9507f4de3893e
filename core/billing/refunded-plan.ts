// Ends what a refunded invoice paid for: the plan, or an upgrade back to the plan before it. Done once per invoice.
import { first } from '../kernel/must.ts'
import type { Context } from '../kernel/context.ts'
import { giveBack } from './give-back.ts'
import type { Lease } from './lease.ts'
import { creditOf, paymentOf, type CustomerState } from './mirror.ts'
import { ENDED } from './returned-credit.ts'
import { restMetadata } from './paid-rest.ts'
import { PLANS } from './plans.ts'
import { endUnpaid } from './late-payments.ts'
import {
  billedInvoice,
  endingOf,
  leftToRefund,
  unbacked,
  type BilledInvoice,
  type Ending,
  type HeldPlan,
} from './refundable.ts'
import * as store from './store.ts'
import type { Stripe } from './stripe.ts'

const LIVING = new Set<string>(['active', 'trialing', 'past_due', 'unpaid', 'paused'])

export async function billedInvoices(
  { sql, principal }: Context,
  { invoices }: Pick<CustomerState, 'invoices'>,
): Promise<BilledInvoice[]> {
  const rows = await store.listInvoices(sql, principal.userId)
  const returned = new Map(rows.map(({ id, amountRefunded }) => [id, amountRefunded]))
  return invoices.map((invoice) => billedInvoice(invoice, returned.get(invoice.id) ?? 0))
}

/** Repeating it changes nothing: Stripe's subscription says which invoice undid it last. */
export async function endRefunded(
  ctx: Context,
  lease: Lease,
  { fetched, invoices }: { fetched: CustomerState; invoices: readonly BilledInvoice[] },
  refunded: readonly string[],
): Promise<boolean> {
  let changed = false
  for (const id of refunded) {
    const invoice = invoices.find((one) => one.id === id)
    const subscription = fetched.subscriptions.find((one) => one.id === invoice?.subscription)
    if (!subscription || !LIVING.has(subscription.status)) continue
    if (subscription.metadata['undone'] === id) continue
    const held = heldOf(subscription)
    if (!held) continue
    const ending = endingOf(id, invoices, held)
    // Before the plan ends: if this is interrupted, the events of these refunds lead here again.
    if (ending.kind === 'plan') await returnOthers(ctx, lease, { fetched, invoices }, ending.others)
    changed = (await end(ctx, subscription, id, ending)) || changed
  }
  return changed
}

function heldOf({ id, items }: Stripe.Subscription): HeldPlan | undefined {
  const item = items.data[0]
  return item && { id, price: item.price.id, startsAt: item.current_period_start }
}

export async function endUnbacked(
  ctx: Context,
  lease: Lease,
  { fetched, invoices }: { fetched: CustomerState; invoices: readonly BilledInvoice[] },
): Promise<boolean> {
  let changed = false
  for (const subscription of fetched.subscriptions) {
    const held = subscription.ended_at === null ? heldOf(subscription) : undefined
    const paying = held && unbacked(held, invoices)
    if (!paying) continue
    changed = true
    if (LIVING.has(subscription.status)) {
      await returnOthers(ctx, lease, { fetched, invoices }, paying)
      await endPlan(ctx, subscription)
    } else await endUnpaid(ctx, subscription.id)
  }
  return changed
}

async function returnOthers(
  ctx: Context,
  lease: Lease,
  { fetched, invoices }: { fetched: CustomerState; invoices: readonly BilledInvoice[] },
  others: readonly string[],
): Promise<void> {
  for (const id of others) {
    const most = leftToRefund(id, invoices, { creditCents: creditOf(fetched) })
    const invoice = fetched.invoices.find((one) => one.id === id)
    const payment = invoice && paymentOf(invoice)
    if (most > 0 && payment) await giveBack(ctx, lease, { invoice, payment, why: 'plan-ended', most })
  }
}

const endPlan = ({ stripe }: Pick<Context, 'stripe'>, { id }: Stripe.Subscription): Promise<void> =>
  stripe.use(async (api) => {
    await api.subscriptions.update(id, { metadata: { undone: ENDED } })
    await api.subscriptions.cancel(id, { prorate: false, invoice_now: false })
  })

async function end(
  { stripe, config }: Context,
  subscription: Stripe.Subscription,
  invoice: string,
  ending: Ending,
): Promise<boolean> {
  if (ending.kind === 'nothing') return false
  if (ending.kind === 'plan') {
    await endPlan({ stripe }, subscription)
    return true
  }
  const item = first(subscription.items.data)
  const before = PLANS.find(({ setting }) => config[setting] === ending.price)
  // A new period would begin, and be charged: what was paid of the old one is served as a trial instead.
  const isOtherPeriod = ending.rest.until !== item.current_period_end
  await stripe.use((api) =>
    api.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: ending.price }],
      proration_behavior: 'none',
      ...(isOtherPeriod && { trial_end: ending.rest.until }),
      metadata: {
        ...(before && { plan: before.name }),
        ...(isOtherPeriod && restMetadata(ending.rest)),
        undone: invoice,
      },
    }),
  )
  return true
}
