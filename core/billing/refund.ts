// Refunds what is left of a paid invoice, once, and ends the plan or upgrade that it paid for.
import { recordChange } from '../database/transaction.ts'
import { msOf, SECOND_MS } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { invoiceOf, invoiceStatus } from './account.ts'
import { refresh } from './customer.ts'
import { answerUnderLease, withoutIdempotency, underLease, withLease, type Lease } from './lease.ts'
import { adjustRefundedBudget, creditOf, fetchCustomer, writeMirror, type CustomerState } from './mirror.ts'
import { paymentOf } from './rows.ts'
import { fetchPaymentReturns, refundRow } from './refund-ledger.ts'
import {
  leftToRefund,
  billedInvoice,
  endingOf,
  payingIfUnpaid,
  type BilledInvoice,
  type Ending,
  heldOf,
  restMetadata,
  CREDIT_BACK,
  creditUsed,
  outsideCredit,
  isReturned,
  unreturned,
} from './refundable.ts'
import * as store from './store.ts'
import { idOf, idempotencyKeyFor, isLiving, type Stripe } from './stripe.ts'
import { first, must } from '../kernel/narrow.ts'
import { PLANS } from './plans.ts'
import { endUnpaid, giveBack, isMarked, withMarked } from './late-payments.ts'

async function billedInvoices({ sql, principal }: Context, { invoices }: Pick<CustomerState, 'invoices'>) {
  const rows = await store.listInvoices(sql, principal.userId)
  const returned = new Map(rows.map(({ id, amountRefunded }) => [id, amountRefunded]))
  return invoices.map((invoice) => billedInvoice(invoice, returned.get(invoice.id) ?? 0))
}

/** Ends what refunded invoices paid for. The subscription's metadata names the refunded invoices, so repeating does nothing. */
async function endRefunded(ctx: Context, lease: Lease, billed: BilledCustomer, refunded: readonly string[]) {
  const { fetched, invoices } = billed
  let changed = false
  for (const id of refunded) {
    const invoice = invoices.find((one) => one.id === id)
    const subscription = fetched.subscriptions.find((one) => one.id === invoice?.subscription)
    if (!subscription || !isLiving(subscription) || isMarked(subscription, id)) continue
    const held = heldOf(subscription)
    if (!held) continue
    const ending = endingOf(id, invoices, held, ctx.clock.now() / SECOND_MS)
    // Refunds before ending the plan. If this is interrupted, Stripe's event for a refund leads here again.
    if (ending.kind === 'plan') await returnOthers(ctx, lease, billed, ending.others)
    changed = (await end(ctx, subscription, id, ending)) || changed
  }
  return changed
}

async function endUnpaidPlans(ctx: Context, lease: Lease, billed: BilledCustomer): Promise<boolean> {
  const { fetched, invoices } = billed
  let changed = false
  for (const subscription of fetched.subscriptions) {
    const held = subscription.ended_at === null ? heldOf(subscription) : undefined
    const paying = held && payingIfUnpaid(held, invoices)
    if (!paying) continue
    changed = true
    if (isLiving(subscription)) {
      await returnOthers(ctx, lease, billed, paying)
      await endPlan(ctx, subscription)
    } else await endUnpaid(ctx, subscription, fetched)
  }
  return changed
}

async function returnOthers(ctx: Context, lease: Lease, billed: BilledCustomer, others: readonly string[]) {
  const { fetched, invoices } = billed
  for (const id of others) {
    const most = leftToRefund(id, invoices, creditOf(fetched))
    const invoice = fetched.invoices.find((one) => one.id === id)
    const payment = invoice && paymentOf(invoice)
    if (most > 0 && payment) await giveBack(ctx, lease, { invoice, payment, why: 'plan-ended', most })
  }
}

const endPlan = ({ stripe }: Context, { id }: Stripe.Subscription): Promise<void> =>
  stripe.use(async (api) => {
    await api.subscriptions.update(id, { metadata: { undone: ENDED } })
    await api.subscriptions.cancel(id, { prorate: false, invoice_now: false })
  })

async function end(ctx: Context, subscription: Stripe.Subscription, invoice: string, ending: Ending) {
  if (ending.kind === 'nothing') return false
  if (ending.kind === 'plan') {
    await endPlan(ctx, subscription)
    return true
  }
  const item = first(subscription.items.data)
  const before = PLANS.find(({ setting }) => ctx.config[setting] === ending.price)
  // The paid rest of the old period becomes a trial, because Stripe would charge for a new period.
  const isOtherPeriod = ending.rest.until !== item.current_period_end
  await ctx.stripe.use((api) =>
    api.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: ending.price }],
      proration_behavior: 'none',
      ...(isOtherPeriod && { trial_end: ending.rest.until }),
      metadata: {
        ...(before && { plan: before.name }),
        ...(isOtherPeriod && restMetadata(ending.rest)),
        ...withMarked(subscription, 'undone', [invoice]),
      },
    }),
  )
  return true
}

