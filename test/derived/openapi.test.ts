// The OpenAPI document matches the service: every route and no other, and each response as described.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Express } from 'express'
import { format, resolveConfig } from 'prettier'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/kernel/id.ts'
import { routeOf, type Operation } from '../../core/kernel/operation.ts'
import { operations } from '../../core/operations.ts'
import { DELIVERED_EVENTS, TEST_EVENT } from '../../core/webhooks/events.ts'
import { createApp } from '../../gateway/app.ts'
import { openApiDocument } from '../../gateway/openapi/document.ts'
import { EXAMPLE_ID, type OpenApiOperation } from '../../gateway/openapi/operation-object.ts'
import { gatewayPartsFor, useGateway } from '../gateway/harness.ts'
import { unlimited } from '../harness.ts'
import { ROOM } from '../surface/surfaces.ts'
import { refusalOf } from './answers.ts'
import { before, nounOf, reachesOutside, sampleOf } from './samples.ts'
import { aWorld, ready, SAMPLE_CONFIG, type World } from './world.ts'

const gateway = useGateway(SAMPLE_CONFIG, unlimited)
const document = openApiDocument(operations, '')
/** How examples are made anew. */
const RECORD = 'Run this file with RECORD_EXAMPLES=1, and look at the diff of examples.json.'
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

/** All objects within a value. */
const objectsIn = (value: unknown): Record<string, unknown>[] =>
  typeof value !== 'object' || value === null
    ? []
    : [
        ...(Array.isArray(value) ? [] : [value as Record<string, unknown>]),
        ...Object.values(value).flatMap(objectsIn),
      ]

test('the total of an example is that of its rows, and the message of a refusal has no empty slot', () => {
  const wrong = Object.entries(examples).flatMap(([name, example]) =>
    objectsIn(example)
      .filter((one) => listOf(one) && listOf(one)!.length !== one['total'])
      .map(() => name),
  )
  expect(wrong).toEqual([])
  const refusals = JSON.stringify(document.components['responses'])
  expect(refusals).not.toMatch(/\{\w+\}|undefined|“(?:text|id)”/)
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
  const { taken, of } = ROOM()['Bytes of OpenAPI']
  expect(
    taken,
    `Agents read it whole. Let what you added return a record that exists, or shorten texts. The largest schemas: ${largest.join(', ')}`,
  ).toBeLessThanOrEqual(of)
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
        const parts = [op.requestBody, ...(op.parameters ?? []), Object.values(op.responses)[0]].map(resolved)
        if (!('204' in op.responses) && !JSON.stringify(parts).includes('"example":'))
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
  const wrong = problems.filter(
    ({ severity, ruleId }) => severity === 'error' || ruleId === 'no-invalid-media-type-examples',
  )
  // A problem holds the whole document, so only its words and place are shown.
  expect(
    wrong.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
  ).toEqual([])
})

const EXAMPLES_FILE = new URL('../../gateway/openapi/examples.json', import.meta.url)
const examples = JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Record<string, unknown>
/** What a reference stands for. */
function resolved(each: object | undefined): object | undefined {
  if (!each || !('$ref' in each)) return each
  const [, , kind, name] = String(each.$ref).split('/')
  return document.components[kind!]![name!] as object
}
const takesBody = (described: OpenApiOperation) => described.requestBody !== undefined
const showsAnswer = ({ responses, parameters = [] }: OpenApiOperation) =>
  !('204' in responses) && !parameters.some((each) => 'example' in resolved(each)!)

/** The input of the example with the ids of this world, or the sample where the operation takes no body. */
function exampleInput(op: Operation, described: OpenApiOperation, me: World): Record<string, unknown> {
  const sample = sampleOf(op, me.ids)
  if (!takesBody(described)) return sample
  const isId = (value: unknown) => [value].flat()[0] === EXAMPLE_ID
  const own = Object.entries(examples[op.name] as object).map(([name, value]) =>
    isId(value) ? [name, sample[name] ?? me.ids[nounOf(op)]] : [name, value],
  )
  const slots = [...routeOf(op).path.matchAll(/:(\w+)/g)].map(([, slot]) => [slot, sample[slot!]])
  return Object.fromEntries([...own, ...slots])
}

/** What stands where a sample has words without meaning. */
const SHOWN: Record<string, string> = { company: 'Acme', role: 'Staff Engineer', name: 'Ada Lovelace' }

