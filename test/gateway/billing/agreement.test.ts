// Cards whose bank wants to ask their owner: the answer says where to agree, and what follows is charged once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purchaseRecovery } from '../../../core/billing/purchases/recovery.ts'
import { DAY_MS } from '../../../core/kernel/clock.ts'
import { startModelServer, type ModelServer } from '../../model/server.ts'
import { askingAt } from '../assistants/asking.ts'
import { useBilling, type Payer } from './world.ts'

const world = useBilling({
  aiProvider: 'openai',
  aiKey: 'the-service',
  aiModel: 'stub:normal',
  smtpUrl: null,
})
let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
  Object.assign(world().gateway.core.services.config, askingAt(models.url), { aiBaseUrl: models.url })
})
afterAll(() => models.close())

const LETTER = {
  profile: { name: 'Sam', skills: ['Rust'] },
  ...{ jobDescription: 'We need Rust.', jobTitle: 'Engineer', jobCompany: 'Acme' },
}
const THINGS = [
  ['buy-cover-letter', LETTER, 199],
  ['buy-boost', { boostId: 'small' }, 199],
] as const

/** Somebody whose card is charged only after its owner agreed. */
async function cautious(): Promise<Payer> {
  const me = await world().payer()
  await me.subscribe('pro-monthly')
  await me.post('update-payment-method', { paymentMethodId: 'pm_card_authenticationRequired' })
  // What Stripe has to tell of others is not waited for.
  world().stripe.sender.waiting.length = 0
  return me
}

const chargesOf = (): number[] =>
  [...world().stripe.world.charges.values()].filter(({ captured }) => captured).map(({ amount }) => amount)

/** The page that a refusal leads to. */
const pageIn = (error: string): string => /https?:\/\/\S+?(?= )/.exec(error)?.[0] ?? ''
const submit = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

/** Agrees, or not, on the page of a refusal; an invoice's page leads to the bank's. */
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
  test('says where to agree, charges nothing meanwhile, and is had by asking again', async () => {
    const me = await cautious()
    const before = chargesOf().length
    const refused = await me.post(path, body)
    expect([refused.status, Object.keys(refused.body)], refused.text).toEqual([402, ['error']])
    expect(refused.body.error).toMatch(/^Your bank wants to ask you first: agree at http\S+ and ask again/)
    const again = await me.post(path, body)
    expect(again.body, 'The same question, not another payment.').toEqual(refused.body)
    expect(await stateOf(me)).toBe('waiting')
    await answer(pageIn(refused.body.error), 'agree')
    const bought = await me.post(path, body)
    expect([bought.status, bought.body.success], bought.text).toEqual([200, true])
    expect(chargesOf().slice(before)).toEqual([cents])
    expect((await me.get('purchases')).body.total).toBe(1)
  })

  test('is finished without being asked for again, once Stripe tells of the answer', async () => {
    const me = await cautious()
    const before = chargesOf().length
    const refused = await me.post(path, body)
    await answer(pageIn(refused.body.error), 'agree')
    await world().deliver()
    await finishLeft()
    expect(await stateOf(me)).toBe('delivered')
    expect(chargesOf().slice(before)).toEqual([cents])
  })

  test('is given up after a day without an answer, and nothing is held', async () => {
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

  test('with another card goes on with that card', async () => {
    const me = await cautious()
    const before = chargesOf().length
    await me.post(path, body)
    await me.post('update-payment-method', { paymentMethodId: 'pm_card_mastercard' })
    expect((await me.post(path, body)).status).toBe(200)
    expect(chargesOf().slice(before)).toEqual([cents])
  })
})

test('a refusal at the bank ends the purchase, and another try begins anew', async () => {
  const me = await cautious()
  const refused = await me.post('buy-cover-letter', LETTER)
  await answer(pageIn(refused.body.error), 'refuse')
  expect((await me.post('buy-cover-letter', LETTER)).body.error).toMatch(/Nobody agreed at the bank/)
  expect((await me.post('buy-cover-letter', LETTER)).body.error).toMatch(/Your bank wants to ask you first/)
})

test('a card that was set up for it is charged while its owner is away', async () => {
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
