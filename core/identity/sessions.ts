// Sessions: the cookie `sb-access-token`, a JWT that crm or a configured issuer signed.
import { hash } from 'node:crypto'
import { recordChange, transaction, type Transaction } from '../database/transaction.ts'
import { DAY_MS, isoOf } from '../kernel/clock.ts'
import type { Principal, Services } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { isId, newId } from '../kernel/id.ts'
import { looksLikeSession, failVerification, TOLERANCE_SECONDS, type ForeignSession } from './issuers.ts'
import { userCreationContext } from './local-owner.ts'
import { readEmail } from './user.ts'
import { principalOf } from './principal.ts'
import * as store from './store.ts'

const ISSUER = 'crm'
const SESSION_MS = 30 * DAY_MS

export async function startSession(tx: Transaction, userId: string, lastsMs = SESSION_MS) {
  const session = {
    id: newId(),
    createdAt: isoOf(tx.clock.now()),
    expiresAt: isoOf(tx.clock.now() + lastsMs),
  }
  await store.insertSession(tx.sql, { userId, ...session })
  recordChange(tx, 'session', session.id, null, session)
  return session
}

type Session = Awaited<ReturnType<typeof startSession>>

export async function signSession({ vault, clock }: Services, userId: string, session: Session) {
  const { SignJWT } = await import('jose')
  const token = await new SignJWT({ sid: session.id, role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(ISSUER)
    .setSubject(userId)
    .setIssuedAt(new Date(clock.now()))
    .setExpirationTime(new Date(session.expiresAt))
    .sign(vault.deriveKey('session'))
  return { token, expiresAt: session.expiresAt }
}

/** Ends the session, whoever signed its cookie. Returns whether it was active. */
export async function endSession(tx: Transaction): Promise<boolean> {
  const { userId, credential } = tx.principal
  if (credential.kind !== 'session' || !credential.id) return false
  const at = isoOf(tx.clock.now())
  // The row must outlive a cookie of another issuer. When that cookie expires is unknown here, but within 400 days.
  const expiresAt = isoOf(tx.clock.now() + 401 * DAY_MS)
  const ended = await store.updateSessionEnded(tx.sql, { userId, id: credential.id, at, expiresAt })
  if (ended) recordChange(tx, 'session', credential.id, { id: credential.id }, null)
  return ended
}

/** Throws `credential_missing`, `_invalid`, `_expired` (401), `issuer_unavailable`, `database_unavailable` (503). */
export async function authenticateSession(services: Services, cookie: string | undefined) {
  if (!cookie) return fail('credential_missing', { how: 'sign in at POST /api/auth/login' })
  if (!looksLikeSession(cookie)) return failSession()
  const key = `session ${hash('sha256', cookie, 'base64')}`
  return services.credentials.getOrLoad(key, async () => {
    const now = services.clock.now()
    return (await isOurs(cookie))
      ? ourPrincipal(services, cookie, now)
      : foreignPrincipal(services, cookie, now)
  })
}

const failSession = (): never => fail('credential_invalid', { what: 'session' }, { hint: 'Sign in again.' })

/** Whether the cookie names crm as its issuer. This only chooses the key: a false issuer fails verification. */
async function isOurs(cookie: string): Promise<boolean> {
  const { decodeJwt } = await import('jose')
  try {
    return decodeJwt(cookie).iss === ISSUER
  } catch (error) {
    return failVerification(error)
  }
}

async function ourPrincipal({ vault, sql }: Services, cookie: string, now: number): Promise<Principal> {
  const { jwtVerify } = await import('jose')
  const options = {
    algorithms: ['HS256'],
    issuer: ISSUER,
    audience: ISSUER,
    requiredClaims: ['exp', 'sub', 'sid'],
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: new Date(now),
  }
  const { payload } = await jwtVerify(cookie, vault.deriveKey('session'), options).catch(failVerification)
  const { sub, sid } = payload
  if (!sub || !isId(sub) || typeof sid !== 'string' || !isId(sid)) return failSession()
  const user = await store.findSessionUser(sql, sub, sid)
  return user ? principalOf(user.userId, user, { kind: 'session', id: sid, name: null }) : failSession()
}

async function foreignPrincipal(services: Services, cookie: string, now: number): Promise<Principal> {
  const session = await services.issuers.verify(cookie, now)
  const { issuer, subject, sessionId } = session
  const find = () => store.findForeignUser(services.sql, issuer, subject, sessionId)
  const user = (await find()) ?? (await createForeignUser(services, session).then(find))
  if (!user || user.ended) return failSession()
  const name = issuer.slice(0, 200) || null
  return principalOf(user.userId, user, { kind: 'session', id: sessionId, name })
}

/**
 * Creates an account, even if another account has the same e-mail address. The issuer may not have verified the address, so the
 * session must not open that other account. The new account gets the address only if no account has it.
 */
async function createForeignUser(services: Services, session: ForeignSession): Promise<void> {
  const id = newId()
  const user = { id, name: session.name, tier: 'free', admin: false } as const
  const { sessionId, issuer } = session
  const principal = principalOf(id, user, { kind: 'session', id: sessionId, name: issuer || null })
  await transaction(userCreationContext(services, principal), async (tx) => {
    const at = isoOf(tx.clock.now())
    await store.insertUser(tx.sql, { ...user, passwordHash: null, at })
    const isFirst = await store.insertForeignSubject(tx.sql, { ...session, userId: id })
    // Another request inserted the subject first. Throwing rolls back this user.
    if (!isFirst) throw new UserExistsError()
    const email = session.email === null ? null : readEmail(session.email)
    const isFree = email !== null && (await store.insertEmail(tx.sql, id, email))
    recordChange(tx, 'user', id, null, { ...user, email: isFree ? email : null, createdAt: at })
  }).catch((error: unknown) => {
    if (!(error instanceof UserExistsError)) throw error
  })
}

class UserExistsError extends Error {}
