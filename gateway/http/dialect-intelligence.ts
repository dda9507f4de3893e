// The dialect of the compensation API: `{data, attribution, request}`
// for a result, `{error, attribution, request}` for an error.
import { envelopeOf, requestOf, type Question } from '../../core/intelligence/envelope.ts'
import { codeOf } from '../../core/intelligence/refusals.ts'
import type { ResponseMeta, Dialect } from './dialects.ts'
import { concatText, encodeText } from './encoded-text.ts'

const questionOf = ({ requestId, path, startedMs, attribution, principal }: ResponseMeta): Question => ({
  requestId,
  path,
  durationMs: performance.now() - startedMs,
  attribution,
  principal,
})

const BEFORE_DATA = encodeText('{"data":')
const BEFORE_ATTRIBUTION = encodeText(',"attribution":')

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

const enveloped = (name: string, inner: object) => ({
  type: 'object',
  required: [name, 'attribution', 'request'],
  properties: { [name]: inner, attribution: ATTRIBUTION_SCHEMA, request: REQUEST_SCHEMA },
})

/** The upgrade URL in an error about a missing plan. */
const upgradeAt = (publicUrl: string) => ({
  hint: `Plans and prices: ${publicUrl}/api/billing/plans. A key has at most its owner’s plan.`,
  upgrade_url: `${publicUrl}/api/billing/plans`,
})

export const intelligence: Dialect = {
  // A result and its attribution are the same for every caller,
  // so the serializer caches them; only `request` differs.
  success: (output, meta, serializer) =>
    concatText(
      BEFORE_DATA,
      serializer.json(output),
      BEFORE_ATTRIBUTION,
      serializer.json(meta.attribution),
      encodeText(`,"request":${JSON.stringify(requestOf(questionOf(meta)))}}`),
    ),
  error: (error, meta) => ({
    error: {
      code: codeOf(error),
      message: error.message,
      ...(error.hint && { hint: error.hint }),
      ...(error.code === 'plan_required' && upgradeAt(meta.publicUrl)),
    },
    ...envelopeOf(questionOf(meta)),
  }),
  successSchema: (output) => enveloped('data', output),
  errorSchema: enveloped('error', {
    type: 'object',
    required: ['code', 'message'],
    properties: { code: text, message: text, hint: text, upgrade_url: { ...text, format: 'uri' } },
  }),
}
