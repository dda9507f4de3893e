// Voids the open invoices of plans that ended or changed. Refunds an invoice of an ended plan that is paid afterwards.
import type { Context } from '../kernel/context.ts'
import { type Lease, underLease, withoutIdempotency } from './lease.ts'
import type { CustomerState } from './mirror.ts'
import { paymentOf } from './rows.ts'
import * as store from './store.ts'
import { idOf, failureOf, type Stripe, idempotencyKeyFor } from './stripe.ts'
import { findProfile } from '../identity/user.ts'
import { emailOf } from '../mail/layout.ts'
import { queueEmail } from '../mail/queue.ts'
import { fetchPaymentReturns, refundRow } from './refund-ledger.ts'

/** Voids an invoice. Returns it as it then is: paid, if it was paid meanwhile. */
const voidUnlessPaid = (api: Stripe, id: string): Promise<Stripe.Invoice> =>
  api.invoices.voidInvoice(id).catch((error: unknown) => {
    if (failureOf(error).type !== 'StripeInvalidRequestError') throw error
    return api.invoices.retrieve(id, { expand: ['payments'] })
  })

export const openInvoicesOf = ({ id: subscription }: Stripe.Subscription, { invoices }: CustomerState) =>
  invoices
    .filter(({ status }) => status === 'open')
    .filter(({ parent }) => idOf(parent?.subscription_details?.subscription) === subscription)
    .map(({ id }) => id)

/** Invoices in a subscription's metadata whose refund ends nothing: of an upgrade that ended, or of a period that was replaced. */
type Mark = 'undone' | 'replaced'

export const isMarked = (
  subscription: Stripe.Subscription | undefined,
  id: string,
  marks: readonly Mark[] = ['undone', 'replaced'],
): boolean => marks.some((mark) => subscription?.metadata[mark]?.split(' ').includes(id))

/** Adds invoices to a mark. The 500 characters of a value have room for the newest 17. */
export const withMarked = (subscription: Stripe.Subscription, mark: Mark, ids: readonly string[]) => ({
  [mark]: [...(subscription.metadata[mark]?.split(' ') ?? []), ...ids].slice(-17).join(' '),
})

/** Cancels an unpaid subscription and voids its open invoices. `refundLate` knows them by their mark if the user pays one meanwhile. */
export async function endUnpaid(ctx: Context, subscription: Stripe.Subscription, fetched: CustomerState) {
  const open = openInvoicesOf(subscription, fetched)
  await ctx.stripe.use(async (api) => {
    await api.subscriptions.update(subscription.id, { metadata: withMarked(subscription, 'replaced', open) })
    await api.subscriptions.cancel(subscription.id)
    for (const id of open) await voidUnlessPaid(api, id)
  })
}

/** Whether an invoice was paid although its period was replaced, or after its subscription had ended. */
function isLate(subscription: Stripe.Subscription, invoice: Stripe.Invoice): boolean {
  if (invoice.status !== 'paid' || invoice.amount_paid <= 0) return false
  const paidAt = invoice.status_transitions.paid_at ?? 0
  return isMarked(subscription, invoice.id, ['replaced']) || paidAt > (subscription.ended_at ?? Infinity)
}

/** Voids the open invoices of a period that a change of plan replaced. Refunds those that were paid, and other late payments. */
export async function refundLate(ctx: Context, lease: Lease, fetched: CustomerState): Promise<void> {
  const rows = await store.listInvoices(ctx.sql, ctx.principal.userId)
  const known = new Map(rows.map((row) => [row.id, row.amountRefunded]))
  for (const one of fetched.invoices) {
    const id = idOf(one.parent?.subscription_details?.subscription)
    const subscription = fetched.subscriptions.find((each) => each.id === id)
    if (!subscription) continue
    const isOpen = one.status === 'open' && isMarked(subscription, one.id, ['replaced'])
    const invoice = isOpen ? await ctx.stripe.use((api) => voidUnlessPaid(api, one.id)) : one
    const payment = paymentOf(invoice)
    if (payment && isLate(subscription, invoice) && (known.get(one.id) ?? 0) < invoice.amount_paid)
      await giveBack(ctx, lease, { invoice, payment, why: 'late' })
  }
}

/** Closes the user's open checkout page (at most one). Paying there would start a second subscription, even hours later. */
export async function closeCheckoutPage({ sql, principal, stripe }: Context): Promise<void> {
  const page = (await store.findCustomer(sql, principal.userId))?.checkoutPage
  if (!page) return
  try {
    await stripe.use(async (api) => {
      const { status } = await api.checkout.sessions.retrieve(page)
      if (status === 'open') await api.checkout.sessions.expire(page)
    })
  } catch (error) {
    // Stripe does not know the page, for example because it belongs to another account. Then nobody can pay there.
    if (failureOf(error).code !== 'resource_missing') throw error
  }
  await store.updateCheckoutPage(sql, principal.userId, null)
}

export async function cancelUnpaid(ctx: Context, fetched: CustomerState | undefined): Promise<number> {
  if (!fetched) return 0
  const unpaid = fetched.subscriptions.filter(({ status }) => status === 'incomplete')
  for (const one of unpaid) await endUnpaid(ctx, one, fetched)
  return unpaid.length
}

const WHY = {
  late: 'was completed after you had cancelled or changed it',
  'plan-ended': 'was for a plan that ended because an earlier payment for it was returned',
} as const

interface PaymentToReturn {
  invoice: Stripe.Invoice
  payment: string
  why: keyof typeof WHY
  most?: number
}

export async function giveBack(ctx: Context, lease: Lease, returned: PaymentToReturn): Promise<void> {
  const { invoice, payment, why, most = Infinity } = returned
  const { userId } = ctx.principal
  const rows = await ctx.stripe.use((api) => fetchPaymentReturns(api, payment, invoice.id))
  const valid = rows.filter(({ status }) => status !== 'failed')
  const remainder = invoice.amount_paid - valid.reduce((sum, row) => sum + row.amount, 0)
  const amount = Math.min(remainder, most)
  const details = { payment_intent: payment, amount, metadata: { user_id: userId, reason: why } }
  const idempotencyKey = idempotencyKeyFor(why, invoice.id, amount, rows.length)
  const create = () => ctx.stripe.use((api) => api.refunds.create(details, { idempotencyKey }))
  const made = amount > 0 ? await create() : null
  await underLease(withoutIdempotency(ctx), lease, async (tx) => {
    for (const row of valid) await store.upsertRefund(tx.sql, userId, row)
    if (!made) return
    await store.upsertRefund(tx.sql, userId, { ...refundRow(made), paymentIntentId: payment, reason: why })
    const user = made.status === 'failed' ? undefined : await findProfile(tx.sql, userId)
    if (user?.email)
      await queueEmail(tx, { recipient: user.email, ...refundEmail(amount, invoice.currency, why) })
  })
  if (made?.status === 'failed')
    ctx.log.warn({ invoice: invoice.id, why }, 'A payment could not be given back: refund it by hand.')
  else if (made) ctx.log.info({ invoice: invoice.id, amount, why }, 'A payment was given back.')
}

function refundEmail(amountCents: number, currency: string, why: PaymentToReturn['why']) {
  const amount = `${(amountCents / 100).toFixed(2)} ${currency.toUpperCase()}`
  const text = `A payment of ${amount} ${WHY[why]}. It was refunded to your card. You do not need to do anything.`
  return emailOf(`Refunded: ${amount}`, [{ text }])
}
