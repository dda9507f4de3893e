// The Stripe stub's routes for payments and refunds.
import type { Stripe } from 'stripe'
import { invalid } from './errors.ts'
import { bool, need, num, obj, str, texts, type Fields } from './forms.ts'
import { intentOf, invoiceOf, markPaid } from './invoices.ts'
import { newIntent, newRefund } from './objects.ts'
import { capture, confirm, mannersOf, release, throwDeclined } from './payments.ts'
import { page, type Handler } from './page.ts'
import { recovered } from './subscriptions.ts'
import { find, idOf, tell, type World } from './world.ts'

export const intents: Record<string, Handler> = {
  'POST /v1/payment_intents': ({ world, fields }) => {
    const intent = newIntent(world, {
      amount: need(num(fields, 'amount'), 'amount'),
      currency: need(str(fields, 'currency'), 'currency'),
      customer: str(fields, 'customer') ?? null,
      payment_method: str(fields, 'payment_method') ?? null,
      capture_method: str(fields, 'capture_method') === 'manual' ? 'manual' : 'automatic',
      description: str(fields, 'description') ?? null,
      metadata: texts(obj(fields, 'metadata')),
    })
    world.intents.set(intent.id, intent)
    if (bool(fields, 'confirm')) {
      const returnUrl = str(fields, 'return_url')
      const outcome = confirm(world, intent, {
        offSession: bool(fields, 'off_session') ?? false,
        ...(returnUrl && { returnUrl }),
      })
      if (outcome === 'declined') throwDeclined(intent)
    }
    return intent
  },
  'GET /v1/payment_intents': (asked) => {
    const customer = str(asked.fields, 'customer')
    const all = [...asked.world.intents.values()].filter(
      (one) => !customer || idOf(one.customer) === customer,
    )
    return page(all, asked, '/v1/payment_intents')
  },
  'GET /v1/payment_intents/:id': ({ world, id }) => find(world.intents, id, 'payment_intent'),
  'POST /v1/payment_intents/:id/confirm': ({ world, id, fields }) => {
    const intent = find(world.intents, id, 'payment_intent')
    const method = str(fields, 'payment_method')
    if (method) intent.payment_method = method
    if (confirm(world, intent, { offSession: false }) === 'declined') throwDeclined(intent)
    return intent
  },
  'POST /v1/payment_intents/:id/capture': ({ world, id }) =>
    capture(world, find(world.intents, id, 'payment_intent')),
  'POST /v1/payment_intents/:id/cancel': ({ world, id }) =>
    release(world, find(world.intents, id, 'payment_intent')),
  'POST /v1/refunds': ({ world, fields }) => refundOf(world, fields),
  'GET /v1/refunds': (asked) => {
    const payment = str(asked.fields, 'payment_intent')
    const all = [...asked.world.refunds.values()].filter(
      (one) => !payment || idOf(one.payment_intent) === payment,
    )
    return page(all, asked, '/v1/refunds')
  },
  'GET /v1/charges': (asked) => {
    const [customer, payment] = ['customer', 'payment_intent'].map((name) => str(asked.fields, name))
    const all = [...asked.world.charges.values()].filter(
      (one) =>
        (!customer || idOf(one.customer) === customer) && (!payment || idOf(one.payment_intent) === payment),
    )
    return page(all, asked, '/v1/charges')
  },
  'GET /v1/refunds/:id': ({ world, id }) => find(world.refunds, id, 'refund'),
}

function refundOf(world: World, fields: Fields): Stripe.Refund {
  const intent = find(
    world.intents,
    need(str(fields, 'payment_intent'), 'payment_intent'),
    'payment_intent',
    'payment_intent',
  )
  return refundPayment(world, intent, {
    ...(num(fields, 'amount') !== undefined && { amount: num(fields, 'amount')! }),
    reason: str(fields, 'reason') ?? null,
    metadata: texts(obj(fields, 'metadata')),
  })
}

/** Refunds to the card: the remaining amount unless one is given. */
export function refundPayment(
  world: World,
  intent: Stripe.PaymentIntent,
  wanted: { amount?: number; reason?: string | null; metadata?: Record<string, string> },
): Stripe.Refund {
  const charge = world.charges.get(idOf(intent.latest_charge))
  if (charge?.disputed)
    throw invalid(`Charge ${charge.id} has been charged back.`, { code: 'charge_disputed' })
  if (!charge || intent.status !== 'succeeded') throw invalid('This payment has no successful charge.')
  const left = charge.amount_captured - charge.amount_refunded
  const amount = wanted.amount ?? left
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (amount > left) throw invalid('Refund amount is greater than what is left.', { param: 'amount' })
  const status = mannersOf(world, idOf(intent.payment_method)).refund
  const refund = newRefund(world, {
    ...{ amount, currency: intent.currency, payment_intent: intent.id, charge: charge.id, status },
    reason: (wanted.reason ?? null) as Stripe.Refund.Reason | null,
    metadata: wanted.metadata ?? {},
  })
  world.refunds.set(refund.id, refund)
  if (status !== 'failed') charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount_captured
  tell(world, 'refund.created', refund)
  tell(
    world,
    status === 'failed' ? 'refund.failed' : 'charge.refunded',
    status === 'failed' ? refund : charge,
  )
  return refund
}

/** The user's decision on the bank's page: authenticate or decline. */
export function authenticate(world: World, id: string, agrees: boolean): Stripe.PaymentIntent {
  const intent = find(world.intents, id, 'payment_intent')
  if (intent.status !== 'requires_action') throw invalid('This payment waits for nobody.')
  if (!agrees) {
    intent.status = 'requires_payment_method'
    tell(world, 'payment_intent.payment_failed', intent)
    return intent
  }
  const outcome = confirm(world, intent, { offSession: false, asked: true })
  const invoice = invoiceOf(world, intent)
  if (outcome === 'paid' && invoice && intentOf(world, invoice) === intent) {
    markPaid(world, invoice)
    recovered(world, invoice)
  }
  return intent
}
