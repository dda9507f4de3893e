// Computes for each invoice what can still be refunded, what a refund ends, and the credit for the plan that it restores. Pure.
import { idOf, type Stripe } from './stripe.ts'

export interface BilledInvoice {
  id: string
  subscription: string | null
  createdAt: number
  total: number
  amountDue: number
  amountPaid: number
  isPaid: boolean
  returned: number
  /** Credit that paid for the invoice and was returned when the invoice was refunded. */
  creditBack: number
  lines: readonly { amount: number; price: string | null; startsAt: number; endsAt: number }[]
}

/** Metadata key of an invoice at Stripe whose credit was returned, so that it is returned only once. */
export const CREDIT_BACK = 'credit_returned'

const newestFirst = (one: BilledInvoice, other: BilledInvoice): number => other.createdAt - one.createdAt

export const creditUsed = ({ total, amountDue }: Pick<BilledInvoice, 'total' | 'amountDue'>): number =>
  Math.max(0, total - amountDue)

/** The credit from other subscriptions that these invoices used. */
export const outsideCredit = (own: readonly BilledInvoice[]): number =>
  own.reduce((sum, one) => sum + creditUsed(one) - one.creditBack - Math.max(0, -one.total), 0)

export const isReturned = ({ amountPaid, returned }: BilledInvoice): boolean =>
  amountPaid > 0 && returned >= amountPaid

/**
 * What is left to refund of an invoice: the paid amount, minus returned money, minus credit that a change of plan gave
 * for it. That credit counts if it is still held or was spent elsewhere. It counts against the newest payments first,
 * as refunds do, but never against payments made after the credit.
 */
export function leftToRefund(
  id: string,
  invoices: readonly BilledInvoice[],
  balance: { creditCents: number },
): number {
  const wanted = invoices.find((one) => one.id === id)
  if (!wanted) return 0
  const unreturned = ({ amountPaid, returned }: BilledInvoice): number => Math.max(0, amountPaid - returned)
  if (!wanted.subscription) return unreturned(wanted)
  const plans = invoices.filter(({ subscription }) => subscription !== null)
  const givenSince = (at: number): number =>
    plans.reduce((sum, { total, createdAt }) => sum + (createdAt >= at ? Math.max(0, -total) : 0), 0)
  const otherPaid = invoices.filter(
    (one) => one.subscription !== wanted.subscription && one.isPaid && !isReturned(one),
  )
  // A subscription that spent credit from its own changes took none from other subscriptions.
  const spent = [...new Set(otherPaid.map(({ subscription }) => subscription))]
    .map((other) => outsideCredit(otherPaid.filter(({ subscription }) => subscription === other)))
    .reduce((sum, cents) => sum + Math.max(0, cents), 0)
  const credit = Math.min(balance.creditCents + spent, givenSince(0))
  let counted = 0
  for (const invoice of [...plans].sort(newestFirst)) {
    const deduction = Math.min(credit - counted, givenSince(invoice.createdAt) - counted, unreturned(invoice))
    if (invoice.id === id) return unreturned(invoice) - deduction
    counted += deduction
  }
  return 0
}

/** The subscription's fields that decide what its invoices paid for. */
export interface HeldPlan {
  id: string
  price: string
  startsAt: number
}

/** What a refund ends: nothing, the plan (with other invoices that paid for it), or an upgrade. */
export type Ending =
  | { kind: 'nothing' }
  | { kind: 'plan'; others: readonly string[] }
  | { kind: 'upgrade'; price: string; rest: PaidRest }

/** Decides what a full refund of an invoice ends, so that no plan continues unpaid. */
export function endingOf(id: string, invoices: readonly BilledInvoice[], held: HeldPlan): Ending {
  const own = invoices.filter(({ subscription }) => subscription === held.id).sort(newestFirst)
  const invoice = own.find((one) => one.id === id)
  const paying = payingFor(own, held)
  if (!invoice || !paying.has(id)) return { kind: 'nothing' }
  const upgrade = upgradeIn(invoice)
  const isLatest = own.find(({ amountPaid }) => amountPaid > 0)?.id === id
  return upgrade?.to === held.price && isLatest
    ? { kind: 'upgrade', price: upgrade.from, rest: upgrade.rest }
    : { kind: 'plan', others: [...paying].filter((one) => one !== id) }
}

/**
 * The invoices of a plan that were paid with credit from subscriptions whose payments were returned; null if the plan
 * is paid. Counts only credit from changes of plans, because other credit is a present from the operator.
 */
