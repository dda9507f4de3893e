// What the service says about itself, and how large and strange requests are answered.
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { describe, expect, test } from 'vitest'
import { addKey } from '../../core/identity/operations.ts'
import { operations } from '../../core/operations.ts'
import { routeOf } from '../../core/kernel/operation.ts'
import { as, call } from '../harness.ts'
import { useGateway } from './harness.ts'

const gateway = useGateway()

describe('documents', () => {
  test('llms.txt says in eight kilobytes how to use the API, and every route in it exists', async () => {
    const { status, text, headers } = await gateway().request('GET', '/llms.txt')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8_000)
    const known = new Set(
      operations.map((op) => `${routeOf(op).method} ${routeOf(op).path.replace(/:(\w+)/g, '{$1}')}`),
    )
    const said = [...text.matchAll(/^- ([A-Z]+ \/api\S+):/gm)].map(([, route]) => route!)
    expect(said.length).toBeGreaterThan(40)
    expect(said.filter((route) => !known.has(route))).toEqual([])
    for (const [, path] of text.matchAll(/\(https?:\/\/[^/)]+(\/[^)]*)\)/g))
      expect([path, (await gateway().request('GET', path!)).status]).toEqual([path, 200])
  })

  test('a guide is a page, and with .md at the end Markdown; so is the reference', async () => {
    const page = await gateway().request('GET', '/docs/api')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.text).toMatch(/<h1>The REST API<\/h1>[^]*href="\/docs\/webhooks"/)
    expect(page.text).not.toContain('<script')
    const markdown = await gateway().request('GET', '/docs/api.md')
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(markdown.text).toMatch(/^# The REST API\n[^]*\]\(\/docs\/webhooks\.md\)/)
    expect((await gateway().request('GET', '/docs.md')).text).toContain('- `GET /api/mcp/changes`')
    for (const path of ['/docs/nothing', '/docs/..%2fpackage.json', '/docs/architecture.md'])
      expect((await gateway().request('GET', path)).status, path).toBe(404)
  })
})

describe('large answers', () => {
  const ask = async (path: string, accept: string) => {
    const { headers, body } = await request(gateway().url + path, { headers: { 'accept-encoding': accept } })
    return { headers, bytes: Buffer.from(await body.arrayBuffer()) }
  }

  test('are compressed as the client likes, and mean the same', async () => {
    const plain = await ask('/openapi.json', 'identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const brotli = await ask('/openapi.json', 'gzip;q=0.5, br')
    expect([brotli.headers['content-encoding'], brotli.headers['vary']]).toEqual(['br', 'Accept-Encoding'])
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
    const zipped = await ask('/openapi.json', 'gzip, br;q=0')
    expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true)
    expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 4)
    expect((await ask('/healthz', 'gzip, br')).headers['content-encoding']).toBeUndefined()
  })

  test('of one record keep the tag that stands for their bytes', async () => {
    const me = await gateway().caller()
    const job = {
      company: 'Acme',
      role: 'Engineer',
      description: 'd'.repeat(9_900),
      notes: 'n'.repeat(4_900),
    }
    const added = await me.send('POST', '/api/mcp/jobs', job)
    await me.send('PATCH', `/api/mcp/jobs/${added.body.id}`, { appendNotes: 'n'.repeat(9_000) })
    const headers = { authorization: `Bearer ${me.token}`, 'accept-encoding': 'br' }
    const one = await request(`${gateway().url}/api/mcp/jobs/${added.body.id}`, { headers })
    const list = await request(`${gateway().url}/api/mcp/jobs`, { headers })
    expect([one.headers['etag'] !== undefined, one.headers['content-encoding']]).toEqual([true, undefined])
    expect(list.headers['content-encoding']).toBe('br')
    await Promise.all([one.body.dump(), list.body.dump()])
  })
})

describe('strange requests', () => {
  /** The first answer to headers of this size. */
  const withHeaders = (path: string, bytes: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(gateway().url).port), '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(bytes)}\r\n\r\n`),
      )
      let text = ''
      socket.on('data', (part) => (text += part.toString()))
      socket.on('end', () => resolve(text)).on('error', reject)
    })

  test('headers that are too large are refused in the form of their family', async () => {
    const bodyOf = async (path: string) => {
      const text = await withHeaders(path, 20_000)
      expect(text).toMatch(/^HTTP\/1\.1 431 /)
      return JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as Record<string, unknown>
    }
    expect(await bodyOf('/api/mcp/jobs')).toMatchObject({ code: 'HEADERS_TOO_LARGE' })
    expect(await bodyOf('/api/v1/intelligence/salaries?role=x')).toMatchObject({
      error: { message: expect.any(String) as string },
      request: { endpoint: '/api/v1/intelligence/salaries' },
    })
    expect(await bodyOf('/api/billing/plans')).toEqual({ error: expect.any(String) as string })
  })

  test('a parameter that is given twice is refused by name, unless it is a list', async () => {
    const me = await gateway().caller()
    for (const name of ['limit', 'cursor', 'q', 'company', 'sort', 'updatedSince']) {
      const answer = await me.get(`/api/mcp/jobs?${name}=1&${name}=2`)
      expect([answer.status, answer.body.issues?.[0]?.path], name).toEqual([400, name])
    }
    expect((await me.get('/api/mcp/jobs?status=saved&status=applied')).status).toBe(200)
    const pay = await gateway().request('GET', '/api/v1/intelligence/salaries/search?q=a&q=b')
    expect([pay.status, pay.body.error.code]).toEqual([400, 'invalid_parameter'])
  })
})

test('what is left of a quota can be read when nothing is', async () => {
  const me = await gateway().caller({ tier: 'free' })
  const { core } = gateway()
  const { key } = await call(addKey, as(core, me.principal), { name: 'test' })
  const headers = { authorization: `Bearer ${String(key)}` }
  const ask = (path: string) => gateway().request('GET', `/api/v1/intelligence/${path}`, { headers })
  await core.services.sql`
    insert into month_quotas (subject, limit_name, month, used, granted)
    values (${me.principal.userId}, 'intelligence-free', date_trunc('month', now() at time zone 'utc'), 1000, 0)`
  expect((await ask('salaries?role=nurse')).status).toBe(429)
  const usage = await ask('usage')
  expect([usage.status, usage.body.data.month.remaining]).toEqual([200, 0])
})