type Row = Awaited<ReturnType<typeof store.listInvoices>>[number]

/** Also finds refunded invoices, so that a second click does not refund the invoice before. */
function pickInvoice(invoices: readonly Row[], id: string | undefined): Row {
  const found =
    id === undefined
      ? invoices.find(({ stripeStatus, amountPaid }) => stripeStatus === 'paid' && amountPaid > 0)
      : invoices.find((invoice) => invoice.id === id)
  if (!found) return fail('invoice_not_found', { which: id === undefined ? '' : ` ${id}` })
  if (found.stripeStatus !== 'paid' || found.amountPaid <= 0)
    return fail('invoice_not_paid', { id: found.id, status: invoiceStatus(found) })
  return found
}

/** Refunds an invoice, and ends its plan or upgrade. Throws `invoice_not_found`, `invoice_not_paid`, `invoice_refunded`. */
export function refundInvoice(ctx: Context, invoiceId: string | undefined) {
  const { userId } = ctx.principal
  return answerUnderLease(ctx, async (lease) => {
    const fetched =
      (await refresh(ctx, lease)) ?? fail('invoice_not_found', { which: invoiceId ? ` ${invoiceId}` : '' })
    const invoice = pickInvoice(await store.listInvoices(ctx.sql, userId), invoiceId)
    const payment = invoice.paymentIntentId ?? (await paymentOfInvoice(ctx, invoice.id))
    const row = refundRow(await refundRest(ctx, lease, { invoice, payment, fetched }))
    const invoices = await billedInvoices(ctx, fetched)
    await endRefunded(ctx, lease, { fetched, invoices }, row.status === 'failed' ? [] : [invoice.id])
    const after = await fetchCustomer(ctx, idOf(fetched.customer) ?? '')
    return underLease(ctx, lease, async (tx) => {
      await store.upsertRefund(tx.sql, userId, { ...row, paymentIntentId: payment, reason: 'requested' })
      await writeMirror(tx, after)
      await adjustRefundedBudget(tx)
      const now = (await store.listInvoices(tx.sql, userId)).find(({ id }) => id === invoice.id) ?? invoice
      recordChange(tx, 'invoice', invoice.id, invoiceOf(userId, invoice), invoiceOf(userId, now))
      return { refundId: row.id, amount: row.amount, status: row.status }
    })
  })
}

/** Refunds the rest of an invoice. Looks at Stripe first, because an interrupted attempt may have made the refund. */
async function refundRest(
  ctx: Context,
  lease: Lease,
  { invoice, payment: payment_intent, fetched }: { invoice: Row; payment: string; fetched: CustomerState },
): Promise<Stripe.Refund> {
  const { userId } = ctx.principal
  const request = idempotencyKeyFor(userId, ctx.idempotency?.key ?? ctx.requestId)
  const { data } = await ctx.stripe.use((api) => api.refunds.list({ payment_intent, limit: 100 }))
  const own = data.find(({ metadata }) => metadata?.['request'] === request)
  if (own) return own
  const rows = await ctx.stripe.use((api) => fetchPaymentReturns(api, payment_intent, invoice.id))
  const valid = rows.filter(({ status }) => status !== 'failed')
  const returned = valid.reduce((sum, row) => sum + row.amount, 0)
  const invoices = (await billedInvoices(ctx, fetched)).map((one) =>
    one.id === invoice.id ? { ...one, amountPaid: invoice.amountPaid, returned } : one,
  )
  const amount = leftToRefund(invoice.id, invoices, creditOf(fetched))
  if (amount <= 0) {
    await underLease(withoutIdempotency(ctx), lease, async (tx) => {
      for (const row of valid) await store.upsertRefund(tx.sql, userId, row)
    })
    return fail('invoice_refunded', { id: invoice.id })
  }
  const details = {
    ...{ payment_intent, amount, reason: 'requested_by_customer' as const },
    metadata: { user_id: userId, request },
  }
  const idempotencyKey = idempotencyKeyFor('refund', invoice.id, data.length, details)
  return ctx.stripe.use((api) => api.refunds.create(details, { idempotencyKey }))
}

async function paymentOfInvoice({ stripe }: Context, id: string): Promise<string> {
  const invoice = await stripe.use((api) => api.invoices.retrieve(id, { expand: ['payments'] }))
  return paymentOf(invoice) ?? fail('invoice_not_paid', { id, status: 'paid by other means than a card' })
}

export const syncReturns = (ctx: Context, payments: readonly string[]): Promise<void> =>
  withLease(ctx, async (lease) => {
    const known = await store.findCustomer(ctx.sql, ctx.principal.userId)
    if (!known?.stripeCustomerId) return
    await applyReturns(ctx, lease, await fetchCustomer(ctx, known.stripeCustomerId, payments))
  })

