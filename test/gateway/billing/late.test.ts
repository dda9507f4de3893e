// An open payment ends with what it was for: a newer change or a cancellation voids it, and one completed too late is
// refunded by itself, which its payer is told.
import { expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import { intentOf, markPaid, pay } from '../../stripe/invoices.ts'
import { idOf } from '../../stripe/world.ts'
import { useBilling, type Payer } from './world.ts'

const world = useBilling()

const SECURE = 'pm_card_threeDSecure2Required'

/** The open invoice of a user, and its payment. */
function openOf(me: Payer) {
  const { invoices, customers } = world().stripe.world
  const invoice = [...invoices.values()].find((one) => {
    const customer = customers.get(idOf(one.customer)) as Stripe.Customer
    return one.status === 'open' && customer.metadata['user_id'] === me.principal.userId
  })!
  return { invoice, intent: intentOf(world().stripe.world, invoice)! }
}

function netOf(me: Payer): number {
  const { charges, customers } = world().stripe.world
  const own = [...charges.values()].filter((one) => {
    const customer = customers.get(idOf(one.customer)) as Stripe.Customer | undefined
    return one.captured && customer?.metadata['user_id'] === me.principal.userId
  })
  return own.reduce((sum, one) => sum + one.amount_captured - one.amount_refunded, 0)
}

const lettersOf = async (me: Payer) =>
  world().gateway.core.services
    .sql`select subject from outgoing_emails where user_id = ${me.principal.userId}`

/** The bank completes a payment that Stripe had voided already, or was about to. */
function completeAnyway(me: Payer, { invoice, intent }: ReturnType<typeof openOf>): void {
  const stub = world().stripe.world
  Object.assign(intent, { status: 'requires_action' })
  world().stripe.authenticate(intent.id, true)
  if (invoice.status !== 'paid') markPaid(stub, invoice)
  expect(netOf(me)).toBeGreaterThan(0)
}

test('cancelling an open first payment voids it: there is nothing left to authenticate', async () => {
  const me = await world().payer()
  expect((await me.subscribe('ultra-monthly', SECURE)).body.status).toBe('requires_action')
  const { invoice, intent } = openOf(me)
  const cancelled = await me.post('cancel')
  expect([cancelled.status, cancelled.body]).toEqual([
    200,
    { cancelAtPeriodEnd: true, currentPeriodEnd: null },
  ])
  expect([invoice.status, intent.status]).toEqual(['void', 'canceled'])
  expect((await me.post('cancel')).status).toBe(404)
})

test('a newer subscription voids the open payment of the one before', async () => {
  const me = await world().payer()
  await me.subscribe('ultra-monthly', SECURE)
  const { invoice } = openOf(me)
  expect((await me.subscribe('pro-monthly')).body.status).toBe('active')
  expect(invoice.status).toBe('void')
  expect(netOf(me)).toBe(9_900)
})

test('a payment completed too late is refunded by itself, once, and its payer is told', async () => {
  const me = await world().payer()
  await me.subscribe('ultra-monthly', SECURE)
  const open = openOf(me)
  await me.post('cancel')
  completeAnyway(me, open)
  await world().deliver()
  await world().deliver()
  expect(netOf(me)).toBe(0)
  expect((await me.billing()).subscription).toMatchObject({ status: 'canceled' })
  expect(await lettersOf(me)).toMatchObject([{ subject: 'Refunded: 199.00 USD' }])
  const { entries } = (await me.get('ledger')).body
  expect(entries).toContainEqual(
    expect.objectContaining({
      amountCents: -19_900,
      reason: 'The payment was completed after you had cancelled or changed it.',
    }),
  )
})

test('one completed after the user subscribed anew charges once', async () => {
  const me = await world().payer()
  await me.subscribe('ultra-monthly', SECURE)
  const open = openOf(me)
  await me.subscribe('pro-monthly')
  completeAnyway(me, open)
  await world().deliver()
  expect(netOf(me)).toBe(9_900)
  expect((await me.billing()).subscription).toMatchObject({ status: 'active', plan: 'pro-monthly' })
})

test('an overdue subscription that is cancelled ends, and its open invoice cannot be paid any more', async () => {
  const me = await world().payer()
  await me.subscribe('pro-monthly')
  await me.post('update-payment-method', { paymentMethodId: 'pm_card_chargeCustomerFail' })
  world().stripe.advance(32 * 86_400)
  await world().deliver()
  const { invoice } = openOf(me)
  expect((await me.post('cancel')).status).toBe(200)
  expect(invoice.status).toBe('void')
  expect((await me.billing()).subscription).toMatchObject({ status: 'canceled' })
  await world().deliver()
  await world().deliver()
  expect(netOf(me), 'The month before was paid and used.').toBe(9_900)
  expect(await lettersOf(me)).toHaveLength(0)
})

/** A user whose second month of ultra is overdue. `mendCard` makes the card work again. */
async function overdue() {
  const me = await world().payer()
  await me.subscribe('ultra-monthly')
  await me.post('update-payment-method', { paymentMethodId: 'pm_card_chargeCustomerFail' })
  world().stripe.advance(32 * 86_400)
  await world().deliver()
  const { invoice } = openOf(me)
  const { customers, manners } = world().stripe.world
  const customer = customers.get(idOf(invoice.customer)) as Stripe.Customer
  const card = idOf(customer.invoice_settings.default_payment_method)!
  const mendCard = () => manners.set(card, { ...manners.get(card)!, charge: 'ok' })
  return { me, invoice, customer, mendCard }
}

const PRO = { plan: 'pro-monthly' }

test('a change of an overdue plan gives no credit for what was never paid', async () => {
  const { me, invoice, customer, mendCard } = await overdue()
  expect((await me.post('change-plan', PRO)).status).toBe(500)
  expect(invoice.status).toBe('open')
  mendCard()
  expect((await me.post('change-plan', PRO)).body).toMatchObject({ status: 'active' })
  expect([invoice.status, Math.abs(customer.balance)]).toEqual(['void', 0])
  expect(netOf(me)).toBe(19_900 + 9_900)
})

test('one of a plan that was paid since, unknown to us, gives credit for the paid period', async () => {
  const { me, invoice, customer, mendCard } = await overdue()
  mendCard()
  await world().gateway.core.services.stripe.use((api) => api.invoices.pay(invoice.id))
  expect((await me.post('change-plan', PRO)).body).toMatchObject({ status: 'active', ...PRO })
  expect(netOf(me)).toBe(2 * 19_900)
  expect(customer.balance).toBeLessThan(-5_000)
})

/** Stripe takes the overdue payment just after the plan has changed. */
function payWithTheChange(invoice: Stripe.Invoice): void {
  const { stripe } = world()
  stripe.onHandled = () => {
    const { method, path } = stripe.requests.at(-1)!
    if (method !== 'POST' || !path.startsWith('/v1/subscriptions/')) return
    stripe.onHandled = undefined
    pay(stripe.world, invoice, { offSession: true })
  }
}

test('an overdue period paid while the plan changes is refunded, and the plan goes on', async () => {
  const { me, invoice, mendCard } = await overdue()
  mendCard()
  payWithTheChange(invoice)
  expect((await me.post('change-plan', PRO)).body).toMatchObject({ status: 'active' })
  expect([invoice.status, netOf(me)]).toEqual(['paid', 19_900 + 9_900])
  expect(await lettersOf(me)).toMatchObject([{ subject: 'Refunded: 199.00 USD' }])
  await world().deliver()
  expect((await me.billing()).subscription).toMatchObject({ status: 'active', ...PRO })
  expect(netOf(me)).toBe(19_900 + 9_900)
})

test('after the refund of an overdue period, a later upgrade can be refunded, and the plan goes on', async () => {
  const { me, invoice, mendCard } = await overdue()
  mendCard()
  payWithTheChange(invoice)
  await me.post('change-plan', PRO)
  world().stripe.advance(86_400)
  await me.post('change-plan', { plan: 'ultra-monthly' })
  expect((await me.post('refund')).status).toBe(200)
  await world().deliver()
  expect((await me.billing()).subscription).toMatchObject({ status: 'active', ...PRO })
  expect(netOf(me)).toBe(19_900 + 9_900)
})

test.each(['before', 'after'] as const)(
  'a change of an overdue plan that was interrupted %s its invoice was paid owes nothing for the old period',
  async (when) => {
    const { me, invoice, mendCard } = await overdue()
    mendCard()
    const { stripe } = world()
    stripe.faults.push({ on: /^POST \/v1\/subscriptions\//, when: 'after', times: 3 })
    expect((await me.post('change-plan', PRO)).status).toBe(500)
    if (when === 'after') pay(stripe.world, invoice, { offSession: true })
    expect(invoice.status).toBe(when === 'after' ? 'paid' : 'open')
    await world().deliver()
    await world().deliver()
    expect([invoice.status, netOf(me)]).toEqual([when === 'after' ? 'paid' : 'void', 19_900 + 9_900])
    expect((await me.billing()).subscription).toMatchObject({ status: 'active', ...PRO })
  },
)

test('a late payment whose refund fails is not announced as refunded', async () => {
  const { me, invoice, customer } = await overdue()
  const { manners } = world().stripe.world
  const card = idOf(customer.invoice_settings.default_payment_method)!
  manners.set(card, { ...manners.get(card)!, charge: 'ok', refund: 'failed' })
  payWithTheChange(invoice)
  expect((await me.post('change-plan', PRO)).body).toMatchObject({ status: 'active' })
  expect(netOf(me)).toBe(2 * 19_900 + 9_900)
  expect(await lettersOf(me)).toHaveLength(0)
})
