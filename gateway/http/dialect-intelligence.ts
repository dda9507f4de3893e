// The compensation interface: `{data, attribution, request}` for an answer, `{error, attribution, request}` for a refusal.
import { attributionAt } from '../../core/intelligence/attribution.ts'
import { KINDS, type CrmError, type ErrorCode, type KindName } from '../../core/kernel/errors.ts'
import { MISSING } from '../../core/kernel/issue-words.ts'
import type { Asked, Dialect } from './dialects.ts'

/** The contract's codes, by what went wrong; an error of the catalog may say it more exactly. */
const BY_KIND: Partial<Record<KindName, string>> = {
  invalid: 'invalid_parameter',
  unauthenticated: 'unauthorized',
  forbidden: 'forbidden',
  not_found: 'not_found',
  limited: 'rate_limited',
}

const BY_CODE: Partial<Record<ErrorCode, string>> = {
  plan_required: 'upgrade_required',
  role_not_found: 'role_not_found',
  city_not_found: 'city_not_found',
}

/** The code of a refusal on these paths. */
export function codeOf(error: CrmError): string {
  const isMissing = error.code === 'invalid_input' && error.issues.some(({ message }) => message === MISSING)
  if (isMissing) return 'missing_parameter'
  return (
    BY_CODE[error.code] ??
    BY_KIND[error.kind] ??
    (KINDS[error.kind].http >= 500 ? 'internal' : 'invalid_parameter')
  )
}

const requestOf = ({ requestId, path, startedMs, principal }: Asked) => ({
  id: requestId,
  endpoint: path,
  duration_ms: Math.round(performance.now() - startedMs),
  tier: principal && principal.credential.kind !== 'anonymous' ? principal.tier : 'anonymous',
  scopes: principal ? [...principal.scopes] : [],
})

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

/** Where a refusal for want of a plan leads. */
const upgradeAt = (publicUrl: string) => ({
  hint: `Plans and prices: ${publicUrl}/api/billing/plans. A key is worth the plan of its owner.`,
  upgrade_url: `${publicUrl}/api/billing/plans`,
})

export const intelligence: Dialect = {
  success: (json, asked) =>
    `{"data":${json},"attribution":${JSON.stringify(attributionAt(asked.publicUrl))},"request":${JSON.stringify(requestOf(asked))}}`,
  error: (error, asked) => ({
    error: {
      code: codeOf(error),
      message: error.message,
      ...(error.hint && { hint: error.hint }),
      ...(error.code === 'plan_required' && upgradeAt(asked.publicUrl)),
    },
    attribution: attributionAt(asked.publicUrl),
    request: requestOf(asked),
  }),
  successSchema: (output) => enveloped('data', output),
  errorSchema: enveloped('error', {
    type: 'object',
    required: ['code', 'message'],
    properties: { code: text, message: text, hint: text, upgrade_url: { ...text, format: 'uri' } },
  }),
}
