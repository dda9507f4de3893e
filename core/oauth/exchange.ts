// Exchanges an authorization code or refresh token for tokens. Each works once; a second use means theft, and revokes the grant.
import { begin } from '../database/connect.ts'
import { hash } from 'node:crypto'
import { revokeCredential } from '../identity/credential.ts'
import { effectiveTier } from '../identity/principal.ts'
import { mintSecret, readSecret, type SecretPrefix } from '../identity/secret-text.ts'
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS, msOf } from '../kernel/clock.ts'
import type { Context, Principal } from '../kernel/context.ts'
import { fail, problem } from '../kernel/errors.ts'
import { lazySchema, type Parsed, objectSchema } from '../kernel/schema.ts'
import { canonicalGrants, scopesOf, unknownGrants } from '../identity/grants.ts'
import { authenticateClient } from './client.ts'
import * as store from './store.ts'

const ACCESS_TTL_MS = HOUR_MS
const REFRESH_TTL_MS = 60 * DAY_MS
export const CODE_TTL_MS = 2 * MINUTE_MS

export const PREFIXES: Record<store.SecretKind, SecretPrefix> = {
  code: 'oauth_code_',
  access: 'oauth_access_',
  refresh: 'oauth_refresh_',
}

export const TokenRequest = lazySchema((z) =>
  z.looseObject({
    grant_type: z.string().max(200),
    code: z.string().max(500).optional(),
    redirect_uri: z.string().max(2_000).optional(),
    code_verifier: z.string().max(200).optional(),
    refresh_token: z.string().max(500).optional(),
    scope: z.string().max(2_000).optional(),
    resource: z.string().max(2_000).optional(),
    client_id: z.string().max(2_000).optional(),
    client_secret: z.string().max(500).optional(),
  }),
)
type TokenRequest = Parsed<typeof TokenRequest>

export const Tokens = objectSchema((z) => ({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  refresh_token: z.string(),
  scope: z.string(),
}))
type Tokens = Parsed<typeof Tokens>

const refuse = (why: string): never => fail('invalid_grant', { problem: why })

export async function exchange(ctx: Context, input: TokenRequest): Promise<Tokens> {
  await authenticateClient(ctx, input.client_id, input.client_secret)
  if (input.grant_type === 'authorization_code')
    return redeem(ctx, 'code', input.code, (row) => scopeForCode(row, input))
  if (input.grant_type === 'refresh_token')
    return redeem(ctx, 'refresh', input.refresh_token, (row) => scopeForRefresh(row, input))
  return fail('unsupported_grant_type', {
    problem: 'grant_type must be authorization_code or refresh_token.',
  })
}

type ScopeFor = (row: store.SecretRow) => string

async function redeem(ctx: Context, kind: 'code' | 'refresh', text: string | undefined, scopeFor: ScopeFor) {
  const read = readSecret(text ?? '', PREFIXES[kind])
  if (read.kind !== 'ok') return refuse(`The ${kind === 'code' ? 'code' : 'refresh token'} is not valid.`)
  const now = ctx.clock.now()
  const outcome = await begin<Tokens | 'over' | store.SecretRow>(ctx.sql, async (sql) => {
    const row = await store.findSecret(sql, read.hash, [kind], true)
    if (!row || row.revokedAt || (!row.spentAt && msOf(row.expiresAt) <= now)) return 'over'
    if (row.spentAt) return row
    // Checked before the token is used up, so that a mistake in the request does not cost the client its token.
    const scope = scopeFor(row)
    await store.updateSecretSpent(sql, row.userId, read.hash, isoOf(now))
    await store.removeAccessTokens(sql, row.userId, row.grantId)
    return { ...(await issue(sql, row, now)), scope }
  })
  if (outcome === 'over')
    return refuse('The code or refresh token has expired, was revoked, or was never issued.')
  if ('grantId' in outcome) {
    await revokeGrantOf(ctx, outcome)
    return refuse('It was used before. The grant was revoked; ask the person again.')
  }
  ctx.credentials.clear()
  return outcome
}

export const principalOf = (row: store.SecretRow): Principal => ({
  userId: row.userId,
  tier: effectiveTier(row),
  admin: row.admin,
  scopes: scopesOf(row.scope),
  credential: { kind: 'token', id: row.grantId, name: row.clientName, scope: row.scope },
})

export const revokeGrantOf = (ctx: Context, row: store.SecretRow) =>
  revokeCredential({ ...ctx, principal: principalOf(row), operation: 'grants.revoke' }, 'grant', row.grantId)

async function issue(sql: Context['sql'], row: store.SecretRow, now: number) {
  const [access, refresh] = [mintSecret(PREFIXES.access), mintSecret(PREFIXES.refresh)]
  const about = { grantId: row.grantId, createdAt: isoOf(now) }
  const insert = (kind: 'access' | 'refresh', hash: Buffer, ttlMs: number) =>
    store.insertSecret(sql, row.userId, { ...about, kind, hash, expiresAt: isoOf(now + ttlMs) })
  await insert('access', access.hash, ACCESS_TTL_MS)
  await insert('refresh', refresh.hash, REFRESH_TTL_MS)
  return {
    access_token: access.text,
    token_type: 'Bearer' as const,
    expires_in: ACCESS_TTL_MS / 1_000,
    refresh_token: refresh.text,
  }
}

function checkClient(row: store.SecretRow, { client_id, resource }: TokenRequest): void {
  if (row.clientId !== client_id) refuse('It was given to another client.')
  if (resource !== undefined && !isSameResource(resource, row.resource))
    throw problem('invalid_target', {
      problem: `This grant is for ${row.resource}, and the request names another resource.`,
    })
}

export const isSameResource = (one: string, other: string): boolean =>
  one.replace(/\/$/, '') === other.replace(/\/$/, '')

function scopeForCode(row: store.SecretRow, input: TokenRequest): string {
  checkClient(row, input)
  // OAuth 2.1 has no redirect_uri here, because the verifier proves more. One that is sent must be right.
  if (input.redirect_uri !== undefined && row.redirectUri !== input.redirect_uri)
    refuse('redirect_uri is not the one the code was sent to.')
  const verifier = input.code_verifier ?? ''
  const challenge = hash('sha256', verifier, 'base64url')
  if (!/^[\w.~-]{43,128}$/.test(verifier) || challenge !== row.challenge)
    refuse('code_verifier does not fit the code_challenge.')
  return row.scope
}

/** Returns the granted scope, even if the client asks for less. Throws `invalid_scope` if it asks for more. */
function scopeForRefresh(row: store.SecretRow, input: TokenRequest): string {
  checkClient(row, input)
  const { scope } = input
  if (scope === undefined) return row.scope
  const allowed = scopesOf(row.scope)
  const isWithin = [...scopesOf(canonicalGrants(scope))].every((each) => allowed.has(each))
  if (unknownGrants(scope).length || !isWithin)
    throw problem('invalid_scope', { problem: `This grant is for ${row.scope}.` })
  return row.scope
}
