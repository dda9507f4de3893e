// Previews and changes plans, cancels and reactivates a subscription, replaces the card, and ends billing of a deleted account.
import { recordChange } from '../database/transaction.ts'
import { isoOf, MINUTE_MS, msOf, SECOND_MS } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { findActiveSubscription } from './account.ts'
import { refresh, useCard } from './customer.ts'
import { answerUnderLease, underLease, type Lease, withLease } from './lease.ts'
import { cancelUnpaid, closeCheckoutPage, endUnpaid, openInvoicesOf, withMarked } from './late-payments.ts'
import { fetchCustomer, writeMirror } from './mirror.ts'
import { planNamed, type Plan, type PlanWord } from './plans.ts'
import { confirmedPrice } from './prices.ts'
import * as store from './store.ts'
import { idempotencyKeyFor, declinedAsProcessorError, type Stripe, hasEnded } from './stripe.ts'
import { abandonWaiting } from './purchases/finish.ts'
import { listWaitingOf } from './purchases/store.ts'
import { invoicedWith, previewedWith, unusedCreditOf } from './refundable.ts'

const QUOTE_TTL_MS = 15 * MINUTE_MS

async function requireSubscription({ sql, principal }: Context): Promise<store.SubscriptionRow> {
  return (await findActiveSubscription(sql, principal.userId)) ?? fail('subscription_not_found', {})
}

/** Runs `work` under the lease. If the previous change may have been interrupted, refreshes the mirror first. */
const withChange = <T>(ctx: Context, work: (lease: Lease) => Promise<T>): Promise<T> =>
  declinedAsProcessorError(
    answerUnderLease(ctx, async (lease) => {
      if (lease.previousExpired) await refresh(ctx, lease)
      return work(lease)
    }),
  )

