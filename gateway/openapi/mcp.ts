// The MCP endpoints in the OpenAPI document: one route each; JSON-RPC itself describes methods and tools.
import { KINDS } from '../../core/kernel/errors.ts'
import type { OpenApiOperation } from './operation-object.ts'

const text = { type: 'string' }
const id = { type: ['string', 'integer'] }

const MESSAGE = {
  type: 'object',
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc: { ...text, enum: ['2.0'] },
    id: { ...id, description: 'Omitted for a notification.' },
    method: { ...text, description: 'initialize, ping, tools/list, tools/call, …' },
    params: {
      type: 'object',
      description: 'For tools/call: name, and arguments as tools/list describes them.',
    },
  },
}

const ANSWER = {
  type: 'object',
  required: ['jsonrpc', 'id'],
  properties: {
    jsonrpc: { ...text, enum: ['2.0'] },
    id: { type: ['string', 'integer', 'null'] },
    result: { type: 'object' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: text, data: { type: 'object' } },
    },
  },
}

const several = (one: object) => ({ anyOf: [one, { type: 'array', items: one, maxItems: 20 }] })
const json = (schema: object) => ({ 'application/json': { schema } })

/** How one endpoint differs from another. */
interface EndpointText {
  operationId: string
  summary: string
  tag: string
  /** The security scheme of its credential. */
  security: string
  /** The schema of the error for a rejected credential. */
  refused: object
}

/** The error schema of an endpoint whose errors are all in JSON-RPC. */
export const RPC_REFUSAL: object = ANSWER

/** Describes the route of an endpoint. */
export function describeEndpoint({
  operationId,
  summary,
  tag,
  security,
  refused,
}: EndpointText): OpenApiOperation {
  const key = (kind: 'unauthenticated' | 'forbidden' | 'limited' | 'unavailable') => [
    KINDS[kind].http,
    { description: KINDS[kind].wire, content: json(refused) },
  ]
  const call = (status: number, description: string) => [status, { description, content: json(ANSWER) }]
  return {
    operationId,
    summary,
    tags: [tag],
    security: [{ [security]: [] }],
    parameters: [
      {
        name: 'MCP-Protocol-Version',
        in: 'header',
        required: false,
        schema: text,
        description: '2025-11-25, 2025-06-18, 2025-03-26 or 2024-11-05; the last two may send batches.',
      },
    ],
    requestBody: { required: true, content: json(several(MESSAGE)) },
    responses: Object.fromEntries([
      [200, { description: 'A JSON-RPC response or error.', content: json(several(ANSWER)) }],
      [202, { description: 'Notifications only.' }],
      call(400, 'Not JSON-RPC.'),
      ...(['unauthenticated', 'forbidden', 'limited', 'unavailable'] as const).map(key),
      call(413, 'Over 1 MiB.'),
      call(415, 'No JSON.'),
    ]),
  }
}
