// Reads responses of every family in one form: their data, or their error.
import { expect } from 'vitest'
import { KINDS } from '../../core/kernel/errors.ts'
import type { Answer } from '../gateway/harness.ts'

type Read = Pick<Answer, 'status' | 'body' | 'text'> & Partial<Pick<Answer, 'headers'>>

const isEnveloped = ({ body }: Pick<Answer, 'body'>): boolean =>
  typeof body === 'object' && 'attribution' in body

/** The data of a response, without the envelope of its family. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export const dataOf = (answer: Answer): any => (isEnveloped(answer) ? answer.body.data : answer.body)

/** The codes of compensation intelligence, as the pipeline's. */
const CODES: Record<string, string> = {
  missing_parameter: 'VALIDATION_ERROR',
  invalid_parameter: 'VALIDATION_ERROR',
  role_not_found: 'NOT_FOUND',
  city_not_found: 'NOT_FOUND',
  not_found: 'NOT_FOUND',
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  upgrade_required: 'FORBIDDEN',
  rate_limited: 'RATE_LIMITED',
  method_not_allowed: KINDS.method.wire,
  conflict: KINDS.conflict.wire,
  internal: 'INTERNAL_ERROR',
}

/** Billing has no error codes: the status gives the kind, a header the request id. */
function refusedInWords({ status, body, headers }: Read) {
  const kind = Object.values(KINDS).find(({ http, wire }) => http === status && wire !== KINDS.usage.wire)
  const requestId = String(headers?.get('x-request-id'))
  return { refused: [status, kind?.wire], message: String(body.error), requestId }
}

/** Status and code of an error, its message and its request id. */
export function refusalOf(answer: Read) {
  const { status, body, text } = answer
  if (typeof body === 'object' && Object.keys(body as object).join() === 'error')
    return refusedInWords(answer)
  if (!isEnveloped(answer))
    return { refused: [status, body.code], message: String(body.error), requestId: body.requestId as string }
  expect(Object.keys(CODES), text).toContain(body.error.code)
  return {
    refused: [status, CODES[body.error.code as string]],
    message: String(body.error.message),
    requestId: body.request.id as string,
  }
}
