// Every row of the error table, in the envelope {error} and in the order 401, 429, 400, 404, 409.
import { describe, expect, test } from 'vitest'
import { startTestGateway } from '../harness.ts'
import { sessionOf } from '../../derived/world.ts'
import { checkPrices } from '../../../core/billing/operations.ts'
import { operations } from '../../../core/operations.ts'
import { aUser, unlimited } from '../../harness.ts'
import { useBilling, type Payer } from './world.ts'
import type { Answer } from '../harness.ts'

const world = useBilling()

function expectRefusal(answer: Answer, status: number, words: RegExp) {
  expect([answer.status, Object.keys(answer.body)], answer.text).toEqual([status, ['error']])
  expect(answer.body.error).toMatch(words)
  expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
}

const PLAN = { plan: 'pro-monthly' }
const POSTING = { jobDescription: 'We need Rust.', jobTitle: 'Engineer', jobCompany: 'Acme' }

/** A valid body for every billing route that needs Stripe. */
const WRITES: Record<string, object> = {
  'create-subscription': { ...PLAN, paymentMethodId: 'pm_card_visa' },
  'change-plan': PLAN,
  'proration-preview': PLAN,
  'checkout-session': PLAN,
  'portal-session': {},
  'update-payment-method': { paymentMethodId: 'pm_card_visa' },
  'update-address': { line1: '1 Main Street', country: 'US' },
  cancel: {},
  reactivate: {},
  refund: {},
  reconcile: {},
  webhook: {},
  'buy-boost': { boostId: 'small' },
  'buy-prep-pack': { jobId: 'job', company: 'Acme' },
  'buy-resume-tailor': { ...POSTING, experience: [{ company: 'Beta' }], skills: ['Rust'] },
  'buy-cover-letter': { ...POSTING, profile: { name: 'Sam' } },
  'buy-salary-playbook': { jobId: 'job', company: 'Acme', offerAmount: 150_000 },
}

const anew = async (plan?: string): Promise<Payer> => {
  const me = await world().payer()
  if (plan) expect((await me.subscribe(plan)).status).toBe(200)
  return me
}

describe('create-subscription', () => {
  test.each([
    ['an unknown plan', { plan: 'gold', paymentMethodId: 'pm_card_visa' }, /plan/],
    ['no payment method', { plan: 'pro-monthly' }, /paymentMethodId/],
    ['an empty payment method', { plan: 'pro-monthly', paymentMethodId: '' }, /paymentMethodId/],
    ['an unknown payment method', { plan: 'pro-monthly', paymentMethodId: 'pm_nobody' }, /pm_nobody/],
    [
      'a nonexistent coupon',
      { plan: 'pro-monthly', paymentMethodId: 'pm_card_visa', couponId: 'NOPE' },
      /NOPE/,
    ],
    ['an unknown field', { plan: 'pro-monthly', paymentMethodId: 'pm_card_visa', price: 1 }, /price/],
    [
      'an address without a street',
      { plan: 'pro-monthly', paymentMethodId: 'pm_card_visa', address: { country: 'US' } },
      /line1/,
    ],
  ])('refuses %s with 400', async (_, body, words) => {
    const me = await anew()
    expectRefusal(await me.post('create-subscription', body), 400, words)
    expect((await me.billing()).subscription).toBeNull()
  })

  test('refuses a second subscription with 409', async () => {
    const me = await anew('pro-monthly')
    expectRefusal(await me.subscribe('ultra-monthly'), 409, /already have an active subscription/)
  })

  test('a card that the bank declines outright is a processor error, and nothing is subscribed', async () => {
    const me = await anew()
    const refused = await me.subscribe('pro-monthly', 'pm_card_chargeDeclined')
    expectRefusal(refused, 500, /refused the card: Your card was declined/)
    expect(refused.headers.get('x-error-code')).toBe('card_declined')
    expect((await me.billing()).subscription).toBeNull()
  })

  test('a failing processor is 500, and a retry creates one subscription', async () => {
    const me = await anew()
    world().stripe.faults.push({ on: /^POST \/v1\/subscriptions$/, when: 'before', times: 1 })
    expectRefusal(await me.subscribe(), 500, /payment processor/)
    expect((await me.subscribe()).status).toBe(200)
  })

  test('a lost response is recovered: one subscription, one charge', async () => {
    const me = await anew()
    world().stripe.faults.push({ on: /^POST \/v1\/subscriptions$/, when: 'after', times: 3 })
    const key = { 'idempotency-key': 'lost' }
    const body = { plan: 'pro-monthly', paymentMethodId: 'pm_card_visa' }
    expect((await me.post('create-subscription', body, key)).status).toBe(500)
    const again = await me.post('create-subscription', body, key)
    expect(again.body).toMatchObject({ status: 'active' })
    expect((await me.billing()).invoices).toHaveLength(1)
  })
})

