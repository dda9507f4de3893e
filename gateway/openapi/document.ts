// The OpenAPI 3.1 document: every route, from the declarations that serve it.
import { isRecord, recordOf } from '../../core/kernel/narrow.ts'
import { familyOfPath, type Family } from '../../core/kernel/family.ts'
import type { JsonSchema } from '../../core/kernel/json-schema.ts'
import { routeOf, type Operation } from '../../core/kernel/operation.ts'
import { streams } from '../../core/scout/operations.ts'
import { INTELLIGENCE_MCP, PIPELINE_MCP } from '../mcp/protocol.ts'
import { CALENDAR_FEED, describeCalendarFeed } from '../routes/calendar-feed.ts'
import { describeWebhook, STRIPE_WEBHOOK } from '../routes/stripe-webhook.ts'
import { namesOfRecords, nameSchemas, rootName } from './components.ts'
import { describe, describeStream } from './describe.ts'
import { webhookEvents } from './events.ts'
import { describeEndpoint, KEY_KINDS } from './mcp.ts'
import { OAUTH_PATHS } from './oauth.ts'
import type { OpenApiOperation } from './operation-object.ts'
import { collectRefusals, type Refusals } from './refusals.ts'
import pages from './pages.json' with { type: 'json' }
import { HEADERS, PARAMETERS } from './shared.ts'