/** An answer without what differs from run to run, and of each list its first row, if it is near the top; a total counts what is shown. */
function asExample(value: unknown, name = '', depth = 0): unknown {
  if (Array.isArray(value))
    return value.slice(0, depth > 2 ? 0 : 1).map((each) => asExample(each, name, depth + 1))
  if (typeof value === 'object' && value !== null)
    return counted(
      Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asExample(each, key, depth + 1)])),
    )
  if (typeof value !== 'string') return value
  return value
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, EXAMPLE_ID)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-03-02T09:30:00.000Z')
    .replace(/127\.0\.0\.1:\d+/g, 'crm.example.com')
    .replace(/^Changed \S+\.$/, 'Prefers mail.')
    .replace('violet staple 42', SHOWN[name] ?? 'Interview')
    .replace(/^(?!https?:)(.{24}).{12,}$/s, '$1…')
}

/** The only list of an object that says a total. */
function listOf(answer: Record<string, unknown>): unknown[] | undefined {
  const lists = Object.values(answer).filter(Array.isArray)
  return typeof answer['total'] === 'number' && lists.length === 1 ? lists[0] : undefined
}

function counted(answer: Record<string, unknown>): Record<string, unknown> {
  const list = listOf(answer)
  const cursors = ['nextCursor', 'next_cursor'].filter((name) => name in answer).map((name) => [name, null])
  return list ? { ...answer, total: list.length, ...Object.fromEntries(cursors) } : answer
}

/** The newer example with the older one's values wherever they are of one kind, so that a diff shows only what a change adds. */
function renewed(older: unknown, newer: unknown): unknown {
  if (Array.isArray(newer) && Array.isArray(older)) return newer.map((each, n) => renewed(older[n], each))
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject(newer) || !isObject(older)) return typeof newer === typeof older ? older : newer
  const before = older as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(newer as object).map(([key, each]) => [
      key,
      key in before ? renewed(before[key], each) : each,
    ]),
  )
}

/** An account's export is too long to be one, and is written by hand. */
function record(name: string, answer: unknown): void {
  const example = renewed(examples[name], asExample(answer))
  if (JSON.stringify(example).length < 3_000) examples[name] = example
}

/** The list whose rows an event sends; what the event adds to one is written by hand. */
const PAYLOADS: Record<string, string> = {
  'job.created': 'jobs.list',
  'job.updated': 'jobs.list',
  'job.status_changed': 'jobs.list',
  'job.deleted': 'jobs.list',
  'offer.received': 'jobs.list',
  'contact.created': 'contacts.list',
  'contact.updated': 'contacts.list',
  'contact.deleted': 'contacts.list',
  'activity.created': 'activities.list',
  'interview.scheduled': 'calendar.list',
  'offer.created': 'offers.list',
  'offer.updated': 'offers.list',
}

/** Examples that name an address or account which a test does not have, and the status they get then. */
const ABSENT: Record<string, string> = { 'postings.fetch': '400' }

describe('every operation answers its example as documented', () => {
  let shared: Promise<World> | undefined
  const reader = () => (shared ??= aWorld(gateway()))

  test.each(operations.filter((op) => !reachesOutside(op)).map((op) => ({ name: op.name, op })))(
    '$name',
    async ({ op }) => {
      const { method, path } = routeOf(op)
      const described: OpenApiOperation = document.paths[bracketed(path)]![method.toLowerCase()]!
      const isPlain = op.effect === 'read' && !before(op).length
      const me = isPlain ? await reader() : await ready(await aWorld(gateway()), op)
      // In tests, outputs are parsed with their strict schemas: a mismatch is a 500.
      const answer = await me.send(op, exampleInput(op, described, me))
      const expected = ABSENT[op.name] ?? Object.keys(described.responses)[0]
      expect(String(answer.status), answer.text).toBe(expected)
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-f-]{36}$/)
      if (takesBody(described) || !showsAnswer(described)) return
      if (process.env['RECORD_EXAMPLES']) record(op.name, answer.body)
      else
        expect(Object.keys(examples[op.name] as object), RECORD).toEqual(Object.keys(answer.body as object))
    },
  )

  afterAll(async () => {
    if (!process.env['RECORD_EXAMPLES']) return
    for (const [name, list] of Object.entries(PAYLOADS)) {
      const [row] = Object.values(examples[list] as object).find(Array.isArray) as object[]
      examples[`on.${name}`] = { ...row, ...(examples[`on.${name}`] as object) }
    }
    const written = JSON.stringify(examples)
    const options = await resolveConfig(fileURLToPath(EXAMPLES_FILE))
    writeFileSync(EXAMPLES_FILE, await format(written, { ...options, parser: 'json' }))
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
