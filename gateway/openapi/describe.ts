// Operations and streams as OpenAPI describes them, from their declarations.
import { must } from '../../core/kernel/narrow.ts'
import type { KindName } from '../../core/kernel/errors.ts'
import { familyOf, type Family } from '../../core/kernel/family.ts'
import { jsonSchemaOf, type JsonSchema } from '../../core/kernel/json-schema.ts'
import { routeOf, pathParameters, takesIdempotencyKey, type Operation } from '../../core/kernel/operation.ts'
import type { Stream } from '../../core/kernel/stream.ts'
import { dialectOf } from '../http/dialects.ts'
import { isOpen, representationOf } from '../http/mount.ts'
import examples from './examples.json' with { type: 'json' }
import { inJson, type OpenApiOperation, type Parameter, type Reference } from './operation-object.ts'
import { plainOutput, plainSchema } from './plain-schema.ts'
import type { Refusals } from './refusals.ts'

const SECURITY = { token: 'extensionToken', key: 'intelligenceKey', session: 'session' } as const

/** An operation's credential, unless it is the document's default, an extension token. */
function securityOf(credential: Family['credential'] | null, withSession = false) {
  if (credential === null) return { security: [] }
  if (credential === 'token' && !withSession) return {}
  // Operations with `sessionPlan` also accept the session cookie.
  const schemes = withSession ? [SECURITY[credential], SECURITY.session] : [SECURITY[credential]]
  return { security: schemes.map((name) => ({ [name]: [] })) }
}

/** One example per operation: its body or parameters, else its answer. A test sends each, and records the answers. */
export const EXAMPLES: Readonly<Record<string, unknown>> = examples

const NAMED: Readonly<Record<string, string>> = {
  ref: 'acme',
  q: 'engineer',
  role: 'electrician',
  city: 'boise-city-id',
  from: 'google',
  to: 'meta',
  'companies.get slug': 'google',
  'skills.get slug': 'machine-learning',
  data_point_id: 'comp:electrician:boise-city-id:base:2025-Q2',
  year: '2024',
  confirm: 'delete my account',
}

export function describe(op: Operation, refusals: Refusals): OpenApiOperation {
  const family = familyOf(op)
  const input = plainSchema(jsonSchemaOf(op.input(), 'input'), 'input')
  const output = plainOutput(op.output)
  const { method, path } = routeOf(op)
  const inQuery = method === 'GET' || method === 'DELETE'
  const answer = dialectOf(family).successSchema(output)
  const isRecord = family.name === 'pipeline' && isVersioned(output)
  const keyed = takesIdempotencyKey(op) && !REPEATED.includes(op.name)
  const parameters = [
    ...parametersOf(op.name, input, pathParameters(path), inQuery),
    ...(keyed ? [refTo('IdempotencyKey')] : []),
    ...('expectedUpdatedAt' in (input.properties ?? {}) ? [refTo('IfMatch')] : []),
    ...(isRecord && method === 'GET' ? [refTo('IfNoneMatch')] : []),
    ...(asksModel(op) ? MODEL_PARAMETERS : []),
  ]
  const body = inQuery ? undefined : bodyOf(op.name, input, pathParameters(path))
  return {
    operationId: op.name,
    summary: op.summary,
    tags: [family.name],
    ...securityOf(op.access === 'public' ? null : family.credential, op.sessionPlan !== undefined),
    ...(parameters.length ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [op.status ?? 200]: {
        description: op.status === 201 ? 'Created.' : 'OK',
        ...(isRecord && VERSION_HEADER),
        content: {
          'application/json': {
            schema: answer,
            ...(!isShown(body, parameters) && { example: EXAMPLES[op.name] }),
          },
          ...documentOf(op),
        },
      },
      ...((isOpen(op) || (isRecord && method === 'GET')) && { 304: UNCHANGED }),
      ...refusals.of(kindsOf(op, family, { input, keyed }), family),
    },
  }
}

const UNCHANGED = { $ref: '#/components/responses/NotModified' }

function documentOf(op: Operation): Record<string, object> {
  const document = representationOf(op)
  return document ? { [document.type]: { schema: { type: 'string' }, example: '# Pay in 2026\n' } } : {}
}

const EVENT = 'event: delta\ndata: {"text":"You have an interview on Monday."}\n\nevent: done\ndata: {}\n\n'

const EVENTS =
  'Events `delta` {text}, `tool` {id, name, status, input, result}, `usage` {inputTokens, outputTokens, costCents}, `error` {error, code}, `done` {}.'