describe('change-plan and proration-preview', () => {
  test('without a subscription are 404', async () => {
    const me = await anew()
    expectRefusal(await me.post('change-plan', { plan: 'pro-monthly' }), 404, /no active subscription/)
    expectRefusal(await me.post('proration-preview', { plan: 'pro-monthly' }), 404, /no active subscription/)
  })

  test('to the same plan, by either of its names, or to no plan are 400', async () => {
    const me = await anew('pro-monthly')
    for (const plan of ['pro-monthly', 'monthly'])
      for (const path of ['change-plan', 'proration-preview'])
        expectRefusal(await me.post(path, { plan }), 400, /already/)
    for (const path of ['change-plan', 'proration-preview'])
      expectRefusal(await me.post(path, { plan: 'gold' }), 400, /plan/)
  })

  test('with a declined card are a processor error and change nothing', async () => {
    const me = await anew('pro-monthly')
    const { subscription } = await me.billing()
    await me.post('update-payment-method', { paymentMethodId: 'pm_card_chargeCustomerFail' })
    expectRefusal(await me.post('change-plan', { plan: 'ultra-monthly' }), 500, /declined/)
    expect((await me.billing()).subscription).toMatchObject({ id: subscription.id, plan: 'pro-monthly' })
  })
})

test('cancel, reactivate and update-payment-method without a subscription are 404', async () => {
  const me = await anew()
  const bodies = { cancel: {}, reactivate: {}, 'update-payment-method': { paymentMethodId: 'pm_card_visa' } }
  for (const [path, body] of Object.entries(bodies))
    expectRefusal(await me.post(path, body), 404, /no active subscription/)
})

test('reactivate without a cancellation is 400, as is update-payment-method without a card', async () => {
  const me = await anew('pro-monthly')
  expectRefusal(await me.post('reactivate'), 400, /not scheduled for cancellation/)
  expectRefusal(await me.post('update-payment-method'), 400, /paymentMethodId/)
})

describe('refund', () => {
  test('is 404 without a payment, 400 for an unpaid invoice, 409 for a refunded one', async () => {
    const me = await anew()
    expectRefusal(await me.post('refund'), 404, /no paid invoice/)
    expectRefusal(await me.post('refund', { invoiceId: 'in_nobody' }), 404, /in_nobody/)
    await me.subscribe('pro-monthly', 'pm_card_chargeCustomerFail')
    const [open] = (await me.billing()).invoices
    expectRefusal(await me.post('refund', { invoiceId: open.id }), 400, /nothing to refund/)
    await me.subscribe()
    expect((await me.post('refund')).status).toBe(200)
    expectRefusal(await me.post('refund'), 409, /already refunded/)
  })

  test('of another user’s invoice is 404', async () => {
    const other = await anew('pro-monthly')
    const [theirs] = (await other.billing()).invoices
    const me = await anew('pro-monthly')
    expectRefusal(await me.post('refund', { invoiceId: theirs.id }), 404, /no paid invoice/)
  })
})

test('portal-session before there is a customer is 404', async () => {
  expectRefusal(await (await anew()).post('portal-session'), 404, /no billing account/)
})

