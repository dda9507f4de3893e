// Changes to an active subscription over HTTP: the response, the cost, and the mirrored rows.
import { describe, expect, test } from 'vitest'
import { useBilling, type Payer } from './world.ts'

const world = useBilling()
const HALF_A_MONTH = 15 * 86_400

async function subscribed(plan = 'pro-monthly', card = 'pm_card_visa'): Promise<Payer> {
  const me = await world().payer()
  expect((await me.subscribe(plan, card)).status).toBe(200)
  return me
}

const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0)

describe('a change of plan', () => {
  test.each([
    ['pro-monthly', 'ultra-monthly'],
    ['ultra-monthly', 'pro-monthly'],
    ['pro-monthly', 'pro-yearly'],
    ['pro-monthly', 'ultra-yearly'],
    ['ultra-yearly', 'pro-monthly'],
  ])('from %s to %s costs what its preview said, to the cent', async (from, to) => {
    const me = await subscribed(from)
    world().stripe.advance(0)
    const before = (await me.billing()).invoices.length
    const preview = await me.post('proration-preview', { plan: to })
    expect(preview.status, preview.text).toBe(200)
    expect(preview.body.currency).toBe('usd')
    expect(sum(preview.body.lineItems)).toBe(preview.body.immediateAmount)
    expect((await me.billing()).invoices, 'A preview makes no invoice.').toHaveLength(before)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const changed = await me.post('change-plan', { plan: to })
    expect(changed.body).toEqual({ status: 'active', plan: to, tier: to.split('-')[0] })
    const { subscription, invoices } = await me.billing()
    expect(subscription).toMatchObject({ plan: to, tier: to.split('-')[0], status: 'active' })
    expect(invoices).toHaveLength(before + 1)
    const invoice = invoices.find(({ id }: { id: string }) => id !== invoices.at(-1).id)
    expect(invoice.total).toBe(preview.body.immediateAmount)
    expect(invoice.amount_paid).toBe(Math.max(0, preview.body.immediateAmount))
  })

  test('down and up again uses the credit before the card', async () => {
    const me = await subscribed('ultra-monthly')
    await me.post('change-plan', { plan: 'pro-monthly' })
    const preview = await me.post('proration-preview', { plan: 'ultra-monthly' })
    expect(sum(preview.body.lineItems)).toBe(preview.body.immediateAmount)
    await me.post('change-plan', { plan: 'ultra-monthly' })
    const [latest] = (await me.billing()).invoices
    expect(latest.amount_paid).toBe(Math.max(0, preview.body.immediateAmount))
  })
})

describe('cancelling', () => {
  test('keeps access to the end of the period, can be reverted, and then takes effect', async () => {
    const me = await subscribed()
    const cancelled = await me.post('cancel')
    const { subscription } = await me.billing()
    expect(cancelled.body).toEqual({
      cancelAtPeriodEnd: true,
      currentPeriodEnd: subscription.current_period_end,
    })
    expect(subscription).toMatchObject({ status: 'active', cancel_at_period_end: true })
    expect((await me.post('reactivate')).body).toEqual({ status: 'active' })
    expect((await me.billing()).subscription.cancel_at_period_end).toBe(false)
    await me.post('cancel')
    world().stripe.advance(32 * 86_400)
    await world().deliver()
    expect((await me.billing()).subscription.status).toBe('canceled')
    expect((await me.post('cancel')).status).toBe(404)
    expect((await me.subscribe()).body.status).toBe('active')
  })
})

describe('a new card', () => {
  test('is shown and charged from then on', async () => {
    const me = await subscribed()
    expect((await me.post('update-payment-method', { paymentMethodId: 'pm_card_mastercard' })).body).toEqual({
      success: true,
    })
    expect((await me.billing()).paymentMethod).toMatchObject({ brand: 'mastercard', last4: '4444' })
  })

  test('pays overdue invoices', async () => {
    const me = await subscribed()
    await me.post('update-payment-method', { paymentMethodId: 'pm_card_chargeCustomerFail' })
    world().stripe.advance(32 * 86_400)
    await world().deliver()
    expect((await me.billing()).subscription.status).toBe('past_due')
    await me.post('update-payment-method', { paymentMethodId: 'pm_card_visa' })
    expect((await me.billing()).subscription.status).toBe('active')
  })
})

