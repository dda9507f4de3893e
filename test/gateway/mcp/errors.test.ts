// Errors of the intelligence endpoint: HTTP for the key, JSON-RPC for the call, isError for the tool.
import { PassThrough } from 'node:stream'
import { text as wholeText } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { problem } from '../../../core/kernel/errors.ts'
import { serveStdio } from '../../../gateway/mcp/stdio.ts'
import { lineLog } from '../../../core/kernel/log.ts'
import { removeKey } from '../../../core/identity/operations.ts'
import { as, call } from '../../harness.ts'
import { useGateway, type Answer } from '../harness.ts'
import { keyHolder, type KeyHolder } from '../intelligence/key-holder.ts'
import { PATH, speaker, type Speaker } from './mcp-client.ts'

const gateway = useGateway()
let holder: KeyHolder
let pro: Speaker
beforeAll(async () => {
  holder = await keyHolder(gateway(), 'ultra')
  pro = speaker(gateway(), holder)
})

const GOOD = { name: 'analyze_compensation', arguments: { role: 'software-engineer' } }

function expectRpc(answer: Answer, status: number, code: number, id: unknown = null) {
  expect([answer.status, answer.body.error?.code, answer.body.id], answer.text).toEqual([status, code, id])
  expect(answer.body.error.message).toMatch(/\S/)
  expect(answer.text.length).toBeLessThan(2_000)
  expect(answer.body.error.data.request_id).toBe(answer.headers.get('x-request-id'))
}

describe('the key', () => {
  test('is required for every method', async () => {
    for (const method of ['initialize', 'ping', 'tools/list', 'tools/call']) {
      const answer = await speaker(gateway(), null).rpc(method, GOOD)
      expect([answer.status, answer.body.error.code], answer.text).toEqual([401, 'unauthorized'])
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="crm"')
    }
  })

  test('that is invalid, revoked or for the pipeline is refused', async () => {
    const revoked = await keyHolder(gateway(), 'pro')
    const [row] = await gateway().core.services.sql<{ id: string }[]>`
      select id from intelligence_keys where user_id = ${revoked.principal.userId}`
    await call(removeKey, as(gateway().core, revoked.principal), { id: row!.id })
    const { token } = await gateway().caller()
    for (const [key, status] of [
      ['garbage', 401],
      [token, 401],
      [revoked.key, 403],
    ] as const)
      expect((await speaker(gateway(), { ...holder, key }).rpc('ping')).status, key).toBe(status)
  })

  test('of the free plan gets 403 and a hint how to upgrade, for any method', async () => {
    const free = speaker(gateway(), await keyHolder(gateway(), 'free'))
    for (const method of ['initialize', 'tools/list', 'tools/call']) {
      const { status, body, headers } = await free.rpc(method, GOOD)
      expect([status, body.error.code]).toEqual([403, 'upgrade_required'])
      expect([headers.get('x-ratelimit-tier'), headers.get('x-ratelimit-remaining')]).toEqual(['free', '60'])
      expect(body.error.upgrade_url).toMatch(/^http.*\/api\/billing\/plans$/)
      expect(body.error.hint).toContain(body.error.upgrade_url)
      expect(body.attribution.version).toBe('v1')
      expect(body.request.tier).toBe('free')
    }
  })

  test('without the scope to read gets 403', async () => {
    const writer = speaker(gateway(), await keyHolder(gateway(), 'pro', ['intelligence:write']))
    expect((await writer.rpc('tools/list')).body.error.code).toBe('forbidden')
  })

  test('is charged one call per tool call and nothing else', async () => {
    const fresh = speaker(gateway(), await keyHolder(gateway(), 'pro'))
    const left = (answer: Answer) => answer.headers.get('x-ratelimit-remaining')
    const list = await fresh.rpc('tools/list')
    expect([left(list), list.headers.get('x-ratelimit-tier')]).toEqual(['300', 'pro'])
    const first = await fresh.call('list_capabilities')
    expect([left(first), first.headers.get('x-ratelimit-tier')]).toEqual(['299', 'pro'])
    await fresh.rpc('initialize', { protocolVersion: '2025-11-25' })
    await fresh.rpc('tools/call', { name: 'nonsense' })
    expect(left(await fresh.call('analyze_compensation', { role: 'zzqx' }))).toBe('298')
    expect(left(await fresh.call('analyze_compensation'))).toBe('297')
  })

  test('over its limit gets 429 with Retry-After; in a batch, only that call gets an error', async () => {
    const busy = await keyHolder(gateway(), 'pro')
    const speaking = speaker(gateway(), busy)
    const { limiter } = gateway().core.services
    for (let n = 0; n < 300; n += 1) await limiter.spend('intelligence-pro', busy.principal.userId)
    const answer = await speaking.rpc('tools/call', GOOD)
    expect([answer.status, answer.body.error.code]).toEqual([429, 'rate_limited'])
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('0')
    const both = await speaking.send([
      { jsonrpc: '2.0', id: 'a', method: 'ping' },
      { jsonrpc: '2.0', id: 'b', method: 'tools/call', params: GOOD },
    ])
    expect(both.status).toBe(200)
    expect(both.body[0]).toEqual({ jsonrpc: '2.0', id: 'a', result: {} })
    expect([both.body[1].id, both.body[1].error.code]).toEqual(['b', -32029])
    expect(both.body[1].error.data.retry_after_seconds).toBeGreaterThan(0)
  })
})

