// The protocol of the intelligence endpoint: versions, batches, notifications, formats, browsers.
import { beforeAll, describe, expect, test } from 'vitest'
import { unlimited } from '../../harness.ts'
import { useGateway } from '../harness.ts'
import { keyHolder, type KeyHolder } from '../intelligence/key-holder.ts'
import { PATH, speaker, type Speaker } from './mcp-client.ts'

const gateway = useGateway({}, unlimited)
let holder: KeyHolder
let pro: Speaker
beforeAll(async () => {
  holder = await keyHolder(gateway(), 'pro')
  pro = speaker(gateway(), holder)
})

const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' })
const CALL = {
  name: 'analyze_compensation',
  arguments: { role: 'software-engineer', city: 'sf', detail: 'full' },
}

describe('initialize', () => {
  const agreed = async (protocolVersion: string) =>
    (
      await pro.rpc('initialize', {
        protocolVersion,
        capabilities: {},
        clientInfo: { name: 't', version: '1' },
      })
    ).body.result

  test.each(VERSIONS)('negotiates %s', async (version) => {
    expect((await agreed(version)).protocolVersion).toBe(version)
  })

  test.each(['2024-10-07', '2026-07-28', '1.0', ''])('returns 2025-11-25 for “%s”', async (version) => {
    expect((await agreed(version)).protocolVersion).toBe('2025-11-25')
  })

  test.each([undefined, {}, { protocolVersion: 1 }])('returns 2025-11-25 for %j', async (params) => {
    expect((await pro.rpc('initialize', params)).body.result.protocolVersion).toBe('2025-11-25')
  })

  test('returns the server’s name, its tools capability, and short instructions', async () => {
    const result = await agreed('2025-11-25')
    expect(result.capabilities).toEqual({ tools: {} })
    expect(result.serverInfo.name).toBe('crm-intelligence')
    expect(result.instructions.length).toBeLessThan(2_048)
  })
})

describe('the version header', () => {
  test.each(VERSIONS)('may be %s', async (version) => {
    expect((await pro.rpc('ping', undefined, { 'mcp-protocol-version': version })).status).toBe(200)
  })

  test('with an unknown version is refused with the supported ones, except on initialize', async () => {
    const headers = { 'mcp-protocol-version': '2026-01-01' }
    const refused = await pro.rpc('tools/list', undefined, headers)
    expect([refused.status, refused.body.error.code]).toEqual([400, -32000])
    expect(refused.body.error.data.supported).toEqual(VERSIONS)
    expect((await pro.rpc('initialize', { protocolVersion: '2026-07-28' }, headers)).status).toBe(200)
  })
})

describe('a plain client', () => {
  test('that sends only a content type and never initialises is served', async () => {
    const { status, headers, body } = await pro.rpc('tools/call', CALL)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(body.result.structuredContent.role.slug).toBe('software-engineer')
  })

  test.each([
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/json, text/event-stream', 'application/json'],
    ['text/html', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
  ])('that accepts %s gets %s', async (accept, type) => {
    const answer = await pro.rpc('ping', undefined, { accept })
    expect(answer.headers.get('content-type')).toContain(type)
    const data =
      type === 'application/json' ? answer.text : /^event: message\ndata: (.*)\n\n$/.exec(answer.text)![1]!
    expect(JSON.parse(data)).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  test('gets tables as text too, whatever its protocol version: many clients show only text', async () => {
    const textsFor = async (headers: Record<string, string>) =>
      (await pro.rpc('tools/call', CALL, headers)).body.result.content.length as number
    expect(await textsFor({})).toBe(2)
    expect(await textsFor({ 'mcp-protocol-version': '2025-03-26' })).toBe(2)
    expect(await textsFor({ 'mcp-protocol-version': '2025-11-25' })).toBe(2)
  })
})

describe('a notification', () => {
  const note = { jsonrpc: '2.0', method: 'notifications/initialized' }

  test.each([
    ['alone', note],
    ['that cancels', { ...note, method: 'notifications/cancelled', params: { requestId: 1 } }],
    ['in a batch', [note, note]],
    ['that is a response', { jsonrpc: '2.0', id: 7, result: {} }],
    ['that is an error', { jsonrpc: '2.0', id: 7, error: { code: 1, message: 'x' } }],
    ['of a tool call, which is not executed', { jsonrpc: '2.0', method: 'tools/call', params: CALL }],
  ])('%s is accepted with 202 and no body', async (_, body) => {
    const answer = await pro.send(body)
    expect([answer.status, answer.text]).toEqual([202, ''])
  })
})

describe('a batch', () => {
  test('is processed in order, each message independently, even with equal ids', async () => {
    const call = (role: string) => ({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'analyze_compensation', arguments: { role } },
    })
    const { status, body } = await pro.send([
      call('software-engineer'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      call('registered-nurse'),
      { jsonrpc: '2.0', id: 'z', method: 'nope' },
      { id: 3 },
      ping('p'),
    ])
    expect(status).toBe(200)
    expect(body).toHaveLength(5)
    expect(body[0].result.structuredContent.role.slug).toBe('software-engineer')
    expect(body[1].result.structuredContent.role.slug).toBe('registered-nurse')
    expect(
      body.slice(2).map((one: { id: unknown; error?: { code: number } }) => [one.id, one.error?.code]),
    ).toEqual([
      ['z', -32601],
      [3, -32600],
      ['p', undefined],
    ])
  })

  test('of one gets a batch response', async () => {
    expect((await pro.send([ping(1)])).body).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
  })

  test('is served in the protocol versions with batches, and without a version header', async () => {
    const status = async (version?: string) =>
      (await pro.send([ping(1)], version ? { 'mcp-protocol-version': version } : {})).status
    expect(await Promise.all([undefined, ...VERSIONS].map(status))).toEqual([200, 400, 400, 200, 200])
  })

  test('must contain one to twenty messages, and no initialize', async () => {
    const many = (count: number) => pro.send(Array.from({ length: count }, (_, id) => ping(id)))
    expect((await many(20)).body).toHaveLength(20)
    for (const count of [0, 21]) {
      const { status, body } = await many(count)
      expect([status, body.error.code]).toEqual([400, -32600])
    }
    const { body } = await pro.send([
      { ...ping(1), method: 'initialize', params: { protocolVersion: '2025-03-26' } },
    ])
    expect(body[0].error.code).toBe(-32600)
  })

  test('is returned as one event each to clients that accept only events', async () => {
    const { text } = await pro.send([ping(1), ping(2)], { accept: 'text/event-stream' })
    expect(text.match(/^event: message$/gm)).toHaveLength(2)
  })
})

describe('a browser', () => {
  test('of any origin may send requests with the protocol’s headers', async () => {
    const preflight = await gateway().request('OPTIONS', PATH, {
      headers: {
        origin: 'https://example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,mcp-protocol-version,mcp-session-id',
      },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    const allowed = preflight.headers.get('access-control-allow-headers')!.toLowerCase().split(', ')
    expect(allowed).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'mcp-protocol-version', 'mcp-session-id']),
    )
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
  })

  test('can read the response, including errors and Retry-After', async () => {
    const origin = { origin: 'https://example.com' }
    for (const answer of [
      await pro.rpc('ping', undefined, origin),
      await speaker(gateway(), null).rpc('ping'),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After')
    }
  })
})

test('the log names the called tool', async () => {
  await pro.call('analyze_market', { role: 'rn' })
  expect(gateway().core.logged.some((line) => line.includes('analyze_market'))).toBe(true)
})
