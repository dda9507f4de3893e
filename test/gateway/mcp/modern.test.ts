// Revision 2026-07-28 on the doors over HTTP, by raw requests and by the official client in each of its modes.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { unlimited } from '../../harness.ts'
import { useGateway } from '../harness.ts'
import { keyHolder } from '../intelligence/key-holder.ts'
import { person, until } from './generations.ts'
import { PATH as PAY } from './mcp-client.ts'
import { PATH as PIPELINE } from './pipeline/agent.ts'

const gateway = useGateway({}, unlimited)
const doors: Record<string, { path: string; token: string; tool: string }> = {}
let person1: { token: string }
beforeAll(async () => {
  person1 = await gateway().caller()
  doors['pipeline'] = { path: PIPELINE, token: person1.token, tool: 'get_pipeline' }
  doors['pay'] = { path: PAY, token: (await keyHolder(gateway(), 'pro')).key, tool: 'list_capabilities' }
})

const VERSION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}

const ask = (door: string, method: string, params: object = {}, headers: Record<string, string> = {}) => {
  const { path, token } = doors[door]!
  const { name, uri } = params as { name?: string; uri?: string }
  return gateway().request('POST', path, {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      ...((name ?? uri) !== undefined && { 'mcp-name': (name ?? uri)! }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { _meta: META, ...params } }),
  })
}

describe.each(['pipeline', 'pay'])('the %s door', (door) => {
  test('is discovered, and says who it is in every result', async () => {
    const { body } = await ask(door, 'server/discover')
    expect(body.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: [VERSION],
      cacheScope: door === 'pay' ? 'public' : 'private',
      ttlMs: expect.any(Number),
      instructions: expect.any(String),
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: expect.stringContaining('crm') } },
    })
    expect((await ask(door, 'tools/list')).body.result).toMatchObject({
      resultType: 'complete',
      ttlMs: expect.any(Number),
    })
    const called = await ask(door, 'tools/call', { name: doors[door]!.tool, arguments: {} })
    expect(called.body.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { summary: expect.any(String) },
    })
  })

  const other = (key: string, value: unknown) => ({
    _meta: { ...META, [`io.modelcontextprotocol/${key}`]: value },
  })
  test.each<[string, string, object, Record<string, string>, number, number]>([
    ['a method header that differs', 'tools/list', {}, { 'mcp-method': 'ping' }, 400, -32020],
    ['a name header that differs', 'tools/call', { name: 'get_job' }, { 'mcp-name': 'undo' }, 400, -32020],
    [
      'a version header that differs',
      'tools/list',
      {},
      { 'mcp-protocol-version': '2025-11-25' },
      400,
      -32020,
    ],
    ['no capabilities', 'tools/list', other('clientCapabilities', undefined), {}, 400, -32602],
    ['no _meta', 'tools/list', { _meta: undefined }, {}, 400, -32602],
    [
      'a later version',
      'tools/list',
      other('protocolVersion', '2030-01-01'),
      { 'mcp-protocol-version': '2030-01-01' },
      400,
      -32022,
    ],
    ['initialize', 'initialize', {}, {}, 404, -32601],
    ['ping', 'ping', {}, {}, 404, -32601],
  ])('refuses %s', async (_, method, params, headers, status, code) => {
    const answer = await ask(door, method, params, headers)
    expect([answer.status, answer.body.error.code, answer.body.id]).toEqual([status, code, 7])
  })

  test('takes a name in its Base64 form, and headers that a browser asks for first', async () => {
    const name = doors[door]!.tool
    const headers = { 'mcp-name': `=?base64?${Buffer.from(name).toString('base64')}?=` }
    expect((await ask(door, 'tools/call', { name, arguments: {} }, headers)).status).toBe(200)
    const { path } = doors[door]!
    const preflight = await gateway().request('OPTIONS', path, {
      headers: { origin: gateway().url, 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Mcp-Method, Mcp-Name/)
  })

  test.each(['legacy', 'auto', { pin: VERSION }])('serves the official client in mode %j', async (mode) => {
    const { path, token, tool } = doors[door]!
    const client = new Client(
      { name: 'host', version: '1' },
      { versionNegotiation: { mode: mode as 'auto' } },
    )
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(gateway().url + path), { requestInit }))
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain(tool)
    expect((await client.callTool({ name: tool, arguments: {} })).isError).toBeFalsy()
    await client.close()
  })
})

