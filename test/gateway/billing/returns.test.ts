// Money returned outside our API: refunds and credit notes in the dashboard, disputes at the bank. The ledger
// follows.
import { describe, expect, test } from 'vitest'
import { budgetOf } from '../../../core/assistants/budget.ts'
import { reconciler } from '../../../core/billing/reconcile.ts'
import { claimLease, updateLease } from '../../../core/billing/store.ts'
import type { Stripe } from '../../../core/billing/stripe.ts'
import { DAY_MS, isoOf } from '../../../core/kernel/clock.ts'
import { newId } from '../../../core/kernel/id.ts'
import { as } from '../../harness.ts'
import { decide, dispute } from '../../stripe/disputes.ts'
import { useBilling, type Payer } from './world.ts'

const world = useBilling()

async function subscriber(): Promise<Payer> {
  const me = await world().payer()
  await me.subscribe('pro-monthly')
  await world().deliver()
  return me
}

/** An action of the operator in Stripe's dashboard, and the delivery of its events. */
async function dashboard<T>(work: (api: Stripe) => Promise<T>): Promise<T> {
  const done = await world().gateway.core.services.stripe.use(work)
  await world().deliver()
  return done
}

async function invoiceOf(me: Payer, paid = 9_900) {
  const { invoices } = await me.billing()
  return invoices.find((one: { amount_paid: number }) => one.amount_paid === paid)
}

/** The payment of an invoice. */
async function paymentOf(me: Payer, paid?: number): Promise<string> {
  const { id } = await invoiceOf(me, paid)
  const [row] = await world().gateway.core.services.sql<{ paymentIntentId: string }[]>`
    select payment_intent_id from invoices where id = ${id}`
  return row!.paymentIntentId
}

describe('a refund made in the dashboard', () => {
  test('of a part is shown, and the rest can still be refunded, once', async () => {
    const me = await subscriber()
    const payment_intent = await paymentOf(me)
    await dashboard((api) => api.refunds.create({ payment_intent, amount: 900 }))
    expect(await invoiceOf(me)).toMatchObject({ status: 'partially_refunded', amount_refunded: 900 })
    expect((await me.post('refund')).body).toMatchObject({ amount: 9_000, status: 'succeeded' })
    expect(await invoiceOf(me)).toMatchObject({ status: 'refunded', amount_refunded: 9_900 })
    expect((await me.post('refund')).status).toBe(409)
  })

  test('of a part ends nothing when a later change to a cheaper plan gives the rest as credit', async () => {
    const me = await world().payer()
    await me.subscribe('ultra-monthly')
    await me.post('buy-boost', { boostId: 'small' })
    await world().deliver()
    const [{ amount_paid: paid }] = (await me.billing()).invoices.filter(
      (one: { amount_paid: number }) => one.amount_paid > 199,
    )
    const payment_intent = await paymentOf(me, paid)
    await dashboard((api) => api.refunds.create({ payment_intent, amount: 9_900 }))
    world().stripe.advance(60)
    await me.post('change-plan', { plan: 'pro-monthly' })
    await world().deliver()
    const boost = await paymentOf(me, 199)
    await dashboard((api) => api.refunds.create({ payment_intent: boost }))
    const { subscription, balance } = await me.billing()
    expect([subscription.plan, subscription.status]).toEqual(['pro-monthly', 'active'])
    expect(balance.creditCents).toBeGreaterThan(0)
  })

  test('of a boost removes its budget, once', async () => {
    const me = await subscriber()
    await me.post('buy-boost', { boostId: 'small' })
    const payment_intent = await paymentOf(me, 199)
    await dashboard((api) => api.refunds.create({ payment_intent }))
    const left = async () => (await budgetOf(as(world().gateway.core, me.principal))).budgetCents
    expect(await left()).toBe(0)
    await me.post('buy-boost', { boostId: 'large' })
    await me.post('refund')
    await world().deliver()
    expect(await left()).toBe(0)
  })
})

