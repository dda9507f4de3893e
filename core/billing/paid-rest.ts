// What was paid of a plan that a refunded upgrade went back to: it is served as a trial, which Stripe would not credit.
import type { Stripe } from './stripe.ts'

export interface PaidRest {
  cents: number
  from: number
  until: number
}

export const restMetadata = ({ cents, from, until }: PaidRest): Record<string, string> => ({
  ...{ rest_cents: String(cents), rest_from: String(from), rest_until: String(until) },
})

function restOf({ metadata, status, trial_end: until }: Stripe.Subscription): PaidRest | undefined {
  const rest = { cents: Number(metadata['rest_cents']), from: Number(metadata['rest_from']) }
  if (status !== 'trialing' || until === null || Number(metadata['rest_until']) !== until) return undefined
  return { ...rest, until }
}

export interface RestCredit {
  amount: number
  currency: string
  product: string
  price: string
  from: number
  until: number
}

export function unusedRestOf(subscription: Stripe.Subscription, at: number): RestCredit | undefined {
  const rest = restOf(subscription)
  const price = subscription.items.data[0]?.price
  if (!rest || !price || at >= rest.until) return undefined
  const from = Math.max(at, rest.from)
  const amount = -Math.round((rest.cents * (rest.until - from)) / (rest.until - rest.from))
  const product = typeof price.product === 'string' ? price.product : price.product.id
  return { amount, currency: subscription.currency, product, price: price.id, from, until: rest.until }
}

const shared = ({ price }: RestCredit) => ({ discountable: false, metadata: { price } })

export const invoicedWith = (credit: RestCredit): Stripe.SubscriptionUpdateParams.AddInvoiceItem => ({
  ...shared(credit),
  price_data: { currency: credit.currency, product: credit.product, unit_amount: credit.amount },
  period: {
    start: { type: 'timestamp', timestamp: credit.from },
    end: { type: 'timestamp', timestamp: credit.until },
  },
})

export const previewedWith = (credit: RestCredit): Stripe.InvoiceCreatePreviewParams.InvoiceItem => ({
  ...shared(credit),
  price_data: { currency: credit.currency, product: credit.product, unit_amount: credit.amount },
  period: { start: credit.from, end: credit.until },
})
