// The success and error formats of each family of routes. One entry per family, never per route.
import {
  callerOf,
  envelopeOf,
  isPage,
  type Page,
  type RequestDetails,
} from '../../core/intelligence/envelope.ts'
import { codeOf } from '../../core/intelligence/refusals.ts'
import { KINDS, type CrmError, type ErrorCode, type KindName } from '../../core/kernel/errors.ts'
import type { Family } from '../../core/kernel/family.ts'
import type { JsonSchema } from '../../core/kernel/json-schema.ts'
import { concatText, encodeText, type EncodedText, type Serializer } from './serializer.ts'

export interface ResponseMeta extends RequestDetails {
  startedMs: number
  publicUrl: string
}

/** A dialect: the success and error format of a family of routes. */
interface Dialect {
  /** A successful response in parts: the output, in the family's envelope if it has one. */
  success(output: unknown, meta: ResponseMeta, serializer: Serializer): readonly EncodedText[]
  error(error: CrmError, meta: ResponseMeta): object
  headerCode?(error: CrmError): string
  successSchema(output: JsonSchema): JsonSchema
  errorSchema: JsonSchema
}

const text = { type: 'string' }

/** The schema of an object that always has the `required` fields: by default all. */
const objectOf = (properties: Record<string, JsonSchema>, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})

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
  errorSchema: objectOf(
    {
      error: { ...text, description: 'A message for people.' },
      code: { ...text, enum: Object.values(KINDS).map(({ wire }) => wire) },
      hint: { ...text, description: 'What to do next.' },
      issues: { type: 'array', items: objectOf({ path: text, message: text }) },
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
        items: objectOf({ id: text, name: text }),
      },
      providerStatus: {
        type: 'integer',
        description: 'The HTTP status of the model’s provider.',
      },
      requestId: text,
    },
    ['error', 'code', 'requestId'],
  ),
}

const plain: Dialect = {
  ...unwrapped,
  error: (error) => ({ error: [error.message, error.hint].filter(Boolean).join(' ') }),
  // The coarser codes are those that clients act on.
  headerCode: ({ code, kind }) =>
    kind === 'unavailable' ? kind : code === 'payment_failed' ? 'card_declined' : code,
  errorSchema: objectOf({ error: { ...text, description: 'What is wrong, and what to do about it.' } }),
}

/** `{success, data, error}`. A rejected request also has the code. */
const actions: Dialect = {
  ...unwrapped,
  error: (error, meta) => ({ success: false, data: {}, ...coded.error(error, meta) }),
  errorSchema: objectOf(
    {
      success: { type: 'boolean', const: false },
      data: { type: 'object' },
      ...coded.errorSchema.properties,
    },
    ['success', 'data', 'error', 'code', 'requestId'],
  ),
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
  errorSchema: objectOf({ error: text, error_description: text }, ['error']),
}

const OAUTH_KINDS: Partial<Record<KindName, string>> = {
  internal: 'server_error',
  limited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
}

const BEFORE_DATA = encodeText('{"data":')
const BEFORE_ATTRIBUTION = encodeText(',"attribution":')

/** A path that needs no escapes in JSON. */
const PLAIN_PATH = /^[\w./-]+$/

/** The request details and the end of a response, joined as text. Serializing them took 2 µs longer. */
function requestText({ requestId, path, startedMs, principal }: ResponseMeta, serializer: Serializer) {
  const endpoint = PLAIN_PATH.test(path) ? `"${path}"` : encodeText(JSON.stringify(path))
  const ms = Math.round(performance.now() - startedMs)
  // Ids and times are ASCII.
  const own = `,"request":{"id":"${requestId}","endpoint":${endpoint},"duration_ms":${ms}` as EncodedText
  const end = () => `,${JSON.stringify(callerOf(principal)).slice(1)}}`
  return concatText(own, principal ? serializer.textFor(principal, end) : encodeText(end()))
}

const REQUEST_SCHEMA = objectOf({
  id: text,
  endpoint: text,
  duration_ms: { type: 'integer' },
  tier: text,
  scopes: { type: 'array', items: text },
})
const ATTRIBUTION_SCHEMA = objectOf({
  source: text,
  url: text,
  methodology: text,
  methodology_version: text,
  updated: { ...text, format: 'date' },
  version: text,
  as_of: { ...text, format: 'date' },
})

const enveloped = (name: string, inner: JsonSchema) =>
  objectOf({ [name]: inner, attribution: ATTRIBUTION_SCHEMA, request: REQUEST_SCHEMA })

const upgradeAt = (publicUrl: string) => ({
  hint: `Plans and prices: ${publicUrl}/api/billing/plans. A key has at most its owner’s plan.`,
  upgrade_url: `${publicUrl}/api/billing/plans`,
})

const besideData = ({ total, next_cursor }: Page): string =>
  `,${JSON.stringify({ total, next_cursor }).slice(1, -1)}`

/** The schema of a response. A page also has the fields next to `data`. */
const successOf = (output: JsonSchema) => {
  const { data, ...beside } = output.properties ?? {}
  if (!data || !beside['next_cursor']) return enveloped('data', output)
  const whole = enveloped('data', data)
  return {
    ...whole,
    required: [...whole.required, ...Object.keys(beside)],
    properties: { ...whole.properties, ...beside },
  }
}

/** The compensation API: `{data, attribution, request}` for a result, `{error, attribution, request}` for an error. */
const intelligence: Dialect = {
  // A result and its attribution are the same for every caller, so the serializer caches them.
  success: (output, meta, serializer) => [
    BEFORE_DATA,
    serializer.json(isPage(output) ? output.data : output),
    concatText(
      encodeText(isPage(output) ? besideData(output) : ''),
      BEFORE_ATTRIBUTION,
      serializer.json(meta.attribution),
      requestText(meta, serializer),
    ),
  ],
  error: (error, meta) => ({
    error: {
      code: codeOf(error),
      message: error.message,
      ...(error.hint && { hint: error.hint }),
      ...error.details,
      ...(error.code === 'plan_required' && upgradeAt(meta.publicUrl)),
    },
    ...envelopeOf(meta, performance.now() - meta.startedMs),
  }),
  successSchema: successOf,
  errorSchema: enveloped(
    'error',
    objectOf(
      {
        ...{ code: text, message: text, hint: text, country: text },
        upgrade_url: { ...text, format: 'uri' },
      },
      ['code', 'message'],
    ),
  ),
}

/** The families whose dialect is not `coded`. */
const DIALECTS: Partial<Record<Family['name'], Dialect>> = {
  intelligence,
  oauth,
  billing: plain,
  scout: actions,
}

export const dialectOf = (family: Family | undefined): Dialect => (family && DIALECTS[family.name]) ?? coded
