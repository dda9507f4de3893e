// A newer version has migrated the database: this one goes on answering, and asks the load balancer for no more requests.
import { expect, test } from 'vitest'
import { useGateway } from './harness.ts'

const gateway = useGateway()

test('a gateway over a newer schema answers reads and writes, and is not ready', async () => {
  const { core, request, caller } = gateway()
  const me = await caller()
  expect((await request('GET', '/readyz')).status).toBe(200)
  const { sql } = core.database
  await sql`insert into schema_migrations (number, name) values (9999, 'later')`
  await sql`alter table jobs add column added_later text`
  const created = await me.send('POST', '/api/mcp/jobs', { company: 'Acme', role: 'Engineer' })
  expect(created.status).toBe(201)
  expect((await me.send('PATCH', `/api/mcp/jobs/${created.body.id}`, { notes: 'Old and new.' })).status).toBe(
    200,
  )
  expect((await me.get('/api/mcp/jobs')).body).toMatchObject({ total: 1 })
  expect(await request('GET', '/readyz')).toMatchObject({ status: 503, body: { database: 'newer' } })
})
