// The JSON-RPC door in the OpenAPI document: one route, whose methods and tools JSON-RPC itself describes.
import { KINDS } from '../../core/kernel/errors.ts'
import type { OpenApiOperation } from './document.ts'

const text = { type: 'string' }
const id = { type: ['string', 'integer'] }

const MESSAGE = {
  type: 'object',
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc: { ...text, enum: ['2.0'] },
    id: { ...id, description: 'Left out of a notification.' },
    method: { ...text, description: 'initialize, ping, tools/list or tools/call.' },
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

/** The route; `refused` is the schema of what a key is refused with. */
export function describeDoor(refused: object): OpenApiOperation {
  const key = (kind: 'unauthenticated' | 'forbidden' | 'limited' | 'unavailable') => [
    KINDS[kind].http,
    { description: KINDS[kind].wire, content: json(refused) },
  ]
  const call = (status: number, description: string) => [status, { description, content: json(ANSWER) }]
  return {
    operationId: 'intelligence.mcp',
    summary: 'Speak JSON-RPC 2.0 to the six tools: stateless MCP Streamable HTTP. Needs the pro plan.',
    tags: ['intelligence'],
    security: [{ intelligenceKey: [] }],
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
      [200, { description: 'Answered, or refused by JSON-RPC.', content: json(several(ANSWER)) }],
      [202, { description: 'Notifications only.' }],
      call(400, 'No JSON-RPC.'),
      ...(['unauthenticated', 'forbidden', 'limited', 'unavailable'] as const).map(key),
      call(413, 'Over 1 MiB.'),
      call(415, 'No JSON.'),
    ]),
  }
}