export function describeStream(of: Stream, refusals: Refusals): OpenApiOperation {
  const family = familyOf(of)
  return {
    operationId: of.name,
    summary: of.summary,
    tags: [family.name],
    ...securityOf(family.credential),
    parameters: [...MODEL_PARAMETERS],
    requestBody: bodyOf(of.name, plainSchema(jsonSchemaOf(of.input(), 'input'), 'input'), []),
    responses: {
      200: {
        description: EVENTS,
        content: { 'text/event-stream': { schema: { type: 'string' }, example: EVENT } },
      },
      ...refusals.of(kindsOf({ ...of, effect: 'read' }, family), family),
    },
  }
}

const asksModel = (op: Pick<Operation, 'access'>): boolean => op.access === 'assistants:write'

const refTo = (name: string): Reference => ({ $ref: `#/components/parameters/${name}` })
const MODEL_PARAMETERS = ['ModelProvider', 'Model', 'ModelKey'].map(refTo)

const PAGING: Readonly<Record<string, string>> = {
  'Rows per page (default 50).': 'Limit',
  'nextCursor of the previous page.': 'Cursor',
}

/** POSTs that may run repeatedly, because they create nothing. */
const REPEATED = ['auth.login', 'auth.logout', 'webhooks.test', 'intelligence-webhooks.test']

/** Whether an output is a single record, which has an ETag. */
const isVersioned = ({ properties = {} }: JsonSchema): boolean =>
  'id' in properties && 'updatedAt' in properties

const VERSION_HEADER = { headers: { ETag: { $ref: '#/components/headers/ETag' } } }

const isShown = (body: object | undefined, parameters: readonly (Parameter | Reference)[]): boolean =>
  body !== undefined || parameters.some((each) => 'example' in each)

function parametersOf(operation: string, input: JsonSchema, slots: string[], inQuery: boolean) {
  const required = [...slots, ...(input.required ?? [])]
  const exampleOf = (name: string): { example?: string } => {
    const example = required.includes(name) ? (NAMED[`${operation} ${name}`] ?? NAMED[name]) : undefined
    return example === undefined ? {} : { example }
  }
  return (
    Object.entries(input.properties ?? {})
      // If-Match replaces `expectedUpdatedAt`.
      .filter(([name]) => slots.includes(name) || (inQuery && name !== 'expectedUpdatedAt'))
      .map(([name, { description, ...schema }]) =>
        name === 'id' && slots.includes(name) && !description
          ? refTo('Id')
          : PAGING[description ?? '']
            ? refTo(must(PAGING[description ?? '']))
            : {
                name,
                in: slots.includes(name) ? ('path' as const) : ('query' as const),
                ...(required.includes(name) && { required: true }),
                schema,
                ...exampleOf(name),
                ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
                ...(description === undefined ? {} : { description: String(description) }),
              },
      )
  )
}

function bodyOf(name: string, input: JsonSchema, slots: string[]): OpenApiOperation['requestBody'] {
  const properties = Object.fromEntries(
    Object.entries(input.properties ?? {}).filter(([name]) => !slots.includes(name)),
  )
  if (!Object.keys(properties).length && !input.anyOf && !input.oneOf) return undefined
  const required = input.required?.filter((name) => !slots.includes(name)) ?? []
  const schema = { ...input, ...(input.properties && { properties }), ...(input.required && { required }) }
  return { ...(required.length && { required: true }), content: inJson(schema, EXAMPLES[name]) }
}

/** Whether an input names a role or, by `from`, a company, which may not exist; also in a list, as offers do. */
const namesRow = ({ properties = {} }: JsonSchema): boolean =>
  'role' in properties ||
  'from' in properties ||
  Object.values(properties).some(({ items }) => items !== undefined && namesRow(items))

/** The errors of this operation. The document describes those of all routes once. */
function kindsOf(
  op: Pick<Operation, 'name' | 'http' | 'access' | 'effect' | 'refuses'>,
  family: Family,
  { input = {}, keyed = false }: { input?: JsonSchema; keyed?: boolean } = {},
): KindName[] {
  const isWrite = op.effect !== 'read'
  const hasBody = !['GET', 'DELETE'].includes(routeOf(op).method)
  return [
    'invalid',
    ...(op.access === 'public' && !isWrite ? [] : (['unauthenticated', 'forbidden'] as const)),
    // The catalogue needs no key, but refuses a wrong one.
    ...(isOpen(op) ? (['unauthenticated'] as const) : []),
    ...(routeOf(op).path.includes(':') || isWrite || (family.name === 'intelligence' && namesRow(input))
      ? (['not_found'] as const)
      : []),
    ...(keyed ? (['conflict'] as const) : []),
    ...('expectedUpdatedAt' in (input.properties ?? {}) ? (['precondition'] as const) : []),
    ...(family.credential === 'session' && (isWrite || hasBody) ? (['media'] as const) : []),
    ...(asksModel(op) ? (['media', 'unpaid', 'provider', 'provider_late'] as const) : []),
    ...(op.refuses ?? []),
    ...(family.limit || family.name === 'auth' ? (['limited'] as const) : []),
  ]
}
