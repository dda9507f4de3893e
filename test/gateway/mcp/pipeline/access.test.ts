// Access to the pipeline's endpoint: authentication, visible tools, and errors.
import { describe, expect, test } from 'vitest'
import { removeToken } from '../../../../core/identity/operations.ts'
import { mintSecret } from '../../../../core/identity/secret-text.ts'
import { as, call } from '../../../harness.ts'
import { useGateway, type Answer } from '../../harness.ts'
import { agent, PATH } from './agent.ts'

const gateway = useGateway()
const WRITES = [
  'save_job',
  'update_job',
  'delete_record',
  'add_contact',
  'log_activity',
  'add_event',
  'update_event',
]

const refusal = ({ status, body }: Answer) => [status, body.jsonrpc, body.id, body.error.data.code]

describe('a token', () => {
  test('is required for every method', async () => {
    for (const method of ['initialize', 'tools/list', 'tools/call']) {
      const answer = await agent(gateway(), null).rpc(method)
      expect(refusal(answer)).toEqual([401, '2.0', null, 'UNAUTHORIZED'])
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="crm"')
      expect(answer.body.error.code).toBe(-32001)
    }
    const stranger = agent(gateway(), { token: mintSecret('ext_').text })
    expect(refusal(await stranger.rpc('ping'))).toEqual([401, '2.0', null, 'UNAUTHORIZED'])
  })

  test('that was revoked, or whose plan is insufficient, is refused with 403', async () => {
    const caller = await gateway().caller()
    const [row] = await gateway().core.services.sql<{ id: string }[]>`
      select id from extension_tokens where user_id = ${caller.principal.userId}`
    await call(removeToken, as(gateway().core, caller.principal), { id: row!.id })
    expect(refusal(await agent(gateway(), caller).rpc('ping'))).toEqual([403, '2.0', null, 'FORBIDDEN'])
    const pro = agent(gateway(), await gateway().caller({ tier: 'pro' }))
    const answer = await pro.rpc('tools/list')
    expect(refusal(answer)).toEqual([403, '2.0', null, 'FORBIDDEN'])
    expect(answer.body.error.message).toContain('ultra')
  })

  test('in a cookie is ignored', async () => {
    const { token } = await gateway().caller()
    const answer = await agent(gateway(), null).rpc('ping', {}, { cookie: `sb-access-token=${token}` })
    expect(answer.status).toBe(401)
  })

  test('that is read-only sees the reading tools, is told about the others, and cannot call them', async () => {
    const reader = agent(gateway(), await gateway().caller({ scope: 'read-only' }))
    const writer = agent(gateway(), await gateway().caller())
    const [few, all] = [await reader.tools(), await writer.tools()]
    expect(all).toEqual(expect.arrayContaining([...few, ...WRITES]))
    expect(few.filter((name) => WRITES.includes(name))).toEqual([])
    const { body } = await reader.rpc('initialize', { protocolVersion: '2025-11-25' })
    expect(body.result.instructions).toMatch(/Not granted here: .*save_job.*crm tokens create/)
    const refused = await reader.call('save_job', { company: 'Acme', role: 'Chef' })
    expect(refused.isError).toBe(true)
    expect(refused.text).toContain('FORBIDDEN')
    expect(refused.text).toContain('jobs:write')
  })

  test('is charged one call per tool call, however many records it reads, and none for a list', async () => {
    const me = agent(gateway(), await gateway().caller())
    const left = (answer: Answer) => answer.headers.get('x-ratelimit-remaining')
    expect(left(await me.rpc('tools/list'))).toBe('60')
    await me.call('save_job', { company: 'Acme', role: 'Chef' })
    const answer = await me.rpc('tools/call', { name: 'get_job', arguments: { id: 'acme' } })
    expect(left(answer)).toBe('58')
    expect(answer.headers.get('x-ratelimit-monthly-limit')).toBe('50000')
  })

  test('over its limit gets a Retry-After', async () => {
    const caller = await gateway().caller()
    const { limiter } = gateway().core.services
    for (let n = 0; n < 60; n += 1) await limiter.spend('pipeline', caller.principal.userId)
    const answer = await agent(gateway(), caller).rpc('tools/call', { name: 'get_pipeline' })
    expect(refusal(answer)).toEqual([429, '2.0', 1, 'RATE_LIMITED'])
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
  })
})

describe('the endpoint', () => {
  test('serves a plain client that never initialised, with JSON, an event, or a batch', async () => {
    const me = agent(gateway(), await gateway().caller())
    const ping = { jsonrpc: '2.0', id: 'x', method: 'ping' }
    expect((await me.send(ping)).body).toEqual({ jsonrpc: '2.0', id: 'x', result: {} })
    const event = await me.send(ping, { accept: 'text/event-stream' })
    expect(event.text).toBe('event: message\ndata: {"jsonrpc":"2.0","id":"x","result":{}}\n\n')
    expect((await me.send([ping, ping])).body).toHaveLength(2)
    expect((await me.send({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
    expect((await gateway().request('GET', '/api/mcp')).status).toBe(405)
  })

  test('refuses pages of other sites, and accepts those of this machine', async () => {
    const me = agent(gateway(), await gateway().caller())
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      const { status, body } = await me.rpc('ping', {}, { origin })
      expect([status, body.error.code], origin).toEqual([403, -32000])
    }
    const own = await me.rpc('ping', {}, { origin: 'http://localhost:6274' })
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'http://localhost:6274',
    ])
  })

  test('reports invalid calls as JSON-RPC errors', async () => {
    const me = agent(gateway(), await gateway().caller())
    const codeOf = async (body: unknown) => {
      const answer = await me.send(body)
      return [answer.status, answer.body.error.code]
    }
    expect(await codeOf('{')).toEqual([400, -32700])
    expect(await codeOf({ id: 1 })).toEqual([400, -32600])
    expect(await codeOf({ jsonrpc: '2.0', id: 1, method: 'nonsense' })).toEqual([200, -32601])
    expect(await codeOf({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} })).toEqual([200, -32602])
    const { body } = await me.rpc('tools/call', { name: 'get_jobs' })
    expect(body.error.code).toBe(-32602)
    expect(body.error.message).toContain('get_job?')
    expect(body.error.data.available).toContain('get_job')
  })
})

describe('a page in a browser', () => {
  const preflight = (origin: string) =>
    gateway().request('OPTIONS', PATH, {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    })

  test('of this machine gets its preflight response, and can read the result', async () => {
    const origin = 'http://localhost:6274'
    const { status, headers } = await preflight(origin)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, origin])
    expect(headers.get('access-control-allow-methods')).toBe('POST, GET, DELETE')
    for (const name of ['Authorization', 'Mcp-Session-Id', 'MCP-Protocol-Version', 'X-User-API-Key'])
      expect(headers.get('access-control-allow-headers')).toContain(name)
    const me = agent(gateway(), await gateway().caller())
    const answer = await me.rpc('ping', undefined, { origin })
    expect(answer.headers.get('access-control-expose-headers')).toContain('Mcp-Session-Id')
  })

  test('of any other site gets no CORS headers', async () => {
    const { headers } = await preflight('https://evil.example')
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})
