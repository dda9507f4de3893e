// The success and error formats of each family of routes. One entry per family, never per route.
import { KINDS, type ErrorCode, type KindName } from '../../core/kernel/errors.ts'
import type { Family } from '../../core/kernel/family.ts'
import { intelligence } from './dialect-intelligence.ts'
import type { Dialect } from './dialect.ts'

const text = { type: 'string' }

const unwrapped: Pick<Dialect, 'success' | 'successSchema'> = {
  success: (output, _meta, serializer) => [serializer.json(output)],
  successSchema: (output) => output,
}

const coded: Dialect = {
  ...unwrapped,
  error: (error, { requestId }) => ({
    error: error.message,
    code: KINDS[error.kind].wire,
    ...(error.hint && { hint: error.hint }),
    ...(error.issues.length && { issues: error.issues }),
    ...(error.providerStatus && { providerStatus: error.providerStatus }),
    ...error.details,
    requestId,
  }),
  errorSchema: {
    type: 'object',
    required: ['error', 'code', 'requestId'],
    properties: {
      error: { ...text, description: 'A message for people.' },
      code: { ...text, enum: Object.values(KINDS).map(({ wire }) => wire) },
      hint: { ...text, description: 'What to do next.' },
      issues: {
        type: 'array',
        items: { type: 'object', required: ['path', 'message'], properties: { path: text, message: text } },
      },
      existing: {
        type: 'object',
        description: 'With 409: the record that is already there.',
        required: ['id'],
        properties: { id: text, company: text, role: text },
      },
      current: {
        type: 'object',
        description: 'With 412: the record as it is now.',
        additionalProperties: true,
      },
      candidates: {
        type: 'array',
        description: 'What an ambiguous reference may mean.',
        items: { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } },
      },
      providerStatus: {
        type: 'integer',
        description: 'The HTTP status of the model’s provider.',
      },
      requestId: text,
    },
  },
}

/** Maps codes of the catalog to the coarser ones that clients act on. */
const HEADER_CODES: Partial<Record<ErrorCode, string>> = { payment_failed: 'card_declined' }

const plain: Dialect = {
  ...unwrapped,
  error: (error) => ({ error: [error.message, error.hint].filter(Boolean).join(' ') }),
  headerCode: ({ code, kind }) => (kind === 'unavailable' ? 'unavailable' : (HEADER_CODES[code] ?? code)),
  errorSchema: {
    type: 'object',
    required: ['error'],
    properties: { error: { ...text, description: 'What is wrong, and what to do about it.' } },
  },
}

/** `{success, data, error}`. A rejected request also has the code. */
const enveloped: Dialect = {
  ...unwrapped,
  error: (error, meta) => ({ success: false, data: {}, ...coded.error(error, meta) }),
  errorSchema: {
    type: 'object',
    required: ['success', 'data', 'error', 'code', 'requestId'],
    properties: {
      success: { type: 'boolean', const: false },
      data: { type: 'object' },
      ...coded.errorSchema.properties,
    },
  },
}

/** Error codes defined by RFC 6749, 7591 and 8707. */
const OAUTH_CODES: readonly ErrorCode[] = [
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'invalid_target',
  'invalid_redirect_uri',
  'invalid_client_metadata',
  'unsupported_grant_type',
]

const oauth: Dialect = {
  ...unwrapped,
  error: ({ code, kind, message }, { requestId }) => ({
    error: OAUTH_CODES.includes(code) ? code : (OAUTH_KINDS[kind] ?? 'invalid_request'),
    error_description: message,
    code: KINDS[kind].wire,
    requestId,
  }),
  errorSchema: {
    type: 'object',
    required: ['error'],
    properties: { error: text, error_description: text },
  },
}

const OAUTH_KINDS: Partial<Record<KindName, string>> = {
  internal: 'server_error',
  limited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
}

const DIALECTS: Record<Family['name'], Dialect> = {
  pipeline: coded,
  intelligence,
  account: coded,
  admin: coded,
  auth: coded,
  billing: plain,
  oauth,
  assistants: coded,
  scout: enveloped,
}

export const dialectOf = (family: Family | undefined): Dialect => (family ? DIALECTS[family.name] : coded)