describe('a dispute', () => {
  test('withdraws the money immediately; a refund would pay twice', async () => {
    const me = await subscriber()
    const made = dispute(world().stripe.world, await paymentOf(me))
    expect((await me.post('refund')).status, 'Also before Stripe has told us.').toBe(409)
    await world().deliver()
    expect(await invoiceOf(me)).toMatchObject({ status: 'refunded', amount_refunded: 9_900 })
    decide(world().stripe.world, made.id, 'lost')
    await world().deliver()
    expect((await me.post('refund')).status).toBe(409)
  })

  test('of a boost removes its budget, and gives it back if it is won', async () => {
    const me = await subscriber()
    await me.post('buy-boost', { boostId: 'small' })
    const left = async () => (await budgetOf(as(world().gateway.core, me.principal))).budgetCents
    const made = dispute(world().stripe.world, await paymentOf(me, 199))
    await world().deliver()
    expect(await left()).toBe(0)
    decide(world().stripe.world, made.id, 'won')
    await world().deliver()
    expect([await left(), (await invoiceOf(me, 199)).status]).toEqual([200, 'paid'])
  })

  test('that is won leaves the invoice paid', async () => {
    const me = await subscriber()
    const made = dispute(world().stripe.world, await paymentOf(me))
    await world().deliver()
    decide(world().stripe.world, made.id, 'won')
    await world().deliver()
    expect(await invoiceOf(me)).toMatchObject({ status: 'paid', amount_refunded: 0 })
  })
})

describe('a credit note', () => {
  test('that refunds money counts once, together with its refund', async () => {
    const me = await subscriber()
    const { id: invoice } = await invoiceOf(me)
    await dashboard((api) => api.creditNotes.create({ invoice, amount: 1_000, refund_amount: 1_000 }))
    expect(await invoiceOf(me)).toMatchObject({ status: 'partially_refunded', amount_refunded: 1_000 })
  })

  test('that credits the account counts as a refund, and is not refunded again', async () => {
    const me = await subscriber()
    const { id: invoice } = await invoiceOf(me)
    await dashboard((api) => api.creditNotes.create({ invoice, amount: 9_900, credit_amount: 9_900 }))
    expect(await invoiceOf(me)).toMatchObject({ status: 'refunded', amount_refunded: 9_900 })
    expect((await me.post('refund')).status).toBe(409)
    await world().deliver()
    expect((await me.billing()).balance, 'The credit is what they got back.').toMatchObject({
      creditCents: 9_900,
    })
  })

  test('on an open invoice reduces the amount due', async () => {
    const me = await world().payer()
    await me.subscribe('pro-monthly', 'pm_card_chargeCustomerFail')
    const [{ id: invoice }] = (await me.billing()).invoices
    await dashboard((api) => api.creditNotes.create({ invoice, amount: 900 }))
    expect((await me.billing()).invoices[0]).toMatchObject({ status: 'open', amount_due: 9_000 })
    await dashboard((api) => api.creditNotes.create({ invoice, amount: 9_000 }))
    const { invoices, subscription } = await me.billing()
    expect([invoices[0].status, invoices[0].amount_paid, subscription.status]).toEqual(['paid', 0, 'active'])
    expect((await me.get('ledger')).body.entries, 'No credit was used.').toEqual([])
  })
})

describe('a missed event', () => {
  test('is reconciled once a day, including refunds, for any number of invoices', async () => {
    const me = await subscriber()
    const { world: held } = world().stripe
    const [first] = [...held.invoices.values()]
      .filter(
        (one) =>
          one.customer ===
          held.subscriptions.get(String(one.parent?.subscription_details?.subscription))?.customer,
      )
      .slice(-1)
    const { subscription } = await me.billing()
    for (let n = 0; n < 130; n += 1) {
      const id = `in_old${n}_${subscription.id}`
      held.invoices.set(id, { ...structuredClone(first!), id, created: held.now - n * 86_400 })
    }
    const payment_intent = await paymentOf(me)
    await world().gateway.core.services.stripe.use((api) => api.refunds.create({ payment_intent }))
    world().stripe.sender.waiting.length = 0
    const { services } = world().gateway.core
    const tomorrow = { ...services, clock: { now: () => Date.now() + DAY_MS + 60_000 } }
    while (await reconciler.run(tomorrow, new AbortController().signal));
    const { invoices } = await me.billing()
    expect(invoices).toHaveLength(131)
    const paid = invoices.find(({ id }: { id: string }) => id === first!.id)
    expect(paid).toMatchObject({ status: 'refunded', amount_refunded: 9_900 })
    expect((await me.billing()).subscription).toMatchObject({ status: 'canceled' })
    expect(world().gateway.core.logged.join('\n')).toContain('was mended')
  })

  test('is looked for one customer after the other, so that a shutdown delays no other by a day', async () => {
    const { services } = world().gateway.core
    const ids = [(await subscriber()).principal.userId, (await subscriber()).principal.userId]
    const tomorrow = { ...services, clock: { now: () => Date.now() + DAY_MS + 60_000 } }
    expect(await reconciler.run(tomorrow, new AbortController().signal)).toBe(1)
    const claimed = await services.sql`
      select user_id from billing_customers where user_id in ${services.sql(ids)} and synced_at is not null`
    expect(claimed.length).toBeLessThan(2)
  })

  test('is not what another process mirrors while reconciling waits for its lease', async () => {
    const me = await subscriber()
    const { services, logged } = world().gateway.core
    const { sql } = services
    const { userId } = me.principal
    const [holder, now] = [newId(), Date.now()]
    await claimLease(sql, { userId, holder, now: isoOf(now), until: isoOf(now + 60_000) })
    await sql`update subscriptions set cancel_at_period_end = true where user_id = ${userId}`
    await sql`update billing_customers set synced_at = now() - interval '2 days' where user_id = ${userId}`
    const before = logged.length
    const compared = reconciler.run(services, new AbortController().signal)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await sql`update subscriptions set cancel_at_period_end = false where user_id = ${userId}`
    await updateLease(sql, { userId, holder, until: null })
    expect(await compared).toBe(1)
    expect(logged.slice(before).join('\n')).not.toContain('was mended')
  })
})

