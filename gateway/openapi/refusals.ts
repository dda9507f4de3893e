// The refusals of the document: one response per style of error and kind, that operations refer to.
import { must } from '../../core/kernel/must.ts'
import { keysOf } from '../../core/kernel/narrow.ts'
import { CATALOG, CrmError, KINDS, type ErrorCode, type KindName } from '../../core/kernel/errors.ts'
import type { Family } from '../../core/kernel/family.ts'
import { attributionAt } from '../../core/intelligence/attribution.ts'
import type { Dialect, ResponseMeta } from '../http/dialect.ts'
import { dialectOf } from '../http/dialects.ts'

export interface Refusal {
  description: string
  headers?: Record<string, object>
  content: Record<string, object>
}

/** How errors look in a family; the name tells its responses from those of others. */
const STYLES: Partial<Record<Family['name'], string>> = {
  intelligence: 'Pay',
  billing: 'Billing',
  scout: 'Action',
  oauth: 'OAuth',
}

const styleOf = (family: Family | undefined): string => (family && STYLES[family.name]) ?? ''

const REQUEST: ResponseMeta = {
  requestId: 'req_0f8b1c2e-6a0b-4b7e-9c1d-2f3a4b5c6d7e',
  path: '/api/v1/intelligence/salaries/staff-engineer',
  startedMs: 0,
  publicUrl: 'https://crm.example.com',
  attribution: attributionAt('https://crm.example.com', { benchmark: '2026-Q1', updated: '2026-03-01' }),
  principal: null,
}

const TYPICAL: Partial<Record<KindName, ErrorCode>> = {
  invalid: 'invalid_input',
  unauthenticated: 'credential_invalid',
  forbidden: 'plan_required',
  not_found: 'job_not_found',
  conflict: 'job_exists',
  limited: 'rate_limited',
  unavailable: 'database_unavailable',
  provider: 'ai_provider_failed',
}

const SLOTS: Readonly<Record<string, string>> = {
  id: '0195a1c2-7b3d-7e4f-8a5b-6c7d8e9f0a1b',
  problems: 'salary is longer than 100 characters; tagz is not a known field',
  what: 'extension token',
  plan: 'ultra',
  tier: 'free',
  company: 'Acme',
  role: 'Staff Engineer',
  limit: '60',
  seconds: '12',
  reason: 'The database does not respond',
  noun: 'job',
  updatedAt: '2026-03-02T09:30:00.000Z',
  days: '30',
  provider: 'The provider',
}

function exampleOf(kind: KindName, dialect: Dialect): unknown {
  const code = TYPICAL[kind] ?? must(keysOf(CATALOG).find((each) => CATALOG[each].kind === kind))
  const message = CATALOG[code].message.replace(/\{(\w+)\}/g, (_, slot: string) => SLOTS[slot] ?? slot)
  const details =
    kind === 'conflict'
      ? { existing: { id: SLOTS['id'], company: 'Acme', role: 'Staff Engineer' } }
      : undefined
  const error = dialect.error(new CrmError(code, message, { details }), REQUEST)
  const fixed = (key: string, value: unknown) => (key === 'duration_ms' ? 3 : value)
  return JSON.parse(JSON.stringify(error, fixed))
}

const pascal = (wire: string): string =>
  wire.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

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

export interface Refusals {
  of(kinds: readonly KindName[], family: Family | undefined): Record<string, { $ref: string }>
  responses: Record<string, Refusal>
  schemas: Record<string, object>
}

export function collectRefusals(): Refusals {
  const responses: Record<string, Refusal> = {}
  const schemas: Record<string, object> = {}
  const responseOf = (kind: KindName, family: Family | undefined): string => {
    const style = styleOf(family)
    const name = `${style}${pascal(KINDS[kind].wire)}`
    const dialect = dialectOf(family)
    schemas[`${style}Error`] ??= dialect.errorSchema
    responses[name] ??= {
      description: DESCRIPTIONS[kind],
      ...(HEADERS[kind] && { headers: HEADERS[kind] }),
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${style}Error` },
          example: exampleOf(kind, dialect),
        },
      },
    }
    return name
  }
  return {
    of: (kinds, family) =>
      Object.fromEntries(
        kinds.map((kind) => [
          KINDS[kind].http,
          { $ref: `#/components/responses/${responseOf(kind, family)}` },
        ]),
      ),
    responses,
    schemas,
  }
}

const DESCRIPTIONS: Record<KindName, string> = {
  usage: 'The request makes no sense.',
  invalid: 'Something in the request is not valid; every invalid field is named.',
  unpaid: 'A model is needed: send a key of your own, or buy AI budget.',
  unauthenticated: 'No credential, or one that is not valid.',
  payment: 'The payment failed, or is needed first.',
  forbidden: 'The credential, its scope or the plan does not allow this.',
  not_found: 'There is no such record, or it is somebody else’s.',
  method: 'The path has no such method.',
  timeout: 'The request did not arrive in time.',
  conflict: 'It conflicts with what is there.',
  expired: 'The cursor is too old: start again without it.',
  precondition: 'The record has moved on; it is in the body as it is now.',
  too_large: 'The body is too large.',
  media: 'The body is not of a type that is taken.',
  headers: 'The headers are too large.',
  unprocessable: 'What was sent cannot be unpacked.',
  limited: 'Too many requests; Retry-After says when to go on.',
  internal: 'Something went wrong here.',
  processor: 'The payment processor could not do that.',
  declined: 'The card was declined.',
  page: 'The other address could not be read.',
  provider: 'The model’s provider could not answer.',
  unavailable: 'Not available right now; try again.',
  provider_late: 'The model’s provider did not answer in time.',
}
