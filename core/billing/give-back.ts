// Gives a payment back without being asked, once, and tells its payer why.
import { findPerson } from '../identity/person.ts'
import { queueEmail } from '../mail/queue.ts'
import type { Context } from '../kernel/context.ts'
import { underLease, withoutIdempotency, type Lease } from './lease.ts'
import { fetchReturned, refundRow } from './refund-ledger.ts'
import * as store from './store.ts'
import { idempotencyKeyFor, type Stripe } from './stripe.ts'

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

export async function giveBack(ctx: Context, lease: Lease, returned: PaymentToReturn): Promise<number> {
  const { invoice, payment, why, most = Infinity } = returned
  const { userId } = ctx.principal
  const rows = await ctx.stripe.use((api) => fetchReturned(api, payment, invoice.id))
  const good = rows.filter(({ status }) => status !== 'failed')
  const left = invoice.amount_paid - good.reduce((sum, row) => sum + row.amount, 0)
  const amount = Math.min(left, most)
  const details = { payment_intent: payment, amount, metadata: { user_id: userId, reason: why } }
  const made =
    amount > 0
      ? await ctx.stripe.use((api) =>
          api.refunds.create(details, {
            idempotencyKey: idempotencyKeyFor(why, invoice.id, amount, rows.length),
          }),
        )
      : null
  await underLease(withoutIdempotency(ctx), lease, async (tx) => {
    for (const row of good) await store.upsertRefund(tx.sql, userId, row)
    if (!made) return
    await store.upsertRefund(tx.sql, userId, { ...refundRow(made), paymentIntentId: payment, reason: why })
    const person = await findPerson(tx.sql, userId)
    if (person?.email)
      await queueEmail(tx, { recipient: person.email, ...emailOf(amount, invoice.currency, why) })
  })
  if (made?.status === 'failed')
    ctx.log.warn({ invoice: invoice.id, why }, 'A payment could not be given back: refund it by hand.')
  else ctx.log.info({ invoice: invoice.id, amount, why }, 'A payment was given back.')
  return made ? amount : 0
}

function emailOf(amountCents: number, currency: string, why: PaymentToReturn['why']) {
  const amount = `${(amountCents / 100).toFixed(2)} ${currency.toUpperCase()}`
  const body = `A payment of ${amount} ${WHY[why]}. It was refunded to your card at once; you need not do anything.`
  return { subject: `Refunded: ${amount}`, body, html: `<p>${body}</p>` }
}
