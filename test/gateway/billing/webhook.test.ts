// Stripe's events: signed, processed once, refetched; in any order, the mirror ends in Stripe's state.
import type { Stripe } from 'stripe'
import { describe, expect, onTestFinished, test } from 'vitest'
import { insertEvent, listOpenEvents } from '../../../core/billing/store.ts'
import { isoOf } from '../../../core/kernel/clock.ts'
import { billingConfig, WEBHOOK_SECRET } from '../../stripe/config.ts'
import { signatureOf } from '../../stripe/webhooks.ts'
import { startTestGateway } from '../harness.ts'
import { useBilling, type Payer } from './world.ts'

const world = useBilling()

/** A line of the log that an operator should act on. */
const WARNING = /"level":"?(?:[456]0|warn|error|fatal)\b/

async function subscribed(plan = 'pro-monthly', card = 'pm_card_visa'): Promise<Payer> {
  const me = await world().payer()
  expect((await me.subscribe(plan, card)).status).toBe(200)
  return me
}

const waitingEvent = (): Stripe.Event => world().stripe.sender.waiting.at(-1)!
const tierOf = async (me: Payer) =>
  (await world().gateway.request('GET', '/api/auth/session', { headers: { cookie: me.cookie } })).body.user
    .tier

describe('the signature', () => {
  test.each([
    ['of another secret', { secret: 'whsec_of_somebody_else' }],
    ['that is ten minutes old', { ageSeconds: 600 }],
    ['over another body', { tamper: true }],
  ])('%s is refused with 400 and nothing is stored', async (_, habits) => {
    await subscribed()
    const event = waitingEvent()
    expect(await world().stripe.sender.send(event, habits)).toBe(400)
    const { sql } = world().gateway.core.services
    expect(await sql`select id from stripe_events where id = ${event.id}`).toHaveLength(0)
  })

  test('is required', async () => {
    const answer = await world().gateway.request('POST', '/api/billing/webhook', { body: '{}' })
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['error']])
  })
})

