// The payment of a purchase: authorises, captures and cancels it, or charges it by a receipt invoice.
import { itemNamed } from '../plans.ts'
import type { Context } from '../../kernel/context.ts'
import { DAY_MS, msOf } from '../../kernel/clock.ts'
import { asCrmError, fail, problem } from '../../kernel/errors.ts'
import { serviceUrl } from '../../config.ts'
import { invoiceRow } from '../rows.ts'
import { findCustomer, upsertInvoice } from '../store.ts'
import { idOf, idempotencyKeyFor, failureOf, type Stripe } from '../stripe.ts'
import type { PurchaseRow } from './store.ts'

const idempotencyKeyOf = ({ id }: PurchaseRow, step: string) => ({
  idempotencyKey: idempotencyKeyFor('purchase', id, step),
})

async function customerAndCard({ sql }: Context, { userId }: PurchaseRow) {
  const known = await findCustomer(sql, userId)
  if (!known?.stripeCustomerId || !known.paymentMethod) return fail('card_missing', {})
  return { customer: known.stripeCustomerId, card: known.paymentMethod.id }
}

const metadataOf = ({ id, userId, item }: PurchaseRow) => ({ user_id: userId, purchase: id, item })

/** Looks for earlier attempts at Stripe. Idempotency keys do not suffice: the keys last a day and depend on the card. */
async function earlierAttempts<T extends { metadata: Stripe.Metadata | null }>(
  purchase: PurchaseRow,
  list: () => AsyncIterable<T>,
): Promise<T[]> {
  const found: T[] = []
  if (purchase.attempts <= 1) return found
  for await (const one of list()) if (one.metadata?.['purchase'] === purchase.id) found.push(one)
  return found
}

/** Whether an interrupted purchase is over a day old. Purchases that wait for their buyer end in `expireWaiting`. */
const isStale = ({ clock }: Context, { state, createdAt }: PurchaseRow): boolean =>
  state === 'begun' && clock.now() - msOf(createdAt) > DAY_MS

/** Returns `pageUrl` if the buyer must confirm the payment on that page. Throws `payment_failed`, `card_missing`, `purchase_lapsed`. */
export async function authorise(ctx: Context, purchase: PurchaseRow) {
  const { customer, card } = await customerAndCard(ctx, purchase)
  const pending = purchase.paymentIntentId ?? (await findPayment(ctx, purchase, customer))
  const earlier = pending && (await reusePayment(ctx, pending, card))
  if (earlier) return authorisationOf(earlier)
  if (isStale(ctx, purchase)) throw problem('purchase_lapsed', {})
  const after = pending ? ` after ${pending}` : ''
  const details: Stripe.PaymentIntentCreateParams = {
    ...{ customer, amount: purchase.amountCents, currency: purchase.currency, payment_method: card },
    ...{ capture_method: 'manual', confirm: true, payment_method_types: ['card'] },
    return_url: `${serviceUrl(ctx.config)}/settings#purchases`,
    description: itemNamed(purchase.item).label,
    metadata: metadataOf(purchase),
  }
  const key = idempotencyKeyOf(purchase, `authorise ${card}${after}`)
  const payment = await ctx.stripe.use((api) => api.paymentIntents.create(details, key))
  // Stripe may repeat an old response for this key, and the buyer may have confirmed since.
  return authorisationOf(
    payment.status === 'requires_action'
      ? await ctx.stripe.use((api) => api.paymentIntents.retrieve(payment.id))
      : payment,
  )
}

async function findPayment({ stripe }: Context, purchase: PurchaseRow, customer: string) {
  const payments = await stripe.use((api) =>
    earlierAttempts(purchase, () => api.paymentIntents.list({ customer, limit: 100 })),
  )
  const isOpen = ({ status }: Stripe.PaymentIntent) =>
    status !== 'canceled' && status !== 'requires_payment_method'
  return payments.find(isOpen)?.id ?? null
}

async function reusePayment({ stripe }: Context, id: string, card: string) {
  const payment = await stripe.use((api) => api.paymentIntents.retrieve(id))
  if (payment.status !== 'requires_action' || idOf(payment.payment_method) === card) return payment
  await stripe.use((api) => api.paymentIntents.cancel(id))
  return undefined
}

function authorisationOf({ id, status, next_action: next }: Stripe.PaymentIntent) {
  if (status === 'requires_capture' || status === 'succeeded') return { payment: id }
  const pageUrl = next?.redirect_to_url?.url
  if (status === 'requires_action' && pageUrl) return { payment: id, pageUrl }
  if (status === 'canceled' || status === 'requires_payment_method')
    throw problem('authentication_lapsed', {})
  throw problem('payment_failed', {
    reason: 'the card requires authentication that a terminal cannot provide.',
  })
}

export async function capture({ stripe }: Context, purchase: PurchaseRow): Promise<void> {
  const id = purchase.paymentIntentId ?? ''
  const { status } = await stripe.use((api) => api.paymentIntents.retrieve(id))
  if (status === 'succeeded') return
  if (status !== 'requires_capture')
    throw problem('payment_failed', { reason: 'the bank’s authorisation expired or was cancelled.' })
  await stripe.use((api) => api.paymentIntents.capture(id, {}, idempotencyKeyOf(purchase, 'capture')))
}

