// Whole requests to an operation: path, query, headers and body, each valid or hostile.
import { request as httpRequest, type Agent } from 'node:http'
import fc from 'fast-check'
import { jsonSchemaOf, type JsonSchema } from '../../core/kernel/json-schema.ts'
import { routeOf, pathParameters, type Operation } from '../../core/kernel/operation.ts'
import { BODIES, HEADERS, QUERIES, SEGMENTS } from './hostile.ts'
import { hostile, nearlyValid, valid, variantsOf } from './inputs.ts'

export interface Shot {
  method: string
  /** Path and query, as sent. */
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const encoded = (value: unknown): string => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  // A lone surrogate cannot be encoded as UTF-8; use its replacement character.
  return encodeURIComponent(Buffer.from(text).toString())
}

const asQuery = (input: unknown): string =>
  Object.entries(input as object)
    .map(
      ([name, value]) =>
        `${encoded(name)}=${Array.isArray(value) ? value.map(encoded).join(',') : encoded(value)}`,
    )
    .join('&')

/** The input fields that are not in the path. */
function besidesPath(op: Operation): JsonSchema {
  const schema = jsonSchemaOf(op.input(), 'input')
  const slots = pathParameters(routeOf(op).path)
  const strip = (one: JsonSchema): JsonSchema => ({
    ...one,
    properties: Object.fromEntries(
      Object.entries(one.properties ?? {}).filter(([name]) => !slots.includes(name)),
    ),
  })
  const variants = variantsOf(schema)
  return variants ? { anyOf: variants.map(strip) } : strip(schema)
}

/** Requests to an operation with these credentials and rows. */
export function shotsAt(
  op: Operation,
  credential: Record<string, string>,
  ids: readonly string[],
): fc.Arbitrary<Shot> {
  const { method, path } = routeOf(op)
  const schema = besidesPath(op)
  const inQuery = method === 'GET' || method === 'DELETE'
  const input = fc.oneof(valid(schema, ids), nearlyValid(schema, ids))
  const query = fc.oneof(
    { weight: 3, arbitrary: input.map(asQuery) },
    { weight: 1, arbitrary: fc.constantFrom(...QUERIES) },
  )
  const bytes = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.oneof(input, hostile).map((value) => Buffer.from(JSON.stringify(value) ?? '')),
    },
    { weight: 1, arbitrary: fc.constantFrom(...BODIES) },
  )
  const segment = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.constantFrom(...SEGMENTS) },
  )
  return fc
    .record({
      segment,
      query: inQuery
        ? query
        : fc.oneof({ weight: 9, arbitrary: fc.constant('') }, { weight: 1, arbitrary: query }),
      body: inQuery ? fc.constant(undefined) : bytes,
      headers: fc.oneof(
        { weight: 4, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constantFrom(...HEADERS) },
      ),
    })
    .map(({ segment, query, body, headers }) => ({
      method,
      path: path.replace(/:\w+/g, segment) + (query && `?${query}`),
      headers: { ...(body && { 'content-type': 'application/json' }), ...credential, ...headers },
      body,
    }))
}

/** Sends over plain HTTP, which does not normalise anything. */
export const fire = (url: string, agent: Agent, { method, path, headers, body }: Shot): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': body.length }
    const sent = httpRequest(url, { method, path, agent, headers: { ...headers, ...length } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
