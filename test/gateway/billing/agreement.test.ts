// Cards whose bank requires authentication: the response has its address, and the charge happens once.
import { describe, expect, test } from 'vitest'
import { purchaseRecovery } from '../../../core/billing/purchases/recovery.ts'
import { DAY_MS } from '../../../core/kernel/clock.ts'
import { useShop, type Payer } from './world.ts'

const world = useShop()

const LETTER = {
  profile: { name: 'Sam', skills: ['Rust'] },
  ...{ jobDescription: 'We need Rust.', jobTitle: 'Engineer', jobCompany: 'Acme' },
}
const THINGS = [
  ['buy-cover-letter', LETTER, 199],
  ['buy-boost', { boostId: 'small' }, 199],
] as const

/** A user whose card is charged only after authentication. */
async function cautious(): Promise<Payer> {
  const me = await world().payer()
  await me.subscribe('pro-monthly')
  await me.post('update-payment-method', { paymentMethodId: 'pm_card_authenticationRequired' })
  // Discards the pending Stripe events of other tests.
  world().stripe.sender.waiting.length = 0
  return me
}

const chargesOf = (): number[] =>
  [...world().stripe.world.charges.values()].filter(({ captured }) => captured).map(({ amount }) => amount)

/** The address of the authentication page in a refusal. */
const pageIn = (error: string): string => /https?:\/\/\S+?(?= )/.exec(error)?.[0] ?? ''
const submit = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

/** Authenticates, or declines, on the page of a refusal; an invoice page leads to the bank's. */
async function answer(url: string, outcome: 'agree' | 'refuse'): Promise<void> {
  const isInvoice = url.includes('/invoice/')
  const bank = isInvoice
    ? String((await submit(url, { card: 'pm_card_authenticationRequired' })).headers.get('location'))
    : url
  expect((await submit(bank.includes('/bank/') ? bank : url, { outcome })).status).toBe(303)
}

const stateOf = async (me: Payer): Promise<string> => (await me.get('purchases')).body.purchases[0].state
const finishLeft = () =>
  purchaseRecovery.run(
    { ...world().gateway.core.services, clock: { now: () => Date.now() + 60_000 } },
    new AbortController().signal,
  )

describe.each(THINGS)('%s', (path, body, cents) => {
  test('returns the address, charges nothing meanwhile, and completes when requested again', async () => {
    const me = await cautious()
    const before = chargesOf().length
    const refused = await me.post(path, body)
    expect([refused.status, Object.keys(refused.body)], refused.text).toEqual([402, ['error']])
    expect(refused.body.error).toMatch(
      /^Your bank requires authentication\. Complete it at http\S+ and try again/,
    )
    const again = await me.post(path, body)
    expect(again.body, 'The same question, not another payment.').toEqual(refused.body)
    expect(await stateOf(me)).toBe('waiting')
    await answer(pageIn(refused.body.error), 'agree')
    const bought = await me.post(path, body)
    expect([bought.status, bought.body.success], bought.text).toEqual([200, true])
    expect(chargesOf().slice(before)).toEqual([cents])
    expect((await me.get('purchases')).body.total).toBe(1)
  })

  test('completes without another request, once Stripe’s event arrives', async () => {
    const me = await cautious()
    const before = chargesOf().length
    const refused = await me.post(path, body)
    await answer(pageIn(refused.body.error), 'agree')
    await world().deliver()
    await finishLeft()
    expect(await stateOf(me)).toBe('delivered')
    expect(chargesOf().slice(before)).toEqual([cents])
  })

  test('is cancelled after a day without authentication, and releases its hold', async () => {
    const me = await cautious()
    const before = chargesOf().length
    const refused = await me.post(path, body)
    const { services } = world().gateway.core
    await purchaseRecovery.run(
      { ...services, clock: { now: () => Date.now() + DAY_MS + 60_000 } },
      new AbortController().signal,
    )
    expect(await stateOf(me)).toBe('failed')
    expect(chargesOf().slice(before)).toEqual([])
    const late = await submit(pageIn(refused.body.error), { outcome: 'agree' })
    expect(late.status, 'Nobody can agree to it any more.').toBe(400)
  })

  test('with another card continues with that card', async () => {
    const me = await cautious()
    const before = chargesOf().length
    await me.post(path, body)
    await me.post('update-payment-method', { paymentMethodId: 'pm_card_mastercard' })
    expect((await me.post(path, body)).status).toBe(200)
    expect(chargesOf().slice(before)).toEqual([cents])
  })
})

/** Lets the worker run a day later, while Stripe fails what matches. */
function runTomorrow(on: RegExp): Promise<number> {
  const { services } = world().gateway.core
  const tomorrow = { ...services, clock: { now: () => Date.now() + DAY_MS + 60_000 } }
  const { faults } = world().stripe
  faults.push({ on, when: 'before', times: 1_000 })
  const { signal } = new AbortController()
  return purchaseRecovery.run(tomorrow, signal).finally(() => faults.splice(0))
}

test('one that cannot be ended after a day, because Stripe fails, leaves the worker its rest', async () => {
  const me = await cautious()
  await me.post('buy-cover-letter', LETTER)
  expect([await runTomorrow(/./), await stateOf(me)]).toEqual([0, 'waiting'])
})

test('one whose invoice cannot be voided goes on waiting, because its buyer can still pay', async () => {
  const me = await cautious()
  await me.post('buy-boost', { boostId: 'small' })
  await runTomorrow(/\/void$/)
  expect(await stateOf(me)).toBe('waiting')
})

test('a decline at the bank ends the purchase, and another try starts a new one', async () => {
  const me = await cautious()
  const refused = await me.post('buy-cover-letter', LETTER)
  await answer(pageIn(refused.body.error), 'refuse')
  expect((await me.post('buy-cover-letter', LETTER)).body.error).toMatch(/authentication was not completed/)
  expect((await me.post('buy-cover-letter', LETTER)).body.error).toMatch(/Your bank requires authentication/)
})

test('a card set up for off-session payments is charged without its owner', async () => {
  const me = await world().payer()
  world().stripe.sender.waiting.length = 0
  const made = await me.subscribe('pro-monthly', 'pm_card_authenticationRequiredOnSetup')
  expect(made.body.status).toBe('requires_action')
  world().stripe.authenticate(made.body.clientSecret.split('_secret_')[0], true)
  await world().deliver()
  expect((await me.billing()).subscription.status).toBe('active')
  expect((await me.post('buy-boost', { boostId: 'small' })).status).toBe(200)
  world().stripe.advance(32 * 86_400)
  await world().deliver()
  expect((await me.billing()).subscription.status).toBe('active')
})