/** The official client, pinned to the revision, with a person who answers. */
async function pinned(answers?: ReturnType<typeof person>): Promise<Client> {
  const client = new Client(
    { name: 'host', version: '1' },
    { versionNegotiation: { mode: { pin: VERSION } }, capabilities: answers ? { elicitation: {} } : {} },
  )
  if (answers) client.setRequestHandler('elicitation/create', ({ params }) => answers.hears(params.message))
  const requestInit = { headers: { authorization: `Bearer ${person1.token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(gateway().url + PIPELINE), { requestInit }))
  return client
}

test.each([
  ['accept', true],
  ['decline', false],
] as const)('asks by its result before it deletes: %s', async (action, isGone) => {
  const somebody = person()
  const client = await pinned(somebody)
  await client.callTool({ name: 'save_job', arguments: { company: `Asked ${action}`, role: 'Chef' } })
  const deleting = client.callTool({
    name: 'delete_record',
    arguments: { noun: 'job', ids: [`Asked ${action}`] },
  })
  await until(() => somebody.asked.length > 0)
  somebody.says(action === 'accept' ? { action, content: { confirm: true } } : { action })
  expect((await deleting).isError).toBeFalsy()
  const { structuredContent } = await client.callTool({
    name: 'search_jobs',
    arguments: { company: `Asked ${action}` },
  })
  expect((structuredContent as { total: number }).total).toBe(isGone ? 0 : 1)
  await client.close()
})

test('a requestState that was changed, is of another call, or was used is refused; without one it asks again', async () => {
  const params = { name: 'delete_record', arguments: { noun: 'job', ids: ['sealed'] } }
  for (const company of ['Sealed', 'Other'])
    await ask('pipeline', 'tools/call', { name: 'save_job', arguments: { company, role: 'Chef' } })
  const _meta = { ...META, 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } }
  const round = async (more: object) =>
    (await ask('pipeline', 'tools/call', { ...params, _meta, ...more })).body
  const { result } = await round({})
  expect(result).toMatchObject({
    resultType: 'input_required',
    inputRequests: { confirm: { method: 'elicitation/create', params: { mode: 'form' } } },
  })
  const { requestState } = result
  const yes = { inputResponses: { confirm: { action: 'accept', content: { confirm: true } } } }
  expect((await round({ ...yes, requestState: `${requestState}x` })).error.code).toBe(-32602)
  const another = { arguments: { noun: 'job', ids: ['other'] } }
  expect((await round({ ...another, ...yes, requestState })).error.code).toBe(-32602)
  expect((await round({ ...yes })).result.resultType).toBe('input_required')
  expect((await round({ requestState })).result.resultType).toBe('input_required')
  expect((await round({ ...yes, requestState })).result.structuredContent.deleted).toHaveLength(1)
})

test('a client that cannot ask gets the token', async () => {
  await ask('pipeline', 'tools/call', { name: 'save_job', arguments: { company: 'Tokenly', role: 'Chef' } })
  const params = { name: 'delete_record', arguments: { noun: 'job', ids: ['tokenly'] } }
  const { token } = (await ask('pipeline', 'tools/call', params)).body.result.structuredContent.confirmation
  const again = { ...params, arguments: { ...params.arguments, confirmation: token } }
  expect((await ask('pipeline', 'tools/call', again)).body.result.structuredContent.deleted).toHaveLength(1)
})

test('a stream tells of changes to what it follows, and of nothing else', async () => {
  const client = await pinned()
  await client.callTool({ name: 'save_job', arguments: { company: 'Followed', role: 'Chef' } })
  const told: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri))
  const uris = ['crm://jobs/followed', 'crm://jobs/nobody', 'crm://unknown']
  const stream = await client.listen({ resourceSubscriptions: uris, toolsListChanged: true })
  expect(stream.honoredFilter).toEqual({ resourceSubscriptions: ['crm://jobs/followed'] })
  await client.callTool({ name: 'update_job', arguments: { id: 'followed', priority: 'high' } })
  await until(() => told.length > 0)
  expect(new Set(told)).toEqual(new Set(['crm://jobs/followed']))
  await stream.close()
  await client.close()
})

test('an unknown resource is -32602', async () => {
  const { body } = await ask('pipeline', 'resources/read', { uri: 'crm://nothing' })
  expect(body.error).toMatchObject({ code: -32602, data: { uri: 'crm://nothing' } })
})
