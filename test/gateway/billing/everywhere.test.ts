// A subscription takes effect everywhere immediately: for a token, a key and a session that already existed.
import { expect, test } from 'vitest'
import { addKey, addToken } from '../../../core/identity/operations.ts'
import { as, call } from '../../harness.ts'
import { useBilling, type Payer } from './world.ts'

const world = useBilling()

/** The status of three endpoints: the pipeline (ultra), parse-contact (pro), company levels (ultra). */
async function endpoints(me: Payer) {
  const { gateway } = world()
  const ctx = as(gateway.core, me.principal)
  const [{ token }, { key }] = [
    await call(addToken, ctx, { name: 'x', scope: 'read-only' }),
    await call(addKey, ctx, { name: 'x' }),
  ]
  const bearer = (secret: unknown) => ({ headers: { authorization: `Bearer ${String(secret)}` } })
  return async () => {
    const [pipeline, contact, levels] = await Promise.all([
      gateway.request('GET', '/api/mcp/jobs', bearer(token)),
      gateway.request('POST', '/api/parse-contact', {
        headers: { cookie: me.cookie, 'content-type': 'application/json' },
        body: '{}',
      }),
      gateway.request('GET', '/api/v1/intelligence/companies/google', bearer(key)),
    ])
    // A user with the plan gets the validation error of the empty body instead of 403.
    return [pipeline.status, contact.status, levels.status]
  }
}

test('subscribe, change plan, downgrade and end', async () => {
  const me = await world().payer()
  const knock = await endpoints(me)
  const [none, pro, ultra] = [
    [403, 403, 403],
    [403, 400, 403],
    [200, 400, 200],
  ]
  expect(await knock()).toEqual(none)
  await me.subscribe('pro-monthly')
  expect(await knock()).toEqual(pro)
  await me.post('change-plan', { plan: 'ultra-monthly' })
  expect(await knock()).toEqual(ultra)
  await me.post('change-plan', { plan: 'pro-monthly' })
  expect(await knock()).toEqual(pro)
  await me.post('cancel')
  expect(await knock(), 'A cancelled plan is kept to the end of its period.').toEqual(pro)
  world().stripe.advance(32 * 86_400)
  await world().deliver()
  expect(await knock()).toEqual(none)
})

test('an administrator has full access without a subscription', async () => {
  const me = await world().payer({ admin: true, tier: 'ultra' })
  expect(await (await endpoints(me))()).toEqual([200, 400, 200])
})
