// A model of the money between a user and the service: any sequence of actions, and what must hold after each.
import fc from 'fast-check'
import { expect } from 'vitest'
import { getBilling, getLedger } from '../../core/billing/operations.ts'
import { listPurchases } from '../../core/billing/purchases/operations.ts'
import { purchaseRecovery } from '../../core/billing/purchases/recovery.ts'
import type { Principal } from '../../core/kernel/context.ts'
import { sessionOf } from '../derived/world.ts'
import { requestAt, type Answer } from '../gateway/harness.ts'
import { as, aUser, call } from '../harness.ts'
import { decide, dispute } from '../stripe/disputes.ts'
import { intentOf } from '../stripe/invoices.ts'
import type { StripeStub } from '../stripe/server.ts'
import { idOf, type World } from '../stripe/world.ts'
import { standingOf, worth, type Standing } from './ledger-oracle.ts'
import type { MortalGateway } from './mortal-gateway.ts'

const PLANS = ['pro-monthly', 'pro-yearly', 'ultra-monthly', 'ultra-yearly'] as const
const CARDS = [
  'pm_card_visa',
  'pm_card_threeDSecure2Required',
  'pm_card_chargeCustomerFail',
  'pm_card_pendingRefund',
] as const

const plan = fc.constantFrom(...PLANS)
const one = <const Do extends string>(name: Do, weight: number) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name) }),
})
const withPlan = <const Do extends string>(name: Do, weight: number) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), plan }),
})
/** Which of the user's payments somebody returns. */
const withPayment = <const Do extends string>(name: Do, weight: number) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), which: fc.nat(9) }),
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
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('subscribe' as const), plan, card: fc.constantFrom(...CARDS) }),
  },
  withPlan('change', 5),
  withPlan('subscribe twice at once', 1),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('card' as const), card: fc.constantFrom(...CARDS) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('advance' as const), days: fc.integer({ min: 1, max: 40 }) }),
  },
  one('cancel', 2),
  one('reactivate', 1),
  one('refund', 3),
  withPayment('refund an invoice', 2),
  one('boost', 2),
  one('letter', 2),
  one('authenticate late', 3),
  withPayment('dispute', 1),
  withPayment('dashboard refund', 1),
  one('doubled events', 1),
)

/** When the gateway dies during an action or the events that follow it, and whether the user then asks again. */
const death = fc.record({
  on: fc.constantFrom('stripe' as const, 'write' as const),
  nth: fc.integer({ min: 1, max: 24 }),
  asksAgain: fc.boolean(),
})

/** An action, and how the gateway dies meanwhile. */
export const step = fc.record({ action, death: fc.option(death, { freq: 2 }) })
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** A gateway that dies, and the Stripe of one sequence. */
export interface LedgerWorld {
  gateway: MortalGateway
  stripe: StripeStub
}

interface Payer {
  principal: Principal
  /** Asks until a gateway that lived to the end has answered; once, if it died and `asksAgain` is false. */
  post(path: string, body?: object): Promise<Answer | undefined>
}

const MAX_TRIES = 20
/** Responses that would say that the model asks wrongly. */
const NEVER = [401, 405, 429]
let posted = 0

async function payerOf({ gateway }: LedgerWorld, asksAgain: () => boolean): Promise<Payer> {
  const principal = await aUser(gateway.keeper, { tier: 'free' })
  const headers = async () => ({ cookie: await sessionOf(gateway.keeper, principal) })
  const once = async (path: string, body: object, key: string) =>
    requestAt(gateway.now().url, 'POST', `/api/billing/${path}`, {
      headers: { ...(await headers()), 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    }).catch(() => undefined)
  return {
    principal,
    async post(path, body = {}) {
      const key = `${path}-${(posted += 1)}`
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const before = gateway.deaths()
        const answer = await once(path, body, key)
        const died = gateway.deaths() > before
        await gateway.ready()
        if (answer && NEVER.includes(answer.status)) throw new Error(`${path}: ${answer.text}`)
        if (!died && answer && answer.headers.get('x-error-code') !== 'billing_busy') return answer
        if (died && !asksAgain()) return undefined
      }
      throw new Error(`${path} was never answered.`)
    },
  }
}

const LETTER = {
  profile: { name: 'Sam', skills: ['Rust'] },
  jobDescription: 'We need Rust.',
  jobCompany: 'Acme',
}

async function perform(world: LedgerWorld, me: Payer, todo: Action): Promise<void> {
  const { stripe } = world
  if (todo.do === 'advance') stripe.advance(todo.days * 86_400)
  else if (todo.do === 'subscribe')
    await me.post('create-subscription', { plan: todo.plan, paymentMethodId: todo.card })
  else if (todo.do === 'subscribe twice at once') {
    const body = { plan: todo.plan, paymentMethodId: 'pm_card_visa' }
    await Promise.all([me.post('create-subscription', body), me.post('create-subscription', body)])
  } else if (todo.do === 'change') await me.post('change-plan', { plan: todo.plan })
  else if (todo.do === 'card') await me.post('update-payment-method', { paymentMethodId: todo.card })
  else if (todo.do === 'boost') await me.post('buy-boost', { boostId: 'small' })
  else if (todo.do === 'letter')
    await me.post('buy-cover-letter', { ...LETTER, jobTitle: `Engineer ${posted}` })
  else if (todo.do === 'refund an invoice') await refundOne(world, me, todo.which)
  else if (todo.do === 'authenticate late') authenticateLate(world, me)
  else if (todo.do === 'dispute') disputeOne(world, me, todo.which)
  else if (todo.do === 'dashboard refund') await refundAtStripe(world, me, todo.which)
  else if (todo.do === 'doubled events')
    stripe.sender.waiting.push(...[...stripe.world.events.slice(-8)].reverse())
  else await me.post(todo.do)
}

