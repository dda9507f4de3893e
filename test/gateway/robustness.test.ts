// Malformed HTTP: each response is the envelope with a request id, or the connection is closed; nothing
// hangs.
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { fail } from '../../core/kernel/errors.ts'
import { FAMILIES } from '../../core/kernel/family.ts'
import { operation } from '../../core/kernel/operation.ts'
import { lazySchema } from '../../core/kernel/schema.ts'
import { operations } from '../../core/operations.ts'
import { createApp } from '../../gateway/app.ts'
import { createHttpServer, listen } from '../../gateway/http/server.ts'
import { unlimited } from '../harness.ts'
import { gatewayPartsFor, useGateway, type Caller } from './harness.ts'
import { answersIn, talk, type RawAnswer } from './raw-http.ts'

const gateway = useGateway({}, unlimited)

let me: Caller
beforeAll(async () => {
  me = await gateway().caller()
  // Half a second instead of five, for the timeout tests.
  Object.assign(gateway().server, { headersTimeout: 400, requestTimeout: 800 })
})

function expectEnvelope({ status, headers, body }: RawAnswer, expected: number, code: string) {
  expect(status, body).toBe(expected)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(JSON.parse(body)).toMatchObject({ code, requestId: headers['x-request-id'] })
  expect(body).not.toMatch(/\n\s+at |node_modules|\.ts:\d/)
}

