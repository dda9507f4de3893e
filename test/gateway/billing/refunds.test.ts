// A refund gives back no more than was paid less what was given back in any form, and ends what it paid for.
import { describe, expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import { idOf } from '../../stripe/world.ts'
import { useBilling, type Payer } from './world.ts'

const world = useBilling()

async function subscriber(plan: string): Promise<Payer> {
  const me = await world().payer()
  expect((await me.subscribe(plan)).status).toBe(200)
  return me
}

/** What Stripe has of a user. */
function standing(me: Payer) {
  const { customers, charges, subscriptions } = world().stripe.world
  const customer = [...customers.values()].find(
    (one) => (one as Stripe.Customer).metadata?.['user_id'] === me.principal.userId,
  ) as Stripe.Customer
  const own = [...charges.values()].filter((one) => idOf(one.customer) === customer.id && one.captured)
  const sum = (pick: (one: Stripe.Charge) => number) => own.reduce((total, one) => total + pick(one), 0)
  return {
    charged: sum((one) => one.amount_captured),
    refunded: sum((one) => one.amount_refunded),
    credit: Math.abs(Math.min(0, customer.balance)),
    living: [...subscriptions.values()].filter((one) => idOf(one.customer) === customer.id && !one.ended_at),
  }
}

const tierOf = async (me: Payer) =>
  (await world().gateway.request('GET', '/api/auth/session', { headers: { cookie: me.cookie } })).body.user
    .tier

describe('a refund', () => {
  test('of a plan ends it at once, and nothing is charged again', async () => {
    const me = await subscriber('ultra-monthly')
    expect((await me.post('refund')).body).toMatchObject({ amount: 19_900 })
    expect(standing(me).living).toEqual([])
    expect((await me.billing()).subscription).toMatchObject({ status: 'canceled' })
    expect(await tierOf(me)).toBe('free')
    world().stripe.advance(40 * 86_400)
    expect(standing(me)).toMatchObject({ charged: 19_900, refunded: 19_900, credit: 0 })
  })

  test('after a change that gave credit returns only the rest, and ends the plan that the credit paid for', async () => {
    const me = await subscriber('ultra-yearly')
    expect((await me.post('change-plan', { plan: 'pro-monthly' })).status).toBe(200)
    const { credit } = standing(me)
    expect(credit).toBeGreaterThan(180_000)
    expect((await me.post('refund')).body).toMatchObject({ amount: 199_900 - credit })
    expect(standing(me)).toMatchObject({ charged: 199_900, refunded: 199_900 - credit, credit, living: [] })
    expect((await me.post('refund')).status).toBe(409)
  })

  test('of an upgrade leads back to the plan before, then that one can be refunded too', async () => {
    const me = await subscriber('pro-monthly')
    world().stripe.advance(10 * 86_400)
    await me.post('change-plan', { plan: 'ultra-monthly' })
    const paid = standing(me).charged - 9_900
    const [first] = (await me.billing()).invoices.filter(
      (one: { amount_paid: number }) => one.amount_paid === 9_900,
    )
    expect((await me.post('refund')).body).toMatchObject({ amount: paid })
    expect((await me.billing()).subscription).toMatchObject({
      status: 'active',
      plan: 'pro-monthly',
      tier: 'pro',
    })
    await world().deliver()
    expect((await me.billing()).subscription, 'The events change nothing more.').toMatchObject({
      status: 'active',
      plan: 'pro-monthly',
    })
    expect((await me.post('refund', { invoiceId: first.id })).body).toMatchObject({ amount: 9_900 })
    expect(standing(me)).toMatchObject({ refunded: 9_900 + paid, credit: 0, living: [] })
  })

  test('of an upgrade to another interval leaves what was paid of the old one', async () => {
    const me = await subscriber('pro-monthly')
    world().stripe.advance(10 * 86_400)
    const { subscription: before } = await me.billing()
    await me.post('change-plan', { plan: 'pro-yearly' })
    expect((await me.post('refund')).status).toBe(200)
    const { subscription } = await me.billing()
    expect(subscription).toMatchObject({ status: 'trialing', plan: 'pro-monthly' })
    expect(subscription.current_period_end).toBe(before.current_period_end)
    expect(standing(me)).toMatchObject({ refunded: standing(me).charged - 9_900, credit: 0 })
  })

  test('of an upgrade to another interval, when the old one is over too, ends the plan', async () => {
    const { stripe } = world()
    stripe.world.now = Math.floor(Date.now() / 1_000) - 40 * 86_400
    const me = await subscriber('pro-monthly')
    stripe.advance(10 * 86_400)
    expect((await me.post('change-plan', { plan: 'pro-yearly' })).status).toBe(200)
    stripe.advance(30 * 86_400)
    await world().deliver()
    expect((await me.post('refund')).status).toBe(200)
    expect((await me.billing()).subscription).toMatchObject({ status: 'canceled' })
    await world().deliver()
    expect(standing(me)).toMatchObject({ refunded: standing(me).charged, credit: 0, living: [] })
  })

  test('of one upgrade after the other leads back to the plan before each time', async () => {
    const me = await subscriber('pro-monthly')
    for (const _ of ['first', 'second']) {
      world().stripe.advance(86_400)
      await me.post('change-plan', { plan: 'ultra-monthly' })
      expect((await me.post('refund')).status).toBe(200)
      await world().deliver()
      expect((await me.billing()).subscription).toMatchObject({ status: 'active', plan: 'pro-monthly' })
    }
    expect(standing(me).charged - standing(me).refunded).toBe(9_900)
  })

  test('of such an upgrade, and then another, costs what that one costs more: the preview says so', async () => {
    const me = await subscriber('pro-monthly')
    await me.post('change-plan', { plan: 'ultra-yearly' })
    await me.post('refund')
    const { immediateAmount, lineItems } = (await me.post('proration-preview', { plan: 'pro-yearly' })).body
    expect(lineItems).toHaveLength(2)
    expect(immediateAmount).toBe(99_000 - 9_900)
    expect((await me.post('change-plan', { plan: 'pro-yearly' })).body).toMatchObject({ status: 'active' })
    const { charged, refunded } = standing(me)
    expect(charged - refunded).toBe(9_900 + immediateAmount)
    expect((await me.post('refund')).body).toMatchObject({ amount: immediateAmount })
    expect((await me.billing()).subscription).toMatchObject({ status: 'trialing', plan: 'pro-monthly' })
  })

  test('of a plan that an earlier one’s credit paid a part of gives back card and credit, whatever that one used itself', async () => {
    const me = await subscriber('pro-yearly')
    await me.post('change-plan', { plan: 'pro-monthly' })
    await me.post('change-plan', { plan: 'ultra-monthly' })
    await world().deliver()
    await me.post('refund')
    await world().deliver()
    const { credit, charged, refunded } = standing(me)
    expect(charged - refunded - credit).toBeLessThan(10)
    await me.subscribe('pro-yearly')
    await world().deliver()
    expect((await me.post('refund')).body.amount).toBe(standing(me).charged - charged)
    await world().deliver()
    expect(standing(me)).toMatchObject({ credit, living: [] })
  })

  test('of a change that credit paid a part of gives that credit back', async () => {
    const me = await subscriber('pro-monthly')
    await me.post('change-plan', { plan: 'ultra-monthly' })
    world().stripe.advance(5 * 86_400)
    await me.post('change-plan', { plan: 'pro-monthly' })
    const { credit } = standing(me)
    expect(credit).toBeGreaterThan(0)
    await me.post('change-plan', { plan: 'ultra-yearly' })
    expect(standing(me).credit).toBe(0)
    await me.post('refund')
    await world().deliver()
    expect(standing(me).credit).toBe(credit)
  })

  test('of a period that is over leaves the plan', async () => {
    const me = await subscriber('pro-monthly')
    const [old] = (await me.billing()).invoices
    world().stripe.advance(32 * 86_400)
    await world().deliver()
    expect((await me.post('refund', { invoiceId: old.id })).body).toMatchObject({ amount: 9_900 })
    expect((await me.billing()).subscription).toMatchObject({ status: 'active' })
  })

  test('of a period that is over leaves the plan, also one that was upgraded since', async () => {
    const me = await subscriber('pro-monthly')
    const [old] = (await me.billing()).invoices
    world().stripe.advance(40 * 86_400)
    await world().deliver()
    await me.post('change-plan', { plan: 'ultra-monthly' })
    expect((await me.post('refund', { invoiceId: old.id })).body).toMatchObject({ amount: 9_900 })
    expect((await me.billing()).subscription).toMatchObject({ status: 'active', plan: 'ultra-monthly' })
    expect(standing(me)).toMatchObject({ refunded: 9_900 })
  })

  test('in full in the dashboard ends the plan too', async () => {
    const me = await subscriber('pro-monthly')
    const { id } = [...world().stripe.world.intents.values()].at(-1)!
    await world().gateway.core.services.stripe.use((api) => api.refunds.create({ payment_intent: id }))
    await world().deliver()
    expect((await me.billing()).subscription).toMatchObject({ status: 'canceled' })
  })

  test('retried after a kill is answered as the first, also when Stripe’s event came first', async () => {
    const me = await subscriber('pro-monthly')
    const key = { 'idempotency-key': 'refund-once' }
    world().stripe.faults.push({ on: /^POST \/v1\/refunds$/, when: 'after', times: 3 })
    expect((await me.post('refund', {}, key)).status).toBe(500)
    await world().deliver()
    const again = await me.post('refund', {}, key)
    expect([again.status, again.body]).toEqual([
      200,
      { refundId: expect.stringMatching(/^re_/), amount: 9_900, status: 'succeeded' },
    ])
    expect((await me.post('refund', {}, key)).body).toEqual(again.body)
    expect((await me.post('refund')).status).toBe(409)
    expect(standing(me)).toMatchObject({ charged: 9_900, refunded: 9_900, living: [] })
  })
})
