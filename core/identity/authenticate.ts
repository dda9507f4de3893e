// Authenticates extension tokens and intelligence keys. For sessions see sessions.ts.
import { sharedPlan } from './person.ts'
import { isoOf, MINUTE_MS, msOf } from '../kernel/clock.ts'
import type { Principal, Services } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { scopesOf } from './grants.ts'
import { effectiveTier, leastTier } from './principal.ts'
import { KEY_SCOPES } from './scopes.ts'
import { digestOf, readSecret, type CredentialPrefix } from './secret-text.ts'
import * as store from './store.ts'

export { anonymous } from './principal.ts'
export { authenticateSession } from './sessions.ts'

interface Kind {
  what: string
  prefix: CredentialPrefix
  how: string
}

const TOKEN: Kind = { what: 'token', prefix: 'ext_', how: 'Authorization: Bearer ext_…' }
const KEY: Kind = {
  what: 'intelligence key',
  prefix: 'intelligence_',
  how: 'Authorization: Bearer intelligence_…',
}

const CREDENTIAL_HINTS: Record<CredentialPrefix, string> = {
  ext_: 'Create a token with `crm tokens create` or at /settings.',
  intelligence_: 'Create a key with `crm keys create` or at /settings.',
}

function hashFor({ what, prefix, how }: Kind, text: string | undefined): Buffer {
  const hint = CREDENTIAL_HINTS[prefix]
  if (!text) return fail('credential_missing', { how }, { hint })
  const read = readSecret(text, prefix)
  if (read.kind === 'mistyped') return fail('credential_mistyped', { what })
  if (read.kind === 'foreign') return fail('credential_invalid', { what }, { hint: hintFor(prefix, text) })
  return read.hash
}

const hintFor = (prefix: CredentialPrefix, text: string): string => {
  const other: CredentialPrefix = prefix === 'ext_' ? 'intelligence_' : 'ext_'
  return text.startsWith(other) ? `This address takes ${prefix}…, not ${other}….` : CREDENTIAL_HINTS[prefix]
}

/** The text itself: a digest took longer than all else of a repeated request. */
const keyNamed = (text: string): string => `key ${text}`

interface Dates {
  lastUsedAt: string | null
  expiresAt: string | null
  revokedAt: string | null
}

function refuseUnusable<Row extends Dates>({ what, prefix }: Kind, row: Row | undefined, now: number): Row {
  const hint = CREDENTIAL_HINTS[prefix]
  if (!row) return fail('credential_invalid', { what }, { hint })
  if (row.revokedAt) return fail('credential_revoked', { what }, { hint })
  if (row.expiresAt && msOf(row.expiresAt) <= now) return fail('credential_expired', { what }, { hint })
  return row
}

/** At most once a minute; the request neither waits for it nor fails with it. */
function recordUse(services: Services, noun: store.CredentialNoun, hash: Buffer, row: Dates): void {
  const now = services.clock.now()
  const unlessSince = isoOf(now - MINUTE_MS)
  if (row.lastUsedAt && row.lastUsedAt >= unlessSince) return
  store.updateUsed(services.sql, noun, hash, isoOf(now), unlessSince).then(
    () => {},
    (error: unknown) => services.log.warn({ error }, 'The last use of a credential could not be noted.'),
  )
}

/** Throws `credential_missing`, `_invalid`, `_mistyped`, `_expired` (401), `credential_revoked` (403). */
export function authenticateToken(services: Services, text: string | undefined): Promise<Principal> {
  return services.credentials.getOrLoad(`token ${digestOf(text ?? '')}`, async () => {
    const hash = hashFor(TOKEN, text)
    const found = await store.findTokenByHash(services.sql, hash)
    const token = refuseUnusable(TOKEN, found, services.clock.now())
    recordUse(services, 'token', hash, token)
    return {
      userId: token.userId,
      tier: effectiveTier(token),
      admin: token.admin,
      scopes: scopesOf(token.scope),
      credential: { kind: 'token', id: token.id, name: token.name, scope: token.scope },
    }
  })
}

/** It has the lower of its own tier and its user's, so the end of a plan also applies to its keys. */
export function authenticateKey(services: Services, text: string | undefined): Promise<Principal> {
  return services.credentials.getOrLoad(keyNamed(text ?? ''), async () => {
    const hash = hashFor(KEY, text)
    const found = await store.findKeyByHash(services.sql, hash)
    const key = refuseUnusable(KEY, found, services.clock.now())
    recordUse(services, 'key', hash, key)
    const own = effectiveTier({ tier: key.userTier, admin: key.admin })
    const { tier, quotaOf } = await sharedPlan(services, key.userId, own)
    return {
      userId: key.userId,
      tier: leastTier(key.tier, tier),
      quotaOf,
      admin: false,
      scopes: new Set(key.scopes ?? KEY_SCOPES),
      credential: { kind: 'key', id: key.id, name: key.name, scope: key.scopes?.join(' ') ?? null },
    }
  })
}