const head = (method: string, path: string, ...headers: string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${me.token}`, ...headers, '', ''].join(
    '\r\n',
  )

const ask = async (...parts: (string | Buffer | number)[]): Promise<RawAnswer> => {
  const [first] = answersIn(await talk(gateway().url, parts))
  return first ?? { status: 0, headers: {}, body: '{}' }
}

const JSON_TYPE = 'Content-Type: application/json'

describe('a body', () => {
  test.each(['{"company":', '{"a":1,}', '{company:1}', '\ufeff', '{"a":1}{"b":2}'])(
    'that is not JSON is refused: %j',
    async (text) => {
      const answer = await me.send('POST', '/api/mcp/jobs', text)
      expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR'])
      expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'))
    },
  )

  test('over 1 MiB is refused, with or without a Content-Length', async () => {
    const body = JSON.stringify({ company: 'x'.repeat(1_048_577), role: 'y' })
    const answer = await me.send('POST', '/api/mcp/jobs', body)
    expect([answer.status, answer.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const chunked = head(
      'POST',
      '/api/mcp/jobs',
      JSON_TYPE,
      'Transfer-Encoding: chunked',
      'Connection: close',
    )
    expectEnvelope(await ask(chunked, ...Array<string>(20).fill(chunk)), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('of a form over 64 KiB is refused with that limit', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = `token=${'x'.repeat(70_000)}`
    const { status, text } = await gateway().request('POST', '/oauth/token', { headers, body })
    expect([status, text]).toEqual([413, expect.stringContaining('over 64 KiB')])
  })

  test('of exactly 1 MiB is read', async () => {
    const rest = JSON.stringify({ company: '', role: 'y' }).length
    const body = JSON.stringify({ company: 'x'.repeat(1_048_576 - rest), role: 'y' })
    const answer = await me.send('POST', '/api/mcp/jobs', body)
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('company')])
  })

  test('that is a compression bomb is refused once 1 MiB is inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20))
    const headers = [
      JSON_TYPE,
      'Content-Encoding: gzip',
      `Content-Length: ${bomb.length}`,
      'Connection: close',
    ]
    expectEnvelope(await ask(head('POST', '/api/mcp/jobs', ...headers), bomb), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('that claims to be gzip and is not is refused', async () => {
    const headers = [JSON_TYPE, 'Content-Encoding: gzip', 'Content-Length: 2', 'Connection: close']
    expectEnvelope(await ask(head('POST', '/api/mcp/jobs', ...headers), '{}'), 400, 'VALIDATION_ERROR')
  })

  test('nested 40,000 deep is refused', async () => {
    const deep = '{"a":'.repeat(40_000) + '1' + '}'.repeat(40_000)
    expect((await me.send('POST', '/api/mcp/jobs', deep)).status).toBe(400)
  })

  test('with __proto__ pollutes no prototype', async () => {
    const answer = await me.send('POST', '/api/mcp/jobs', '{"__proto__":{"company":"a","role":"b"}}')
    expect(answer.status).toBe(400)
    expect(({} as { company?: string }).company).toBeUndefined()
  })

  test('shorter than its Content-Length ends with the connection, and the next request is served', async () => {
    const short = head('POST', '/api/mcp/jobs', JSON_TYPE, 'Content-Length: 100000')
    expectEnvelope(await ask(short, '{"company":'), 408, 'TIMEOUT')
    expect((await me.get('/api/mcp/jobs')).status).toBe(200)
  })
})

describe('a path', () => {
  test.each(FAMILIES.map(({ prefix }) => prefix).filter((prefix) => !prefix.includes('intelligence')))(
    'that is unknown under %s gets 404 in the envelope',
    async (prefix) => {
      const answer = await me.get(`${prefix}nonsense`)
      expect([answer.status, typeof answer.body.error]).toEqual([404, 'string'])
      // Billing has no error codes: its envelope is {error}.
      if (prefix === '/api/billing/') return
      expect(answer.body.code).toBe('NOT_FOUND')
      expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'))
    },
  )

  test.each(['/', '/nonsense', '/api', '/api/mcp/jobs/x/y/z', '//api/mcp/jobs', '/API/nonsense'])(
    '%s is redirected or not found',
    async (path) => {
      const { status } = await ask(head('GET', path, 'Connection: close'))
      expect(status).toBe(path === '/' ? 200 : 404)
    },
  )

  test.each(['/api/mcp/jobs/%', '/api/mcp/jobs/%E0%A4%A', '/api/mcp/jobs/%c0%80'])(
    'that cannot be decoded is refused: %s',
    async (path) =>
      expectEnvelope(await ask(head('GET', path, 'Connection: close')), 400, 'VALIDATION_ERROR'),
  )

  test.each([
    '/api/mcp/jobs/%00',
    '/api/mcp/jobs/..%2f..%2fetc%2fpasswd',
    `/api/mcp/jobs/${'x'.repeat(15_000)}`,
  ])('that contains no valid id is not found', async (path) => {
    const { status, body } = await ask(head('GET', path, 'Connection: close'))
    expect([status, JSON.parse(body).code]).toEqual(
      path.length > 2_000 ? [400, 'VALIDATION_ERROR'] : [404, 'NOT_FOUND'],
    )
  })
})

describe('the HTTP parser', () => {
  test.each([
    ['two framings', ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['two Content-Length headers', ['Content-Length: 2', 'Content-Length: 3'], '{}x'],
    ['an invalid Content-Length', ['Content-Length: -1'], ''],
    ['an unknown transfer coding', ['Transfer-Encoding: cow'], '{}'],
    ['an invalid chunk', ['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a folded header', ['X-A: b', ' c: d'], ''],
    ['a space before the colon', ['X-A : b'], ''],
    ['a header with a NUL', ['X-A: a\0b'], ''],
  ])('refuses %s and closes the connection', async (_, headers, body) => {
    const answers = answersIn(
      await talk(gateway().url, [head('POST', '/api/mcp/jobs', JSON_TYPE, ...headers), body]),
    )
    expectEnvelope(answers[0]!, 400, 'VALIDATION_ERROR')
    expect(answers[0]!.headers['connection']).toBe('close')
    expect(answers).toHaveLength(1)
  })

  test.each([
    'GARBAGE\r\n\r\n',
    'FOO / HTTP/1.1\r\nHost: x\r\n\r\n',
    '\x16\x03\x01\x02\0\x01\0',
    'GET / HTTP/9.9\r\n\r\n',
  ])('refuses what is not HTTP: %j', async (bytes) =>
    expectEnvelope(await ask(bytes), 400, 'VALIDATION_ERROR'),
  )

  test('refuses headers over 16 KiB with 431, many or one', async () => {
    const many = Array.from({ length: 1_900 }, (_, n) => `X-${n}: ${n}`)
    expectEnvelope(await ask(head('GET', '/healthz', ...many)), 431, 'HEADERS_TOO_LARGE')
    expectEnvelope(await ask(head('GET', '/healthz', `X-A: ${'a'.repeat(20_000)}`)), 431, 'HEADERS_TOO_LARGE')
  })

  test('requires a Host', async () => {
    const { status } = await ask('GET /healthz HTTP/1.1\r\n\r\n')
    expect(status).toBe(400)
  })

  test('answers a hundred pipelined requests in order', async () => {
    const requests = Array.from({ length: 100 }, (_, n) => head('GET', `/api/mcp/jobs/no-${n}`)).join('')
    const answers = answersIn(await talk(gateway().url, [requests], { quietMs: 1_500 }))
    expect(answers).toHaveLength(100)
    answers.forEach(({ status, body }, n) => {
      expect(status).toBe(404)
      expect(JSON.parse(body).error).toContain(`no-${n}`)
    })
  })

  test('handles an absolute address, TRACE and OPTIONS * correctly', async () => {
    expect((await ask(head('GET', 'http://x/healthz', 'Connection: close'))).status).toBe(200)
    expectEnvelope(await ask(head('TRACE', '/api/mcp/jobs', 'Connection: close')), 405, 'METHOD_NOT_ALLOWED')
    expect((await ask(head('OPTIONS', '*', 'Connection: close'))).status).toBeLessThan(500)
    expect(
      (
        await ask(
          head('POST', '/api/mcp/jobs', 'Expect: a-miracle', 'Content-Length: 0', 'Connection: close'),
        )
      ).status,
    ).toBe(400)
    expect((await ask(head('GET', '/healthz', 'Upgrade: websocket', 'Connection: Upgrade'))).status).toBe(200)
  })
})

describe('a slow client', () => {
  test('sending headers gets 408 after five seconds (0.4 in this test)', async () => {
    expectEnvelope(
      await ask('GET /healthz HTTP/1.1\r\nHost: x\r\n', 500, 'X-A: b\r\n', 500, 'X-B: c\r\n'),
      408,
      'TIMEOUT',
    )
  })

  test('sending a body gets 408 after fifteen seconds (0.8 in this test)', async () => {
    const drip = Array.from({ length: 40 }, () => [200, 'x']).flat()
    const answer = await ask(head('POST', '/api/mcp/jobs', JSON_TYPE, 'Content-Length: 500'), ...drip)
    expectEnvelope(answer, 408, 'TIMEOUT')
    expect(answer.headers['connection']).toBe('close')
  })
})

describe('request headers', () => {
  test('with two Authorization values are refused: a proxy may have checked the other one', async () => {
    const other = await gateway().caller()
    const answer = await ask(
      head('GET', '/api/mcp/jobs', `Authorization: Bearer ${other.token}`, 'Connection: close'),
    )
    expectEnvelope(answer, 400, 'VALIDATION_ERROR')
  })

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'bearer x y',
    'Bearer a, Bearer b',
    `Bearer ${'x'.repeat(15_000)}`,
    'Basic eDp5',
    '\xe9\xe9',
  ])('with an invalid Authorization are refused: %j', async (authorization) => {
    const lines = [
      'GET /api/mcp/jobs HTTP/1.1',
      'Host: x',
      `Authorization: ${authorization}`,
      'Connection: close',
      '',
      '',
    ]
    expectEnvelope(await ask(Buffer.from(lines.join('\r\n'), 'latin1')), 401, 'UNAUTHORIZED')
  })

  test('with a lower-case bearer, or spaces around the token, are accepted', async () => {
    for (const authorization of [`bearer ${me.token}`, `BEARER   ${me.token}`, `Bearer ${me.token}  `]) {
      const lines = [
        'GET /api/mcp/jobs HTTP/1.1',
        'Host: x',
        `Authorization: ${authorization}`,
        'Connection: close',
        '',
        '',
      ]
      expect((await ask(lines.join('\r\n'))).status).toBe(200)
    }
  })

  test('cannot be replaced by a token in the query string', async () => {
    const answer = await gateway().request('GET', `/api/mcp/jobs?token=${me.token}&access_token=${me.token}`)
    expect(answer.status).toBe(401)
  })

  test('with a forged X-Forwarded-For are limited by the real address', async () => {
    const login = (n: number) =>
      gateway().request('POST', '/api/auth/login', {
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n}` },
        body: JSON.stringify({ email: `nobody${n}@example.com`, password: 'wrong wrong wrong' }),
      })
    const statuses: number[] = []
    for (let n = 0; n < 102; n += 1) statuses.push((await login(n)).status)
    expect(statuses.slice(0, 100)).toEqual(Array(100).fill(401))
    expect(statuses.slice(100)).toEqual([429, 429])
  })
})

