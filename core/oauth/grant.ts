// A grant to an OAuth client: its record, its revocation, and authentication by its access token.
import { hash } from 'node:crypto'
import { recordUse } from '../identity/authenticate.ts'
import { readSecret } from '../identity/secret-text.ts'
import { DAY_MS, isoOf, msOf } from '../kernel/clock.ts'
import type { Context, Services } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { authenticateClient } from './client.ts'
import { isSameResource, PREFIXES, principalOf, revokeGrantOf } from './exchange.ts'
import * as store from './store.ts'

export const RevocationIn = lazySchema((z) =>
  z.looseObject({
    token: z.string().max(500),
    token_type_hint: z.string().max(100).optional(),
    client_id: z.string().max(2_000).optional(),
    client_secret: z.string().max(500).optional(),
  }),
)

/** Revokes a grant by either of its tokens. The response shows nothing about the token (RFC 7009). */
export async function revokeBySecret(ctx: Context, input: Parsed<typeof RevocationIn>) {
  const id = await authenticateClient(ctx, input.client_id, input.client_secret)
  const digest = hash('sha256', input.token, 'buffer')
  const row = await store.findSecret(ctx.sql, digest, ['access', 'refresh'])
  if (row?.clientId === id) await revokeGrantOf(ctx, row)
  return {}
}

const CREDENTIAL_NAME = 'access token'

export const isAccessToken = (text: string): boolean => text.startsWith(PREFIXES.access)

/** Throws `credential_invalid`, `_mistyped`, `_expired`. All are 401, so that a client refreshes or asks again. */
export async function authenticateGrant(services: Services, text: string, audience: string) {
  const read = readSecret(text, PREFIXES.access)
  if (read.kind === 'mistyped') return fail('credential_mistyped', { what: CREDENTIAL_NAME })
  if (read.kind === 'foreign') return fail('credential_invalid', { what: CREDENTIAL_NAME })
  const { hash } = read
  return services.credentials.getOrLoad(`grant ${hash.toString('base64')} ${audience}`, async () => {
    const row = await store.findSecret(services.sql, hash, ['access'])
    if (!row || row.revokedAt || !isSameResource(row.resource, audience))
      return fail('credential_invalid', { what: CREDENTIAL_NAME })
    if (msOf(row.expiresAt) <= services.clock.now())
      return fail('credential_expired', { what: CREDENTIAL_NAME })
    const { userId, grantId } = row
    recordUse(services, row, (...at) => store.updateGrantUsed(services.sql, userId, grantId, ...at))
    return principalOf(row)
  })
}

/** How long codes and tokens are kept after they expire, and clients without a grant. */
const RETENTION_MS = 7 * DAY_MS

/** Deletes codes and tokens that expired long ago, and old clients without a grant in force. */
export const deleteStaleGrants = (sql: Context['sql'], now: number) =>
  store.removeStale(sql, isoOf(now - RETENTION_MS))
