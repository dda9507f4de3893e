// The refusals of the document: one response for each kind and error style, which operations refer to.
import { must } from '../../core/kernel/narrow.ts'
import { KINDS, problem, type CrmError, type KindName } from '../../core/kernel/errors.ts'
import type { Family } from '../../core/kernel/family.ts'
import { attributionAt } from '../../core/intelligence/attribution.ts'
import { dialectOf, type ResponseMeta } from '../http/dialects.ts'
import { pascal } from './components.ts'
import { EXAMPLE_ID as ID, inJson } from './operation-object.ts'

/** The error style of each family; its name prefixes the family's responses. */
const STYLES: Partial<Record<Family['name'], string>> = {
  intelligence: 'Pay',
  billing: 'Billing',
  scout: 'Action',
  oauth: 'OAuth',
}

const REQUEST: ResponseMeta = {
  requestId: 'req_0f8b1c2e-6a0b-4b7e-9c1d-2f3a4b5c6d7e',
  path: '/api/v1/intelligence/salaries',
  startedMs: 0,
  publicUrl: 'https://crm.example.com',
  attribution: attributionAt('https://crm.example.com', { benchmark: '2026-Q1', updated: '2026-03-01' }),
  principal: null,
}

const SAMPLES: Partial<Record<KindName, CrmError>> = {
  invalid: problem('invalid_input', {
    problems: 'salary is longer than 100 characters; tagz is not a known field',
  }),
  unpaid: problem('ai_key_required', {}),
  unauthenticated: problem('credential_invalid', { what: 'token' }),
  payment: problem('payment_failed', { reason: 'The card has expired.' }),
  forbidden: problem('plan_required', { plan: 'ultra', tier: 'free' }),
  not_found: problem('job_not_found', { id: ID }),
  conflict: problem(
    'job_exists',
    { id: ID, company: 'Acme', role: 'Staff Engineer' },
    { details: { existing: { id: ID, company: 'Acme', role: 'Staff Engineer' } } },
  ),
  expired: problem('cursor_expired', { days: 30 }),
  precondition: problem('record_changed', { noun: 'job', id: ID, updatedAt: '2026-03-02T09:30:00.000Z' }),
  too_large: problem('body_too_large', { limit: '1 MiB' }),
  media: problem('wrong_media_type', {}),
  limited: problem('rate_limited', { limit: 60, seconds: 12 }, { retryAfterSeconds: 12 }),
  internal: problem('internal', {}),
  processor: problem('stripe_failed', { reason: 'Stripe does not answer.' }),
  declined: problem('card_declined', { reason: 'Your card has insufficient funds.' }),
  page: problem('page_failed', { reason: 'The page answered 404.' }),
  provider: problem('ai_provider_failed', { provider: 'Anthropic', reason: 'it is overloaded (529)' }),
  unavailable: problem('database_unavailable', { reason: 'The database does not respond.' }),
  provider_late: problem('ai_timeout', { provider: 'Anthropic', seconds: 60 }),
}

/** Examples for families whose errors differ from the ones above. */
const SAMPLES_OF: Partial<Record<Family['name'], Partial<Record<KindName, CrmError>>>> = {
  intelligence: {
    unauthenticated: problem('credential_invalid', { what: 'intelligence key' }),
    not_found: problem('role_not_found', { text: 'wizard' }),
    conflict: problem('idempotency_mismatch', {}),
  },
  billing: {
    unauthenticated: problem('credential_invalid', { what: 'session' }),
    not_found: problem('subscription_not_found', {}),
    conflict: problem('subscription_exists', { plan: 'pro' }),
  },
  scout: { unauthenticated: problem('credential_invalid', { what: 'session' }) },
}

function exampleOf(kind: KindName, family: Family | undefined): unknown {
  const sample = (family && SAMPLES_OF[family.name]?.[kind]) ?? must(SAMPLES[kind])
  const fixed = (key: string, value: unknown) => (key === 'duration_ms' ? 3 : value)
  return JSON.parse(JSON.stringify(dialectOf(family).error(sample, REQUEST), fixed))
}

const HEADERS: Partial<Record<KindName, Record<string, object>>> = {
  limited: {
    'Retry-After': { $ref: '#/components/headers/RetryAfter' },
    'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimit' },
    'X-RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
    'X-RateLimit-Monthly-Limit': { $ref: '#/components/headers/RateLimitMonthly' },
    'X-RateLimit-Monthly-Remaining': { $ref: '#/components/headers/RateLimitMonthlyRemaining' },
  },
  unavailable: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  unauthenticated: {
    'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string' } },
  },
  precondition: { ETag: { $ref: '#/components/headers/ETag' } },
}

export type Refusals = ReturnType<typeof collectRefusals>

export function collectRefusals() {
  const responses: Record<string, object> = {}
  const schemas: Record<string, object> = {}
  const responseOf = (kind: KindName, family: Family | undefined) => {
    const style = (family && STYLES[family.name]) ?? ''
    const name = `${style}${pascal(KINDS[kind].wire.toLowerCase())}`
    schemas[`${style}Error`] ??= dialectOf(family).errorSchema
    responses[name] ??= {
      description: must(DESCRIPTIONS[kind]),
      ...(HEADERS[kind] && { headers: HEADERS[kind] }),
      content: inJson({ $ref: `#/components/schemas/${style}Error` }, exampleOf(kind, family)),
    }
    return { $ref: `#/components/responses/${name}` }
  }
  return {
    of: (kinds: readonly KindName[], family: Family | undefined) =>
      Object.fromEntries(kinds.map((kind) => [KINDS[kind].http, responseOf(kind, family)])),
    responses,
    schemas,
  }
}

const DESCRIPTIONS: Partial<Record<KindName, string>> = {
  invalid: 'Something in the request is not valid; every invalid field is named.',
  unpaid: 'A model is needed: send a key of your own, or buy AI budget.',
  unauthenticated: 'No credential, or one that is not valid.',
  payment: 'The payment failed, or is needed first.',
  forbidden: 'The credential, its scope or the plan does not allow this.',
  not_found: 'There is no such record, or it is somebody else’s.',
  conflict: 'It conflicts with what is there.',
  expired: 'The cursor is too old: start again without it.',
  precondition: 'The record has moved on; it is in the body as it is now.',
  too_large: 'The body is too large.',
  media: 'The body is not of a type that is taken.',
  limited: 'Too many requests; Retry-After says when to go on.',
  internal: 'Something went wrong here.',
  processor: 'The payment processor could not do that.',
  declined: 'The card was declined.',
  page: 'The other address could not be read.',
  provider: 'The model’s provider could not answer.',
  unavailable: 'Not available right now; try again.',
  provider_late: 'The model’s provider did not answer in time.',
}
