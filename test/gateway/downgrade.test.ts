// After a downgrade webhooks and feeds are told nothing more, and say why; they come back with the plan.
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '../../core/kernel/id.ts'
import { deliveryWorker } from '../../core/webhooks/worker.ts'
import { startWorkers } from '../../core/background/worker.ts'
import { openReceiver } from '../core/webhooks/receiver.ts'
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

test('what was queued before a downgrade waits, and the person sees why and removes it on the lower plan', async () => {
  const receiver = await openReceiver((_, res) => res.writeHead(204).end())
  onTestFinished(() => receiver.close())
  const { services } = gateway().core
  const { headers } = await gateway().request('POST', '/api/auth/signup', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${newId()}@example.com`, password: 'a long enough secret 1' }),
  })
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  const inPerson = (method: string, path: string, body?: unknown) =>
    gateway().request(method, path, {
      headers: { cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const { user } = (await inPerson('GET', '/api/auth/session')).body
  const onPlan = async (tier: string) => {
    await services.sql`update users set tier = ${tier} where id = ${user.id}`
    services.credentials.clear()
  }
  await onPlan('ultra')
  const hook = { url: `http://${receiver.host}/hook`, events: ['*'] }
  const { token } = (await inPerson('POST', '/api/account/tokens', { name: 'laptop', scope: 'read-write' }))
    .body
  const byToken = (method: string, path: string, body: unknown) =>
    gateway().request(method, path, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { id } = (await byToken('POST', '/api/mcp/webhooks', hook)).body
  await byToken('POST', '/api/mcp/calendar/feed', {})
  await byToken('POST', '/api/mcp/jobs', { company: 'Acme', role: 'Chef', status: 'saved' })

  await onPlan('free')
  const workers = startWorkers(services, [deliveryWorker])
  onTestFinished(() => workers.stop())
  // What another user is told twice shows that the worker has had its time.
  const witness = await gateway().caller()
  const theirs = { url: `http://${receiver.host}/witness`, events: ['*'] }
  await witness.send('POST', '/api/mcp/webhooks', theirs)
  for (const told of [1, 2]) {
    await witness.send('POST', '/api/mcp/jobs', { company: 'Acme', role: 'Chef', status: 'saved' })
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(told)
  }
  expect(receiver.received.map(({ path }) => path)).toEqual(['/witness', '/witness'])
  receiver.received.length = 0

  const reason = 'this needs the ultra plan, and yours is free'
  const listed = (await inPerson('GET', '/api/mcp/webhooks')).body.webhooks
  expect(listed).toMatchObject([
    { id, health: { state: 'disabled', pending: 1 }, disabledReason: expect.stringContaining(reason) },
  ])
  expect((await inPerson('GET', '/api/mcp/calendar/feed')).body.stoppedReason).toContain(reason)
  const page = await gateway().request('GET', '/settings', { headers: { cookie } })
  expect(page.text.split(reason)).toHaveLength(3)
  expect((await byToken('DELETE', '/api/mcp/webhooks', { id })).status).toBe(403)

  await onPlan('ultra')
  await expect.poll(() => receiver.received.length).toBe(1)
  await onPlan('free')
  expect((await inPerson('DELETE', '/api/mcp/webhooks', { id })).body).toEqual({ deleted: true, id })
  expect((await inPerson('DELETE', '/api/mcp/calendar/feed')).status).toBe(200)
})
