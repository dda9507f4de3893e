// The tables of the specification (§3 states, §7 errors, §8 limits), row by row, in their order. The details
// of each row are tested in states.test.ts, changes.test.ts, errors.test.ts, items.test.ts.
import { describe, expect, test } from 'vitest'
import { useBilling, type Payer, A_JOB } from './world.ts'
import type { Answer } from '../harness.ts'

const world = useBilling()

const GOOD = { plan: 'pro-monthly', paymentMethodId: 'pm_card_visa' }

async function on(plan?: string, card?: string): Promise<Payer> {
  const me = await world().payer()
  if (plan) expect((await me.subscribe(plan, card)).status).toBe(200)
  return me
}

/** A request without the session cookie. */
const nobody = (path: string, body: object = {}): Promise<Answer> =>
  world().gateway.request(path === 'subscription' ? 'GET' : 'POST', `/api/billing/${path}`, {
    ...(path !== 'subscription' && { body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json' },
  })

/** Stripe fails once, for the next request that matches. */
async function failing(me: Payer, on: RegExp, path: string, body: object = {}): Promise<Answer> {
  world().stripe.faults.push({ on, when: 'before', times: 1 })
  return me.post(path, body)
}

type Row = [route: string, status: number, when: string, ask: () => Promise<Answer>]

const ERRORS: Row[] = [
  [
    'create-subscription',
    400,
    'invalid plan',
    async () => (await on()).post('create-subscription', { ...GOOD, plan: 'gold' }),
  ],
  [
    'create-subscription',
    400,
    'missing payment method',
    async () => (await on()).post('create-subscription', { plan: 'monthly' }),
  ],
  ['create-subscription', 401, 'not authenticated', () => nobody('create-subscription', GOOD)],
  [
    'create-subscription',
    409,
    'active subscription already exists',
    async () => (await on('pro-monthly')).subscribe('pro-yearly'),
  ],
  [
    'create-subscription',
    500,
    'processor error',
    async () => failing(await on(), /^POST \/v1\/subscriptions$/, 'create-subscription', GOOD),
  ],
  [
    'create-subscription',
    500,
    'card declined by the processor',
    async () => (await on()).subscribe('monthly', 'pm_card_chargeDeclined'),
  ],
  [
    'change-plan',
    400,
    'invalid plan',
    async () => (await on('pro-monthly')).post('change-plan', { plan: 'gold' }),
  ],
  [
    'change-plan',
    400,
    'already on this plan',
    async () => (await on('pro-monthly')).post('change-plan', { plan: 'monthly' }),
  ],
  ['change-plan', 401, 'not authenticated', () => nobody('change-plan', { plan: 'monthly' })],
  [
    'change-plan',
    404,
    'no active subscription',
    async () => (await on()).post('change-plan', { plan: 'monthly' }),
  ],
  [
    'change-plan',
    500,
    'processor error',
    async () =>
      failing(await on('pro-monthly'), /^POST \/v1\/subscriptions\//, 'change-plan', { plan: 'yearly' }),
  ],
  ['cancel', 401, 'not authenticated', () => nobody('cancel')],
  ['cancel', 404, 'no active subscription', async () => (await on()).post('cancel')],
  [
    'cancel',
    500,
    'processor error',
    async () => failing(await on('pro-monthly'), /^POST \/v1\/subscriptions\//, 'cancel'),
  ],
  ['reactivate', 400, 'not pending cancellation', async () => (await on('pro-monthly')).post('reactivate')],
  ['reactivate', 401, 'not authenticated', () => nobody('reactivate')],
  ['reactivate', 404, 'no active subscription', async () => (await on()).post('reactivate')],
  [
    'reactivate',
    500,
    'processor error',
    async () => {
      const me = await on('pro-monthly')
      await me.post('cancel')
      return failing(me, /^POST \/v1\/subscriptions\//, 'reactivate')
    },
  ],
  ['subscription', 401, 'not authenticated', () => nobody('subscription')],
  [
    'update-payment-method',
    400,
    'missing payment method id',
    async () => (await on('pro-monthly')).post('update-payment-method'),
  ],
  ['update-payment-method', 401, 'not authenticated', () => nobody('update-payment-method')],
  [
    'update-payment-method',
    404,
    'no active subscription',
    async () => (await on()).post('update-payment-method', { paymentMethodId: 'pm_card_visa' }),
  ],
  [
    'update-payment-method',
    500,
    'processor error',
    async () =>
      failing(await on('pro-monthly'), /attach$/, 'update-payment-method', {
        paymentMethodId: 'pm_card_visa',
      }),
  ],
  [
    'refund',
    400,
    'invoice not paid or nothing paid',
    async () => {
      const me = await on('pro-monthly', 'pm_card_chargeCustomerFail')
      return me.post('refund', { invoiceId: (await me.billing()).invoices[0].id })
    },
  ],
  ['refund', 401, 'not authenticated', () => nobody('refund')],
  ['refund', 404, 'no eligible invoice', async () => (await on()).post('refund')],
  [
    'refund',
    409,
    'already refunded',
    async () => {
      const me = await on('pro-monthly')
      await me.post('refund')
      return me.post('refund')
    },
  ],
  [
    'refund',
    500,
    'processor error',
    async () => failing(await on('pro-monthly'), /^POST \/v1\/refunds/, 'refund'),
  ],
  [
    'proration-preview',
    400,
    'invalid plan',
    async () => (await on('pro-monthly')).post('proration-preview', { plan: 'gold' }),
  ],
  [
    'buy-boost',
    402,
    'payment failed',
    async () => (await world().payer({ tier: 'pro' })).post('buy-boost', { boostId: 'small' }),
  ],
  ['buy-boost', 403, 'not on Pro or Ultra', async () => (await on()).post('buy-boost', { boostId: 'small' })],
  ['buy-resume-tailor', 403, 'not on Pro or Ultra', async () => (await on()).post('buy-resume-tailor', {})],
  ['buy-cover-letter', 403, 'not on Pro or Ultra', async () => (await on()).post('buy-cover-letter', {})],
  [
    'buy-salary-playbook',
    403,
    'not on Pro or Ultra',
    async () => (await on()).post('buy-salary-playbook', {}),
  ],
  [
    'buy-prep-pack',
    400,
    'missing required fields',
    async () => (await on('pro-monthly')).post('buy-prep-pack', { company: 'Acme' }),
  ],
  [
    'buy-prep-pack',
    400,
    'not on Pro/Ultra',
    async () => (await on()).post('buy-prep-pack', { jobId: A_JOB, company: 'Acme' }),
  ],
  [
    'buy-prep-pack',
    503,
    'AI service temporarily unavailable',
    async () => (await on('pro-monthly')).post('buy-prep-pack', { jobId: A_JOB, company: 'Acme' }),
  ],
]

describe('errors', () => {
  test.each(ERRORS)('%s responds %i: %s', async (_route, status, _when, ask) => {
    const answer = await ask()
    expect([answer.status, Object.keys(answer.body)], answer.text).toEqual([status, ['error']])
    expect(answer.body.error).toMatch(/\S/)
  })
})

describe('limits', () => {
  const limited = useBilling({}, () => ({}))
  test.each([
    ['create-subscription', 10],
    ['change-plan', 10],
    ['update-payment-method', 10],
    ['cancel', 5],
    ['reactivate', 5],
    ['subscription', 20],
    ['refund', 3],
  ])('%s gets 429 after %i in a minute, with a Retry-After', async (path, limit) => {
    const me = await limited().payer()
    const ask = () => (path === 'subscription' ? me.get(path) : me.post(path, { nonsense: true }))
    const statuses = []
    for (let n = 0; n < limit; n += 1) statuses.push((await ask()).status)
    expect(statuses).not.toContain(429)
    const refused = await ask()
    expect([refused.status, Object.keys(refused.body)]).toEqual([429, ['error']])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('states', () => {
  test('none → create-subscription → the returned status, stored immediately', async () => {
    const me = await on()
    const { status, subscriptionId } = (await me.subscribe('pro-monthly')).body
    expect((await me.billing()).subscription).toMatchObject({ id: subscriptionId, status })
  })

  test('requires_action carries the clientSecret', async () => {
    const me = await on()
    const { status, clientSecret } = (await me.subscribe('monthly', 'pm_card_authenticationRequired')).body
    expect([status, typeof clientSecret]).toEqual(['requires_action', 'string'])
  })

  test('active → cancel → pending; → reactivate → active; the same subscription throughout', async () => {
    const me = await on('pro-monthly')
    const { subscription: before } = await me.billing()
    expect((await me.post('cancel')).body).toEqual({
      cancelAtPeriodEnd: true,
      currentPeriodEnd: before.current_period_end,
    })
    expect((await me.billing()).subscription).toMatchObject({
      id: before.id,
      cancel_at_period_end: true,
      status: 'active',
    })
    expect((await me.post('reactivate')).body).toEqual({ status: 'active' })
    expect((await me.billing()).subscription).toMatchObject({ id: before.id, cancel_at_period_end: false })
  })

  test('active → change-plan → the same subscription on the new plan, its tier immediately', async () => {
    const me = await on('pro-monthly')
    const { subscription: before } = await me.billing()
    expect((await me.post('change-plan', { plan: 'ultra-yearly' })).body).toEqual({
      ...{ status: 'active', plan: 'ultra-yearly', tier: 'ultra' },
    })
    expect((await me.billing()).subscription).toMatchObject({
      id: before.id,
      plan: 'ultra-yearly',
      tier: 'ultra',
    })
  })

  test('paid invoice → refund in full, once', async () => {
    const me = await on('pro-monthly')
    expect((await me.post('refund')).body).toEqual({
      ...{ refundId: expect.stringMatching(/^re_/), amount: 9_900, status: 'succeeded' },
    })
    expect((await me.billing()).invoices[0]).toMatchObject({ status: 'refunded', amount_refunded: 9_900 })
    expect((await me.post('refund')).status).toBe(409)
  })
})
