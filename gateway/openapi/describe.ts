// Operations and streams as OpenAPI describes them, from their declarations.
import { must } from '../../core/kernel/must.ts'
import type { KindName } from '../../core/kernel/errors.ts'
import { familyOf, type Family } from '../../core/kernel/family.ts'
import { jsonSchemaOf, type JsonSchema } from '../../core/kernel/json-schema.ts'
import { routeOf, pathParameters, takesIdempotencyKey, type Operation } from '../../core/kernel/operation.ts'
import type { Stream } from '../../core/kernel/stream.ts'
import { dialectOf } from '../http/dialects.ts'
import { representationOf } from '../http/representations.ts'
import { briefExampleOf, exampleOf } from './example.ts'
import { REQUESTS } from './example-values.ts'
import type { OpenApiOperation, Parameter, Reference } from './operation-object.ts'
import { plainOutput, plainSchema } from './plain-schema.ts'
import type { Refusals } from './refusals.ts'

/** The security scheme of each kind of credential. */
const SECURITY = { token: 'extensionToken', key: 'intelligenceKey', session: 'session' } as const

/** What an operation needs, if it is not what most of them do: an extension token, as the document says once. */
function securityOf(
  credential: Family['credential'] | null,
  inPerson = false,
): Pick<OpenApiOperation, 'security'> {
  if (credential === null) return { security: [] }
  if (credential === 'token' && !inPerson) return {}
  // The person's cookie too where a lower plan leaves it to them.
  const schemes = inPerson ? [SECURITY[credential], SECURITY.session] : [SECURITY[credential]]
  return { security: schemes.map((name) => ({ [name]: [] })) }
}

/** How long an example may be before its lists and inner records are closed: the document has to stay within 500 kB. */
const BRIEF = 300

/** An operation as its route is described. */
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
    ...parametersOf(input, pathParameters(path), inQuery),
    ...(keyed ? [IDEMPOTENCY_KEY] : []),
    ...('expectedUpdatedAt' in (input.properties ?? {}) ? [IF_MATCH] : []),
    ...(isRecord && method === 'GET' ? [IF_NONE_MATCH] : []),
    ...(asksModel(op, family) ? MODEL_PARAMETERS : []),
  ]
  const body = inQuery ? undefined : bodyOf(op.name, input, pathParameters(path))
  return {
    operationId: op.name,
    summary: op.summary,
    tags: [family.name],
    ...securityOf(op.access === 'public' ? null : family.credential, op.planInPerson !== undefined),
    ...(parameters.length ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [op.status ?? 200]: {
        description: op.status === 201 ? 'Created.' : 'Done.',
        ...(isRecord && VERSION_HEADER),
        content: {
          'application/json': {
            schema: answer,
            // The request is example enough, and the document has to stay small.
            ...(!body && { example: briefExampleOf(answer, BRIEF) }),
          },
          ...documentOf(op),
        },
      },
      ...((isCatalogue(op, family) || (isRecord && method === 'GET')) && { 304: UNCHANGED }),
      ...refusals.of(kindsOf(op, family, { input, keyed }), family),
    },
  }
}

/** The public paths of the compensation API: cacheable, with an ETag. */
const isCatalogue = (op: Pick<Operation, 'access'>, family: Family): boolean =>
  op.access === 'public' && family.limit === 'intelligence'

const UNCHANGED = { $ref: '#/components/responses/NotModified' }

/** The alternative format of a response, chosen by Accept. */
function documentOf(op: Operation): Record<string, object> {
  const document = representationOf(op)
  return document ? { [document.type]: { schema: { type: 'string' }, example: '# Pay in 2026\n' } } : {}
}

const EVENT = 'event: delta\ndata: {"text":"You have an interview on Monday."}\n\nevent: done\ndata: {}\n\n'

const EVENTS =
  'Events `delta` {text}, `tool` {id, name, status, input, result}, `usage` {inputTokens, outputTokens, costCents}, `error` {error, code}, `done` {}.'

/** A stream as its route is described. */
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

/** Operations that read an address which somebody else serves. */
const READS_ADDRESSES = ['watch.find', 'watch.create', 'postings.fetch']

/** Of the assistants' routes, only the one that fetches a page does not use a model. */
const asksModel = (op: Pick<Operation, 'name'>, family: Family): boolean =>
  family.name === 'assistants' && op.name !== 'postings.fetch'

