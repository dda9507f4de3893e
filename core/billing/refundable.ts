// Computes what can still be refunded of an invoice, what that refund ends, and the credit for a restored plan. Pure.
import { idOf, type Stripe } from './stripe.ts'

export type BilledInvoice = ReturnType<typeof billedInvoice>

/** Metadata key of an invoice at Stripe. Its value is the cents of credit that were returned, so that this happens once. */
export const CREDIT_BACK = 'credit_returned'

const newestFirst = (one: BilledInvoice, other: BilledInvoice): number => other.createdAt - one.createdAt

export const creditUsed = ({ total, amountDue }: Pick<BilledInvoice, 'total' | 'amountDue'>): number =>
  Math.max(0, total - amountDue)

/** How many cents of one subscription's invoices were paid with credit from elsewhere, such as another subscription. */
export const outsideCredit = (own: readonly BilledInvoice[]): number =>
  own.reduce((sum, one) => sum + creditUsed(one) - one.creditBack - Math.max(0, -one.total), 0)

export const isReturned = ({ amountPaid, returned }: BilledInvoice): boolean =>
  amountPaid > 0 && returned >= amountPaid

export const unreturned = ({ amountPaid, returned }: BilledInvoice): number =>
  Math.max(0, amountPaid - returned)

/**
 * The cents left to refund of an invoice: the amount paid, less what was returned, less credit that changes of plan gave.
 * Such credit counts even if the user has spent it elsewhere. It reduces the newest payments first, as refunds do. It never
 * reduces payments that are later than the credit.
 */
export function leftToRefund(id: string, invoices: readonly BilledInvoice[], creditCents: number): number {
  const wanted = invoices.find((one) => one.id === id)
  if (!wanted) return 0
  if (!wanted.subscription) return unreturned(wanted)
  const plans = invoices.filter(({ subscription }) => subscription !== null)
  const givenSince = (at: number): number =>
    plans.reduce((sum, { total, createdAt }) => sum + (createdAt >= at ? Math.max(0, -total) : 0), 0)
  const otherPaid = invoices.filter(
    (one) => one.subscription !== wanted.subscription && one.isPaid && !isReturned(one),
  )
  // Summed per subscription, because a subscription's own credit does not come from another subscription.
  const spent = [...new Set(otherPaid.map(({ subscription }) => subscription))]
    .map((other) => outsideCredit(otherPaid.filter(({ subscription }) => subscription === other)))
    .reduce((sum, cents) => sum + Math.max(0, cents), 0)
  const credit = Math.min(creditCents + spent, givenSince(0))
  let counted = 0
  for (const invoice of [...plans].sort(newestFirst)) {
    const deduction = Math.min(credit - counted, givenSince(invoice.createdAt) - counted, unreturned(invoice))
    if (invoice.id === id) return unreturned(invoice) - deduction
    counted += deduction
  }
  return 0
}

type HeldPlan = NonNullable<ReturnType<typeof heldOf>>

/** The fields of a subscription that show what its invoices paid for. */
export function heldOf({ id, items }: Stripe.Subscription) {
  const item = items.data[0]
  return item && { id, price: item.price.id, startsAt: item.current_period_start }
}

/** What a refund ends: nothing, an upgrade, or the plan. A plan has `others`, the invoices that also paid for it. */
export type Ending =
  | { kind: 'nothing' }
  | { kind: 'plan'; others: readonly string[] }
  | { kind: 'upgrade'; price: string; rest: PaidRest }

/** Decides what a full refund ends, so that no plan goes on unpaid. An upgrade leads back only to a plan that is still paid. */
export function endingOf(id: string, invoices: readonly BilledInvoice[], held: HeldPlan, at: number): Ending {
  const own = invoices.filter(({ subscription }) => subscription === held.id).sort(newestFirst)
  const invoice = own.find((one) => one.id === id)
  const paying = payingFor(own, held)
  if (!invoice || !paying.has(id)) return { kind: 'nothing' }
  const upgrade = upgradeIn(invoice)
  const isLatest = own.find(({ amountPaid }) => amountPaid > 0)?.id === id
  return upgrade?.to === held.price && isLatest && upgrade.rest.until > at
    ? { kind: 'upgrade', price: upgrade.from, rest: upgrade.rest }
    : { kind: 'plan', others: [...paying].filter((one) => one !== id) }
}

/**
 * The ids of the invoices for a plan, if the payments behind their credit were returned. Null if the plan is paid.
 * Only credit from changes of plan counts, because other credit is a gift of the operator.
 */
