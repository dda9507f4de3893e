// Sessions over HTTP: kept for hosts with elicitation, which must ask the user during a call; signed for all others.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, expect, test } from 'vitest'
import { unlimited } from '../../../harness.ts'
import { useGateway, type Caller } from '../../harness.ts'
import { agent, PATH } from './agent.ts'

const gateway = useGateway({}, unlimited)
const open: Client[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

async function connect(caller: Caller, action: 'accept' | 'decline', asked: string[] = []) {
  const client = new Client({ name: 'host', version: '1' }, { capabilities: { elicitation: {} } })
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    asked.push(params.message)
    // A person takes longer than a host that responds automatically.
    await new Promise((resolve) => setTimeout(resolve, 250))
    return action === 'accept' ? { action, content: { confirm: true } } : { action }
  })
  const transport = new StreamableHTTPClientTransport(new URL(gateway().url + PATH), {
    requestInit: { headers: { authorization: `Bearer ${caller.token}` } },
  })
  await client.connect(transport as Parameters<Client['connect']>[0])
  open.push(client)
  return { client, transport }
}

async function aCallerWithJobs(): Promise<Caller> {
  const caller = await gateway().caller()
  for (const company of ['Acme', 'Globex'])
    await agent(gateway(), caller).call('save_job', { company, role: 'Chef' })
  return caller
}

const remove = async (client: Client): Promise<CallToolResult> =>
  (await client.callTool({
    name: 'delete_record',
    arguments: { noun: 'job', ids: ['acme', 'globex'] },
  })) as CallToolResult

test('a host with elicitation asks the user during the call', async () => {
  const caller = await aCallerWithJobs()
  const asked: string[] = []
  const { client } = await connect(caller, 'decline', asked)
  expect(JSON.stringify((await remove(client)).content)).toContain('declined')
  expect(asked[0]).toContain('Acme — Chef')
  const other = await connect(caller, 'accept')
  expect((await remove(other.client)).structuredContent).toMatchObject({
    deleted: [expect.any(String), expect.any(String)],
  })
})

const INIT = { protocolVersion: '2025-11-25', clientInfo: { name: 'x', version: '1' } }

test('a change is recorded with the name that the client gave itself, in both generations', async () => {
  const caller = await gateway().caller()
  const { client } = await connect(caller, 'accept')
  await client.callTool({ name: 'save_job', arguments: { company: 'Asking', role: 'Cook' } })
  const me = agent(gateway(), caller)
  const { headers } = await me.rpc('initialize', { ...INIT, capabilities: {} })
  const session = { 'mcp-session-id': headers.get('mcp-session-id')! }
  const save = (company: string, more: object = {}) => ({
    ...{ name: 'save_job', arguments: { company, role: 'Cook' } },
    ...more,
  })
  await me.rpc('tools/call', save('Silent'), session)
  const meta = (name: string, value: unknown) => [`io.modelcontextprotocol/${name}`, value]
  const _meta = Object.fromEntries([
    meta('protocolVersion', '2026-07-28'),
    meta('clientCapabilities', {}),
    meta('clientInfo', { name: 'modern', version: '3' }),
  ]) as object
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'save_job' }
  await me.rpc('tools/call', save('Modern', { _meta }), modern)
  const { entries } = (await caller.get('/api/mcp/audit')).body
  expect(entries.map((entry: { client: string }) => entry.client)).toEqual([
    'modern/3 (mcp)',
    'x/1 (mcp)',
    'host/1 (mcp)',
  ])
})

test('one user has at most 32 streams open, whatever their sessions, and another place when one ends', async () => {
  const caller = await gateway().caller()
  const begun = await agent(gateway(), caller).rpc('initialize', { ...INIT, capabilities: {} })
  const leaving: AbortController[] = []
  const stream = async () => {
    const controller = new AbortController()
    leaving.push(controller)
    const headers = {
      authorization: `Bearer ${caller.token}`,
      accept: 'text/event-stream',
      'mcp-session-id': begun.headers.get('mcp-session-id')!,
    }
    return (await fetch(gateway().url + PATH, { headers, signal: controller.signal })).status
  }
  const answers = await Promise.all(Array.from({ length: 40 }, () => stream()))
  expect([200, 429].map((status) => answers.filter((each) => each === status).length)).toEqual([32, 8])
  for (const each of leaving) each.abort()
  await expect.poll(() => stream()).toBe(200)
  leaving.at(-1)?.abort()
})

test.each([{ elicitation: {} }, {}])(
  'a session belongs to one credential, and ends when it is deleted',
  async (capabilities) => {
    const [caller, other] = [await gateway().caller(), await gateway().caller()]
    const begun = await agent(gateway(), caller).rpc('initialize', { ...INIT, capabilities })
    const id = begun.headers.get('mcp-session-id')!
    const statusOf = async (who: Caller, session: string) =>
      (await agent(gateway(), who).rpc('ping', {}, { 'mcp-session-id': session })).status
    expect(await statusOf(caller, id)).toBe(200)
    expect(await statusOf(other, id)).toBe(404)
    expect(await statusOf(caller, 'unknown')).toBe(404)
    const end = (who: Caller) =>
      gateway().request('DELETE', PATH, {
        headers: { authorization: `Bearer ${who.token}`, 'mcp-session-id': id },
      })
    expect((await end(other)).status).toBe(404)
    expect((await end(caller)).status).toBe(204)
    expect(await statusOf(caller, id)).toBe(404)
  },
)

test('a credential that opens many sessions loses its oldest', async () => {
  const caller = await gateway().caller()
  const ids: string[] = []
  for (let n = 0; n < 21; n += 1) {
    const { headers } = await agent(gateway(), caller).rpc('initialize', {
      ...INIT,
      capabilities: { elicitation: {} },
    })
    ids.push(headers.get('mcp-session-id')!)
  }
  const ping = (id: string) => agent(gateway(), caller).rpc('ping', {}, { 'mcp-session-id': id })
  expect((await ping(ids[0]!)).status).toBe(404)
  expect((await ping(ids[20]!)).status).toBe(200)
})

test('a client that disconnects during an elicitation is cleaned up', async () => {
  const caller = await aCallerWithJobs()
  const begun = await agent(gateway(), caller).rpc('initialize', {
    ...INIT,
    capabilities: { elicitation: {} },
  })
  const leaving = new AbortController()
  const response = await fetch(gateway().url + PATH, {
    method: 'POST',
    signal: leaving.signal,
    headers: {
      authorization: `Bearer ${caller.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': begun.headers.get('mcp-session-id')!,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'delete_record', arguments: { noun: 'job', ids: ['acme', 'globex'] } },
    }),
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  leaving.abort()
  // Nothing was deleted without a confirmation.
  expect((await agent(gateway(), caller).call('search_jobs')).structure.total).toBe(2)
})