export interface OpenApi {
  openapi: '3.1.0'
  info: Record<string, unknown>
  servers: { url: string }[]
  security: Record<string, string[]>[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  webhooks: Record<string, Record<string, OpenApiOperation>>
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

/** The version of the API, independent of the program's version. */
const DESCRIPTION_VERSION = '1.0.0'

export function openApiDocument(operations: readonly Operation[], address: string): OpenApi {
  const refusals = collectRefusals()
  // Copies, because naming schemas replaces them where they are, and some are parts of constants.
  const paths = structuredClone(pathsOf(operations, refusals))
  const webhooks = structuredClone(webhookEvents())
  const schemas = nameSchemas([...rootsOf(paths), ...rootsOf(webhooks)], namesOfRecords())
  return {
    openapi: '3.1.0',
    info: {
      title: 'crm',
      version: DESCRIPTION_VERSION,
      summary: 'The API of a job-search CRM and of its pay data.',
      description:
        'A job-search CRM for people who live in a terminal and for the AI agents that work for them. Answers that count against a limit say in X-RateLimit-Remaining and X-RateLimit-Monthly-Remaining what is left of it. Any route may also answer 413 to a body over 1 MiB, 415 to one that is not JSON in UTF-8, 500 where something went wrong here, and 503 with Retry-After while the database does not respond, each in the form of its other errors.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: address || '/' }],
    security: [{ extensionToken: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: { ...schemas, ...refusals.schemas },
      responses: { NotModified: NOT_MODIFIED, ...refusals.responses },
      parameters: { ...PARAMETERS },
      headers: { ...HEADERS },
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

const NOT_MODIFIED = { description: 'The client has it already: If-None-Match names its ETag.' }

const SECURITY_SCHEMES = {
  extensionToken: { type: 'http', scheme: 'bearer', description: 'A token beginning with ext_.' },
  intelligenceKey: { type: 'http', scheme: 'bearer', description: 'A key beginning with intelligence_.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sb-access-token',
    description: 'The cookie of POST /api/auth/login.',
  },
}

function pathsOf(operations: readonly Operation[], refusals: Refusals): OpenApi['paths'] {
  const paths: OpenApi['paths'] = {}
  for (const op of operations) {
    const { method, path } = routeOf(op)
    const key = bracketed(path)
    paths[key] = { ...paths[key], [method.toLowerCase()]: describe(op, refusals) }
  }
  Object.assign(paths, OAUTH_PATHS)
  for (const of of streams) paths[routeOf(of).path] = { post: describeStream(of, refusals) }
  Object.assign(paths, mcpPaths(refusals))
  paths[STRIPE_WEBHOOK] = { post: describeWebhook(refusals.of(WEBHOOK_KINDS, familyOfPath(STRIPE_WEBHOOK))) }
  paths[bracketed(CALENDAR_FEED)] = { get: describeCalendarFeed(refusals.of(FEED_KINDS, undefined)) }
  for (const each of PAGES)
    paths[each.path] = {
      get: describePage(each),
      ...(each.forms && { post: { ...describePage({ ...each, also: each.forms }), ...formOf(each.path) } }),
    }
  return paths
}

interface Page {
  path: string
  summary: string
  type: string
  example: unknown
  /** The answers beside 200, by status. */
  also?: Record<string, string | undefined> | undefined
  /** The same of its form, if it has one. */
  forms?: Page['also']
}

/** The service's own pages. */
export const PAGES: readonly Page[] = pages

const WEBHOOK_KINDS = ['invalid', 'too_large', 'internal', 'unavailable'] as const
const FEED_KINDS = ['not_found', 'forbidden', 'limited', 'unavailable'] as const

function rootsOf(paths: OpenApi['paths']) {
  return Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((op) => {
      const body = jsonOf(op.requestBody)
      const answers = Object.values(op.responses).map(jsonOf)
      return [
        ...(body ? [{ holder: body, name: rootName(op.operationId, 'Input') }] : []),
        ...answers.flatMap((answer) =>
          answer ? [{ holder: answer, name: rootName(op.operationId, endOf(answer.schema)) }] : [],
        ),
      ]
    })
}

const endOf = ({ properties = {} }: JsonSchema): string => ('nextCursor' in properties ? 'Page' : 'Result')

const hasSchema = (json: unknown): json is { schema: JsonSchema } => isRecord(recordOf(json)['schema'])

// Returns the object itself, because naming a schema replaces it in place.
const jsonOf = (has: unknown): { schema: JsonSchema } | undefined => {
  const json = recordOf(recordOf(has)['content'])['application/json']
  return hasSchema(json) ? json : undefined
}

const formOf = (path: string) => ({
  operationId: `${path.slice(1)}_form`,
  requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { example: {} } } },
})

const mcpPaths = (refusals: Refusals): OpenApi['paths'] => ({
  [INTELLIGENCE_MCP]: {
    post: describeEndpoint({
      operationId: 'intelligence.mcp',
      summary:
        'The MCP endpoint of the six pay tools: JSON-RPC 2.0 over stateless Streamable HTTP. Needs the Pro plan.',
      tag: 'intelligence',
      security: 'intelligenceKey',
      refused: refusals.of(KEY_KINDS, familyOfPath(INTELLIGENCE_MCP)),
    }),
  },
  [PIPELINE_MCP]: {
    post: describeEndpoint({
      operationId: 'pipeline.mcp',
      summary: 'The MCP endpoint of the pipeline: JSON-RPC 2.0 over Streamable HTTP. Needs the Ultra plan.',
      tag: 'pipeline',
      security: 'extensionToken',
    }),
    delete: {
      operationId: 'pipeline.mcp.end',
      summary: 'End the session named by Mcp-Session-Id.',
      tags: ['pipeline'],
      security: [{ extensionToken: [] }],
      parameters: [{ name: 'Mcp-Session-Id', in: 'header', required: true, schema: { type: 'string' } }],
      responses: {
        204: { description: 'Ended.' },
        ...refusals.of(['unauthenticated', 'not_found'], familyOfPath(PIPELINE_MCP)),
      },
    },
  },
})

const describePage = ({ path, summary, type, example, also = {} }: Page): OpenApiOperation => ({
  operationId: path === '/' ? 'root' : path.slice(1).replace(/\W+/g, '_').replace(/_$/, ''),
  summary,
  tags: ['service'],
  security: [],
  ...(path.includes('{') && {
    parameters: [{ name: 'page', in: 'path', required: true, schema: { type: 'string' } }],
  }),
  responses: {
    '200': {
      description: 'OK',
      content: { [type]: { example } },
    },
    ...Object.fromEntries(Object.entries(also).map(([status, description]) => [status, { description }])),
  },
})
