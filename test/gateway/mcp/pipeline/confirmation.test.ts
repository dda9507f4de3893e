// No means no: what a person may answer before something is deleted, and what a confirmation token is good for.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  ElicitRequestSchema,
  type CallToolResult,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../../core/kernel/clock.ts'
import { claimOnce } from '../../../../core/index.ts'
import { operations } from '../../../../core/operations.ts'
import { createApp } from '../../../../gateway/app.ts'
import { createHttpServer, drain, listen } from '../../../../gateway/http/server.ts'
import { as, unlimited } from '../../../harness.ts'
import { gatewayPartsFor, requestAt, useGateway } from '../../harness.ts'
import { agent, PATH, type Agent } from './agent.ts'

let ahead = 0
const clock = { now: () => Date.now() + ahead }
const gateway = useGateway({}, (services) => ({ ...unlimited(services), clock }))

/** A host whose person answers each question so, after `meanwhile` happened. */
async function hostThat(token: string, answer: () => ElicitResult | Promise<ElicitResult>): Promise<Client> {
  const client = new Client({ name: 'host', version: '1' }, { capabilities: { elicitation: {} } })
  client.setRequestHandler(ElicitRequestSchema, answer)
  const transport = new StreamableHTTPClientTransport(new URL(gateway().url + PATH), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}

const DELETE_ACME = { noun: 'job', ids: ['acme'] }

const structureOf = (result: unknown) => (result as CallToolResult).structuredContent!

async function aPipeline(): Promise<{ token: string; me: Agent; jobs(): Promise<number> }> {
  const { token } = await gateway().caller()
  const me = agent(gateway(), { token })
  await me.call('save_job', { company: 'Acme', role: 'Chef' })
  return { token, me, jobs: async () => (await me.call('search_jobs')).structure.total as number }
}

test.each<[string, ElicitResult]>([
  ['decline', { action: 'decline' }],
  ['cancel', { action: 'cancel' }],
  ['a decline with the box ticked', { action: 'decline', content: { confirm: true } }],
  ['accept with the box left empty', { action: 'accept', content: { confirm: false } }],
  ['accept without an answer', { action: 'accept' }],
  ['accept with a text for the box', { action: 'accept', content: { confirm: 'true' } }],
])('%s deletes nothing and hands out no token', async (_, answer) => {
  const { token, jobs } = await aPipeline()
  const client = await hostThat(token, () => answer)
  const result = await client.callTool({ name: 'delete_record', arguments: DELETE_ACME })
  expect(structureOf(result)['summary']).toContain('declined')
  expect(structureOf(result)['confirmation']).toBeUndefined()
  expect(await jobs()).toBe(1)
  await client.close()
})

test('a host whose form fails gets no token: the person is told to use crm', async () => {
  const { token, jobs } = await aPipeline()
  const client = await hostThat(token, () => {
    throw new Error('There is no form here.')
  })
  const { summary, confirmation } = structureOf(
    await client.callTool({ name: 'delete_record', arguments: DELETE_ACME }),
  )
  expect([confirmation, summary]).toEqual([undefined, expect.stringContaining('themselves with crm')])
  expect(await jobs()).toBe(1)
  await client.close()
})

test('only accept with the asked confirmation deletes', async () => {
  const { token, jobs } = await aPipeline()
  const client = await hostThat(token, () => ({ action: 'accept', content: { confirm: true } }))
  const result = await client.callTool({ name: 'delete_record', arguments: DELETE_ACME })
  expect(structureOf(result)['deleted']).toHaveLength(1)
  expect(await jobs()).toBe(0)
  await client.close()
})

test('a yes to a record that changed while the person was asked deletes nothing', async () => {
  const { token, me, jobs } = await aPipeline()
  const client = await hostThat(token, async () => {
    await me.call('update_job', { id: 'acme', salary: '$200k' })
    return { action: 'accept', content: { confirm: true } }
  })
  const result = await client.callTool({ name: 'delete_record', arguments: DELETE_ACME })
  expect(structureOf(result)['summary']).toContain('changed while')
  expect(await jobs()).toBe(1)
  await client.close()
})

test('a host that can ask is asked, whatever token comes with the call', async () => {
  const { token, me, jobs } = await aPipeline()
  const { confirmation } = (await me.call('delete_record', DELETE_ACME)).structure
  const client = await hostThat(token, () => ({ action: 'decline' }))
  const asked = { ...DELETE_ACME, confirmation: confirmation.token }
  const result = await client.callTool({ name: 'delete_record', arguments: asked })
  expect(structureOf(result)['summary']).toContain('declined')
  expect(await jobs()).toBe(1)
  await client.close()
})

test('a token is for one operation on one record as it was, and works once', async () => {
  const { me, jobs } = await aPipeline()
  const held = async (args: object) =>
    (await me.call('delete_record', { ...args })).structure.confirmation.token
  const refused = async (args: object, confirmation: string) => {
    const told = await me.call('delete_record', { ...args, confirmation })
    expect(told.text).toContain('not for this call, or is over')
  }
  await me.call('log_activity', { type: 'note', title: 'Kept', jobId: 'acme' })
  const old = await held(DELETE_ACME)
  await refused({ noun: 'activity', ids: ['kept'] }, old)
  await me.call('update_job', { id: 'acme', salary: '$1' })
  await refused(DELETE_ACME, old)

  const note = { noun: 'activity', ids: ['kept'] }
  const confirmation = await held(note)
  const done = await me.call('delete_record', { ...note, confirmation })
  expect(done.structure.deleted).toHaveLength(1)
  await me.call('undo', { changeId: done.structure.changeId })
  await refused(note, confirmation)
  expect(await jobs()).toBe(1)

  const late = await held(DELETE_ACME)
  ahead += 11 * MINUTE_MS
  await refused(DELETE_ACME, late)
})

test('a token works once at all gateways together, however close the calls come', async () => {
  const { core } = gateway()
  const parts = { services: core.services, operations, close: core.close }
  const server = createHttpServer(createApp(parts, gatewayPartsFor(core)))
  const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
  const { token, me } = await aPipeline()
  const elsewhere = agent({ ...gateway(), request: (...asked) => requestAt(url, ...asked) }, { token })
  const { confirmation } = (await me.call('delete_record', DELETE_ACME)).structure
  const args = { ...DELETE_ACME, confirmation: confirmation.token as string }
  const told = await Promise.all([me, elsewhere].map((each) => each.call('delete_record', args)))
  expect(told.filter(({ structure }) => structure?.deleted)).toHaveLength(1)
  await drain(server, 1_000)
})

test('what may be used once is claimed by one of many', async () => {
  const { core, caller } = gateway()
  const ctx = as(core, (await caller()).principal)
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimOnce(ctx, 'confirmation', 'x')))
  expect(claims.filter(Boolean)).toHaveLength(1)
  const other = as(core, (await caller()).principal)
  expect(await claimOnce(other, 'confirmation', 'x')).toBe(true)
})
