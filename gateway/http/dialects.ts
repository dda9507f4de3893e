// How each family of routes spells success and failure. One entry per family, never per route.
import { KINDS, type CrmError } from '../../core/kernel/errors.ts'
import type { Family } from '../../core/kernel/family.ts'

export interface Dialect {
  error(error: CrmError, requestId: string): unknown
  /** JSON Schema of the error body, for OpenAPI. */
  errorSchema: Record<string, unknown>
}

const text = { type: 'string' }

/** `{error, code}`, plus what helps: a hint, the fields that are wrong, the request id. */
const coded: Dialect = {
  error: (error, requestId) => ({
    error: error.message,
    code: KINDS[error.kind].wire,
    ...(error.hint && { hint: error.hint }),
    ...(error.issues.length && { issues: error.issues }),
    requestId,
  }),
  errorSchema: {
    type: 'object',
    required: ['error', 'code', 'requestId'],
    properties: {
      error: { ...text, description: 'What is wrong, in words.' },
      code: { ...text, enum: Object.values(KINDS).map(({ wire }) => wire) },
      hint: { ...text, description: 'What to do next.' },
      issues: {
        type: 'array',
        items: { type: 'object', required: ['path', 'message'], properties: { path: text, message: text } },
      },
      requestId: text,
    },
  },
}

const DIALECTS: Record<Family['name'], Dialect> = {
  pipeline: coded,
  account: coded,
  admin: coded,
  auth: coded,
}

/** The dialect of a family; the service's own pages speak like the pipeline. */
export const dialectOf = (family: Family | undefined): Dialect => (family ? DIALECTS[family.name] : coded)
