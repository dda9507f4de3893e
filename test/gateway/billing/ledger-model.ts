// A model of the money between a user and the service: any sequence of actions, and what must hold after each.
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Stripe } from 'stripe'
import { decide, dispute } from '../../stripe/disputes.ts'
import { intentOf } from '../../stripe/invoices.ts'
import { idOf } from '../../stripe/world.ts'
import type { BillingWorld, Payer } from './world.ts'

const PLANS = ['pro-monthly', 'pro-yearly', 'ultra-monthly', 'ultra-yearly'] as const
const CARDS = ['pm_card_visa', 'pm_card_threeDSecure2Required', 'pm_card_chargeCustomerFail'] as const

const plan = fc.constantFrom(...PLANS)
const one = <const Do extends string>(name: Do, weight: number) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name) }),
})

/** How a sequence begins: nothing can happen to somebody without a subscription. */
export const beginning = fc.record({
  do: fc.constant('subscribe' as const),
  plan,
  card: fc.constantFrom(
    'pm_card_visa' as const,
    'pm_card_visa' as const,
    'pm_card_threeDSecure2Required' as const,
  ),
})

/** An action of the user, their bank, the operator, time, or Stripe’s events. */
export const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('subscribe' as const), plan, card: fc.constantFrom(...CARDS) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('change' as const), plan }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('card' as const), card: fc.constantFrom(...CARDS) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('advance' as const), days: fc.integer({ min: 1, max: 40 }) }),
  },
  one('cancel', 2),
  one('reactivate', 1),
  one('refund', 4),
  one('retried refund', 1),
  one('boost', 1),
  one('authenticate late', 3),
  one('dispute', 1),
  one('dashboard refund', 1),
  one('doubled events', 1),
)
export type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** What Stripe has of a user. */
function standing({ stripe }: BillingWorld, me: Payer) {
  const { customers, charges, subscriptions, invoices } = stripe.world
  const ids = new Set(
    [...customers.values()]
      .filter((one) => (one as Stripe.Customer).metadata?.['user_id'] === me.principal.userId)
      .map(({ id }) => id),
  )
  const mine = <T extends { customer: unknown }>(all: Map<string, T>): T[] =>
    [...all.values()].filter(({ customer }) => ids.has(idOf(customer as string)))
  const taken = mine(charges).filter(({ captured }) => captured)
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    customers: ids.size,
    charged: sum(taken.map((charge) => charge.amount_captured)),
    refunded: sum(taken.map((charge) => charge.amount_refunded)),
    credit: sum([...ids].map((id) => Math.max(0, -(customers.get(id) as Stripe.Customer).balance))),
    living: mine(subscriptions).filter(({ ended_at: ended, status }) => !ended && status !== 'incomplete'),
    open: mine(invoices).filter(({ status }) => status === 'open'),
    invoices: mine(invoices),
    taken,
  }
}

async function perform(world: BillingWorld, me: Payer, todo: Action): Promise<void> {
  const { stripe } = world
  const now = standing(world, me)
  const paid = now.taken.at(-1)
  if (todo.do === 'advance') stripe.advance(todo.days * 86_400)
  else if (todo.do === 'subscribe') await me.subscribe(todo.plan, todo.card)
  else if (todo.do === 'change') await me.post('change-plan', { plan: todo.plan })
  else if (todo.do === 'card') await me.post('update-payment-method', { paymentMethodId: todo.card })
  else if (todo.do === 'boost') await me.post('buy-boost', { boostId: 'small' })
  else if (todo.do === 'retried refund') await retriedRefund(world, me)
  else if (todo.do === 'authenticate late') authenticateLate(world, now.invoices)
  else if (todo.do === 'dispute') {
    if (paid && !paid.disputed && paid.amount_refunded === 0)
      decide(stripe.world, dispute(stripe.world, idOf(paid.payment_intent)).id, 'lost')
  } else if (todo.do === 'dashboard refund') {
    const { services } = world.gateway.core
    const payment_intent = paid && idOf(paid.payment_intent)
    if (payment_intent)
      await services.stripe.use((api) => api.refunds.create({ payment_intent })).catch(() => {})
  } else if (todo.do === 'doubled events') await world.deliver((events) => [...events, ...events].reverse())
  else await me.post(todo.do)
}

/** The response of the first attempt is lost, and Stripe’s events come before the second. */
async function retriedRefund(world: BillingWorld, me: Payer): Promise<void> {
  const key = { 'idempotency-key': `refund ${world.stripe.requests.length}` }
  const fault = { on: /^POST \/v1\/refunds$/, when: 'after' as const, times: 3 }
  world.stripe.faults.push(fault)
  const { status } = await me.post('refund', {}, key)
  fault.times = 0
  await world.deliver()
  if (status === 500) expect((await me.post('refund', {}, key)).status).toBe(200)
}

function authenticateLate({ stripe }: BillingWorld, invoices: readonly Stripe.Invoice[]): void {
  const intents = invoices.flatMap((invoice) => intentOf(stripe.world, invoice) ?? [])
  const waiting = intents.find(({ status }) => status === 'requires_action')
  if (waiting) stripe.authenticate(waiting.id, true)
}

/** What holds after every action, once Stripe’s events have arrived. */
async function check(world: BillingWorld, me: Payer): Promise<void> {
  const { customers, charged, refunded, credit, living, open, taken } = standing(world, me)
  const disputed = taken
    .filter(({ disputed: is }) => is)
    .reduce((sum, charge) => sum + charge.amount_captured, 0)
  expect(customers).toBeLessThanOrEqual(1)
  expect(living.length, 'At most one subscription lives.').toBeLessThanOrEqual(1)
  expect(refunded + credit, 'No more is given back than was paid.').toBeLessThanOrEqual(charged)
  const [plan] = living
  if (plan?.status === 'active' && !disputed)
    expect(charged - refunded, 'Nothing is held that nobody paid for.').toBeGreaterThan(0)
  for (const { parent } of open) {
    const id = idOf(parent?.subscription_details?.subscription)
    const of = world.stripe.world.subscriptions.get(id)
    expect(of?.ended_at ?? null, 'Nothing can be paid any more for what has ended.').toBeNull()
  }
  const { body } = await me.get('ledger')
  expect(body.chargedCents).toBe(charged)
  expect(body.returnedCents).toBe(refunded + disputed)
  expect(body.balance.creditCents).toBe(credit)
}

/** Runs a sequence for a new user; throws at the first action after which something does not hold. */
export async function runSequence(world: BillingWorld, actions: readonly Action[]): Promise<void> {
  const me = await world.payer()
  for (const todo of actions) {
    await perform(world, me, todo)
    await world.deliver()
    await check(world, me)
  }
}
