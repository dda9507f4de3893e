// Purchases interrupted for long: Stripe's idempotency keys have expired, or the card is another one by then.
import { describe, expect, test } from 'vitest'
import { purchaseRecovery } from '../../../core/billing/purchases/recovery.ts'
import { DAY_MS } from '../../../core/kernel/clock.ts'
import { useShop, type Payer } from './world.ts'

const world = useShop()

const LETTER = {
  profile: { name: 'Sam', skills: ['Rust'] },
  ...{ jobDescription: 'We need Rust.', jobTitle: 'Engineer', jobCompany: 'Acme' },
}

async function subscriber(): Promise<Payer> {
  const me = await world().payer()
  await me.subscribe('pro-monthly')
  return me
}

const chargesOf = (): number[] =>
  [...world().stripe.world.charges.values()]
    .filter(({ captured }) => captured)
    .map(({ amount }) => amount)
    .filter((amount) => amount < 9_900)

/** Buys while Stripe fails the requests that match; the library repeats each twice. */
async function interrupted(
  me: Payer,
  [path, body]: readonly [string, object],
  fault: { on: RegExp; when: 'before' | 'after' },
) {
  const { faults } = world().stripe
  faults.push({ ...fault, times: 3 })
  const failed = await me.post(path, body).finally(() => faults.splice(0))
  expect([failed.status, (await stateOf(me)).state], failed.text).toEqual([500, 'begun'])
}

const stateOf = async (me: Payer) => (await me.get('purchases')).body.purchases[0]

const BOOST = ['buy-boost', { boostId: 'small' }] as const
const ITEM = ['buy-cover-letter', LETTER] as const
const CASES = [
  ['a boost whose invoice was drafted', BOOST, /POST .*\/invoices$/],
  ['a boost that was paid', BOOST, /POST .*\/invoices\/[^/]+\/pay$/],
  ['an item that was authorised', ITEM, /POST .*\/payment_intents$/],
] as const

describe.each(CASES)('%s, with the response lost,', (_, [path, body], on) => {
  test('is completed once, although the card was replaced meanwhile', async () => {
    const me = await subscriber()
    const before = chargesOf().length
    await interrupted(me, [path, body], { on, when: 'after' })
    await me.post('update-payment-method', { paymentMethodId: 'pm_card_mastercard' })
    const bought = await me.post(path, body)
    expect([bought.status, bought.body.success], bought.text).toEqual([200, true])
    expect(chargesOf().slice(before)).toEqual([199])
  })

  test('is completed once, although Stripe has forgotten the key of the request', async () => {
    const me = await subscriber()
    const before = chargesOf().length
    await interrupted(me, [path, body], { on, when: 'after' })
    world().stripe.advance(25 * 3_600)
    const bought = await me.post(path, body)
    expect([bought.status, bought.body.success], bought.text).toEqual([200, true])
    expect(chargesOf().slice(before)).toEqual([199])
    expect((await me.billing()).invoices.every(({ status }: { status: string }) => status === 'paid')).toBe(
      true,
    )
  })
})

/** Runs the worker as it would run a day later. */
const runTomorrow = async () => {
  const { services } = world().gateway.core
  await purchaseRecovery.run(
    { ...services, clock: { now: () => Date.now() + DAY_MS + 60_000 } },
    new AbortController().signal,
  )
}

test.each([
  ['a boost', BOOST, /POST .*\/invoices$/],
  ['a drafted boost', BOOST, /POST .*\/finalize$/],
  ['an item', ITEM, /POST .*\/payment_intents$/],
] as const)(
  '%s that Stripe could not charge for a day is given up, not charged late',
  async (_, what, on) => {
    const me = await subscriber()
    const before = chargesOf().length
    await interrupted(me, what, { on, when: 'before' })
    await runTomorrow()
    expect(await stateOf(me)).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/will not be charged/),
    })
    expect(chargesOf().slice(before)).toEqual([])
    const [path, body] = what
    const bought = await me.post(path, body)
    expect([bought.status, bought.body.success], 'It can be bought anew.').toEqual([200, true])
    expect(chargesOf().slice(before)).toEqual([199])
  },
)

test('a boost that was paid is delivered, however late', async () => {
  const me = await subscriber()
  const before = chargesOf().length
  await interrupted(me, BOOST, { on: /POST .*\/invoices\/[^/]+\/pay$/, when: 'after' })
  await runTomorrow()
  expect(await stateOf(me)).toMatchObject({ state: 'delivered' })
  expect(chargesOf().slice(before)).toEqual([199])
})