/** Stores all refunds, also those made at Stripe by hand. Ends what they refunded in full, then adjusts the customer's credit. */
export async function applyReturns(ctx: Context, lease: Lease, fetched: CustomerState): Promise<void> {
  await underLease(ctx, lease, (tx) => writeMirror(tx, fetched))
  const invoices = await billedInvoices(ctx, fetched)
  const creditCents = creditOf(fetched)
  const refunds = await store.listRefunds(ctx.sql, ctx.principal.userId)
  const lastReturn = (id: string): number => {
    const invoice = fetched.invoices.find((one) => one.id === id)
    const payment = invoice && paymentOf(invoice)
    const last = refunds.findLast(({ paymentIntentId: of, status }) => of === payment && status !== 'failed')
    return last ? msOf(last.createdAt) / SECOND_MS : Infinity
  }
  // Credit that a later change of plan gave was no part of a refund.
  const seenBy = (id: string) => invoices.filter(({ createdAt }) => createdAt <= lastReturn(id))
  const refunded = invoices
    .filter(({ amountPaid, returned }) => amountPaid > 0 && returned > 0)
    .filter(({ id }) => leftToRefund(id, seenBy(id), creditCents) === 0)
    .map(({ id }) => id)
  const hasEnded =
    (await endRefunded(ctx, lease, { fetched, invoices }, refunded)) ||
    (await endUnpaidPlans(ctx, lease, { fetched, invoices }))
  const now = (hasEnded ? await refresh(ctx, lease) : undefined) ?? fetched
  const billed = { fetched: now, invoices: await billedInvoices(ctx, now) }
  // `billed` lacks the credit just returned, so withdrawing waits for Stripe's next event.
  if ((await returnCredit(ctx, billed)) || (await withdrawCredit(ctx, billed))) await refresh(ctx, lease)
}

interface BilledCustomer {
  fetched: CustomerState
  invoices: readonly BilledInvoice[]
}

/** Withdraws credit that a change of plan gave of a returned payment. Other credit is a gift of the operator, or a credit note. */
async function withdrawCredit(ctx: Context, { fetched, invoices }: BilledCustomer): Promise<boolean> {
  const { customer } = fetched
  const plans = invoices.filter(({ subscription }) => subscription !== null)
  const remainder = plans.reduce((sum, one) => sum + unreturned(one), 0)
  const given = plans.reduce((sum, { total }) => sum + Math.max(0, -total), 0)
  const amount = Math.min(-(customer?.balance ?? 0), creditOf(fetched) - remainder, given)
  if (!customer || amount <= 0) return false
  await changeBalance(ctx, customer, {
    amount,
    why: 'The payment that left this credit was returned.',
    key: idempotencyKeyFor('withdraw', customer.id, customer.balance, amount),
  })
  return true
}

/** Replaces the invoices under `undone` in a subscription's metadata, if a refund ended the whole subscription. */
const ENDED = 'the plan'

/** The cents of credit to return for an invoice: what paid for a refunded item or upgrade, or for a plan that a refund ended. */
function creditToReturn({ fetched, invoices }: BilledCustomer, invoice: BilledInvoice): number {
  const plan = fetched.subscriptions.find(({ id }) => id === invoice.subscription)
  if (invoice.creditBack > 0) return 0
  if (!invoice.subscription || isMarked(plan, invoice.id))
    return isReturned(invoice) ? creditUsed(invoice) : 0
  if (plan?.metadata['undone'] !== ENDED || plan.ended_at === null) return 0
  const isHeld = invoice.lines.some(({ amount, endsAt }) => amount > 0 && endsAt > (plan.ended_at ?? 0))
  if (!invoice.isPaid || !isHeld || (invoice.amountPaid > 0 && !isReturned(invoice))) return 0
  return Math.min(creditUsed(invoice), outsideCredit(invoices.filter((one) => one.subscription === plan.id)))
}

async function returnCredit(ctx: Context, billed: BilledCustomer): Promise<boolean> {
  const { customer } = billed.fetched
  if (!customer) return false
  let invoices = billed.invoices
  for (const { id } of billed.invoices) {
    const invoice = must(invoices.find((one) => one.id === id))
    const amount = creditToReturn({ ...billed, invoices }, invoice)
    if (amount <= 0) continue
    await changeBalance(ctx, customer, {
      amount: -amount,
      why: 'The rest of what this credit paid was refunded.',
      key: idempotencyKeyFor('return', id, amount),
    })
    await ctx.stripe.use((api) => api.invoices.update(id, { metadata: { [CREDIT_BACK]: String(amount) } }))
    invoices = invoices.map((one) => (one === invoice ? { ...one, creditBack: amount } : one))
  }
  return invoices !== billed.invoices
}

async function changeBalance(
  { stripe, log }: Context,
  { id, currency }: NonNullable<CustomerState['customer']>,
  { amount, why, key }: { amount: number; why: string; key: string },
): Promise<void> {
  const details = { amount, currency: currency ?? 'usd', description: why }
  await stripe.use((api) => api.customers.createBalanceTransaction(id, details, { idempotencyKey: key }))
  log.info({ customer: id, amount }, why)
}
