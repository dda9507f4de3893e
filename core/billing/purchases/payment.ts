// The payment of a purchase: authorised, captured or cancelled, or charged by a receipt invoice.
import type { Context } from '../../kernel/context.ts'
import { asCrmError, fail, problem } from '../../kernel/errors.ts'
import { serviceUrl } from '../../config.ts'
import { stripeKey } from '../customer.ts'
import { itemNamed } from '../items.ts'
import { idOf, invoiceRow, paymentOf } from '../mirror.ts'
import { findCustomer, upsertInvoice } from '../store.ts'
import { failureOf, type Stripe } from '../stripe.ts'
import type { PurchaseRow } from './store.ts'

const idempotencyKeyOf = ({ id }: PurchaseRow, step: string) => ({
  idempotencyKey: stripeKey('purchase', id, step),
})

async function customerAndCard(
  { sql }: Context,
  { userId }: PurchaseRow,
): Promise<{ customer: string; card: string }> {
  const known = await findCustomer(sql, userId)
  if (!known?.stripeCustomerId || !known.paymentMethod) return fail('card_missing', {})
  return { customer: known.stripeCustomerId, card: known.paymentMethod.id }
}

const metadataOf = ({ id, userId, item }: PurchaseRow) => ({ user_id: userId, purchase: id, item })

/** The outcome of an authorisation: authorised, or a URL where the buyer must authenticate first. */
interface Authorisation {
  payment: string
  askedAt?: string
}

/**
 * Authorises the price on the card on file. If the bank requires authentication, the buyer is present and gets the
 * URL. Throws `payment_failed`, `card_missing`.
 */
export async function authorise(ctx: Context, purchase: PurchaseRow): Promise<Authorisation> {
  const { customer, card } = await customerAndCard(ctx, purchase)
  const earlier = purchase.paymentIntentId && (await findPendingPayment(ctx, purchase.paymentIntentId, card))
  if (earlier) return authorisationOf(earlier)
  const after = purchase.paymentIntentId ? ` after ${purchase.paymentIntentId}` : ''
  const payment = await ctx.stripe.use((api) =>
    api.paymentIntents.create(
      {
        ...{ customer, amount: purchase.amountCents, currency: purchase.currency, payment_method: card },
        ...{ capture_method: 'manual', confirm: true, payment_method_types: ['card'] },
        return_url: `${serviceUrl(ctx.config)}/settings#purchases`,
        description: itemNamed(purchase.item).label,
        metadata: metadataOf(purchase),
      },
      idempotencyKeyOf(purchase, `authorise${after}`),
    ),
  )
  // The response for this idempotency key may be outdated: the buyer may have authenticated since.
  return authorisationOf(
    payment.status === 'requires_action'
      ? await ctx.stripe.use((api) => api.paymentIntents.retrieve(payment.id))
      : payment,
  )
}

/** The existing payment, unless it awaits authentication for a card that is no longer on file. */
async function findPendingPayment(
  { stripe }: Context,
  id: string,
  card: string,
): Promise<Stripe.PaymentIntent | undefined> {
  const payment = await stripe.use((api) => api.paymentIntents.retrieve(id))
  if (payment.status !== 'requires_action' || idOf(payment.payment_method) === card) return payment
  await stripe.use((api) => api.paymentIntents.cancel(id))
  return undefined
}

function authorisationOf({ id, status, next_action: next }: Stripe.PaymentIntent): Authorisation {
  if (status === 'requires_capture' || status === 'succeeded') return { payment: id }
  const askedAt = next?.redirect_to_url?.url
  if (status === 'requires_action' && askedAt) return { payment: id, askedAt }
  if (status === 'canceled' || status === 'requires_payment_method')
    throw problem('authentication_lapsed', {})
  throw problem('payment_failed', {
    reason: 'the card requires authentication that a terminal cannot provide.',
  })
}

/** Captures the authorised payment. Throws `payment_failed` when the authorisation has ended. */
export async function capture({ stripe }: Context, purchase: PurchaseRow): Promise<void> {
  const id = purchase.paymentIntentId ?? ''
  const { status } = await stripe.use((api) => api.paymentIntents.retrieve(id))
  if (status === 'succeeded') return
  if (status !== 'requires_capture')
    throw problem('payment_failed', { reason: 'its payment authorisation was released in the meantime.' })
  await stripe.use((api) => api.paymentIntents.capture(id, {}, idempotencyKeyOf(purchase, 'capture')))
}

