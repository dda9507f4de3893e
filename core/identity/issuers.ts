// Verifies session cookies of other issuers, as Supabase makes them: a JWT signed with a shared secret or a key of a JWKS.
import { recordOf } from '../kernel/narrow.ts'
import { systemCodeOf, CrmError, fail, problem } from '../kernel/errors.ts'
import { hash } from 'node:crypto'
import type { JWSHeaderParameters, JWTPayload, JWTVerifyGetKey, RemoteJWKSet } from 'jose'
import type { Config } from '../config.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.ts'
import { isId } from '../kernel/id.ts'

export const TOLERANCE_SECONDS = 5

/** No browser keeps a cookie longer. A later expiry shows that a session is forged or broken. */
const MAX_AGE_MS = 400 * DAY_MS

const MAX_CHARACTERS = 8_192

const FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/

export const looksLikeSession = (cookie: string): boolean =>
  cookie.length <= MAX_CHARACTERS && FORM.test(cookie)

const hasPlausibleExpiry = (exp: number, now: number): boolean => exp * 1_000 <= now + MAX_AGE_MS

const AUDIENCE = 'authenticated'
/** Separate lists, so that nobody can use a public key as the shared secret of a signature. */
const KEY_ALGORITHMS = 'ES256 ES384 ES512 RS256 RS384 RS512 PS256 PS384 PS512 EdDSA'.split(' ')
const SECRET_ALGORITHMS = ['HS256']

const FETCH_TIMEOUT_MS = 3 * SECOND_MS
const CACHE_TTL_MS = 10 * MINUTE_MS
const RETRY_PAUSE_MS = 30 * SECOND_MS

/** The external session issuers, configured by AUTH_JWT_SECRET and AUTH_JWKS_URL. */
export function createIssuers(config: Pick<Config, 'jwtSecret' | 'jwksUrl'>) {
  const secret = config.jwtSecret === null ? null : new TextEncoder().encode(config.jwtSecret)
  const keys = config.jwksUrl === null ? null : keysAt(config.jwksUrl)

  const read = async (cookie: string, now: number): Promise<JWTPayload> => {
    const { decodeProtectedHeader, jwtVerify } = await import('jose')
    const options = {
      audience: AUDIENCE,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: new Date(now),
    }
    const isShared = decodeProtectedHeader(cookie).alg === 'HS256'
    if (isShared && secret)
      return (await jwtVerify(cookie, secret, { ...options, algorithms: SECRET_ALGORITHMS })).payload
    if (!isShared && keys)
      return (await jwtVerify(cookie, keys, { ...options, algorithms: KEY_ALGORITHMS })).payload
    return fail('credential_invalid', { what: 'session' })
  }

  return {
    /** Throws `credential_invalid`, `credential_expired`, and `issuer_unavailable` when the keys cannot be fetched. */
    async verify(cookie: string, now: number) {
      const claims = await read(cookie, now).catch(failVerification)
      return sessionOf(cookie, claims, now)
    },
  }
}

/** Throws `credential_expired` or `credential_invalid`. Passes on a `CrmError`, such as `issuer_unavailable`. */
export function failVerification(error: unknown): never {
  if (error instanceof CrmError) throw error
  const code = systemCodeOf(error)
  if (code === 'ERR_JWT_EXPIRED')
    throw problem('credential_expired', { what: 'session' }, { hint: 'Sign in again.', cause: error })
  throw problem('credential_invalid', { what: 'session' }, { hint: 'Sign in again.', cause: error })
}

const textOf = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max && !value.includes('\0')
    ? value.trim()
    : null

export type ForeignSession = ReturnType<typeof sessionOf>

function sessionOf(cookie: string, claims: JWTPayload, now: number) {
  const { iss = '', sub = '', exp = 0, role } = claims
  // Supabase's API keys have another role (anon, service_role). They belong to no user.
  const isUser = isId(sub) && (role === undefined || role === AUDIENCE)
  const issuerFits = typeof iss === 'string' && iss.length <= 500 && !iss.includes('\0')
  if (!isUser || !issuerFits || !hasPlausibleExpiry(exp, now))
    return fail('credential_invalid', { what: 'session' })
  return {
    issuer: iss,
    subject: sub.toLowerCase(),
    email: textOf(claims['email'], 254),
    name: nameIn(claims['user_metadata']),
    sessionId: sessionIdOf(cookie),
  }
}

const nameIn = (metadata: unknown): string | null => {
  const { full_name: full, name } = recordOf(metadata)
  return textOf(full, 200) ?? textOf(name, 200)
}

/** The session's id, from the signed content alone: a signature can be encoded in several ways. */
function sessionIdOf(cookie: string): string {
  const signed = cookie.slice(0, cookie.lastIndexOf('.'))
  const hex = hash('sha256', signed, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Fetches the issuer's keys. If the issuer does not answer, uses the last ones. Throws `issuer_unavailable` without any. */
function keysAt(url: string): JWTVerifyGetKey {
  let remote: RemoteJWKSet | undefined
  let pausedUntil = 0

  return async (header: JWSHeaderParameters, token) => {
    const { createLocalJWKSet, createRemoteJWKSet, errors } = await import('jose')
    remote ??= createRemoteJWKSet(new URL(url), {
      timeoutDuration: FETCH_TIMEOUT_MS,
      cooldownDuration: RETRY_PAUSE_MS,
      cacheMaxAge: CACHE_TTL_MS,
    })
    const copy = remote.jwks()
    const last = copy && createLocalJWKSet(copy)
    if (performance.now() < pausedUntil) return last ? last(header, token) : unreachable(url)
    try {
      return await remote(header, token)
    } catch (error) {
      // No key matches, or several do. The issuer did answer, so there is no outage.
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error
      if (error instanceof errors.JOSENotSupported) throw error
      pausedUntil = performance.now() + RETRY_PAUSE_MS
      return last ? last(header, token) : unreachable(url, error)
    }
  }
}

const unreachable = (url: string, cause: unknown = new Error(`${url} is being left alone.`)): never =>
  fail('issuer_unavailable', {}, { retryAfterSeconds: 30, cause })

declare module '../kernel/context.ts' {
  interface Services {
    issuers: ReturnType<typeof createIssuers>
  }
}
