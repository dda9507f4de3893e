// What an interrupted attempt at a purchase left at Stripe, found by the purchase's id in its metadata. Idempotency
// keys alone are not enough: they last a day, and refuse the same step with a card that was replaced meanwhile.
import { DAY_MS, msOf } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { problem } from '../../kernel/errors.ts'
import type { Stripe } from '../stripe.ts'
import type { PurchaseRow } from './store.ts'

const PAGE = { limit: 100 }

/** The first attempt has no predecessor, so that an ordinary purchase costs no request. */
const isFirst = ({ attempts }: PurchaseRow): boolean => attempts <= 1

export async function findPayment(
  { stripe }: Context,
  purchase: PurchaseRow,
  customer: string,
): Promise<string | null> {
  if (isFirst(purchase)) return null
  return stripe.use(async (api) => {
    for await (const { id, metadata, status } of api.paymentIntents.list({ customer, ...PAGE }))
      if (
        metadata['purchase'] === purchase.id &&
        status !== 'canceled' &&
        status !== 'requires_payment_method'
      )
        return id
    return null
  })
}

export async function findReceipt(
  { stripe }: Context,
  purchase: PurchaseRow,
  customer: string,
): Promise<Stripe.Invoice | undefined> {
  if (isFirst(purchase)) return undefined
  const found: Stripe.Invoice[] = []
  await stripe.use(async (api) => {
    for await (const invoice of api.invoices.list({ customer, ...PAGE }))
      if (invoice.metadata?.['purchase'] === purchase.id) found.push(invoice)
  })
  return found.find(({ status }) => status === 'paid') ?? found[0]
}

/**
 * Whether an interrupted purchase is too old to be charged: after a day nobody expects it any more. One that waits for
 * its buyer ends by itself.
 */
export const isStale = ({ clock }: Context, { state, createdAt }: PurchaseRow): boolean =>
  state === 'begun' && clock.now() - msOf(createdAt) > DAY_MS

export const staleProblem = () => problem('purchase_lapsed', {})
