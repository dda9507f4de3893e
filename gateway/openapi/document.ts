// The OpenAPI 3.1 document: every route, from the declarations that serve it.
import { KINDS, type KindName } from '../../core/kernel/errors.ts'
import { familyOf, familyOfPath, type Family } from '../../core/kernel/family.ts'
import { jsonSchemaOf, type JsonSchema } from '../../core/kernel/json-schema.ts'
import { routeOf, pathParameters, takesIdempotencyKey, type Operation } from '../../core/kernel/operation.ts'
import type { Stream } from '../../core/kernel/stream.ts'
import { PROVIDER_NAMES } from '../../core/assistants/providers.ts'
import { streams } from '../../core/scout/operations.ts'
import { dialectOf } from '../http/dialects.ts'
import { MODEL_HEADERS } from '../http/model-headers.ts'
import { representationOf } from '../http/representations.ts'
import { INTELLIGENCE_MCP, PIPELINE_MCP } from '../mcp/path.ts'
import { CALENDAR_FEED, describeCalendarFeed } from '../routes/calendar-feed.ts'
import { describeWebhook, STRIPE_WEBHOOK } from '../routes/stripe-webhook.ts'
import { PAGES, type Page } from '../routes/page-table.ts'
import { describeEndpoint, RPC_REFUSAL } from './mcp.ts'
import { oauthPaths } from './oauth.ts'
import type { OpenApiOperation } from './operation-object.ts'
import type { Parameter } from './operation-object.ts'

export interface OpenApi {
  openapi: '3.1.0'
  info: Record<string, string>
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  components: Record<string, Record<string, unknown>>
}

const bracketed = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

const TAGS: Record<Family['name'] | 'service', string> = {
  pipeline:
    'Jobs, contacts, activities, calendar, offers and pipeline. Needs an extension token and the Ultra plan.',
  intelligence: 'Pay: estimates, history, projections and their lineage. Needs an intelligence key.',
  account: 'Your own tokens and keys, with the session cookie.',
  admin: 'Users and their plans; administrators only.',
  auth: 'Sign up, sign in and sign out.',
  billing: 'Plans, subscriptions, invoices and one-time items, with the session cookie.',
  assistants: 'AI assistants, with your own API key or your AI budget. Need the session cookie.',
  scout: 'The chat’s actions, without a model. Need the session cookie.',
  oauth: 'OAuth 2.1, for agent hosts that cannot hold a token.',
  service: 'Health, metrics and documentation.',
}

/** The version of the API, independent of the program's version: spec/platform-api.md §9. */
const DESCRIPTION_VERSION = '1.0.0'

/** The document for these operations, as served at `publicUrl` (relative when empty). */
export function openApiDocument(operations: readonly Operation[], publicUrl: string): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const op of operations) {
    const { method, path } = routeOf(op)
    const key = bracketed(path)
    paths[key] = { ...paths[key], [method.toLowerCase()]: describe(op) }
  }
  Object.assign(paths, oauthPaths())
  for (const of of streams) paths[routeOf(of).path] = { post: describeStream(of) }
  Object.assign(paths, mcpPaths())
  paths[STRIPE_WEBHOOK] = { post: describeWebhook(dialectOf(familyOfPath(STRIPE_WEBHOOK)).errorSchema) }
  paths[bracketed(CALENDAR_FEED)] = { get: describeCalendarFeed(dialectOf(undefined).errorSchema) }
  for (const each of PAGES)
    paths[each.path] = {
      get: describePage(each),
      ...(each.forms && { post: { ...describePage({ ...each, also: each.forms }), ...formOf(each.path) } }),
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'crm',
      version: DESCRIPTION_VERSION,
      description:
        'A job-search CRM for people who live in a terminal and for the AI agents that work for them.',
    },
    servers: [{ url: publicUrl || '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        extensionToken: { type: 'http', scheme: 'bearer', description: 'A token beginning with ext_.' },
        intelligenceKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key beginning with intelligence_.',
        },
        session: { type: 'apiKey', in: 'cookie', name: 'sb-access-token' },
      },
    },
  }
}

/** The security scheme of each kind of credential. */
const SECURITY = { token: 'extensionToken', key: 'intelligenceKey', session: 'session' } as const

/** What an operation accepts; the person's cookie too where a lower plan leaves it to them. */
const credentialsOf = ({ planInPerson }: Operation, { credential }: Family) =>
  planInPerson ? [SECURITY[credential], SECURITY.session] : [SECURITY[credential]]

/** The form of a page that posts to itself. */
const formOf = (path: string) => ({
  operationId: `${path.slice(1)}_form`,
  requestBody: { required: true, content: { 'application/x-www-form-urlencoded': {} } },
})