describe('Stripe’s pages', () => {
  const subscriptionsOf = ({ principal }: Payer) =>
    [...world().stripe.world.subscriptions.values()].filter(
      ({ metadata }) => metadata['user_id'] === principal.userId,
    )
  const submit = (url: string, form: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

  test('a completed checkout creates a subscription with its card on file', async () => {
    const me = await world().payer()
    const { url } = (await me.post('checkout-session', { plan: 'ultra-monthly' })).body
    expect((await submit(url, { card: 'pm_card_visa' })).headers.get('location')).toMatch(/\/settings#plan$/)
    await world().deliver()
    const { subscription, paymentMethod } = await me.billing()
    expect(subscription).toMatchObject({ status: 'active', plan: 'ultra-monthly', tier: 'ultra' })
    expect(paymentMethod).toMatchObject({ brand: 'visa', last4: '4242' })
    expect((await me.post('buy-boost', { boostId: 'small' })).status).toBe(200)
  })

  test('only the newest way to subscribe is left open, so that nobody pays for two subscriptions', async () => {
    const me = await world().payer()
    const first = (await me.post('checkout-session', { plan: 'pro-monthly' })).body.url
    const second = (await me.post('checkout-session', { plan: 'ultra-monthly' })).body.url
    expect((await submit(first, { card: 'pm_card_visa' })).status, 'The first page has expired.').toBe(400)
    await me.subscribe('pro-monthly', 'pm_card_authenticationRequired')
    expect((await submit(second, { card: 'pm_card_visa' })).status, 'As has the second.').toBe(400)
    const third = (await me.post('checkout-session', { plan: 'pro-monthly' })).body.url
    expect(subscriptionsOf(me).map(({ status }) => status)).toEqual(['canceled'])
    expect((await submit(third, { card: 'pm_card_visa' })).status).toBe(303)
    await world().deliver()
    expect((await me.post('checkout-session', { plan: 'pro-monthly' })).status).toBe(409)
    expect(subscriptionsOf(me).map(({ status }) => status)).toEqual(['canceled', 'active'])
  })

  test('a page that Stripe no longer knows keeps nobody from subscribing', async () => {
    const me = await world().payer()
    await me.post('checkout-session', { plan: 'pro-monthly' })
    world().stripe.world.visits.clear()
    await me.subscribe('pro-monthly')
    expect(subscriptionsOf(me).map(({ status }) => status)).toEqual(['active'])
  })

  test('the portal changes the card, and cancels the plan', async () => {
    const me = await subscriber()
    const { url } = (await me.post('portal-session')).body
    await submit(url, { do: 'card', card: 'pm_card_mastercard' })
    await submit(url, { do: 'cancel' })
    await world().deliver()
    const { subscription, paymentMethod } = await me.billing()
    expect([subscription.cancel_at_period_end, paymentMethod.brand]).toEqual([true, 'mastercard'])
  })
})
