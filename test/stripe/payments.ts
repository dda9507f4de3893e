// Cards and payments: accepted, declined, or requiring authentication.
import type { Stripe } from 'stripe'
import { declined, invalid } from './errors.ts'
import { newMethod } from './objects.ts'
import { find, idOf, nextId, tell, type Manners, type World } from './world.ts'

const WELL: Manners = { attach: 'ok', charge: 'ok', refund: 'succeeded' }

/** Stripe's names of test cards, and how each behaves. */
export const TEST_CARDS: Record<string, { brand: string; last4: string; manners: Manners }> = {
  pm_card_visa: { brand: 'visa', last4: '4242', manners: WELL },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444', manners: WELL },
  pm_card_amex: { brand: 'amex', last4: '8431', manners: WELL },
  pm_card_chargeDeclined: { brand: 'visa', last4: '0002', manners: { ...WELL, attach: 'declined' } },
  pm_card_chargeCustomerFail: { brand: 'visa', last4: '0341', manners: { ...WELL, charge: 'declined' } },
  pm_card_visa_chargeDeclinedInsufficientFunds: {
    brand: 'visa',
    last4: '9995',
    manners: { ...WELL, attach: 'declined' },
  },
  pm_card_authenticationRequired: {
    brand: 'visa',
    last4: '3184',
    manners: { ...WELL, charge: 'authenticate' },
  },
  pm_card_threeDSecure2Required: {
    brand: 'visa',
    last4: '3220',
    manners: { ...WELL, charge: 'authenticate' },
  },
  pm_card_authenticationRequiredOnSetup: {
    brand: 'visa',
    last4: '3155',
    manners: { ...WELL, charge: 'authenticate_unless_set_up' },
  },
  pm_card_refundFail: { brand: 'visa', last4: '5126', manners: { ...WELL, refund: 'failed' } },
  pm_card_pendingRefund: { brand: 'visa', last4: '7726', manners: { ...WELL, refund: 'pending' } },
}

export const mannersOf = (world: World, method: string): Manners => world.manners.get(method) ?? WELL

/**
 * Attaching a test card creates a payment method of the customer; attaching one they already have changes
 * nothing.
 */
export function attach(world: World, id: string, customer: string): Stripe.PaymentMethod {
  const known = world.methods.get(id)
  const card = TEST_CARDS[id]
  if (known) {
    if (known.customer && known.customer !== customer)
      throw invalid('The payment method you provided has already been attached to a customer.')
    known.customer = customer
  }
  const method =
    known ??
    (card && newMethod(world, card, customer)) ??
    find(world.methods, id, 'PaymentMethod', 'payment_method')
  const manners = known ? mannersOf(world, id) : (card?.manners ?? WELL)
  if (manners.attach === 'declined') throw declined('card_declined', 'Your card was declined.')
  world.methods.set(method.id, method)
  world.manners.set(method.id, manners)
  tell(world, 'payment_method.attached', method)
  return method
}

const MESSAGES: Record<string, [code: string, message: string]> = {
  declined: ['card_declined', 'Your card was declined.'],
  insufficient_funds: ['card_declined', 'Your card has insufficient funds.'],
  unauthenticated: [
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
  ],
}

/** Whether the bank requires authentication before a card is charged. */
export function asksFirst(world: World, method: string): boolean {
  const { charge } = mannersOf(world, method)
  return charge === 'authenticate' || (charge === 'authenticate_unless_set_up' && !world.setUp.has(method))
}

/**
 * The next action of a pending payment or setup: a page of the bank, or a step in the merchant's own form.
 */
export const bankPage = (world: World, id: string, returnUrl?: string) =>
  returnUrl === undefined
    ? { type: 'use_stripe_sdk' }
    : {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: returnUrl, url: `${world.url}/test/bank/${id}` },
      }

/** Captures or authorises a payment; it may also stay pending authentication, or be declined. */
export function confirm(
  world: World,
  intent: Stripe.PaymentIntent,
  { offSession, asked = false, returnUrl }: { offSession: boolean; asked?: boolean; returnUrl?: string },
): 'paid' | 'held' | 'asks' | 'declined' {
  const method = idOf(intent.payment_method)
  if (!method) return refuse(world, intent, 'declined')
  const { charge } = mannersOf(world, method)
  if (asked) world.setUp.add(method)
  else if (asksFirst(world, method)) {
    if (offSession) return refuse(world, intent, 'unauthenticated')
    intent.status = 'requires_action'
    intent.next_action = bankPage(world, intent.id, returnUrl) as Stripe.PaymentIntent.NextAction
    tell(world, 'payment_intent.requires_action', intent)
    return 'asks'
  }
  if (charge === 'declined' || charge === 'insufficient_funds') return refuse(world, intent, charge)
  intent.next_action = null
  intent.latest_charge = newCharge(world, intent).id
  if (intent.capture_method === 'manual') {
    intent.status = 'requires_capture'
    intent.amount_capturable = intent.amount
    tell(world, 'payment_intent.amount_capturable_updated', intent)
    return 'held'
  }
  return settle(world, intent)
}

function settle(world: World, intent: Stripe.PaymentIntent): 'paid' {
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.amount_capturable = 0
  const charge = world.charges.get(idOf(intent.latest_charge))!
  charge.captured = true
  charge.amount_captured = intent.amount
  tell(world, 'payment_intent.succeeded', intent)
  tell(world, 'charge.succeeded', charge)
  return 'paid'
}

/** Captures an authorised amount. */
export function capture(world: World, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  if (intent.status !== 'requires_capture')
    throw invalid(`This PaymentIntent could not be captured because it has a status of ${intent.status}.`, {
      code: 'payment_intent_unexpected_state',
    })
  settle(world, intent)
  return intent
}

/** Cancels a payment that has not captured anything. */
export function release(world: World, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw invalid(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
      code: 'payment_intent_unexpected_state',
    })
  intent.status = 'canceled'
  intent.canceled_at = world.now
  intent.amount_capturable = 0
  tell(world, 'payment_intent.canceled', intent)
  return intent
}

function refuse(world: World, intent: Stripe.PaymentIntent, why: string): 'declined' {
  const [code, message] = MESSAGES[why]!
  intent.status = 'requires_payment_method'
  intent.next_action = null
  intent.last_payment_error = { code, message, type: 'card_error' } as Stripe.PaymentIntent.LastPaymentError
  tell(world, 'payment_intent.payment_failed', intent)
  return 'declined'
}

/** Throws the 402 of a declined payment. */
export function throwDeclined(intent: Stripe.PaymentIntent): never {
  const { code = 'card_declined', message = 'Your card was declined.' } = intent.last_payment_error ?? {}
  throw declined(code, message ?? '', intent)
}

function newCharge(world: World, intent: Stripe.PaymentIntent): Stripe.Charge {
  const charge = {
    id: nextId(world, 'ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    captured: false,
    created: world.now,
    currency: intent.currency,
    customer: intent.customer,
    payment_intent: intent.id,
    payment_method: idOf(intent.payment_method),
    refunded: false,
    status: 'succeeded',
    paid: true,
    disputed: false,
    metadata: {},
    livemode: false,
  } as unknown as Stripe.Charge
  world.charges.set(charge.id, charge)
  return charge
}
