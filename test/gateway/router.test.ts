// A path gives the same response however clients spell it.
import { expect, test } from 'vitest'
import { addKey } from '../../core/identity/operations.ts'
import { pathParameters, routeOf } from '../../core/kernel/operation.ts'
import { operations } from '../../core/operations.ts'
import { as, call } from '../harness.ts'
import { useGateway } from './harness.ts'

const gateway = useGateway()

/** Headers that differ by request. */
const OWN = ['date', 'x-request-id']

async function asked(method: string, path: string, headers: Record<string, string> = {}) {
  const { status, headers: given, body } = await gateway().request(method, path, { headers })
  const shown = [...given].filter(([name]) => !OWN.includes(name)).sort()
  return { status, shown, body }
}

/** Removes the request id of a refusal, and the endpoint and duration of a pay response. */
const withoutOwn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null
    ? Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'request' && name !== 'requestId'))
    : body

test.each([
  ['GET', '/healthz'],
  ['HEAD', '/healthz'],
  ['DELETE', '/healthz'],
  ['OPTIONS', '/healthz'],
  ['GET', '/docs'],
  ['GET', '/api/mcp/jobs'],
  ['PUT', '/api/mcp/jobs'],
  ['GET', '/api/v1/intelligence/directory'],
  ['OPTIONS', '/api/v1/intelligence/salaries'],
  ['GET', '/api/v1/intelligence/salaries'],
  ['GET', '/api/v1/intelligence/mcp'],
  ['PUT', '/oauth/authorize'],
  ['GET', '/api/account/export'],
])('%s %s is the same with a trailing slash', async (method, path) => {
  const [plain, matched] = [await asked(method, path), await asked(method, `${path}/`)]
  const length = ([name]: [string, string]) => name !== 'content-length'
  expect(plain.status).toBe(matched.status)
  expect(plain.shown.filter(length)).toEqual(matched.shown.filter(length))
  expect(withoutOwn(plain.body)).toEqual(withoutOwn(matched.body))
})

test('a path without parameters is never taken for one with, wherever it is declared', async () => {
  const paths = new Set(operations.map((op) => routeOf(op).path))
  for (const path of [...paths].filter((each) => pathParameters(each).length === 0)) {
    const [plain, matched] = [await asked('OPTIONS', path), await asked('OPTIONS', `${path}/`)]
    expect(matched.shown, path).toEqual(plain.shown)
  }
})

test('a header that a page sets replaces the default, and is sent once', async () => {
  const { headers } = await gateway().request('GET', '/docs')
  expect(headers.get('content-security-policy')).toContain("style-src 'sha256-")
  expect(headers.get('content-security-policy')).not.toContain(',')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('a repeated pay query is counted like the first, and returns the same data', async () => {
  const { core } = gateway()
  const { principal } = await gateway().caller()
  const { key } = await call(addKey, as(core, principal), { name: 'test', tier: 'pro' })
  const ask = () =>
    gateway().request('GET', '/api/v1/intelligence/salaries?role=editor&city=denver-co', {
      headers: { authorization: `Bearer ${key}` },
    })
  const [first, again] = [await ask(), await ask()]
  expect(again.body.data).toEqual(first.body.data)
  expect(again.body.request.id).not.toBe(first.body.request.id)
  const left = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'))
  expect(left(again)).toBe(left(first) - 1)
})

test('the reference finds the routes and the guides that have all the words', async () => {
  const { text } = await gateway().request('GET', '/docs?q=Webhook+replay')
  const shown = [...text.matchAll(/<article id="([^"]+)"/g)].map(([, name]) => name)
  expect(shown).toContain('webhooks.replay')
  expect(shown.length).toBeLessThan(10)
  expect(text).toMatch(/<a href="\/docs\/webhooks">webhooks<\/a>: /)
  const nothing = await gateway().request('GET', '/docs?q=%3Cb%3Exyzzy')
  expect(nothing.text).toContain('0 routes and 0 sections')
  expect(nothing.text).toContain('value="&lt;b&gt;xyzzy"')
})
