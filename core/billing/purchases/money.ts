// The money of a purchase: held, taken or let go by one payment, or charged by a receipt invoice.
import type { Context } from '../../kernel/context.ts'
import { asCrmError, fail, problem } from '../../kernel/errors.ts'
import { stripeKey } from '../customer.ts'
import { itemNamed } from '../items.ts'
import { invoiceRow, paymentOf } from '../mirror.ts'
import { findCustomer, upsertInvoice } from '../store.ts'
import type { Stripe } from '../stripe.ts'
import type { PurchaseRow } from './store.ts'

const keyed = ({ id }: PurchaseRow, step: string) => ({ idempotencyKey: stripeKey('purchase', id, step) })

async function means({ sql }: Context, { userId }: PurchaseRow): Promise<{ customer: string; card: string }> {
  const known = await findCustomer(sql, userId)
  if (!known?.stripeCustomerId || !known.paymentMethod) return fail('card_missing', {})
  return { customer: known.stripeCustomerId, card: known.paymentMethod.id }
}

const metadataOf = ({ id, userId, item }: PurchaseRow) => ({ user_id: userId, purchase: id, item })

/** Holds the price on the card on file; answers the payment. Throws `payment_failed`, `card_missing`. */
export async function authorise(ctx: Context, purchase: PurchaseRow): Promise<string> {
  const { customer, card } = await means(ctx, purchase)
  const payment = await ctx.stripe.use((api) =>
    api.paymentIntents.create(
      {
        ...{ customer, amount: purchase.amountCents, currency: purchase.currency, payment_method: card },
        ...{ capture_method: 'manual', confirm: true, off_session: true },
        description: itemNamed(purchase.item).label,
        metadata: metadataOf(purchase),
      },
      keyed(purchase, 'authorise'),
    ),
  )
  if (payment.status === 'requires_capture' || payment.status === 'succeeded') return payment.id
  throw problem('payment_failed', { reason: 'the card asks for its owner, who is not there.' })
}

/** Takes the money that is held. Throws `payment_failed` when it is held no longer. */
export async function take({ stripe }: Context, purchase: PurchaseRow): Promise<void> {
  const id = purchase.paymentIntentId ?? ''
  const { status } = await stripe.use((api) => api.paymentIntents.retrieve(id))
  if (status === 'succeeded') return
  if (status !== 'requires_capture')
    throw problem('payment_failed', { reason: 'the money that was held for it was let go meanwhile.' })
  await stripe.use((api) => api.paymentIntents.capture(id, {}, keyed(purchase, 'capture')))
}

/** Lets the money go that is held. */
export async function release({ stripe }: Context, purchase: PurchaseRow): Promise<void> {
  const id = purchase.paymentIntentId ?? ''
  const { status } = await stripe.use((api) => api.paymentIntents.retrieve(id))
  if (status === 'canceled') return
  // Should it have been taken by somebody who then died, it goes back.
  if (status === 'succeeded')
    await stripe.use((api) => api.refunds.create({ payment_intent: id }, keyed(purchase, 'refund')))
  else await stripe.use((api) => api.paymentIntents.cancel(id, {}, keyed(purchase, 'release')))
}

/** Charges by an invoice, which is the receipt. A card that refuses voids it. Throws `payment_failed`. */
export async function charge(ctx: Context, purchase: PurchaseRow): Promise<{ invoiceId: string }> {
  const { customer, card } = await means(ctx, purchase)
  const draft = await ctx.stripe.use((api) => draftOf(api, purchase, customer, card))
  const invoice = await pay(ctx, purchase, draft)
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
    keyed(purchase, 'invoice'),
  )
  await api.invoiceItems.create(
    { customer, invoice: draft.id, amount, currency, description: label },
    keyed(purchase, 'line'),
  )
  return draft
}

async function pay(ctx: Context, purchase: PurchaseRow, { id }: Stripe.Invoice): Promise<Stripe.Invoice> {
  const now = await ctx.stripe.use((api) => api.invoices.retrieve(id))
  if (now.status === 'paid') return now
  if (now.status === 'void') throw problem('payment_failed', { reason: 'the card was declined before.' })
  if (now.status === 'draft')
    await ctx.stripe.use((api) =>
      api.invoices.finalizeInvoice(id, { auto_advance: false }, keyed(purchase, 'finalize')),
    )
  try {
    return await ctx.stripe.use((api) => api.invoices.pay(id, { off_session: true }, keyed(purchase, 'pay')))
  } catch (error) {
    // Any other failure may hide that it was paid: the next try looks.
    if (asCrmError(error).code !== 'payment_failed') throw error
    await ctx.stripe
      .use((api) => api.invoices.voidInvoice(id, {}, keyed(purchase, 'void')))
      .catch(() => {
        ctx.log.warn({ invoice: id }, 'An invoice that could not be paid could not be voided either.')
      })
    throw error
  }
}
