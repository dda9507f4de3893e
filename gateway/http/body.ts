// Reading a JSON body: whole, small, shallow, or a clear refusal.
import express, { type Request, type RequestHandler } from 'express'
import { problem, type CrmError } from '../../core/kernel/errors.ts'

export const BODY_LIMIT = '1 MiB'
const MOST_DEPTH = 20
const MOST_KEYS = 10_000

/** Parses what was sent as JSON whatever its content type says; `req.body` is undefined when nothing was sent. */
export const jsonBody: RequestHandler = express.json({ limit: 1024 * 1024, strict: false, type: () => true })

/** What the body parser threw, in our words. */
export function bodyProblem(error: unknown): CrmError {
  const { type, status, message } = error as { type?: string; status?: number; message?: string }
  if (type === 'entity.too.large') return problem('body_too_large', { limit: BODY_LIMIT }, { cause: error })
  if (type === 'entity.parse.failed') return problem('malformed_json', {}, { cause: error })
  if (type === 'request.aborted' || status === 408) return problem('request_timeout', {}, { cause: error })
  if (status !== undefined && status >= 400 && status < 500)
    return problem(
      'malformed_request',
      { problem: `The request body cannot be read: ${message}.` },
      { cause: error },
    )
  return problem('internal', {}, { cause: error })
}

/** The fields of a body; throws for anything but a reasonable object. */
export function fieldsOf(body: unknown): Record<string, unknown> {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw problem('malformed_request', { problem: 'The request body must be a JSON object.' })
  const count = { keys: 0 }
  if (!isReasonable(body, 0, count))
    throw problem('malformed_request', {
      problem: `The request body is nested over ${MOST_DEPTH} deep or has over ${MOST_KEYS} values.`,
    })
  return body as Record<string, unknown>
}

function isReasonable(value: unknown, depth: number, count: { keys: number }): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MOST_DEPTH) return false
  const children = Object.values(value)
  count.keys += children.length
  return count.keys <= MOST_KEYS && children.every((child) => isReasonable(child, depth + 1, count))
}

/** Whether the request says its body is JSON. */
export const isJson = (req: Request): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(req.headers['content-type'] ?? '')
