// Authenticates the credential of a request.
import { must } from '../../core/kernel/narrow.ts'
import type { Request } from 'express'
import {
  anonymous,
  authenticateKey,
  authenticateSession,
  authenticateToken,
} from '../../core/identity/authenticate.ts'
import type { Config } from '../../core/config.ts'
import type { Principal, Services } from '../../core/kernel/context.ts'
import { authenticateGrant, isAccessToken } from '../../core/oauth/grant.ts'
import { asCrmError, fail } from '../../core/kernel/errors.ts'
import type { Family } from '../../core/kernel/family.ts'
import { requestStateOf } from './request-state.ts'
import { refuseForeignHost } from './own-address.ts'
import { SESSION_COOKIE } from './headers.ts'
import type { CredentialThrottle } from './credential-throttle.ts'

/**
 * A Bearer credential precedes a cookie. Under `/api/mcp/*` only operations with `sessionPlan` read
 * the cookie. On public routes an invalid cookie is ignored, because a stale one would block signing in again.
 */
export async function authenticate(
  deps: AuthenticationDeps,
  family: Family,
  req: Request,
  isPublic: boolean,
): Promise<Principal> {
  const { services, throttle } = deps
  const presented = credentialOf(deps, family, req)
  if (!presented) {
    if (isPublic) refuseForeignHost(req, services.config)
    return anonymous()
  }
  const { address } = requestStateOf(must(req.res))
  throttle.admit(address, presented.text)
  try {
    const principal = await presented.verify()
    throttle.accepted(principal.credential.id, presented.text)
    return principal
  } catch (thrown) {
    const { kind } = asCrmError(thrown)
    if (kind === 'unauthenticated' || kind === 'forbidden') throttle.refused(address)
    if (isPublic && kind === 'unauthenticated' && bearerOf(req) === undefined) {
      refuseForeignHost(req, services.config)
      return anonymous()
    }
    throw thrown
  }
}

/** The dependencies of authentication; the throttle limits repeated failures. */
interface AuthenticationDeps {
  services: Services
  throttle: CredentialThrottle
  audience?: string | undefined
  acceptsCookie?: boolean | undefined
}

function credentialOf(
  { services, audience, acceptsCookie }: AuthenticationDeps,
  family: Family,
  req: Request,
) {
  const bearer = bearerOf(req)
  if (bearer !== undefined) {
    if (audience !== undefined && isAccessToken(bearer))
      return { text: bearer, verify: () => authenticateGrant(services, bearer, audience) }
    const judge = family.credential === 'key' ? authenticateKey : authenticateToken
    return { text: bearer, verify: () => judge(services, bearer) }
  }
  if (family.credential !== 'session' && !acceptsCookie) return undefined
  const cookie = cookieOf(req.headers.cookie)
  if (cookie === undefined) return undefined
  if (req.method !== 'GET' && req.method !== 'HEAD') refuseForeignOrigin(req, services.config)
  return { text: cookie, verify: () => authenticateSession(services, cookie) }
}

function bearerOf(req: Request): string | undefined {
  const { authorization } = req.headers
  refuseDuplicateHeader(req)
  if (authorization === undefined || authorization === '') return undefined
  const [, credential] = /^bearer +(\S+)$/i.exec(authorization) ?? []
  return credential ?? fail('credential_invalid', { what: 'Authorization header' })
}

/** Node keeps only the first of two Authorization headers, but a proxy may have checked the other. */
function refuseDuplicateHeader({ rawHeaders }: Request): void {
  const isNamed = (text: string, at: number) => at % 2 === 0 && /^authorization$/i.test(text)
  if (rawHeaders.filter(isNamed).length > 1)
    fail('malformed_request', { problem: 'Send one Authorization header.' })
}

const MAX_COOKIE_CHARACTERS = 16_384

function cookieOf(header: string | undefined): string | undefined {
  if (!header || header.length > MAX_COOKIE_CHARACTERS) return undefined
  for (const part of header.split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === SESSION_COOKIE && value) return value
  }
  return undefined
}

/** Browsers send Sec-Fetch-Site or Origin. A client that sends neither has no cookie that a foreign page could abuse. */
export function refuseForeignOrigin(req: Request, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const site = req.headers['sec-fetch-site']
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') fail('cross_site', {})
    return
  }
  const { origin } = req.headers
  if (origin === undefined) return
  const own = publicUrl ? new URL(publicUrl).origin : `${req.protocol}://${req.headers.host}`
  if (origin !== own) fail('cross_site', {})
}
