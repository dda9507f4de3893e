// After a downgrade webhooks and feeds are told nothing more, and say why; they come back with the plan.
import { expect, test } from 'vitest'
import { useGateway } from './harness.ts'

const gateway = useGateway({ allowPrivateHosts: ['127.0.0.1'] })

test('events of a plan without webhooks reach no registration, and its feed says which plan it needs', async () => {
  const me = await gateway().caller()
  const { sql } = gateway().core.services
  const { userId } = me.principal
  const hook = { url: 'http://127.0.0.1:9/hook', events: ['*'] }
  expect((await me.send('POST', '/api/mcp/webhooks', hook)).status).toBe(201)
  const { url } = (await me.send('POST', '/api/mcp/calendar/feed', {})).body
  const path = new URL(url).pathname
  const add = (company: string) =>
    me.send('POST', '/api/mcp/jobs', { company, role: 'Chef', status: 'saved' })
  const queued = async () => (await sql`select id from webhook_deliveries where user_id = ${userId}`).length
  await add('Acme')
  const before = await queued()
  expect(before).toBeGreaterThan(0)
  expect((await gateway().request('GET', path)).status).toBe(200)

  await sql`update users set tier = 'pro' where id = ${userId}`
  gateway().core.services.credentials.clear()
  expect((await add('Beta')).status).toBe(403)
  const refused = await gateway().request('GET', path)
  expect([refused.status, refused.text]).toEqual([403, expect.stringMatching(/needs the ultra plan/)])

  await sql`update users set tier = 'ultra' where id = ${userId}`
  gateway().core.services.credentials.clear()
  await add('Gamma')
  expect(await queued()).toBeGreaterThan(before)
  expect((await gateway().request('GET', path)).status).toBe(200)
})