const paymentOf = ({ stripe }: LedgerWorld, me: Payer, which: number) => {
  const { taken } = standingOf(stripe.world, me.principal.userId)
  return taken[which % Math.max(1, taken.length)]
}

async function refundOne({ stripe }: LedgerWorld, me: Payer, which: number): Promise<void> {
  const { invoices } = standingOf(stripe.world, me.principal.userId)
  const paid = invoices.filter(({ status, amount_paid: cents }) => status === 'paid' && cents > 0)
  const invoice = paid[which % Math.max(1, paid.length)]
  if (invoice) await me.post('refund', { invoiceId: invoice.id })
}

function disputeOne(world: LedgerWorld, me: Payer, which: number): void {
  const paid = paymentOf(world, me, which)
  if (!paid || paid.disputed || paid.amount_refunded > 0) return
  decide(world.stripe.world, dispute(world.stripe.world, idOf(paid.payment_intent)).id, 'lost')
}

async function refundAtStripe(world: LedgerWorld, me: Payer, which: number): Promise<void> {
  const payment_intent = idOf(paymentOf(world, me, which)?.payment_intent)
  if (!payment_intent) return
  const form = new URLSearchParams({ payment_intent }).toString()
  const authorization = 'Bearer sk_test_of_the_operator'
  await world.stripe.handle({ method: 'POST', path: '/v1/refunds', form, key: undefined, authorization })
}

function authenticateLate({ stripe }: LedgerWorld, me: Payer): void {
  const { invoices } = standingOf(stripe.world, me.principal.userId)
  const intents = invoices.flatMap((invoice) => intentOf(stripe.world, invoice) ?? [])
  const waiting = intents.find(({ status }) => status === 'requires_action')
  if (waiting) stripe.authenticate(waiting.id, true)
}

/** Stripe's events arrive, and what a dead gateway left is finished by the worker of the next. */
async function settle({ gateway, stripe }: LedgerWorld): Promise<void> {
  for (let round = 0; round < MAX_TRIES; round += 1) {
    const before = gateway.deaths()
    await stripe.sender.deliver()
    stripe.advance(60)
    const { signal } = new AbortController()
    await gateway.within((services) => purchaseRecovery.run(services, signal)).catch(() => undefined)
    await gateway.ready()
    if (gateway.deaths() === before && !stripe.sender.waiting.length) return
  }
  throw new Error('The events of Stripe were never all processed.')
}

/** Cents that rounding may make of each line. */
const ROUNDING = 1

/** What holds after every step, once Stripe’s events have arrived. */
async function check({ gateway: { keeper }, stripe: { world } }: LedgerWorld, me: Payer): Promise<void> {
  const now = standingOf(world, me.principal.userId)
  const { charged, returned, credit, setAside, living } = now
  expect(now.customers, 'One customer.').toBeLessThanOrEqual(1)
  expect(living.length, 'At most one subscription lives.').toBeLessThanOrEqual(1)
  expect(now.held, 'No authorisation is left open.').toEqual([])
  const net = charged - returned - credit - setAside
  const { least, most } = worth(world, now)
  const rounding = ROUNDING * (4 + now.invoices.flatMap(({ lines }) => lines.data).length)
  const figures = `charged ${charged} − returned ${returned} − credit ${credit + setAside} = ${net}`
  expect(net, `${figures}: nothing is held that nobody paid for.`).toBeGreaterThanOrEqual(least - rounding)
  expect(net, `${figures}: nothing is paid for that is not held.`).toBeLessThanOrEqual(most + rounding)
  for (const { parent } of now.invoices.filter(({ status }) => status === 'open')) {
    const of = world.subscriptions.get(idOf(parent?.subscription_details?.subscription))
    expect(of?.ended_at ?? null, 'Nothing can be paid any more for what has ended.').toBeNull()
  }
  const ctx = as(keeper, me.principal)
  const ledger = await call(getLedger, ctx, {})
  expect([ledger.chargedCents, ledger.returnedCents, ledger.balance.creditCents]).toEqual([
    charged,
    returned,
    credit,
  ])
  const mirror = await call(getBilling, ctx, {})
  const [plan] = living
  if (plan) expect(mirror.subscription?.id, 'The mirror shows what lives.').toBe(plan.id)
  const { purchases } = await call(listPurchases, ctx, {})
  checkItems(
    now,
    world,
    purchases.filter(({ state }) => state === 'delivered'),
  )
}

/** Every item that was paid is delivered, and the other way round. */
function checkItems({ taken, invoices }: Standing, world: World, delivered: readonly object[]): void {
  const receipts = invoices.filter(({ status, metadata }) => status === 'paid' && metadata?.['purchase'])
  const direct = taken.filter((one) => world.intents.get(idOf(one.payment_intent))?.metadata['purchase'])
  expect(delivered.length, 'What is paid is delivered, and nothing else.').toBe(
    receipts.length + direct.length,
  )
}

/** Runs a sequence for a new user; throws at the first step after which something does not hold. */
export async function runSequence(world: LedgerWorld, steps: readonly Step[]): Promise<void> {
  let asksAgain = true
  const me = await payerOf(world, () => asksAgain)
  for (const { action: todo, death: dies } of steps) {
    asksAgain = dies?.asksAgain ?? true
    const disarm = dies ? world.gateway.arm(dies) : undefined
    await perform(world, me, todo)
    await settle(world)
    disarm?.()
    await check(world, me)
  }
  // The next sequence has another Stripe, which does not know what this one left to be finished.
  const { sql } = world.gateway.keeper.services
  await sql`delete from purchases where user_id = ${me.principal.userId}`
}