describe('a server without Stripe', () => {
  test('returns plans and the subscription', async () => {
    const gateway = await startTestGateway({ stripeSecretKey: null })
    const me = await aUser(gateway.core, { tier: 'free' })
    const cookie = await sessionOf(gateway.core, me)
    const plans = await gateway.request('GET', '/api/billing/plans')
    expect(plans.body.plans.map((one: { plan: string }) => one.plan)).toContain('ultra-yearly')
    const shown = await gateway.request('GET', '/api/billing/subscription', { headers: { cookie } })
    expect([shown.status, shown.body.subscription]).toEqual([200, null])
    await gateway.close()
  })

  test('answers every write with 503, one sentence, and the code in X-Error-Code', async () => {
    const gateway = await startTestGateway({ stripeSecretKey: null }, unlimited)
    const me = await aUser(gateway.core, { tier: 'pro', admin: true })
    const headers = { cookie: await sessionOf(gateway.core, me), 'content-type': 'application/json' }
    for (const [path, body] of Object.entries(WRITES)) {
      const sent = { headers, body: JSON.stringify(body) }
      const refused = await gateway.request('POST', `/api/billing/${path}`, sent)
      expectRefusal(refused, 503, /^Billing is not set up on this server: its operator has to set \w+\.$/)
      expect(refused.headers.get('x-error-code'), path).toBe('unavailable')
    }
    const posts = operations.flatMap(({ http }) => /^POST \/api\/billing\/(\S+)/.exec(http)?.slice(1) ?? [])
    expect(Object.keys(WRITES).sort()).toEqual([...posts, 'webhook'].sort())
    await gateway.close()
  })

  test('says so before it looks at the plan or the input', async () => {
    const gateway = await startTestGateway({ stripeSecretKey: null }, unlimited)
    const me = await aUser(gateway.core, { tier: 'free' })
    const headers = { cookie: await sessionOf(gateway.core, me), 'content-type': 'application/json' }
    // Reconciling is for administrators alone.
    for (const path of Object.keys(WRITES).filter((name) => name !== 'reconcile')) {
      const refused = await gateway.request('POST', `/api/billing/${path}`, { headers, body: '{}' })
      expect([path, refused.status, refused.headers.get('x-error-code')]).toEqual([path, 503, 'unavailable'])
    }
    await gateway.close()
  })

  test('a price that is not configured is 500 and named', async () => {
    const { stripe } = world()
    const gateway = await startTestGateway({ stripeSecretKey: 'sk_test_x', stripeApiBase: stripe.url })
    const me = await aUser(gateway.core, { tier: 'free' })
    const headers = { cookie: await sessionOf(gateway.core, me), 'content-type': 'application/json' }
    const body = JSON.stringify({ plan: 'ultra-yearly', paymentMethodId: 'pm_card_visa' })
    const refused = await gateway.request('POST', '/api/billing/create-subscription', { headers, body })
    expectRefusal(refused, 500, /STRIPE_PRICE_ULTRA_YEARLY/)
    await gateway.close()
  })
})

describe('a price that is not what is shown', () => {
  test('is not charged: 503, named, and nothing is subscribed', async () => {
    const me = await anew()
    const price = world().stripe.world.prices.get('price_ultra_yearly')!
    const shown = price.unit_amount
    Object.assign(price, { unit_amount: 1 })
    const { services } = world().gateway.core
    expect(await checkPrices(services)).toMatchObject([
      {
        plan: 'ultra-yearly',
        variable: 'STRIPE_PRICE_ULTRA_YEARLY',
        problem: expect.stringMatching(/1999.*0\.01/),
      },
    ])
    const refused = await me.subscribe('ultra-yearly')
    expectRefusal(refused, 503, /STRIPE_PRICE_ULTRA_YEARLY/)
    expect((await me.post('checkout-session', { plan: 'ultra-yearly' })).status).toBe(503)
    expect((await me.billing()).subscription).toBeNull()
    Object.assign(price, { unit_amount: shown })
    expect(await checkPrices(services)).toEqual([])
  })
})

test('the ledger has every charge, refund and credit with its reason', async () => {
  const me = await anew('ultra-yearly')
  await me.post('change-plan', { plan: 'pro-monthly' })
  await me.post('refund')
  const { entries, chargedCents, returnedCents, balance } = (await me.get('ledger')).body
  expect(entries.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['charge', 'credit', 'refund'])
  expect(chargedCents - returnedCents - balance.creditCents).toBe(0)
  expect(entries.every(({ stripeId }: { stripeId: string }) => /^(?:in|re)_/.test(stripeId))).toBe(true)
  expect((await me.billing()).balance).toMatchObject({ creditCents: balance.creditCents, items: 0 })
})
