// The OpenAPI document matches the service: every route and no other, and each response as described.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Express } from 'express'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/kernel/id.ts'
import { routeOf } from '../../core/kernel/operation.ts'
import { operations } from '../../core/operations.ts'
import { DELIVERED_EVENTS, TEST_EVENT } from '../../core/webhooks/events.ts'
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
  ...new Set(app.router.stack.flatMap(({ route }) => (route ? [route.path] : []))),
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

test('the document is the same when it is made again', () => {
  expect(openApiDocument(operations, '')).toEqual(document)
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
    const isOffered = parameters.some((each) => '$ref' in each && each.$ref.endsWith('/IdempotencyKey'))
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

test('every reference leads to a component, every component is referred to, and nothing internal is told', () => {
  const text = JSON.stringify(document)
  const referred = new Set(
    [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(([, kind, name]) => `${kind} ${name}`),
  )
  const components = Object.entries(document.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, each]) => Object.keys(each).map((name) => `${kind} ${name}`))
  expect([...referred].sort()).toEqual(components.sort())
  expect(text).not.toMatch(/"x-|9007199254740991/)
})

test('the document stays within 500 kB', () => {
  const sizeOf = (part: unknown) => Buffer.byteLength(JSON.stringify(part))
  const largest = Object.entries(document.components['schemas'] ?? {})
    .map(([name, schema]) => `${name} ${sizeOf(schema)}`)
    .sort((a, b) => Number(b.split(' ')[1]) - Number(a.split(' ')[1]))
    .slice(0, 10)
  expect(
    sizeOf(document),
    `Agents read it whole. Let what you added return a record that exists. The largest schemas: ${largest.join(', ')}`,
  ).toBeLessThanOrEqual(500_000)
})

test('every operation has examples, and each fits its schema', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'doc')
  const pointer = (...keys: string[]) =>
    `doc#/${keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
  type Content = Record<string, { schema?: object; example?: unknown }>
  const misfits: unknown[] = []
  const check = (content: Content, ...at: string[]) => {
    for (const [type, { schema, example }] of Object.entries(content)) {
      if (!schema || example === undefined) continue
      const fits = ajv.compile({ $ref: pointer(...at, type, 'schema') })
      if (!fits(example)) misfits.push([...at, fits.errors?.[0]?.instancePath, fits.errors?.[0]?.message])
    }
  }
  for (const section of ['paths', 'webhooks'] as const)
    for (const [path, methods] of Object.entries(document[section]))
      for (const [method, op] of Object.entries(methods)) {
        const at = [section, path, method]
        const answer = Object.entries(op.responses)[0]! as [string, { $ref?: string }]
        const shared = document.components['responses']![answer[1].$ref?.split('/').at(-1) ?? '']
        if (answer[0] !== '204' && !JSON.stringify([op, shared]).includes('"example":'))
          misfits.push([...at, 'no example'])
        check(
          (op.requestBody as { content?: Content } | undefined)?.content ?? {},
          ...at,
          'requestBody',
          'content',
        )
        for (const [status, response] of Object.entries(op.responses))
          check((response as { content?: Content }).content ?? {}, ...at, 'responses', status, 'content')
      }
  for (const [name, response] of Object.entries(document.components['responses']!))
    check((response as { content?: Content }).content ?? {}, 'components', 'responses', name, 'content')
  expect(misfits).toEqual([])
})

test('the example of a request is one that the operation takes', () => {
  const refused = operations.flatMap((op) => {
    const { method, path } = routeOf(op)
    const described = document.paths[bracketed(path)]![method.toLowerCase()]!
    const body = described.requestBody as { content: Record<string, { example: object }> } | undefined
    const { example } = body?.content['application/json'] ?? {}
    if (!example) return []
    const slots = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, slot]) => [slot, newId()]))
    const read = op.input().safeParse({ ...example, ...slots })
    return read.success
      ? []
      : [[op.name, read.error.issues[0]?.path.join('.'), read.error.issues[0]?.message]]
  })
  expect(refused).toEqual([])
})

test('a refusal for too many requests says when to go on, wherever there is a limit', () => {
  const limited = documented.filter(({ op }) => '429' in op.responses)
  expect(limited.length).toBeGreaterThan(100)
  const { responses } = document.components as unknown as { responses: Record<string, { headers?: object }> }
  for (const { op } of limited) {
    const inline = op.responses['429'] as { $ref?: string; headers?: object }
    const response = inline.$ref ? responses[inline.$ref.split('/').at(-1)!]! : inline
    expect(response.headers).toHaveProperty('Retry-After')
  }
})

test('every event that is delivered is in the webhooks section', () => {
  expect(Object.keys(document.webhooks).sort()).toEqual([...DELIVERED_EVENTS, TEST_EVENT].sort())
})

test('a public linter finds no error', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  const errors = problems.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  expect(problems.filter(({ ruleId }) => ruleId === 'no-invalid-media-type-examples')).toEqual([])
}, 60_000)

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