describe('the call', () => {
  test.each([
    ['no JSON', '{"jsonrpc":'],
    ['nothing', ''],
  ])('that is %s is -32700', async (_, body) => {
    expectRpc(await pro.send(body), 400, -32700)
  })

  test.each([
    ['without jsonrpc', { id: 1, method: 'ping' }, 1],
    ['of jsonrpc 1.0', { jsonrpc: '1.0', id: 'x', method: 'ping' }, 'x'],
    ['with a null id', { jsonrpc: '2.0', id: null, method: 'ping' }, null],
    ['with half an id', { jsonrpc: '2.0', id: 1.5, method: 'ping' }, null],
    ['with a list for params', { jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, 1],
    ['without a method', { jsonrpc: '2.0', id: 1 }, 1],
    ['that is a text', JSON.stringify('ping'), null],
    ['that is null', 'null', null],
  ])('%s is -32600', async (_, body, id) => {
    expectRpc(await pro.send(body), 400, -32600, id)
  })

  test.each(['toolz', 'constructor', 'resources/list', 'prompts/list', 'logging/setLevel'])(
    'of the method %s is -32601',
    async (method) => {
      expectRpc(await pro.rpc(method), 200, -32601, 1)
    },
  )

  test.each([
    ['tools/call without params', 'tools/call', undefined],
    ['tools/call without a name', 'tools/call', { arguments: {} }],
    ['tools/call with a text for arguments', 'tools/call', { name: 'analyze_market', arguments: 'rn' }],
    ['tools/list with a cursor that was never given', 'tools/list', { cursor: 'x' }],
  ])('of %s is -32602 and names the path', async (_, method, params) => {
    const answer = await pro.rpc(method, params)
    expectRpc(answer, 200, -32602, 1)
    expect(answer.body.error.data.paths.length).toBeGreaterThan(0)
  })

  test('of an unknown tool is -32602, with the known tools and the nearest name', async () => {
    const answer = await pro.call('analyse_compensation')
    expectRpc(answer, 200, -32602, 1)
    expect(answer.body.error.message).toContain('Did you mean analyze_compensation?')
    expect(answer.body.error.data.available).toHaveLength(6)
  })

  test('over 1 MiB is 413, and of another media type 415', async () => {
    expectRpc(await pro.send(`{"a":"${'x'.repeat(1_100_000)}"}`), 413, -32600)
    expectRpc(await pro.send('<a/>', { 'content-type': 'text/xml' }), 415, -32000)
  })

  test.each([undefined, 'application/x-www-form-urlencoded', 'application/json; charset=utf-8'])(
    'with the content type %s is served: a key is not sent automatically by browsers',
    async (type) => {
      const headers = new Headers({
        authorization: `Bearer ${holder.key}`,
        ...(type && { 'content-type': type }),
      })
      const body = new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}')
      const answer = await gateway().request('POST', PATH, { headers, body })
      expect([answer.status, answer.body.result], answer.text).toEqual([200, {}])
    },
  )

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('by %s is 405 with Allow', async (method) => {
    const answer = await gateway().request(method, PATH)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })
})

