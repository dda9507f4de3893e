// The OpenAPI document matches the service: every route and no other, and each response as described.
import { Validator } from '@seriousme/openapi-schema-validator'
import type { Express } from 'express'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/kernel/id.ts'
import { routeOf } from '../../core/kernel/operation.ts'
import { operations } from '../../core/operations.ts'
import { createApp } from '../../gateway/app.ts'
import { openApiDocument } from '../../gateway/openapi/document.ts'
import { type OpenApiOperation } from '../../gateway/openapi/operation-object.ts'
import { gatewayPartsFor, useGateway } from '../gateway/harness.ts'
import { unlimited } from '../harness.ts'
import { refusalOf } from './answers.ts'
import { before, reachesOutside } from './samples.ts'
import { aWorld, ready, SAMPLE_CONFIG, type World } from './world.ts'

const gateway = useGateway(SAMPLE_CONFIG, unlimited)
const document = openApiDocument(operations, '')
const bracketed = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, op]) => ({ path, method: method.toUpperCase(), op })),
)

/** The paths mounted in express. `/` only redirects to the reference. */
const mountedPaths = (app: Express): string[] => [
  ...new Set(app.router.stack.flatMap(({ route }) => (route && route.path !== '/' ? [route.path] : []))),
]

/** The methods that a path says it takes; a preflight concerns another route. */
async function methodsOf(path: string): Promise<string[]> {
  const { headers } = await gateway().request('PROPFIND', path.replace(/:\w+/g, 'x'))
  const allowed = headers.get('allow')?.split(', ') ?? []
  return allowed.filter((method) => method !== 'OPTIONS' && (method !== 'HEAD' || !allowed.includes('GET')))
}

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
})

test('the documented routes are exactly the mounted ones', async () => {
  const core = { services: gateway().core.services, operations, close: async () => {} }
  const paths = mountedPaths(createApp(core, gatewayPartsFor(gateway().core)))
  const taken = await Promise.all(
    paths.map(async (path) => (await methodsOf(path)).map((method) => `${method} ${bracketed(path)}`)),
  )
  expect(taken.flat().sort()).toEqual(documented.map(({ method, path }) => `${method} ${path}`).sort())
})

test('the catalogue answers a wrong key, and a client that has it already, with documented statuses', async () => {
  const base = '/api/v1/intelligence'
  for (const path of ['demo', 'roles', 'cities', 'search'].map((name) => `${base}/salaries/${name}`)) {
    const url = `${gateway().url}${path}${path.endsWith('search') ? '?q=nurse' : ''}`
    const known = (await fetch(url)).headers.get('etag') ?? ''
    const answers = await Promise.all([
      fetch(url, { headers: { 'if-none-match': known } }),
      fetch(url, { headers: { authorization: 'Bearer intelligence_unknown' } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([304, 401])
    expect(Object.keys(document.paths[path]!['get']!.responses)).toEqual(
      expect.arrayContaining(['304', '401']),
    )
  }
})

test('an Idempotency-Key is offered where a retry gets the first response again, and not where it does not', async () => {
  const account = { email: `${newId()}@example.com`, password: 'a long enough secret 1' }
  const replayed = async (path: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': newId() }
    const send = () =>
      fetch(`${gateway().url}${path}`, { method: 'POST', headers, body: JSON.stringify(account) })
    await send()
    return (await send()).headers.has('idempotent-replayed')
  }
  for (const path of ['/api/auth/signup', '/api/auth/login', '/api/auth/logout']) {
    const { parameters = [] } = document.paths[path]!['post']!
    const isOffered = parameters.some(({ name }) => name === 'Idempotency-Key')
    expect(isOffered, path).toBe(await replayed(path))
  }
})

test('pages answer visitors who are not signed in with documented statuses', async () => {
  const statuses = {
    '/settings/export': 401,
    '/oauth/authorize?client_id=unknown': 302,
    '/calendar/x.ics': 404,
  }
  for (const [path, status] of Object.entries(statuses)) {
    const answer = await fetch(`${gateway().url}${path}`, { redirect: 'manual' })
    const route = path.replace(/\?.*/, '').replace('/x.ics', '/{secret}.ics')
    const described = document.paths[route]!['get']!.responses[status] as { content?: object } | undefined
    expect([path, answer.status, described !== undefined]).toEqual([path, status, true])
    const types = Object.keys(described!.content ?? {})
    if (types.length) expect(types).toContain(answer.headers.get('content-type')?.split(';')[0])
  }
})

test('operation ids are unique', () => {
  const ids = documented.map(({ op }) => op.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('schemas contain no references: each can be read alone, and given to a model', () => {
  expect(JSON.stringify(document)).not.toContain('$ref')
})

describe('every operation responds to its sample as documented', () => {
  let shared: Promise<World> | undefined
  const reader = () => (shared ??= aWorld(gateway()))

  test.each(
    operations
      .filter((op) => op.access !== 'public' && !reachesOutside(op))
      .map((op) => ({ name: op.name, op })),
  )('$name', async ({ op }) => {
    const { method, path } = routeOf(op)
    const described: OpenApiOperation = document.paths[bracketed(path)]![method.toLowerCase()]!
    const isPlain = op.effect === 'read' && !before(op).length
    const me = isPlain ? await reader() : await ready(await aWorld(gateway()), op)
    // In tests, outputs are parsed with their strict schemas: a mismatch is a 500.
    const answer = await me.send(op)
    expect(Object.keys(described.responses)[0], answer.text).toBe(String(answer.status))
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-f-]{36}$/)
  })
})

describe('a path with an unsupported method', () => {
  const paths = Object.entries(document.paths).map(([path, methods]) => ({
    path,
    methods: Object.keys(methods).map((method) => method.toUpperCase()),
  }))

  test.each(paths)('$path responds 405 with the supported methods', async ({ path, methods }) => {
    const url = path.replace(/\{\w+\}/g, 'x')
    const allowed = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort()
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      if (methods.includes(method)) continue
      const answer = await gateway().request(method, url)
      expect(refusalOf(answer).refused).toEqual([405, 'METHOD_NOT_ALLOWED'])
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed)
    }
    const options = await gateway().request('OPTIONS', url)
    expect([options.status, options.text]).toEqual([204, ''])
    expect(options.headers.get('allow')?.split(', ').sort()).toEqual(allowed)
  })
})

test('HEAD responds like GET, without a body', async () => {
  const me = await aWorld(gateway())
  for (const path of [
    '/api/mcp/jobs',
    `/api/mcp/jobs/${me.ids['jobs']}`,
    '/healthz',
    '/docs',
    '/openapi.json',
    '/metrics',
  ]) {
    const headers = { authorization: `Bearer ${me.token}` }
    const [get, head] = [
      await gateway().request('GET', path, { headers }),
      await gateway().request('HEAD', path, { headers }),
    ]
    expect([head.status, head.text]).toEqual([get.status, ''])
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    if (path !== '/metrics')
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
  }
})
