// Changes a subscription: another plan with its preview, cancellation, reactivation, another card.
import { changed } from '../database/transaction.ts'
import { findKept } from '../database/idempotency.ts'
import { isoOf, MINUTE_MS, msOf, SECOND_MS } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import type { Parsed } from '../kernel/schema.ts'
import { findActiveSubscription } from './account.ts'
import type { Cancelled, Changed, Preview, Reactivated } from './schemas.ts'
import { refresh, stripeKey, useCard } from './customer.ts'
import { underLease, withLease, type Lease } from './lease.ts'
import { fetchCustomer, writeMirror } from './mirror.ts'
import { planNamed, priceOf, type Plan, type PlanWord } from './plans.ts'
import { immediateAmountOf, linesOf } from './proration.ts'
import * as store from './store.ts'
import { declinedAsProcessorError, type Stripe } from './stripe.ts'

/** How long a preview's date is kept for the change. */
const QUOTE_MS = 15 * MINUTE_MS

/** The living subscription, and what must be known of it before it is changed. Throws `subscription_not_found`. */
async function livingOf({ sql, principal }: Context): Promise<store.SubscriptionRow> {
  return (await findActiveSubscription(sql, principal.userId)) ?? fail('subscription_not_found', {})
}

/** Runs a change under the lease, on a mirror that is up to date when the last change may have died half-way. */
const changing = <T>(ctx: Context, work: (lease: Lease) => Promise<T>): Promise<T> =>
  declinedAsProcessorError(
    withLease(ctx, async (lease) => {
      const kept = await findKept<T>(ctx)
      if (kept) return kept.answer
      if (lease.expired) await refresh(ctx, lease)
      return work(lease)
    }),
  )

/** Fetches what Stripe holds after a change and stores it with the answer, in one transaction. */
async function concluded<T>(
  ctx: Context,
  lease: Lease,
  subscription: store.SubscriptionRow,
  answer: (after: store.SubscriptionRow) => T,
): Promise<T> {
  const fetched = await fetchCustomer(ctx, subscription.stripeCustomerId)
  return underLease(ctx, lease, async (tx) => {
    await writeMirror(tx, fetched)
    const rows = await store.listSubscriptions(tx.sql, tx.principal.userId)
    return answer(rows.find(({ id }) => id === subscription.id) ?? subscription)
  })
}

function refuseSame(subscription: store.SubscriptionRow, plan: Plan, price: string): void {
  if (subscription.plan === plan.name || subscription.stripePriceId === price)
    fail('plan_unchanged', { plan: plan.name })
}

/** Our clock's date while it lies in the period that is paid for; otherwise Stripe chooses. */
function dateWithin({ clock }: Context, { currentPeriodStart, currentPeriodEnd }: store.SubscriptionRow) {
  const now = clock.now()
  if (!currentPeriodStart || !currentPeriodEnd) return undefined
  if (now < msOf(currentPeriodStart) || now >= msOf(currentPeriodEnd)) return undefined
  return Math.floor(now / SECOND_MS)
}

/**
 * What a change of plan would cost now. The date it was reckoned for is kept, so that the change made within fifteen
 * minutes costs the same to the cent. Throws `subscription_not_found`, `plan_unchanged`, `price_missing`.
 */
export async function previewChange(ctx: Context, word: PlanWord): Promise<Parsed<typeof Preview>> {
  ctx.stripe.require()
  const plan = planNamed(word)
  const subscription = await livingOf(ctx)
  const price = priceOf(ctx.config, plan)
  refuseSame(subscription, plan, price)
  const date = dateWithin(ctx, subscription)
  const invoice = await ctx.stripe.use((api) =>
    api.invoices.createPreview({
      customer: subscription.stripeCustomerId,
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: subscription.stripeItemId, price }],
        proration_behavior: 'always_invoice',
        ...(date !== undefined && { proration_date: date }),
      },
    }),
  )
  const prorationDate =
    date ?? invoice.parent?.subscription_details?.subscription_proration_date ?? invoice.created
  const lines = linesOf(invoice, prorationDate)
  const immediateAmount = immediateAmountOf(lines)
  await store.updateQuote(ctx.sql, ctx.principal.userId, {
    plan: plan.name,
    subscriptionId: subscription.id,
    prorationDate,
    immediateAmount,
    expiresAt: isoOf(ctx.clock.now() + QUOTE_MS),
  })
  return { lineItems: lines, immediateAmount, currency: invoice.currency }
}

