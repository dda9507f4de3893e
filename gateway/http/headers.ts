// Headers that every answer carries, and those a limit adds.
import type { ServerResponse } from 'node:http'
import type { CrmError } from '../../core/kernel/errors.ts'
import type { Spent } from '../../core/kernel/context.ts'
import type { Tier } from '../../core/kernel/family.ts'

/** An API serves no page of its own: nothing may be loaded, framed, sniffed or cached. */
export const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
]

export const HSTS = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const

/** The four headers of the pipeline's limits. */
export function setLimitHeaders(res: ServerResponse, { minute, month }: Spent): void {
  res.setHeader('X-RateLimit-Limit', minute.limit)
  res.setHeader('X-RateLimit-Remaining', minute.remaining)
  res.setHeader('X-RateLimit-Monthly-Limit', month.limit)
  res.setHeader('X-RateLimit-Monthly-Remaining', month.remaining)
}

/** The headers of a limit that has no month. */
export function setMinuteHeaders(res: ServerResponse, { minute }: Spent): void {
  res.setHeader('X-RateLimit-Limit', minute.limit)
  res.setHeader('X-RateLimit-Remaining', minute.remaining)
}

/** The two headers of an intelligence key. */
export function setKeyLimitHeaders(res: ServerResponse, { minute, month }: Spent, tier: Tier): void {
  res.setHeader('X-RateLimit-Remaining', Math.min(minute.remaining, month.remaining))
  res.setHeader('X-RateLimit-Tier', tier)
}

/** What a refusal adds: when to come back, how to sign in. */
export function setErrorHeaders(res: ServerResponse, error: CrmError): void {
  if (error.retryAfterSeconds !== undefined)
    res.setHeader('Retry-After', Math.max(1, error.retryAfterSeconds))
  if (error.kind === 'unauthenticated') res.setHeader('WWW-Authenticate', 'Bearer realm="crm"')
}
