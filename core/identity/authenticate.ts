// Authenticates extension tokens and intelligence keys. Sessions are in sessions.ts.
import { keyPlan } from './user.ts'
import { isoOf, MINUTE_MS, msOf } from '../kernel/clock.ts'
import type { Principal, Services } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { scopesOf } from './grants.ts'
import { effectiveTier, leastTier } from './principal.ts'
import { KEY_SCOPES } from './scopes.ts'
import { digestOf, KINDS, readSecret } from './secret-text.ts'
import * as store from './store.ts'

export { anonymous } from './principal.ts'
export { authenticateSession } from './sessions.ts'

const hintFor = (noun: store.CredentialNoun): string =>
  `Create a ${noun} with \`crm ${noun}s create\` or at /settings.`

function hashFor(noun: store.CredentialNoun, text: string | undefined): Buffer {
  const { what, prefix } = KINDS[noun]
  const hint = hintFor(noun)
  if (!text) return fail('credential_missing', { how: `Authorization: Bearer ${prefix}…` }, { hint })
  const read = readSecret(text, prefix)
  if (read.kind === 'ok') return read.hash
  if (read.kind === 'mistyped') return fail('credential_mistyped', { what })
  const other = KINDS[noun === 'token' ? 'key' : 'token'].prefix
  const isOther = text.startsWith(other)
  const takes = `This address takes ${prefix}…, not ${other}….`
  return fail('credential_invalid', { what }, { hint: isOther ? takes : hint })
}

type Validity = Record<'expiresAt' | 'revokedAt', string | null>

function refuseUnusable<Row extends Validity>(noun: store.CredentialNoun, row: Row | undefined, now: number) {
  const { what } = KINDS[noun]
  const hint = hintFor(noun)
  if (!row) return fail('credential_invalid', { what }, { hint })
  if (row.revokedAt) return fail('credential_revoked', { what }, { hint })
  if (row.expiresAt && msOf(row.expiresAt) <= now) return fail('credential_expired', { what }, { hint })
  return row
}

/** Records that a credential was used, at most once a minute. The request does not wait for it. */
export function recordUse(
  { clock, log }: Services,
  { lastUsedAt }: { lastUsedAt: string | null },
  update: (at: string, unlessSince: string) => PromiseLike<unknown>,
): void {
  const unlessSince = isoOf(clock.now() - MINUTE_MS)
  if (lastUsedAt && lastUsedAt >= unlessSince) return
  update(isoOf(clock.now()), unlessSince).then(
    () => {},
    (error: unknown) => log.warn({ error }, 'The last use of a credential could not be noted.'),
  )
}

/** Throws `credential_missing`, `_invalid`, `_mistyped`, `_expired` (401), `credential_revoked` (403). */
export function authenticateToken(services: Services, text: string | undefined): Promise<Principal> {
  return services.credentials.getOrLoad(`token ${digestOf(text ?? '')}`, async () => {
    const hash = hashFor('token', text)
    const found = await store.findTokenByHash(services.sql, hash)
    const token = refuseUnusable('token', found, services.clock.now())
    recordUse(services, token, (...at) => store.updateUsed(services.sql, 'token', hash, ...at))
    return {
      userId: token.userId,
      tier: effectiveTier(token),
      admin: token.admin,
      scopes: scopesOf(token.scope),
      credential: { kind: 'token', id: token.id, name: token.name, scope: token.scope },
    }
  })
}

/** A key has the lower of its own plan and its user's, so that the end of a plan applies to keys. */
export function authenticateKey(services: Services, text: string | undefined): Promise<Principal> {
  // The cache key is the text itself: a digest would take longer than the rest of a cached request.
  return services.credentials.getOrLoad(`key ${text ?? ''}`, async () => {
    const hash = hashFor('key', text)
    const found = await store.findKeyByHash(services.sql, hash)
    const key = refuseUnusable('key', found, services.clock.now())
    recordUse(services, key, (...at) => store.updateUsed(services.sql, 'key', hash, ...at))
    const ownTier = effectiveTier({ tier: key.userTier, admin: key.admin })
    const { tier, quotaOf } = await keyPlan(services, key.userId, ownTier)
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
