// The MCP endpoints in the OpenAPI document: one route each; JSON-RPC itself describes methods and tools.
import type { JsonSchema } from '../../core/kernel/json-schema.ts'
import { KINDS } from '../../core/kernel/errors.ts'
import { inJson, type OpenApiOperation } from './operation-object.ts'
import { header } from './shared.ts'

const text = { type: 'string' }
const id = { type: ['string', 'integer'] }

export const MESSAGE = {
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

export const ANSWER = {
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

const oneOrMany = (one: JsonSchema) => ({ anyOf: [one, { type: 'array', items: one, maxItems: 20 }] })
const ASKED = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const ANSWERED = { jsonrpc: '2.0', id: 1, result: { tools: [] } }
const REFUSED = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'The message is no request.' } }

interface EndpointText {
  operationId: string
  summary: string
  tag: string
  security: string
  /** The responses to a credential that is rejected, where they are not in JSON-RPC. */
  refused?: Record<string, unknown>
}

const RETRY = { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }

/** The refusals of every MCP endpoint. */
export const KEY_KINDS = ['unauthenticated', 'forbidden', 'limited', 'unavailable'] as const

const call = (description: string) => ({ description, content: inJson(ANSWER, REFUSED) })

const VERSIONS = '2025-11-25, 2025-06-18, 2025-03-26 or 2024-11-05; the last two may send batches.'

export function describeEndpoint({ tag, security, refused, ...about }: EndpointText): OpenApiOperation {
  const inRpc = Object.fromEntries(
    KEY_KINDS.map((kind) => [
      KINDS[kind].http,
      { ...call(KINDS[kind].wire), ...(kind === 'limited' && RETRY) },
    ]),
  )
  return {
    ...about,
    tags: [tag],
    security: [{ [security]: [] }],
    parameters: [header('MCP-Protocol-Version', VERSIONS)],
    requestBody: { required: true, content: inJson(oneOrMany(MESSAGE), ASKED) },
    responses: {
      200: { description: 'A JSON-RPC response or error.', content: inJson(oneOrMany(ANSWER), ANSWERED) },
      202: { description: 'Notifications only.' },
      400: call('Not JSON-RPC.'),
      ...(refused ?? inRpc),
      413: call('Over 1 MiB.'),
      415: call('No JSON.'),
    },
  }
}