describe('an internal error', () => {
  const Nothing = lazySchema((z) => z.strictObject({}))
  const secret = 'whsec_0123456789abcdefghijklmnop'
  const broken = operation({
    name: 'jobs.explode',
    summary: 'Break.',
    http: 'GET /api/mcp/explode',
    access: 'jobs:read',
    effect: 'read',
    input: Nothing,
    output: Nothing,
    run: async () => {
      throw new Error(
        `the pipe at postgres://crm:hunter22@db:5432 burst, said ${secret} and Bearer ${me.token}`,
      )
    },
  })
  const known = operation({
    ...broken,
    name: 'jobs.refuse',
    http: 'GET /api/mcp/refuse',
    run: async () => fail('busy', {}),
  })

  test('is neutral to the client, and logged with its request id and without secrets', async () => {
    const { core } = gateway()
    const app = createApp(
      { services: core.services, operations: [...operations, broken, known], close: async () => {} },
      gatewayPartsFor(core),
    )
    const server = createHttpServer(app)
    const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
    const [first] = answersIn(await talk(url, [head('GET', '/api/mcp/explode', 'Connection: close')]))
    expectEnvelope(first!, 500, 'INTERNAL_ERROR')
    expect(first!.body).not.toMatch(/pipe|burst|postgres|hunter22/)
    const line = core.logged.find(
      (one) => one.includes(first!.headers['x-request-id']!) && one.includes('"error"'),
    )!
    expect(line).toContain('burst')
    expect(line).toContain('robustness.test.ts')
    for (const hidden of ['hunter22', secret, me.token]) expect(core.logged.join('\n')).not.toContain(hidden)
    const [second] = answersIn(await talk(url, [head('GET', '/api/mcp/refuse', 'Connection: close')]))
    expectEnvelope(second!, 503, 'UNAVAILABLE')
    server.close()
  })
})