describe('an event', () => {
  test('is processed once, however often it is delivered', async () => {
    await subscribed()
    const event = waitingEvent()
    await world().deliver()
    const before = world().stripe.requests.length
    const statuses = await Promise.all(Array.from({ length: 5 }, () => world().stripe.sender.send(event)))
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    expect(world().stripe.requests).toHaveLength(before)
  })

  test.each([{}, [], null, { id: 'evt_1', type: 'a.b' }, { id: 5, type: 'a.b', data: { object: {} } }])(
    'whose body is %j, although signed, is malformed',
    async (body) => {
      expect(await world().stripe.sender.send(body as unknown as Stripe.Event)).toBe(400)
    },
  )

  test('of an unknown type, or of an unknown customer, is accepted', async () => {
    const { sender } = world().stripe
    const strange = { ...waitingEvent(), id: 'evt_strange', type: 'moon.rose', data: { object: {} } }
    expect(await sender.send(strange as unknown as Stripe.Event)).toBe(200)
    const foreign = { ...strange, id: 'evt_foreign', data: { object: { customer: 'cus_foreign' } } }
    expect(await sender.send(foreign as unknown as Stripe.Event)).toBe(200)
  })

  test('is taken up again before all that have failed more often, however many there are', async () => {
    const { sql } = world().gateway.core.services
    const now = isoOf(Date.now())
    await sql`
      insert into stripe_events (id, type, received_at, attempts)
      select 'evt_failing_' || number, 'invoice.paid', now() - interval '1 day', 9 from generate_series(1, 60) number`
    const late = { id: 'evt_late', type: 'invoice.paid', stripeCustomerId: null, paymentIntentId: null }
    await insertEvent(sql, late, isoOf(Date.now() - 60_000))
    const open = await listOpenEvents(sql, { now, before: now })
    await sql`delete from stripe_events where id like 'evt_failing_%' or id = 'evt_late'`
    expect(open.map(({ id }) => id)).toContain('evt_late')
  })

  test('that hits a transient failure is not accepted, and processed when redelivered', async () => {
    const me = await subscribed()
    await world().deliver()
    await me.post('cancel')
    world().stripe.advance(40 * 86_400)
    const event = waitingEvent()
    world().stripe.faults.push({ on: /^GET \/v1\/customers\//, when: 'before', times: 1 })
    expect(await world().stripe.sender.send(event)).toBe(500)
    expect((await me.billing()).subscription.status).toBe('active')
    expect(await world().stripe.sender.send(event)).toBe(200)
    expect((await me.billing()).subscription.status).toBe('canceled')
  })
})

describe('events in any order', () => {
  const orders: [string, (events: Stripe.Event[]) => Stripe.Event[]][] = [
    ['backwards', (events) => [...events].reverse()],
    ['each twice', (events) => events.flatMap((event) => [event, event])],
    ['the first again at the end', (events) => [...events, events[0]!]],
    ['only the oldest', (events) => events.slice(0, 1)],
  ]
  test.each(orders)('%s: the mirror ends in Stripe’s state', async (_, order) => {
    const me = await subscribed('pro-monthly')
    await me.post('change-plan', { plan: 'ultra-monthly' })
    await me.post('cancel')
    await me.post('reactivate')
    world().stripe.advance(33 * 86_400)
    await world().deliver(order)
    const { subscription, invoices } = await me.billing()
    const held = world().stripe.world.subscriptions.get(subscription.id)!
    expect(subscription).toMatchObject({
      status: held.status,
      plan: 'ultra-monthly',
      cancel_at_period_end: false,
    })
    expect(Date.parse(subscription.current_period_end) / 1_000).toBe(held.items.data[0]!.current_period_end)
    expect(invoices).toHaveLength(3)
  })
})

describe('the passage of time', () => {
  test('a first payment that is never confirmed expires after a day', async () => {
    const me = await subscribed('pro-monthly', 'pm_card_authenticationRequired')
    world().stripe.advance(24 * 3_600)
    await world().deliver()
    expect((await me.billing()).subscription.status).toBe('incomplete_expired')
  })

  test('a failed renewal is past due, then unpaid: access ends with the grace period', async () => {
    const me = await subscribed()
    await me.post('update-payment-method', { paymentMethodId: 'pm_card_chargeCustomerFail' })
    world().stripe.advance(31 * 86_400)
    await world().deliver()
    expect((await me.billing()).subscription.status).toBe('past_due')
    expect(await tierOf(me)).toBe('pro')
    world().stripe.advance(20 * 86_400)
    await world().deliver()
    expect(await tierOf(me)).toBe('free')
  })

  test('a trial starts without a charge, ends with one, and counts as the plan meanwhile', async () => {
    const me = await subscribed('pro-monthly')
    const { services } = world().gateway.core
    const shown = await me.billing()
    await services.stripe.use(async (api) => {
      await api.subscriptions.cancel(shown.subscription.id)
      await api.subscriptions.create({
        customer: shown.subscription.stripe_customer_id,
        items: [{ price: 'price_ultra_monthly' }],
        trial_period_days: 7,
      })
    })
    await world().deliver()
    const { subscription } = await me.billing()
    expect(subscription).toMatchObject({ status: 'trialing', tier: 'ultra', trial_end: expect.any(String) })
    expect(await tierOf(me)).toBe('ultra')
    world().stripe.advance(8 * 86_400)
    await world().deliver()
    const after = await me.billing()
    expect(after.subscription.status).toBe('active')
    expect(after.invoices[0]).toMatchObject({ status: 'paid', amount_paid: 19_900 })
  })
})

test('a customer deleted at Stripe is removed, and can subscribe again', async () => {
  const me = await subscribed()
  const { subscription } = await me.billing()
  await world().gateway.core.services.stripe.use((api) => api.customers.del(subscription.stripe_customer_id))
  await world().deliver()
  expect((await me.billing()).subscription.status).toBe('canceled')
  expect(await tierOf(me)).toBe('free')
  expect((await me.subscribe()).body.status).toBe('active')
})

describe('a subscription', () => {
  test('opens and closes the pipeline immediately', async () => {
    const me = await world().payer()
    const headers = { cookie: me.cookie, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'laptop', scope: 'read-write' })
    const made = await world().gateway.request('POST', '/api/account/tokens', { headers, body })
    const authorization = `Bearer ${made.body.token}`
    const jobs = async () =>
      (await world().gateway.request('GET', '/api/mcp/jobs', { headers: { authorization } })).status
    expect(await jobs()).toBe(403)
    await me.subscribe('ultra-monthly')
    expect(await jobs()).toBe(200)
    await me.post('change-plan', { plan: 'pro-monthly' })
    expect(await jobs()).toBe(403)
  })

  test('opens levelling to an existing key, and parse-contact to the session', async () => {
    const me = await world().payer()
    const headers = { cookie: me.cookie, 'content-type': 'application/json' }
    const send = (path: string, body: object, more = {}) =>
      world().gateway.request('POST', path, { headers: { ...headers, ...more }, body: JSON.stringify(body) })
    const { body: made } = await send('/api/account/keys', { name: 'notebook' })
    const levels = () =>
      world().gateway.request('GET', '/api/v1/intelligence/companies/google', {
        headers: { authorization: `Bearer ${made.key}` },
      })
    const contact = () => send('/api/parse-contact', { text: 'Kim of Acme' }, { 'x-ai-provider': 'openai' })
    expect([(await levels()).status, (await contact()).status]).toEqual([403, 403])
    await me.subscribe('pro-monthly')
    expect([(await levels()).status, (await contact()).status]).toEqual([403, 402])
    await me.post('change-plan', { plan: 'ultra-monthly' })
    expect((await levels()).status).toBe(200)
  })

  test('and a tier set by an administrator: the higher of the two applies', async () => {
    const me = await world().payer({ tier: 'pro' })
    expect(await tierOf(me)).toBe('pro')
    await me.subscribe('ultra-monthly')
    expect(await tierOf(me)).toBe('ultra')
  })
})

test('an event of live payments changes nothing with a test key, and the operator is told', async () => {
  const me = await world().payer()
  await me.subscribe('pro-monthly')
  const event = world().stripe.world.events.findLast(({ type }) => type === 'customer.subscription.created')!
  const { sql } = world().gateway.core.services
  expect(await world().stripe.sender.send({ ...event, id: 'evt_live', livemode: true })).toBe(200)
  expect(await sql`select id from stripe_events where id = 'evt_live'`).toHaveLength(0)
  const [line] = world().gateway.core.logged.filter((one) => one.includes('An event of the other mode'))
  expect(line).toMatch(WARNING)
})

test('an event of a test changes nothing with a live key, and the operator is told', async () => {
  const live = await startTestGateway({
    ...billingConfig(world().stripe),
    stripeSecretKey: 'sk_live_of_the_tests',
  })
  onTestFinished(() => live.close())
  await subscribed()
  const body = JSON.stringify({ ...waitingEvent(), id: 'evt_test', livemode: false })
  const signature = signatureOf(body, WEBHOOK_SECRET, Math.floor(Date.now() / 1_000))
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const answer = await live.request('POST', '/api/billing/webhook', { headers, body })
  expect([answer.status, answer.body]).toEqual([200, { received: true }])
  expect(await live.core.services.sql`select id from stripe_events`).toHaveLength(0)
  expect(live.core.logged.join('\n')).toContain('An event of the other mode was ignored')
})

test('what happens every day warns nobody: declines, authentication, refunds, strange and doubled events', async () => {
  const { logged } = world().gateway.core
  const before = logged.length
  const me = await subscribed('pro-monthly', 'pm_card_threeDSecure2Required')
  await me.post('cancel')
  await me.subscribe('ultra-monthly', 'pm_card_chargeDeclined')
  await me.subscribe('ultra-monthly')
  await me.post('refund')
  const other = await subscribed('pro-monthly')
  await other.post('update-payment-method', { paymentMethodId: 'pm_card_chargeCustomerFail' })
  world().stripe.advance(32 * 86_400)
  const event = waitingEvent()
  await world().deliver((events) => [...events].reverse())
  await world().stripe.sender.send(event)
  await world().stripe.sender.send({ ...event, id: 'evt_moon', type: 'moon.rose' } as unknown as Stripe.Event)
  await world().stripe.sender.send(event, { ageSeconds: 600 })
  const lines = logged.slice(before)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((line) => WARNING.test(line))).toEqual([])
})