const MODEL_PARAMETERS = ['ModelProvider', 'Model', 'ModelKey'].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))

/** The paging of every list. */
const PAGING: Readonly<Record<string, string>> = {
  'Rows per page (default 50).': 'Limit',
  'nextCursor of the previous page.': 'Cursor',
}

const refTo = (name: string): Reference => ({ $ref: `#/components/parameters/${name}` })
const IDEMPOTENCY_KEY = refTo('IdempotencyKey')
const IF_MATCH = refTo('IfMatch')
const IF_NONE_MATCH = refTo('IfNoneMatch')

/** The POSTs that do their work anew each time: they create nothing that a second one would duplicate. */
const REPEATED = ['auth.login', 'auth.logout', 'webhooks.test', 'intelligence-webhooks.test']

/** Whether an output is a single record, whose version its ETag says. */
const isVersioned = ({ properties = {} }: JsonSchema): boolean =>
  'id' in properties && 'updatedAt' in properties

const VERSION_HEADER = { headers: { ETag: { $ref: '#/components/headers/ETag' } } }

function parametersOf(input: JsonSchema, slots: string[], inQuery: boolean): (Parameter | Reference)[] {
  return (
    Object.entries(input.properties ?? {})
      // If-Match says the same.
      .filter(([name]) => slots.includes(name) || (inQuery && name !== 'expectedUpdatedAt'))
      .map(([name, { description, ...schema }]) =>
        name === 'id' && slots.includes(name) && !description
          ? refTo('Id')
          : PAGING[description ?? '']
            ? refTo(must(PAGING[description ?? '']))
            : {
                name,
                in: slots.includes(name) ? ('path' as const) : ('query' as const),
                ...((slots.includes(name) || input.required?.includes(name)) && { required: true }),
                schema,
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
  const example = REQUESTS[name] ?? requestExample(schema)
  return { ...(required.length && { required: true }), content: { 'application/json': { schema, example } } }
}

/** What is required, or the first field of a request that requires none. */
function requestExample(schema: JsonSchema): unknown {
  const example = exampleOf(schema, 'required')
  const isBare = typeof example === 'object' && example !== null && !Object.keys(example).length
  const [first] = Object.entries(schema.properties ?? {})
  return isBare && first ? { [first[0]]: exampleOf(first[1], 'required', first[0]) } : example
}

/** Whether an input names a role or, by `from`, a company, which may not exist; also in a list, as offers do. */
const namesRow = ({ properties = {} }: JsonSchema): boolean =>
  'role' in properties ||
  'from' in properties ||
  Object.values(properties).some(({ items }) => items !== undefined && namesRow(items))

/** The errors that a caller of this operation may get, besides those of every route, of which the document speaks once. */
function kindsOf(
  op: Pick<Operation, 'name' | 'http' | 'access' | 'effect'>,
  family: Family,
  { input = {}, keyed = false }: { input?: JsonSchema; keyed?: boolean } = {},
): KindName[] {
  const isWrite = op.effect !== 'read'
  const hasBody = !['GET', 'DELETE'].includes(routeOf(op).method)
  return [
    'invalid',
    ...(op.access === 'public' && !isWrite ? [] : (['unauthenticated', 'forbidden'] as const)),
    // The catalogue needs no key, but refuses a wrong one.
    ...(isCatalogue(op, family) ? (['unauthenticated'] as const) : []),
    ...(routeOf(op).path.includes(':') || isWrite || (family.name === 'intelligence' && namesRow(input))
      ? (['not_found'] as const)
      : []),
    ...(keyed || op.name === 'jobs.update' ? (['conflict'] as const) : []),
    ...('expectedUpdatedAt' in (input.properties ?? {}) ? (['precondition'] as const) : []),
    ...(op.name === 'changes.list' ? (['expired'] as const) : []),
    ...(/^billing\.buy-/.test(op.name) ? (['payment'] as const) : []),
    ...(family.credential === 'session' && (isWrite || hasBody) ? (['media'] as const) : []),
    ...(asksModel(op, family) ? (['media', 'unpaid', 'provider', 'provider_late'] as const) : []),
    ...(READS_ADDRESSES.includes(op.name) ? (['page'] as const) : []),
    ...(family.limit || family.name === 'auth' ? (['limited'] as const) : []),
  ]
}