/** The paths of the MCP endpoints. */
const mcpPaths = (): OpenApi['paths'] => ({
  [INTELLIGENCE_MCP]: {
    post: describeEndpoint({
      operationId: 'intelligence.mcp',
      summary:
        'The MCP endpoint of the six pay tools: JSON-RPC 2.0 over stateless Streamable HTTP. Needs the Pro plan.',
      tag: 'intelligence',
      security: 'intelligenceKey',
      refused: dialectOf(familyOfPath(INTELLIGENCE_MCP)).errorSchema,
    }),
  },
  [PIPELINE_MCP]: {
    post: describeEndpoint({
      operationId: 'pipeline.mcp',
      summary: 'The MCP endpoint of the pipeline: JSON-RPC 2.0 over Streamable HTTP. Needs the Ultra plan.',
      tag: 'pipeline',
      security: 'extensionToken',
      refused: RPC_REFUSAL,
    }),
    delete: {
      operationId: 'pipeline.mcp.end',
      summary: 'End the session named by Mcp-Session-Id.',
      tags: ['pipeline'],
      security: [{ extensionToken: [] }],
      parameters: [{ name: 'Mcp-Session-Id', in: 'header', required: true, schema: { type: 'string' } }],
      responses: {
        204: { description: 'Ended.' },
        401: { description: 'No credential, or an invalid one.' },
        404: { description: 'Unknown session.' },
      },
    },
  },
})

const describePage = ({ path, summary, type, also = {} }: Page): OpenApiOperation => ({
  operationId: path === '/' ? 'root' : path.slice(1).replace(/\W/g, '_'),
  summary,
  tags: ['service'],
  responses: {
    '200': { description: 'Done.', content: { [type]: {} } },
    ...Object.fromEntries(Object.entries(also).map(([status, description]) => [status, { description }])),
  },
})

function describe(op: Operation): OpenApiOperation {
  const family = familyOf(op)
  const input = jsonSchemaOf(op.input(), 'input')
  const output = jsonSchemaOf(op.output(), 'output')
  const { method, path } = routeOf(op)
  const inQuery = method === 'GET' || method === 'DELETE'
  const keyed = takesIdempotencyKey(op) && !REPEATED.includes(op.name)
  const parameters = [
    ...parametersOf(input, pathParameters(path), inQuery),
    ...(keyed ? [IDEMPOTENCY_KEY] : []),
    ...(asksModel(op, family) ? MODEL_PARAMETERS : []),
  ]
  const body = inQuery ? undefined : bodyOf(input, pathParameters(path))
  return {
    operationId: op.name,
    summary: op.summary,
    tags: [family.name],
    security: op.access === 'public' ? [] : credentialsOf(op, family).map((name) => ({ [name]: [] })),
    ...(parameters.length ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [op.status ?? 200]: {
        description: 'Done.',
        ...(family.limit === 'pipeline' ? { headers: LIMIT_HEADERS } : {}),
        content: {
          'application/json': { schema: dialectOf(family).successSchema(output) },
          ...documentOf(op),
        },
      },
      ...(isCatalogue(op, family) && { 304: UNCHANGED }),
      ...refusals(op, family, { input, keyed }),
    },
  }
}

/** The public paths of the compensation API: cacheable, with an ETag. */
const isCatalogue = (op: Pick<Operation, 'access'>, family: Family): boolean =>
  op.access === 'public' && family.limit === 'intelligence'

const UNCHANGED = { description: 'The client has it already: If-None-Match names its ETag.' }

/** The alternative format of a response, chosen by Accept. */
function documentOf(op: Operation): Record<string, object> {
  const document = representationOf(op)
  return document ? { [document.type]: { schema: { type: 'string' } } } : {}
}

const EVENTS =
  'Events `delta` {text}, `tool` {id, name, status, input, result}, `usage` {inputTokens, outputTokens, costCents}, `error` {error, code}, `done` {}.'

function describeStream(of: Stream): OpenApiOperation {
  const family = familyOf(of)
  return {
    operationId: of.name,
    summary: of.summary,
    tags: [family.name],
    security: [{ [SECURITY[family.credential]]: [] }],
    parameters: [...MODEL_PARAMETERS],
    requestBody: bodyOf(jsonSchemaOf(of.input(), 'input'), []),
    responses: {
      200: { description: EVENTS, content: { 'text/event-stream': { schema: { type: 'string' } } } },
      ...refusals({ ...of, effect: 'read' }, family),
    },
  }
}

/** Operations that read an address which somebody else serves. */
const READS_ADDRESSES = ['watch.find', 'watch.create', 'postings.fetch']

