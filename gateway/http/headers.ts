// The headers of every response, and the rate-limit headers.
import type { Response } from 'express'
import type { Config } from '../../core/config.ts'
import type { CrmError } from '../../core/kernel/errors.ts'
import type { LimitUsage } from '../../core/kernel/context.ts'
import type { Family, Tier } from '../../core/kernel/family.ts'
import { collectHeader } from './request-state.ts'

/** The API serves no pages, so nothing may be loaded, framed, sniffed or cached. */
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

/** Says what a call left of its limits, as its family counts them. */
export function setLimitHeaders(res: Response, { limit }: Family, tier: Tier, spent: LimitUsage | undefined) {
  if (!spent) return
  const { minute, month } = spent
  if (limit === 'intelligence') {
    collectHeader(res, 'X-RateLimit-Remaining', Math.min(minute.remaining, month.remaining))
    return collectHeader(res, 'X-RateLimit-Tier', tier)
  }
  collectHeader(res, 'X-RateLimit-Limit', minute.limit)
  collectHeader(res, 'X-RateLimit-Remaining', minute.remaining)
  if (limit === 'own') return
  collectHeader(res, 'X-RateLimit-Monthly-Limit', month.limit)
  collectHeader(res, 'X-RateLimit-Monthly-Remaining', month.remaining)
}

export function setErrorHeaders(res: Response, error: CrmError): void {
  if (error.retryAfterSeconds !== undefined)
    collectHeader(res, 'Retry-After', Math.max(1, error.retryAfterSeconds))
  if (error.kind === 'unauthenticated') collectHeader(res, 'WWW-Authenticate', 'Bearer realm="crm"')
}

export const SESSION_COOKIE = 'sb-access-token'

/** Sets the cookie, or clears it for null. It is Secure when the service uses https. */
export function setSessionCookie(
  res: Response,
  session: { token: string; expiresAt: string } | null,
  { publicUrl }: Config,
): void {
  res.cookie(SESSION_COOKIE, session?.token ?? '', {
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    path: '/',
    expires: new Date(session?.expiresAt ?? 0),
  })
}
