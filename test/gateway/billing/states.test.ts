// Every row of the state table: the effect of a request on a subscription, and the state stored immediately.
import { describe, expect, test } from 'vitest'
import { useBilling } from './world.ts'

const world = useBilling()

describe('without a subscription', () => {
  test('the response is empty, and an administrator has ultra permanently', async () => {
    const me = await world().payer()
    expect(await me.billing()).toEqual({
      subscription: null,
      invoices: [],
      paymentMethod: null,
      billingAddress: null,
      balance: { budgetCents: 0, debtCents: 0, creditCents: 0, items: 0 },
    })
    const admin = await world().payer({ admin: true })
    expect((await admin.billing()).adminTier).toBe('ultra')
  })

  test.each([
    ['pro-monthly', 'pro', 9_900, 'pro-monthly'],
    ['monthly', 'pro', 9_900, 'pro-monthly'],
    ['yearly', 'pro', 99_000, 'pro-yearly'],
    ['ultra-monthly', 'ultra', 19_900, 'ultra-monthly'],
    ['ultra-yearly', 'ultra', 199_900, 'ultra-yearly'],
  ])('%s is stored immediately, before Stripe’s event', async (word, tier, amount, plan) => {
    const me = await world().payer()
    const made = await me.subscribe(word)
    expect([made.status, made.body]).toEqual([
      200,
      { subscriptionId: expect.stringMatching(/^sub_/), status: 'active', tier },
    ])
    const { subscription, invoices, paymentMethod } = await me.billing()
    expect(subscription).toMatchObject({
      id: made.body.subscriptionId,
      user_id: me.principal.userId,
      plan,
      status: 'active',
      tier,
      cancel_at_period_end: false,
      trial_start: null,
    })
    expect(Date.parse(subscription.current_period_end)).toBeGreaterThan(Date.now())
    expect(invoices).toHaveLength(1)
    expect(invoices[0]).toMatchObject({
      status: 'paid',
      amount_paid: amount,
      amount_due: amount,
      amount_refunded: 0,
      total: amount,
      currency: 'usd',
    })
    expect(paymentMethod).toEqual({ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 })
  })

  test('a card that requires 3-D Secure returns a client secret, and becomes active after authentication', async () => {
    const me = await world().payer()
    const made = await me.subscribe('ultra-monthly', 'pm_card_authenticationRequired')
    expect(made.body).toMatchObject({ status: 'requires_action', tier: 'ultra' })
    expect(made.body.clientSecret).toMatch(/^pi_\w+_secret_/)
    expect((await me.billing()).subscription.status).toBe('incomplete')
    world().stripe.authenticate(made.body.clientSecret.split('_secret_')[0], true)
    await world().deliver()
    expect((await me.billing()).subscription.status).toBe('active')
  })

  test('a declined card leaves it incomplete, and another try starts a new one', async () => {
    const me = await world().payer()
    const refused = await me.subscribe('pro-monthly', 'pm_card_chargeCustomerFail')
    expect(refused.body).toMatchObject({ status: 'incomplete', tier: 'pro' })
    expect(refused.body).not.toHaveProperty('clientSecret')
    expect((await me.billing()).subscription.status).toBe('incomplete')
    const made = await me.subscribe()
    expect(made.body.status).toBe('active')
    expect((await me.billing()).subscription.id).toBe(made.body.subscriptionId)
  })

  test('an address turns automatic tax on and is stored', async () => {
    const me = await world().payer()
    const address = { line1: '1 Main St', city: 'Reno', postal_code: '89501', country: 'US' }
    await me.post('create-subscription', { plan: 'pro-monthly', paymentMethodId: 'pm_card_visa', address })
    const { invoices, billingAddress } = await me.billing()
    expect(billingAddress).toEqual(address)
    expect(invoices[0]).toMatchObject({ subtotal: 9_900, tax: 792, total: 10_692, amount_paid: 10_692 })
  })

  test('a coupon reduces the price', async () => {
    const me = await world().payer()
    const { world: held } = world().stripe
    held.coupons.set('HALF', { id: 'HALF', object: 'coupon', percent_off: 50, duration: 'once' } as never)
    const body = { plan: 'pro-monthly', paymentMethodId: 'pm_card_visa', couponId: 'HALF' }
    expect((await me.post('create-subscription', body)).body.status).toBe('active')
    expect((await me.billing()).invoices[0]).toMatchObject({
      subtotal: 9_900,
      total: 4_950,
      amount_paid: 4_950,
    })
  })
})