/** Of the assistants' routes, only the one that fetches a page does not use a model. */
const asksModel = (op: Pick<Operation, 'name'>, family: Family): boolean =>
  family.name === 'assistants' && op.name !== 'postings.fetch'

const header = (
  name: string,
  schema: Parameter['schema'],
  required: boolean,
  description: string,
): Parameter => ({
  name,
  in: 'header',
  required,
  schema,
  description,
})

const MODEL_PARAMETERS: readonly Parameter[] = [
  header(
    MODEL_HEADERS.provider,
    { type: 'string', enum: [...PROVIDER_NAMES] },
    true,
    'The model’s provider.',
  ),
  header(MODEL_HEADERS.model, { type: 'string' }, false, 'The model (default: chosen by the service).'),
  header(
    MODEL_HEADERS.key,
    { type: 'string' },
    false,
    'Your API key for the provider. Without it your AI budget pays. It is used for this request only and not stored.',
  ),
]

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 255 },
  description: 'For a day, the same key and body return the first response again.',
}

/** The POSTs that do their work anew each time: they create nothing that a second one would duplicate. */
const REPEATED = ['auth.login', 'auth.logout', 'webhooks.test', 'intelligence-webhooks.test']

const whole = (description: string) => ({ description, schema: { type: 'integer' } })
const LIMIT_HEADERS = {
  'X-RateLimit-Limit': whole('Requests per minute.'),
  'X-RateLimit-Remaining': whole('Requests left in this minute.'),
  'X-RateLimit-Monthly-Limit': whole('Requests per month.'),
  'X-RateLimit-Monthly-Remaining': whole('Requests left in this month.'),
}

function parametersOf(input: JsonSchema, slots: string[], inQuery: boolean): Parameter[] {
  return Object.entries(input.properties ?? {})
    .filter(([name]) => inQuery || slots.includes(name))
    .map(([name, { description, 'x-transforms': _, ...schema }]) => ({
      name,
      in: slots.includes(name) ? ('path' as const) : ('query' as const),
      required: slots.includes(name) || Boolean(input.required?.includes(name)),
      schema,
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
      ...(description === undefined ? {} : { description: String(description) }),
    }))
}

function bodyOf(input: JsonSchema, slots: string[]): object | undefined {
  const properties = Object.fromEntries(
    Object.entries(input.properties ?? {}).filter(([name]) => !slots.includes(name)),
  )
  if (!Object.keys(properties).length && !input.anyOf && !input['oneOf']) return undefined
  const required = input.required?.filter((name) => !slots.includes(name)) ?? []
  const schema = { ...input, ...(input.properties && { properties }), ...(input.required && { required }) }
  return { required: required.length > 0, content: { 'application/json': { schema } } }
}

/** Whether an input names a role or, by `from`, a company, which may not exist; also in a list, as offers do. */
const namesRow = ({ properties = {} }: JsonSchema): boolean =>
  'role' in properties ||
  'from' in properties ||
  Object.values(properties).some(({ items }) => items !== undefined && namesRow(items))

/** The errors that a caller of this operation may get. */
function refusals(
  op: Pick<Operation, 'name' | 'http' | 'access' | 'effect'>,
  family: Family,
  { input = {}, keyed = false }: { input?: JsonSchema; keyed?: boolean } = {},
): Record<string, unknown> {
  const isWrite = op.effect !== 'read'
  const hasBody = !['GET', 'DELETE'].includes(routeOf(op).method)
  const kinds: KindName[] = [
    'invalid',
    ...(op.access === 'public' && !isWrite ? [] : (['unauthenticated', 'forbidden'] as const)),
    // The catalogue needs no key, but refuses a wrong one.
    ...(isCatalogue(op, family) ? (['unauthenticated'] as const) : []),
    ...(routeOf(op).path.includes(':') || isWrite || (family.name === 'intelligence' && namesRow(input))
      ? (['not_found'] as const)
      : []),
    ...(isWrite || keyed ? (['conflict'] as const) : []),
    ...(isWrite || hasBody ? (['too_large'] as const) : []),
    ...(/^billing\.buy-/.test(op.name) ? (['payment'] as const) : []),
    ...(family.credential === 'session' && (isWrite || hasBody) ? (['media'] as const) : []),
    ...(asksModel(op, family)
      ? (['too_large', 'media', 'unpaid', 'provider', 'provider_late'] as const)
      : []),
    ...(READS_ADDRESSES.includes(op.name) ? (['page'] as const) : []),
    ...(family.limit || family.name === 'auth' ? (['limited'] as const) : []),
    'internal',
    'unavailable',
  ]
  const content = { 'application/json': { schema: dialectOf(family).errorSchema } }
  return Object.fromEntries(
    kinds.map((kind) => [KINDS[kind].http, { description: KINDS[kind].wire, content }]),
  )
}