export function unpaidInvoices(held: HeldPlan, invoices: readonly BilledInvoice[]): readonly string[] | null {
  const own = invoices.filter(({ subscription }) => subscription === held.id).sort(newestFirst)
  const others = invoices.filter(({ subscription }) => subscription !== null && subscription !== held.id)
  const paying = payingFor(own, held)
  const used = own.reduce((sum, one) => sum + (paying.has(one.id) ? creditUsed(one) - one.creditBack : 0), 0)
  const given = others.reduce((sum, { total }) => sum + Math.max(0, -total), 0)
  const remainder = others.reduce(
    (sum, { amountPaid, returned }) => sum + Math.max(0, amountPaid - returned),
    0,
  )
  return Math.min(used, outsideCredit(own), given) > remainder ? [...paying] : null
}

function payingFor(newest: readonly BilledInvoice[], { startsAt }: HeldPlan): Set<string> {
  const paying = new Set<string>()
  let byCredit = 0
  for (const { id, lines, total, amountDue, amountPaid } of newest) {
    if (lines.some(({ amount, endsAt }) => amount > 0 && endsAt > startsAt)) {
      paying.add(id)
      // Credit for the unused rest of the previous plan went into this invoice.
      const back = lines.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0)
      const forth = lines.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
      byCredit += Math.min(back, forth) + creditUsed({ total, amountDue })
    } else if (byCredit > 0 && amountPaid > 0) {
      paying.add(id)
      byCredit -= amountPaid
    }
  }
  return paying
}

/** The plan that an invoice changed from and to: unused time of the one, and a charge for the other. */
function upgradeIn({ lines }: BilledInvoice): { from: string; to: string; rest: PaidRest } | undefined {
  const back = lines.find(({ amount }) => amount < 0)
  const forth = lines.find(({ amount }) => amount > 0)
  if (!back?.price || !forth?.price || back.price === forth.price) return undefined
  const rest = { cents: -back.amount, from: back.startsAt, until: back.endsAt }
  return { from: back.price, to: forth.price, rest }
}

export const billedInvoice = (invoice: Stripe.Invoice, returned: number): BilledInvoice => ({
  id: invoice.id,
  subscription: idOf(invoice.parent?.subscription_details?.subscription),
  createdAt: invoice.created,
  total: invoice.total,
  amountDue: invoice.amount_due,
  amountPaid: invoice.status === 'paid' ? invoice.amount_paid : 0,
  isPaid: invoice.status === 'paid',
  returned,
  creditBack: Number(invoice.metadata?.[CREDIT_BACK] ?? 0),
  lines: invoice.lines.data.map(({ amount, pricing, period, metadata }) => ({
    amount,
    // Credit for a paid rest has the price of the paid plan in its metadata.
    price: metadata['price'] ?? idOf(pricing?.price_details?.price),
    startsAt: period.start,
    endsAt: period.end,
  })),
})

interface PaidRest {
  cents: number
  from: number
  until: number
}

/** The paid rest of the plan that a refunded upgrade returns to. It runs as a trial, which earns no credit at Stripe. */
export const restMetadata = ({ cents, from, until }: PaidRest): Record<string, string> => ({
  ...{ rest_cents: String(cents), rest_from: String(from), rest_until: String(until) },
})

function restOf({ metadata, status, trial_end: until }: Stripe.Subscription): PaidRest | undefined {
  const rest = { cents: Number(metadata['rest_cents']), from: Number(metadata['rest_from']) }
  if (status !== 'trialing' || until === null || Number(metadata['rest_until']) !== until) return undefined
  return { ...rest, until }
}

export interface UnusedCredit {
  amount: number
  currency: string
  product: string
  price: string
  from: number
  until: number
}

export function unusedCreditOf(subscription: Stripe.Subscription, at: number): UnusedCredit | undefined {
  const rest = restOf(subscription)
  const price = subscription.items.data[0]?.price
  if (!rest || !price || at >= rest.until) return undefined
  const from = Math.max(at, rest.from)
  const amount = -Math.round((rest.cents * (rest.until - from)) / (rest.until - rest.from))
  const product = typeof price.product === 'string' ? price.product : price.product.id
  return { amount, currency: subscription.currency, product, price: price.id, from, until: rest.until }
}

const shared = ({ price }: UnusedCredit) => ({ discountable: false, metadata: { price } })

export const invoicedWith = (credit: UnusedCredit): Stripe.SubscriptionUpdateParams.AddInvoiceItem => ({
  ...shared(credit),
  price_data: { currency: credit.currency, product: credit.product, unit_amount: credit.amount },
  period: {
    start: { type: 'timestamp', timestamp: credit.from },
    end: { type: 'timestamp', timestamp: credit.until },
  },
})

export const previewedWith = (credit: UnusedCredit): Stripe.InvoiceCreatePreviewParams.InvoiceItem => ({
  ...shared(credit),
  price_data: { currency: credit.currency, product: credit.product, unit_amount: credit.amount },
  period: { start: credit.from, end: credit.until },
})