describe('a refund', () => {
  test('covers the whole latest paid invoice, once', async () => {
    const me = await subscribed()
    const refunded = await me.post('refund')
    expect(refunded.body).toEqual({
      refundId: expect.stringMatching(/^re_/),
      amount: 9_900,
      status: 'succeeded',
    })
    const [invoice] = (await me.billing()).invoices
    expect(invoice).toMatchObject({ status: 'refunded', amount_paid: 9_900, amount_refunded: 9_900 })
    expect((await me.post('refund', { invoiceId: invoice.id })).status).toBe(409)
  })

  test('that is pending counts, one that failed may be retried', async () => {
    const pending = await subscribed('pro-monthly', 'pm_card_pendingRefund')
    expect((await pending.post('refund')).body.status).toBe('pending')
    expect((await pending.post('refund')).status).toBe(409)
    const failing = await subscribed('pro-monthly', 'pm_card_refundFail')
    expect((await failing.post('refund')).body.status).toBe('failed')
    expect((await failing.billing()).invoices[0].status).toBe('paid')
    expect((await failing.post('refund')).body.status).toBe('failed')
  })

  test('made in Stripe arrives by its event, and the rest can still be refunded', async () => {
    const me = await subscribed()
    const [{ id }] = (await me.billing()).invoices
    const { stripe } = world().gateway.core.services
    const invoice = await stripe.use((api) => api.invoices.retrieve(id, { expand: ['payments'] }))
    const payment_intent = String(invoice.payments?.data[0]?.payment.payment_intent)
    await stripe.use((api) => api.refunds.create({ payment_intent, amount: 900 }))
    await world().deliver()
    expect((await me.billing()).invoices[0]).toMatchObject({
      status: 'partially_refunded',
      amount_refunded: 900,
    })
    expect((await me.post('refund')).body.amount).toBe(9_000)
  })
})

test('the address is stored, and the portal opens', async () => {
  const me = await subscribed()
  const address = { line1: '2 Side St', country: 'DE' }
  expect((await me.post('update-address', address)).body).toEqual({ success: true })
  expect((await me.billing()).billingAddress).toEqual(address)
  expect((await me.post('portal-session')).body.url).toMatch(/^https?:\/\//)
})

test('an address under a key that was used for another one reaches neither us nor Stripe', async () => {
  const me = await subscribed()
  const key = { 'idempotency-key': 'address' }
  const first = { line1: '2 Side St', country: 'DE' }
  expect((await me.post('update-address', first, key)).status).toBe(200)
  expect((await me.post('update-address', { ...first, line1: '3 Other St' }, key)).status).toBe(409)
  expect((await me.post('update-address', first, key)).headers.get('idempotent-replayed')).toBe('true')
  const { stripe_customer_id: id } = (await me.billing()).subscription
  expect(world().stripe.world.customers.get(id)).toMatchObject({ address: { line1: '2 Side St' } })
  expect((await me.billing()).billingAddress).toEqual(first)
})

test('twenty concurrent requests create one customer, one subscription and one charge', async () => {
  const me = await world().payer()
  const customers = world().stripe.world.customers.size
  const answers = await Promise.all(Array.from({ length: 20 }, () => me.subscribe()))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  expect(world().stripe.world.customers.size).toBe(customers + 1)
  expect((await me.billing()).invoices).toHaveLength(1)
})

test('one Idempotency-Key is one subscription and one response, however often it is sent', async () => {
  const me = await world().payer()
  const body = { plan: 'pro-monthly', paymentMethodId: 'pm_card_visa' }
  const send = () => me.post('create-subscription', body, { 'idempotency-key': 'k' })
  const answers = await Promise.all(Array.from({ length: 8 }, send))
  expect(new Set(answers.map(({ text }) => text)).size, answers[0]!.text).toBe(1)
  expect(answers[0]!.status).toBe(200)
  const other = await me.post(
    'create-subscription',
    { ...body, plan: 'pro-yearly' },
    { 'idempotency-key': 'k' },
  )
  expect(other.status).toBe(409)
})

test.each([
  ['change-plan', { plan: 'ultra-monthly' }, { status: 'active', plan: 'ultra-monthly' }, 19_900],
  ['reactivate', {}, { status: 'active' }, 9_900],
] as const)(
  'a %s whose response from Stripe was lost is answered as made when it is sent again with its key',
  async (path, body, answer, net) => {
    const me = await subscribed()
    if (path === 'reactivate') await me.post('cancel')
    const { stripe } = world()
    stripe.faults.push({ on: /^POST \/v1\/subscriptions\//, when: 'after', times: 3 })
    const key = { 'idempotency-key': 'once' }
    expect((await me.post(path, body, key)).status).toBe(500)
    await world().deliver()
    const [again, third] = [await me.post(path, body, key), await me.post(path, body, key)]
    expect([again.status, again.body], again.text).toEqual([200, expect.objectContaining(answer)])
    expect(third.body).toEqual(again.body)
    expect((await me.post(path, body, { 'idempotency-key': 'another' })).status).toBe(400)
    const paid = (await me.billing()).invoices as { amount_paid: number }[]
    expect(paid.reduce((total, { amount_paid: cents }) => total + cents, 0)).toBe(net)
  },
)

test('a change halfway through the period costs half', async () => {
  const me = await subscribed()
  world().stripe.advance(HALF_A_MONTH)
  const { body } = await me.post('proration-preview', { plan: 'ultra-monthly' })
  expect(body.immediateAmount).toBeGreaterThan(10_000 * 0.4)
})
