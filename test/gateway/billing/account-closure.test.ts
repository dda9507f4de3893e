// A deleted account is never charged: every page on which its user could still pay is closed.
import { expect, test } from 'vitest'
import { useBilling, type Payer } from './world.ts'

const world = useBilling()

const submit = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

async function deleteAccount({ cookie }: Payer): Promise<void> {
  const { status, text } = await world().gateway.request('DELETE', '/api/account', {
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ confirm: 'delete my account' }),
  })
  expect(status, text).toBe(200)
}

test('an open checkout page of a deleted account starts no subscription', async () => {
  const me = await world().payer()
  const { url } = (await me.post('checkout-session', { plan: 'pro-monthly' })).body
  await deleteAccount(me)
  expect((await submit(url, { card: 'pm_card_visa' })).status).toBe(400)
})

test('a purchase that waits for the bank cannot be paid any more', async () => {
  const me = await world().payer()
  await me.subscribe()
  await me.post('update-payment-method', { paymentMethodId: 'pm_card_authenticationRequired' })
  const refused = await me.post('buy-boost', { boostId: 'small' })
  expect(refused.status, refused.text).toBe(402)
  const id = /\/invoice\/(\w+)/.exec(refused.body.error)![1]!
  await deleteAccount(me)
  expect(world().stripe.world.invoices.get(id)?.status).toBe('void')
})