async function storeOutcome<T>(
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

/** The current time in seconds if it is in the paid period. Otherwise undefined: Stripe then chooses the proration date. */
function dateInPeriod({ clock }: Context, { currentPeriodStart, currentPeriodEnd }: store.SubscriptionRow) {
  const now = clock.now()
  if (!currentPeriodStart || !currentPeriodEnd) return undefined
  if (now < msOf(currentPeriodStart) || now >= msOf(currentPeriodEnd)) return undefined
  return Math.floor(now / SECOND_MS)
}

/**
 * Previews a change of plan. Stores the proration date, so that a change within 15 minutes costs the amount shown.
 * Throws `plan_unchanged`, `price_missing`.
 */
export async function previewChange(ctx: Context, word: PlanWord) {
  ctx.stripe.require()
  const plan = planNamed(word)
  const subscription = await requireSubscription(ctx)
  const date = dateInPeriod(ctx, subscription)
  const { credit, terms } = await termsOf(ctx, subscription, plan, date)
  const invoice = await ctx.stripe.use((api) =>
    api.invoices.createPreview({
      customer: subscription.stripeCustomerId,
      subscription: subscription.id,
      subscription_details: terms,
      ...(credit && { invoice_items: [previewedWith(credit)] }),
    }),
  )
  const prorationDate =
    date ?? invoice.parent?.subscription_details?.subscription_proration_date ?? invoice.created
  const lines = linesOf(invoice, Math.max(prorationDate, invoice.created))
  await store.updateQuote(ctx.sql, ctx.principal.userId, {
    plan: plan.name,
    subscriptionId: subscription.id,
    prorationDate,
    expiresAt: isoOf(ctx.clock.now() + QUOTE_TTL_MS),
  })
  return { lineItems: lines, immediateAmount: immediateAmountOf(lines), currency: invoice.currency }
}

async function quotedDate(ctx: Context, subscription: store.SubscriptionRow, plan: Plan) {
  const quote = (await store.findCustomer(ctx.sql, ctx.principal.userId))?.quote
  if (!quote || quote.plan !== plan.name || quote.subscriptionId !== subscription.id) return undefined
  const began = subscription.currentPeriodStart
  if (msOf(quote.expiresAt) <= ctx.clock.now() || (began && quote.prorationDate * SECOND_MS < msOf(began)))
    return undefined
  return quote.prorationDate
}

const prorated = (date: number | undefined) => ({
  proration_behavior: 'always_invoice' as const,
  ...(date !== undefined && { proration_date: date }),
})

/** For a change while a payment is overdue: a new period begins, and the unpaid period gives no credit. */
const FROM_NOW = { proration_behavior: 'none', billing_cycle_anchor: { type: 'now' } } as const

/** For a change in a trial that replaced a paid period: a new period begins, and the unused days become credit. */
const FROM_TRIAL = { proration_behavior: 'none', trial_end: 'now' } as const

async function findUnusedCredit(ctx: Context, { id, status }: store.SubscriptionRow, date?: number) {
  if (status !== 'trialing') return undefined
  const at = date ?? Math.floor(ctx.clock.now() / SECOND_MS)
  return ctx.stripe.use(async (api) => unusedCreditOf(await api.subscriptions.retrieve(id), at))
}

/** The new price and its proration, for the preview as for the change. Throws `plan_unchanged`, `price_missing`. */
async function termsOf(ctx: Context, subscription: store.SubscriptionRow, plan: Plan, date?: number) {
  const price = await confirmedPrice(ctx, plan)
  if (subscription.plan === plan.name || subscription.stripePriceId === price)
    fail('plan_unchanged', { plan: plan.name })
  const credit = await findUnusedCredit(ctx, subscription, date)
  const proration = subscription.status === 'past_due' ? FROM_NOW : credit ? FROM_TRIAL : prorated(date)
  return { credit, terms: { items: [{ id: subscription.stripeItemId, price }], ...proration } }
}

/** An overdue subscription as Stripe has it now, because it may have been paid. With metadata that names its open invoices. */
async function withOpenInvoices(ctx: Context, lease: Lease, known: store.SubscriptionRow) {
  if (known.status !== 'past_due') return { subscription: known }
  const fetched = await refresh(ctx, lease)
  const subscription = await requireSubscription(ctx)
  const held = fetched?.subscriptions.find(({ id }) => id === subscription.id)
  if (!fetched || !held || subscription.status !== 'past_due') return { subscription }
  return { subscription, replaced: withMarked(held, 'replaced', openInvoicesOf(held, fetched)) }
}

export function changePlan(ctx: Context, word: PlanWord) {
  const plan = planNamed(word)
  return withChange(ctx, async (lease) => {
    const { subscription, replaced } = await withOpenInvoices(ctx, lease, await requireSubscription(ctx))
    const isMade = subscription.plan === plan.name && (await madeThisChange(ctx, subscription))
    if (!isMade) await putOnPlan(ctx, subscription, plan, replaced)
    if (replaced || isMade) await refresh(ctx, lease)
    return storeOutcome(ctx, lease, subscription, ({ status }) => ({
      status,
      plan: plan.name,
      tier: plan.tier,
    }))
  })
}

async function putOnPlan(
  ctx: Context,
  subscription: store.SubscriptionRow,
  plan: Plan,
  replaced: Record<string, string> | undefined,
) {
  const date = (await quotedDate(ctx, subscription, plan)) ?? dateInPeriod(ctx, subscription)
  const { credit, terms } = await termsOf(ctx, subscription, plan, date)
  const details: Stripe.SubscriptionUpdateParams = {
    ...terms,
    ...(credit && { add_invoice_items: [invoicedWith(credit)] }),
    payment_behavior: 'error_if_incomplete',
  }
  // Names the invoices together with the change, so that after a crash the next event voids them.
  await updateSubscription(ctx, subscription, details, { plan: plan.name, ...replaced })
}

/** What Stripe keeps of a request beside its change. A crash can lose the stored answer, but not this. */
const markOf = ({ operation, principal, idempotency }: Context) =>
  idempotency && idempotencyKeyFor('change', operation, principal.userId, idempotency.key)

/** Whether this request made its change before, and crashed before it was answered. */
async function madeThisChange(ctx: Context, { id }: store.SubscriptionRow): Promise<boolean> {
  const mark = markOf(ctx)
  if (mark === undefined) return false
  const { metadata } = await ctx.stripe.use((api) => api.subscriptions.retrieve(id))
  return metadata['changed_by'] === mark
}

/** The idempotency key includes the request and the subscription's state, so a repeated request in the same state does nothing. */
const updateSubscription = (
  ctx: Context,
  { id, updatedAt, stripePriceId, cancelAtPeriodEnd }: store.SubscriptionRow,
  change: Stripe.SubscriptionUpdateParams,
  names: Record<string, string> = {},
) => {
  const mark = markOf(ctx)
  const metadata = { user_id: ctx.principal.userId, ...names, ...(mark && { changed_by: mark }) }
  const details = { ...change, metadata }
  const state = [id, updatedAt, stripePriceId, cancelAtPeriodEnd]
  const idempotencyKey = idempotencyKeyFor('update', ...state, ctx.idempotency?.key ?? ctx.requestId, details)
  return ctx.stripe.use((api) => api.subscriptions.update(id, details, { idempotencyKey }))
}

/** Cancels at the end of the paid period. A subscription whose payment is open or overdue ends at once. */
export const cancelSubscription = (ctx: Context) =>
  withChange(ctx, async (lease) => {
    await closeCheckoutPage(ctx)
    const fetched = await refresh(ctx, lease)
    const cancelled = await cancelUnpaid(ctx, fetched)
    const active = await findActiveSubscription(ctx.sql, ctx.principal.userId)
    if (!active && !cancelled) return fail('subscription_not_found', {})
    if (active && active.status !== 'past_due') {
      await updateSubscription(ctx, active, { cancel_at_period_end: true })
      return storeOutcome(ctx, lease, active, ({ cancelAtPeriodEnd, currentPeriodEnd }) => ({
        cancelAtPeriodEnd,
        currentPeriodEnd,
      }))
    }
    const overdue = fetched?.subscriptions.find(({ id }) => id === active?.id)
    if (fetched && overdue) await endUnpaid(ctx, overdue, fetched)
    await refresh(ctx, lease)
    return underLease(ctx, lease, async () => ({ cancelAtPeriodEnd: true, currentPeriodEnd: null }))
  })

export const reactivateSubscription = (ctx: Context) =>
  withChange(ctx, async (lease) => {
    const subscription = await requireSubscription(ctx)
    if (subscription.cancelAtPeriodEnd)
      await updateSubscription(ctx, subscription, { cancel_at_period_end: false })
    else if (!(await madeThisChange(ctx, subscription))) return fail('cancellation_missing', {})
    return storeOutcome(ctx, lease, subscription, ({ status }) => ({ status }))
  })

/** Replaces the card of the customer and the subscription, and charges an overdue invoice to it. */
export const changeCard = (ctx: Context, paymentMethodId: string): Promise<{ success: boolean }> =>
  withChange(ctx, async (lease) => {
    const subscription = await requireSubscription(ctx)
    const card = await useCard(ctx, subscription.stripeCustomerId, paymentMethodId)
    await updateSubscription(ctx, subscription, { default_payment_method: card })
    if (subscription.status === 'past_due') await payOverdue(ctx, subscription)
    const before = await store.findCustomer(ctx.sql, ctx.principal.userId)
    const fetched = await fetchCustomer(ctx, subscription.stripeCustomerId)
    return underLease(ctx, lease, async (tx) => {
      await writeMirror(tx, fetched)
      const after = await store.findCustomer(tx.sql, tx.principal.userId)
      recordChange(tx, 'payment-method', card, before?.paymentMethod ?? null, after?.paymentMethod ?? null)
      return { success: true }
    })
  })

/** Pays overdue invoices. If a payment is declined, the new card stays, and Stripe retries on its own schedule. */
async function payOverdue(ctx: Context, { id }: store.SubscriptionRow): Promise<void> {
  await ctx.stripe
    .use(async (api) => {
      const { data } = await api.invoices.list({ subscription: id, status: 'open', limit: 10 })
      for (const invoice of data) await api.invoices.pay(invoice.id)
    })
    .catch((error: unknown) => ctx.log.info({ error }, 'An overdue invoice could not be paid by a new card.'))
}

function isOfChange({ parent, period }: Stripe.InvoiceLineItem, prorationDate: number): boolean {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details
  return details?.proration === true || period.start <= prorationDate
}

export function linesOf(invoice: Stripe.Invoice, prorationDate: number) {
  const { currency } = invoice
  const all = invoice.lines.data
  const changeLines = all.filter((line) => isOfChange(line, prorationDate))
  const lines = changeLines.map(({ description, amount }) => ({
    description: description ?? 'Change of plan',
    amount,
    currency,
  }))
  if (changeLines.length !== all.length) return lines
  const sum = (amounts: readonly { amount: number }[] | null | undefined) =>
    (amounts ?? []).reduce((total, { amount }) => total + amount, 0)
  const tax = invoice.total - (invoice.subtotal - sum(invoice.total_discount_amounts))
  const discount = -sum(invoice.total_discount_amounts)
  const balance = invoice.total > 0 ? invoice.amount_due - invoice.total : 0
  return [
    ...lines,
    ...(discount ? [{ description: 'Discount', amount: discount, currency }] : []),
    ...(tax ? [{ description: 'Tax', amount: tax, currency }] : []),
    ...(balance ? [{ description: 'Credit from before', amount: balance, currency }] : []),
  ]
}

/** What is charged now, in cents. A negative amount becomes credit for later invoices. */
export const immediateAmountOf = (lines: readonly { amount: number }[]): number =>
  lines.reduce((total, { amount }) => total + amount, 0)

/** Cancels every subscription, checkout page and waiting purchase at once. Throws `billing_unavailable`, `stripe_failed`. */
export async function endBilling(ctx: Context): Promise<void> {
  const { sql, principal } = ctx
  const mirrored = await store.listSubscriptions(sql, principal.userId)
  const customer = (await store.findCustomer(sql, principal.userId))?.stripeCustomerId
  if (!customer || (!ctx.stripe.configured && mirrored.every(hasEnded))) return
  await withLease(ctx, async () => {
    await closeCheckoutPage(ctx)
    for (const purchase of await listWaitingOf(sql, principal.userId)) await abandonWaiting(ctx, purchase)
    // Asks Stripe and not the mirror, because Stripe charges by its own state.
    const { data } = await ctx.stripe.use((api) =>
      api.subscriptions.list({ customer, status: 'all', limit: 100 }),
    )
    for (const one of data)
      if (!hasEnded(one)) await ctx.stripe.use((api) => api.subscriptions.cancel(one.id))
  })
}
