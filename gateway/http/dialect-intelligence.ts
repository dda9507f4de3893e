// The dialect of the compensation API: `{data, attribution, request}` for a result, `{error, attribution, request}` for an error.
import type { JsonSchema } from '../../core/kernel/json-schema.ts'
import {
  callerOf,
  envelopeOf,
  isPage,
  type Page,
  type RequestDetails,
} from '../../core/intelligence/envelope.ts'
import { codeOf } from '../../core/intelligence/refusals.ts'
import type { ResponseMeta, Dialect } from './dialect.ts'
import { concatText, encodeText, type EncodedText, type Serializer } from './serializer.ts'

const questionOf = ({
  requestId,
  path,
  startedMs,
  attribution,
  principal,
}: ResponseMeta): RequestDetails => ({
  requestId,
  path,
  durationMs: performance.now() - startedMs,
  attribution,
  principal,
})

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

const text = { type: 'string' }
const REQUEST_SCHEMA = {
  type: 'object',
  required: ['id', 'endpoint', 'duration_ms', 'tier', 'scopes'],
  properties: {
    id: text,
    endpoint: text,
    duration_ms: { type: 'integer' },
    tier: text,
    scopes: { type: 'array', items: text },
  },
}
const ATTRIBUTION_SCHEMA = {
  type: 'object',
  required: ['source', 'url', 'methodology', 'methodology_version', 'updated', 'version', 'as_of'],
  properties: {
    source: text,
    url: text,
    methodology: text,
    methodology_version: text,
    updated: { ...text, format: 'date' },
    version: text,
    as_of: { ...text, format: 'date' },
  },
}

const enveloped = (name: string, inner: JsonSchema) => ({
  type: 'object',
  required: [name, 'attribution', 'request'],
  properties: { [name]: inner, attribution: ATTRIBUTION_SCHEMA, request: REQUEST_SCHEMA },
})

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

export const intelligence: Dialect = {
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
    ...envelopeOf(questionOf(meta)),
  }),
  successSchema: successOf,
  errorSchema: enveloped('error', {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      ...{ code: text, message: text, hint: text, country: text },
      upgrade_url: { ...text, format: 'uri' },
    },
  }),
}
