// Under which names a gateway on this machine answers, and which address its pages name.
import { request as httpRequest } from 'node:http'
import { describe, expect, test } from 'vitest'
import { routeOf } from '../../core/kernel/operation.ts'
import { operations } from '../../core/operations.ts'
import { useGateway, type TestGateway } from './harness.ts'

const gateway = useGateway()
const published = useGateway({ publicUrl: 'https://crm.example.org' })
const open = useGateway({ host: '0.0.0.0' })
const proxied = useGateway({ trustProxy: 1 })
/** As in compose.yaml behind nginx. */
const contained = useGateway({ host: '0.0.0.0', trustProxy: 1, publicUrl: 'https://crm.example.org' })

/** Asks under a name; fetch does not let a request choose its Host. */
const under = (at: TestGateway, host: string, path: string, { method = 'GET', headers = {} } = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(at.url)
    const req = httpRequest({ hostname, port, path, method, headers: { ...headers, host } }, (res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (part: string) => (text += part))
      res.once('end', () => resolve({ status: res.statusCode ?? 0, text }))
    })
    req.once('error', reject)
    req.end()
  })

/** Everything that is answered without a credential, and what it answers under an own name. */
const WITHOUT_CREDENTIAL: [string, string, number][] = [
  ...[
    '/',
    '/metrics',
    '/openapi.json',
    '/docs',
    '/docs.md',
    '/docs/api',
    '/docs/api.md',
    '/llms.txt',
    '/settings',
  ].map((path): [string, string, number] => ['GET', path, 200]),
  ['GET', '/clip', 303],
  ['GET', '/.well-known/oauth-protected-resource/api/mcp', 200],
  ['GET', '/.well-known/oauth-authorization-server/oauth', 200],
  ['GET', '/oauth/authorize', 302],
  ['POST', '/oauth/register', 400],
  ['POST', '/oauth/token', 400],
  ['POST', '/oauth/revoke', 400],
  ['POST', '/settings', 400],
  ['POST', '/api/auth/login', 400],
  ['POST', '/api/auth/signup', 400],
  ['GET', '/api/auth/session', 200],
  ['GET', '/api/billing/plans', 200],
  ['GET', '/api/v1/intelligence/salaries/cities', 200],
  ['GET', '/api/v1/intelligence/methodology', 200],
  ['POST', '/api/mcp', 401],
  ['POST', '/api/v1/intelligence/mcp', 401],
]

describe('a gateway on loopback', () => {
  test.each(WITHOUT_CREDENTIAL)('refuses %s %s under a foreign name', async (method, path, status) => {
    const own = await under(gateway(), `localhost:${new URL(gateway().url).port}`, path, { method })
    expect(own.status, own.text.slice(0, 200)).toBe(status)
    for (const name of ['evil.example', 'localhost.evil.example:8787', '127.0.0.1.evil.example']) {
      const foreign = await under(gateway(), name, path, { method })
      expect([401, 403], path).toContain(foreign.status)
      // The door for keys answers nobody without one, under any name.
      if (path !== '/api/v1/intelligence/mcp') expect(foreign.status, path).toBe(403)
    }
  })

  test('refuses every public operation under a foreign name', async () => {
    const open = operations.filter(({ access }) => access === 'public').map(routeOf)
    expect(open.length).toBeGreaterThan(10)
    for (const { method, path } of open) {
      const { status } = await under(gateway(), 'evil.example', path.replace(/:\w+/g, 'x'), { method })
      expect(status, path).toBe(403)
    }
  })

  test('answers probes under any name, and everything under its addresses and names', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect((await under(gateway(), 'lb.internal', path)).status).toBe(200)
    for (const name of [
      '127.0.0.1:80',
      '[::1]:8787',
      'LOCALHOST',
      'crm.localhost',
      '10.0.0.7',
      '[fe80::1]',
      'laptop:8787',
    ])
      expect((await under(gateway(), name, '/docs')).status, name).toBe(200)
    expect((await under(published(), 'crm.example.org', '/docs')).status).toBe(200)
    expect((await under(published(), 'evil.example', '/docs')).status).toBe(403)
  })

  test('says what to do where the name is one of its own', async () => {
    const { text } = await under(gateway(), 'crm.home.example', '/docs')
    expect(text).toContain('PUBLIC_URL')
  })

  test('lets a credential speak for itself', async () => {
    const { token } = await gateway().caller()
    const headers = { authorization: `Bearer ${token}` }
    expect((await under(gateway(), 'tunnel.example', '/api/mcp/jobs', { headers })).status).toBe(200)
  })
})

test('a gateway on other addresses or behind a proxy does not know all its names, and answers', async () => {
  for (const at of [open, proxied]) expect((await under(at(), 'crm.example', '/docs')).status).toBe(200)
})

test('… but refuses foreign names where PUBLIC_URL says its own', async () => {
  const answers = ['crm.example.org', '127.0.0.1:8787', 'crm', 'evil.example'].map((name) =>
    under(contained(), name, '/metrics'),
  )
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 403])
})

describe('the address in pages and documents', () => {
  const PAGES = [
    '/',
    '/docs',
    '/docs.md',
    '/docs/api',
    '/docs/api.md',
    '/docs/intelligence-api',
    '/llms.txt',
    '/openapi.json',
  ]

  test.each(PAGES)('%s names the address that was asked', async (path) => {
    const host = 'localhost:9123'
    const { text } = await under(gateway(), host, path)
    expect(text).not.toContain(':8787')
    const { text: elsewhere } = await under(published(), 'crm.example.org', path)
    expect(elsewhere).not.toMatch(/:8787|localhost:9123/)
    if (path === '/docs.md') return
    expect(text).toContain(`http://${host}`)
    expect(elsewhere).toContain('https://crm.example.org')
  })

  test('is the server of the OpenAPI document', async () => {
    const { body } = await gateway().request('GET', '/openapi.json')
    expect(body.servers).toEqual([{ url: gateway().url }])
  })
})