export function payingIfUnpaid(held: HeldPlan, invoices: readonly BilledInvoice[]): readonly string[] | null {
  const own = invoices.filter(({ subscription }) => subscription === held.id).sort(newestFirst)
  const others = invoices.filter(({ subscription }) => subscription !== null && subscription !== held.id)
  const paying = payingFor(own, held)
  const used = own.reduce((sum, one) => sum + (paying.has(one.id) ? creditUsed(one) - one.creditBack : 0), 0)
  const given = others.reduce((sum, { total }) => sum + Math.max(0, -total), 0)
  const remainder = others.reduce((sum, one) => sum + unreturned(one), 0)
  return Math.min(used, outsideCredit(own), given) > remainder ? [...paying] : null
}

function payingFor(newest: readonly BilledInvoice[], { startsAt }: HeldPlan): Set<string> {
  const paying = new Set<string>()
  let byCredit = 0
  for (const { id, lines, total, amountDue, amountPaid } of newest) {
    const isHeld = lines.some(({ amount, endsAt }) => amount > 0 && endsAt > startsAt)
    if (isHeld || (byCredit > 0 && amountPaid > 0)) paying.add(id)
    byCredit = Math.max(0, byCredit - amountPaid)
    if (!isHeld) continue
    // This invoice includes credit for the unused rest of the earlier plan.
    const back = lines.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0)
    const forth = lines.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
    byCredit += Math.min(back, forth) + creditUsed({ total, amountDue })
  }
  return paying
}

/** A change of plan in an invoice: credit for unused time of one plan, and a charge for another. */
function upgradeIn({ lines }: BilledInvoice): { from: string; to: string; rest: PaidRest } | undefined {
  const back = lines.find(({ amount }) => amount < 0)
  const forth = lines.find(({ amount }) => amount > 0)
  if (!back?.price || !forth?.price || back.price === forth.price) return undefined
  const rest = { cents: -back.amount, from: back.startsAt, until: back.endsAt }
  return { from: back.price, to: forth.price, rest }
}

export const billedInvoice = (invoice: Stripe.Invoice, returned: number) => ({
  id: invoice.id,
  subscription: idOf(invoice.parent?.subscription_details?.subscription),
  createdAt: invoice.created,
  // Less what credit notes took off while it was open. `amount_due` is without that too.
  total: invoice.total - invoice.pre_payment_credit_notes_amount,
  amountDue: invoice.amount_due,
  amountPaid: invoice.status === 'paid' ? invoice.amount_paid : 0,
  isPaid: invoice.status === 'paid',
  returned,
  // Cents of credit that paid for the invoice and were returned after a refund.
  creditBack: Number(invoice.metadata?.[CREDIT_BACK] ?? 0),
  lines: invoice.lines.data.map(({ amount, pricing, period, metadata }) => ({
    amount,
    // A credit line that crm added (`invoicedWith`) names the price of the credited plan in its metadata.
    price: metadata['price'] ?? idOf(pricing?.price_details?.price),
    startsAt: period.start,
    endsAt: period.end,
  })),
})

type PaidRest = NonNullable<ReturnType<typeof restOf>>

/** Metadata of a plan that a refund restored. The rest of its paid period runs as a trial, for which Stripe gives no credit. */
export const restMetadata = ({ cents, from, until }: PaidRest): Record<string, string> => ({
  ...{ rest_cents: String(cents), rest_from: String(from), rest_until: String(until) },
})

function restOf({ metadata, status, trial_end: until }: Stripe.Subscription) {
  const rest = { cents: Number(metadata['rest_cents']), from: Number(metadata['rest_from']) }
  if (status !== 'trialing' || until === null || Number(metadata['rest_until']) !== until) return undefined
  return { ...rest, until }
}

type UnusedCredit = NonNullable<ReturnType<typeof unusedCreditOf>>

export function unusedCreditOf(subscription: Stripe.Subscription, at: number) {
  const rest = restOf(subscription)
  const price = subscription.items.data[0]?.price
  if (!rest || !price || at >= rest.until) return undefined
  const from = Math.max(at, rest.from)
  const amount = -Math.round((rest.cents * (rest.until - from)) / (rest.until - rest.from))
  const product = typeof price.product === 'string' ? price.product : price.product.id
  return { amount, currency: subscription.currency, product, price: price.id, from, until: rest.until }
}

const itemOf = ({ price, currency, product, amount }: UnusedCredit) => ({
  ...{ discountable: false, metadata: { price } },
  price_data: { currency, product, unit_amount: amount },
})

export const invoicedWith = (credit: UnusedCredit): Stripe.SubscriptionUpdateParams.AddInvoiceItem => ({
  ...itemOf(credit),
  period: {
    start: { type: 'timestamp', timestamp: credit.from },
    end: { type: 'timestamp', timestamp: credit.until },
  },
})

export const previewedWith = (credit: UnusedCredit): Stripe.InvoiceCreatePreviewParams.InvoiceItem => ({
  ...itemOf(credit),
  period: { start: credit.from, end: credit.until },
})