/** The date of a preview of this very change that is still good. */
async function quotedDate(
  { sql, principal, clock }: Context,
  subscription: store.SubscriptionRow,
  plan: Plan,
): Promise<number | undefined> {
  const quote = (await store.findCustomer(sql, principal.userId))?.quote
  if (!quote || quote.plan !== plan.name || quote.subscriptionId !== subscription.id) return undefined
  const began = subscription.currentPeriodStart
  if (msOf(quote.expiresAt) <= clock.now() || (began && quote.prorationDate * SECOND_MS < msOf(began)))
    return undefined
  return quote.prorationDate
}

/** Puts the same subscription on another plan; the difference is charged, or kept as credit, at once. */
export function changePlan(ctx: Context, word: PlanWord): Promise<Parsed<typeof Changed>> {
  const plan = planNamed(word)
  return changing(ctx, async (lease) => {
    const subscription = await livingOf(ctx)
    const price = priceOf(ctx.config, plan)
    refuseSame(subscription, plan, price)
    const date = (await quotedDate(ctx, subscription, plan)) ?? dateWithin(ctx, subscription)
    const details: Stripe.SubscriptionUpdateParams = {
      items: [{ id: subscription.stripeItemId, price }],
      proration_behavior: 'always_invoice',
      ...(date !== undefined && { proration_date: date }),
      // A card that refuses leaves everything as it was.
      payment_behavior: 'error_if_incomplete',
      metadata: { user_id: ctx.principal.userId, plan: plan.name },
    }
    await updated(ctx, subscription, details)
    return concluded(ctx, lease, subscription, ({ status }) => ({ status, plan: plan.name, tier: plan.tier }))
  })
}

/** The same change of the same state is one change, however often it is sent; a changed state makes it another. */
const updated = (
  ctx: Context,
  { id, updatedAt, stripePriceId, cancelAtPeriodEnd }: store.SubscriptionRow,
  details: Stripe.SubscriptionUpdateParams,
) => {
  const state = [id, updatedAt, stripePriceId, cancelAtPeriodEnd]
  const idempotencyKey = stripeKey('update', ...state, ctx.idempotency?.key ?? ctx.requestId, details)
  return ctx.stripe.use((api) => api.subscriptions.update(id, details, { idempotencyKey }))
}

/** Ends the subscription with the period that is paid for; access stays until then. */
export const cancelSubscription = (ctx: Context): Promise<Parsed<typeof Cancelled>> =>
  changing(ctx, async (lease) => {
    const subscription = await livingOf(ctx)
    await updated(ctx, subscription, { cancel_at_period_end: true })
    return concluded(ctx, lease, subscription, ({ cancelAtPeriodEnd, currentPeriodEnd }) => ({
      cancelAtPeriodEnd,
      currentPeriodEnd,
    }))
  })

/** Takes a cancellation back. Throws `cancellation_missing`. */
export const reactivateSubscription = (ctx: Context): Promise<Parsed<typeof Reactivated>> =>
  changing(ctx, async (lease) => {
    const subscription = await livingOf(ctx)
    if (!subscription.cancelAtPeriodEnd) return fail('cancellation_missing', {})
    await updated(ctx, subscription, { cancel_at_period_end: false })
    return concluded(ctx, lease, subscription, ({ status }) => ({ status }))
  })

/** Another card for the customer and the subscription; what is overdue is charged to it. */
export const changeCard = (ctx: Context, paymentMethodId: string): Promise<{ success: boolean }> =>
  changing(ctx, async (lease) => {
    const subscription = await livingOf(ctx)
    const card = await useCard(ctx, subscription.stripeCustomerId, paymentMethodId)
    await updated(ctx, subscription, { default_payment_method: card })
    if (subscription.status === 'past_due') await payOverdue(ctx, subscription)
    const before = await store.findCustomer(ctx.sql, ctx.principal.userId)
    const fetched = await fetchCustomer(ctx, subscription.stripeCustomerId)
    return underLease(ctx, lease, async (tx) => {
      await writeMirror(tx, fetched)
      const after = await store.findCustomer(tx.sql, tx.principal.userId)
      changed(tx, 'payment-method', card, before?.paymentMethod ?? null, after?.paymentMethod ?? null)
      return { success: true }
    })
  })

/** A card that is new but empty is still the card; Stripe tries again by its own schedule. */
async function payOverdue(ctx: Context, { id }: store.SubscriptionRow): Promise<void> {
  await ctx.stripe
    .use(async (api) => {
      const { data } = await api.invoices.list({ subscription: id, status: 'open', limit: 10 })
      for (const invoice of data) await api.invoices.pay(invoice.id)
    })
    .catch((error: unknown) => ctx.log.info({ error }, 'An overdue invoice could not be paid by a new card.'))
}