/** Releases the authorisation, or cancels the pending authentication. */
export async function cancelAuthorisation(ctx: Context, purchase: PurchaseRow): Promise<void> {
  const { stripe } = ctx
  if (purchase.invoiceId) return voidReceipt(ctx, purchase.invoiceId, purchase)
  const id = purchase.paymentIntentId ?? ''
  const { status } = await stripe.use((api) => api.paymentIntents.retrieve(id))
  if (status === 'canceled') return
  // If an interrupted attempt already captured the payment, it is refunded.
  if (status === 'succeeded')
    await stripe.use((api) =>
      api.refunds.create({ payment_intent: id }, idempotencyKeyOf(purchase, 'refund')),
    )
  else await stripe.use((api) => api.paymentIntents.cancel(id, {}, idempotencyKeyOf(purchase, 'release')))
}

/**
 * Charges by an invoice, which is the receipt. A declined card voids it; authentication happens on the
 * invoice's own page. Throws `payment_failed`.
 */
export async function charge(
  ctx: Context,
  purchase: PurchaseRow,
): Promise<{ invoiceId: string; askedAt?: string }> {
  const { customer, card } = await customerAndCard(ctx, purchase)
  const id = purchase.invoiceId ?? (await ctx.stripe.use((api) => draftOf(api, purchase, customer, card))).id
  const invoice = await pay(ctx, purchase, id, card)
  if (invoice.status !== 'paid') return { invoiceId: id, askedAt: invoice.hosted_invoice_url ?? '' }
  const paid = await ctx.stripe.use((api) => api.invoices.retrieve(invoice.id, { expand: ['payments'] }))
  await upsertInvoice(ctx.sql, purchase.userId, { ...invoiceRow(paid), paymentIntentId: paymentOf(paid) })
  return { invoiceId: invoice.id }
}

async function draftOf(
  api: Stripe,
  purchase: PurchaseRow,
  customer: string,
  card: string,
): Promise<Stripe.Invoice> {
  const { label } = itemNamed(purchase.item)
  const { currency, amountCents: amount } = purchase
  const draft = await api.invoices.create(
    {
      ...{ customer, currency, auto_advance: false, collection_method: 'charge_automatically' },
      ...{ pending_invoice_items_behavior: 'exclude', default_payment_method: card, description: label },
      metadata: metadataOf(purchase),
    },
    idempotencyKeyOf(purchase, 'invoice'),
  )
  await api.invoiceItems.create(
    { customer, invoice: draft.id, amount, currency, description: label },
    idempotencyKeyOf(purchase, 'line'),
  )
  return draft
}

/** Error codes that mean the bank requires authentication. */
const AUTHENTICATION_REQUIRED = ['invoice_payment_intent_requires_action', 'authentication_required']

/** The paid invoice, or the open one while its payment awaits authentication. */
async function pay(ctx: Context, purchase: PurchaseRow, id: string, card: string): Promise<Stripe.Invoice> {
  const now = await ctx.stripe.use((api) => api.invoices.retrieve(id))
  if (now.status === 'paid') return now
  if (now.status === 'void') throw problem('payment_failed', { reason: 'the card was declined before.' })
  if (now.status === 'draft')
    await ctx.stripe.use((api) =>
      api.invoices.finalizeInvoice(id, { auto_advance: false }, idempotencyKeyOf(purchase, 'finalize')),
    )
  try {
    const details = { off_session: false, payment_method: card }
    return await ctx.stripe.use((api) =>
      api.invoices.pay(id, details, idempotencyKeyOf(purchase, `pay ${card}`)),
    )
  } catch (error) {
    if (AUTHENTICATION_REQUIRED.includes(failureOf(error).code ?? ''))
      return ctx.stripe.use((api) => api.invoices.retrieve(id))
    // After any other failure it may still have been paid: the next attempt checks.
    if (asCrmError(error).code !== 'payment_failed') throw error
    await voidReceipt(ctx, id, purchase)
    throw error
  }
}

const voidReceipt = ({ stripe, log }: Context, id: string, purchase: PurchaseRow): Promise<void> =>
  stripe
    .use((api) => api.invoices.voidInvoice(id, {}, idempotencyKeyOf(purchase, 'void')))
    .then(
      () => undefined,
      () => log.warn({ invoice: id }, 'An invoice that was not paid could not be voided either.'),
    )