export async function cancelAuthorisation(ctx: Context, purchase: PurchaseRow): Promise<void> {
  const { stripe } = ctx
  const { invoiceId } = purchase
  // Its buyer has the page of the invoice. Unless it is void, they could pay there for nothing.
  if (invoiceId)
    return voidInvoice(ctx, invoiceId, purchase).catch(async (error: unknown) => {
      if (failureOf(error).type !== 'StripeInvalidRequestError') throw error
      // An invoice that its buyer has just paid must be delivered or refunded.
      if ((await stripe.use((api) => api.invoices.retrieve(invoiceId))).status === 'paid') throw error
    })
  const id = purchase.paymentIntentId ?? ''
  const { status } = await stripe.use((api) => api.paymentIntents.retrieve(id))
  if (status === 'canceled') return
  // Refunds the payment if an interrupted attempt has captured it.
  if (status === 'succeeded')
    await stripe.use((api) =>
      api.refunds.create({ payment_intent: id }, idempotencyKeyOf(purchase, 'refund')),
    )
  else await stripe.use((api) => api.paymentIntents.cancel(id, {}, idempotencyKeyOf(purchase, 'release')))
}

/** Charges by an invoice, whose page is the receipt and the place to confirm the payment. Throws `payment_failed`, `purchase_lapsed`. */
export async function charge(ctx: Context, purchase: PurchaseRow) {
  const { customer, card } = await customerAndCard(ctx, purchase)
  const id = purchase.invoiceId ?? (await receiptOf(ctx, purchase, { customer, card }))
  const invoice = await pay(ctx, purchase, id, card)
  if (invoice.status !== 'paid') return { invoiceId: id, pageUrl: invoice.hosted_invoice_url ?? '' }
  const paid = await ctx.stripe.use((api) => api.invoices.retrieve(invoice.id, { expand: ['payments'] }))
  await upsertInvoice(ctx.sql, purchase.userId, invoiceRow(paid))
  return { invoiceId: invoice.id }
}

async function receiptOf(
  ctx: Context,
  purchase: PurchaseRow,
  { customer, card }: { customer: string; card: string },
): Promise<string> {
  const { currency, amountCents: amount } = purchase
  const { label: description } = itemNamed(purchase.item)
  const receipts = await ctx.stripe.use((api) =>
    earlierAttempts(purchase, () => api.invoices.list({ customer, limit: 100 })),
  )
  const earlier = receipts.find(({ status }) => status === 'paid') ?? receipts[0]
  if (!earlier && isStale(ctx, purchase)) throw problem('purchase_lapsed', {})
  const details: Stripe.InvoiceCreateParams = {
    ...{ customer, currency, auto_advance: false, collection_method: 'charge_automatically' },
    ...{ pending_invoice_items_behavior: 'exclude', default_payment_method: card, description },
    metadata: metadataOf(purchase),
  }
  return ctx.stripe.use(async (api) => {
    const { id, status, lines } =
      earlier ?? (await api.invoices.create(details, idempotencyKeyOf(purchase, 'invoice')))
    const line = { customer, invoice: id, amount, currency, description }
    if (status === 'draft' && !lines.data.length)
      await api.invoiceItems.create(line, idempotencyKeyOf(purchase, 'line'))
    return id
  })
}

const AUTHENTICATION_REQUIRED = ['invoice_payment_intent_requires_action', 'authentication_required']

async function pay(ctx: Context, purchase: PurchaseRow, id: string, card: string): Promise<Stripe.Invoice> {
  const now = await ctx.stripe.use((api) => api.invoices.retrieve(id))
  if (now.status === 'paid') return now
  if (now.status === 'void') throw problem('payment_failed', { reason: 'the card was declined before.' })
  if (now.status === 'draft') {
    const final = await ctx.stripe.use((api) =>
      api.invoices.finalizeInvoice(id, { auto_advance: false }, idempotencyKeyOf(purchase, 'finalize')),
    )
    // Stripe uses the customer's credit first, which may pay the whole invoice.
    if (final.status === 'paid') return final
  }
  // Checked only for a final invoice, because Stripe cannot void a draft.
  if (isStale(ctx, purchase)) {
    await voidInvoice(ctx, id, purchase)
    throw problem('purchase_lapsed', {})
  }
  try {
    const details = { off_session: false, payment_method: card }
    return await ctx.stripe.use((api) =>
      api.invoices.pay(id, details, idempotencyKeyOf(purchase, `pay ${card}`)),
    )
  } catch (error) {
    if (AUTHENTICATION_REQUIRED.includes(failureOf(error).code ?? ''))
      return ctx.stripe.use((api) => api.invoices.retrieve(id))
    // Unless the card was declined, the invoice may be paid. The next attempt checks.
    if (asCrmError(error).code !== 'payment_failed') throw error
    await voidInvoice(ctx, id, purchase).catch(() =>
      ctx.log.warn({ invoice: id }, 'An invoice that was not paid could not be voided either.'),
    )
    throw error
  }
}

const voidInvoice = ({ stripe }: Context, id: string, purchase: PurchaseRow): Promise<void> =>
  stripe.use(async (api) => {
    await api.invoices.voidInvoice(id, {}, idempotencyKeyOf(purchase, 'void'))
  })
