// JSON-RPC messages: parsing requests, formatting results and errors.
import { isRecord } from '../../core/kernel/narrow.ts'
import {
  ErrorCode,
  JSONRPCNotificationSchema,
  JSONRPCRequestSchema,
  type JSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'

export { ErrorCode } from '@modelcontextprotocol/sdk/types.js'

export interface RpcProblem {
  code: number
  message: string
  data?: Record<string, unknown>
}

/** A request, or the text that refuses a message which is none; neither for one that gets no response. */
export function readMessage(
  value: unknown,
  requestId: string,
): { request?: JSONRPCRequest; refusal?: string } {
  const read = JSONRPCRequestSchema.safeParse(value)
  if (read.success) return { request: read.data }
  if (JSONRPCNotificationSchema.safeParse(value).success || isAnswer(value)) return {}
  return { refusal: refusalText(idOf(value), problemOf(value), requestId) }
}

/** A response to a request that this server did not send: ignored. */
const isAnswer = (value: unknown): boolean =>
  isRecord(value) &&
  value['jsonrpc'] === '2.0' &&
  !('method' in value) &&
  ('result' in value || 'error' in value)

export const isId = (id: unknown): id is RequestId => typeof id === 'string' || Number.isSafeInteger(id)

/** The id of a request, if it can be read. */
export const idOf = (value: unknown): RequestId | null =>
  isRecord(value) && isId(value['id']) ? value['id'] : null

function problemOf(value: unknown): string {
  if (!isRecord(value)) return 'A message must be a JSON object.'
  if (value['jsonrpc'] !== '2.0') return 'jsonrpc must be "2.0".'
  if (typeof value['method'] !== 'string') return 'method must be a text.'
  if ('id' in value && !isId(value['id'])) return 'id must be a text or a whole number.'
  if ('params' in value && !isRecord(value['params'])) return 'params must be an object.'
  return 'Only jsonrpc, id, method and params may stand in a message.'
}

export const resultText = (id: RequestId, result: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`

export const errorText = (id: RequestId | null, error: RpcProblem): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error })

export const refusalText = (id: RequestId | null, message: string, requestId: string): string =>
  errorText(id, { code: ErrorCode.InvalidRequest, message, data: { request_id: requestId } })