describe('a tool call that fails', () => {
  const refusalOf = ({ status, body, text }: Answer) => {
    expect([status, body.result?.isError], text).toEqual([200, true])
    expect(body.result.structuredContent).toBeUndefined()
    expect(body.result.content[0].text).toContain(body.result._meta.request_id)
    return { words: String(body.result.content[0].text), meta: body.result._meta }
  }

  test('for an unknown role lists the nearest, if any, and which tool to call', async () => {
    const near = refusalOf(await pro.call('analyze_market', { role: 'call gjent' }))
    expect(near.words).toContain('Nearest by spelling: call-agent')
    const { words, meta } = refusalOf(await pro.call('analyze_market', { role: 'zzqx' }))
    expect(words).toContain('No role has a name like it.')
    expect(meta).toMatchObject({
      code: 'role_not_found',
      next: { tool: 'discover_roles_and_cities', arguments: { query: 'zzqx', kind: 'roles' } },
    })
  })

  test('for an ambiguous place lists the candidates', async () => {
    const { words, meta } = refusalOf(
      await pro.call('analyze_compensation', { role: 'rn', city: 'Portland' }),
    )
    expect(words).toMatch(/portland-(me|or), portland-(me|or)/)
    expect(meta.next.arguments).toEqual({ query: 'Portland', kind: 'cities' })
  })

  test('for a town without its state names the town it could be; with its state says which area it is in', async () => {
    const { words } = refusalOf(
      await pro.call('analyze_compensation', { role: 'accountant', city: 'Berlin' }),
    )
    expect(words).toContain('hartford-ct (Berlin, CT). The city in Germany has no figures')
    const fair = { role: 'accountant', city: 'Berlin, CT', offered_base: 80_000 }
    const { text } = await pro.call('analyze_compensation', fair)
    expect(text).toContain('Berlin, CT, in the area of Hartford, CT')
  })

  test('for a figure without a source says so, and never invents one', async () => {
    const { core } = gateway()
    const { catalog } = await core.services.intelligence.fullDataset()
    const { estimate } = await import('../../../core/intelligence/estimates/estimate.ts')
    const pairs = catalog
      .roles()
      .flatMap(({ slug: role }) => catalog.cities().map(({ slug: city }) => ({ role, city })))
    const without = pairs.find((pair) => 'reason' in estimate(catalog, pair))!
    const { meta } = refusalOf(await pro.call('analyze_compensation', without))
    expect(meta.code).toBe('pay_not_found')
  })

  test('for wrong arguments names each and lists the valid ones', async () => {
    const { words, meta } = refusalOf(
      await pro.call('analyze_compensation', { rol: 'rn', offered_base: 'x' }),
    )
    expect(meta.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
      'offered_base',
      'rol',
      'role',
    ])
    expect(words).toContain('Arguments of analyze_compensation: role, city?, experience?')
  })

  test('has a short message however much was sent', async () => {
    const answer = await pro.call('analyze_skills', { role: 'x'.repeat(5_000), ['y'.repeat(9_000)]: 1 })
    refusalOf(answer)
    expect(answer.text.length).toBeLessThan(4_000)
  })
})

test('an internal error is -32603 with only the request id', async () => {
  const { services } = gateway().core
  const whole = services.intelligence.fullDataset
  services.intelligence.fullDataset = () => Promise.reject(new Error('secret path /etc'))
  try {
    const answer = await pro.call('discover_roles_and_cities', { query: 'never asked before' })
    expectRpc(answer, 200, -32603, 1)
    expect(answer.text).not.toContain('secret')
  } finally {
    services.intelligence.fullDataset = whole
  }
})

test('a stream that cannot begin on stdio is answered, and the process goes on', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const scopes = new Set(['suggestions:read', 'pipeline:read'] as const)
  const fails = () => Promise.reject(problem('database_unavailable', { reason: 'It is gone.' }))
  const prefix = 'io.modelcontextprotocol/'
  const params = {
    _meta: { [`${prefix}protocolVersion`]: '2026-07-28', [`${prefix}clientCapabilities`]: {} },
    notifications: { resourceSubscriptions: ['crm://suggestions'] },
  }
  input.end(`${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params })}\n`)
  await serveStdio({
    ...{ input, output, permission: { scopes, denied: new Set<never>() }, timeZone: 'UTC' },
    ...{ reach: { call: fails, lookEveryMs: 60_000 }, log: lineLog('silent', () => {}), now: Date.now },
  })
  output.end()
  expect(JSON.parse(await wholeText(output))).toMatchObject({ id: 7, error: { code: -32053 } })
})
