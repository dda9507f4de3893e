// Extension tokens, for the pipeline API. Shown once, stored as a hash.
import { changed, transaction } from '../database/transaction.ts'
import { isoOf, msOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { Id, Instant, instantIn } from '../kernel/fields.ts'
import { newId } from '../kernel/id.ts'
import { invalidInput, lazySchema, type Parsed } from '../kernel/schema.ts'
import type { Zod } from '../kernel/zod.ts'
import { canonicalGrants, GRANTS, unknownGrants } from './grants.ts'
import { nameIn } from './person.ts'
import { repeatableSecret } from './repeatable-secret.ts'
import { revokeCredential } from './revoke.ts'
import * as store from './store.ts'

export const MAX_ACTIVE_TOKENS = 100

export const Token = lazySchema((z) =>
  z.strictObject({
    id: Id(),
    name: z.string(),
    scope: z.string().describe('read-only, read-write, or grants: jobs:write contacts:write.'),
    lastFour: z.string().describe('The last characters of the token, to identify it.'),
    createdAt: Instant(),
    lastUsedAt: Instant().nullable().describe('To the minute.'),
    expiresAt: Instant().nullable(),
    revokedAt: Instant().nullable(),
  }),
)
export type Token = Parsed<typeof Token>

export const NewToken = lazySchema((z) =>
  z.strictObject({
    ...Token().shape,
    token: z.string().describe('The token itself. It is not shown again.'),
  }),
)

const grantsIn = (z: Zod) =>
  z
    .string()
    .max(1_000)
    .refine((text) => text.trim() !== '', 'must name at least one grant')
    .refine((text) => !unknownGrants(text).length, {
      error: ({ input }) =>
        `has no ${unknownGrants(String(input)).join(', ').slice(0, 200)}; there are read-only, read-write, ${GRANTS.join(', ')}`,
    })
    .transform(canonicalGrants)
    .meta({ 'x-transforms': true })
    .describe(
      'read-only, read-write, or grants: “jobs:write contacts:write” can also read the whole pipeline; “ai” allows the assistants.',
    )

export const TokenIn = lazySchema((z) =>
  z.strictObject({
    name: nameIn(z).describe('What it is for.'),
    scope: grantsIn(z),
    expiresAt: instantIn(z).optional().describe('When it expires (default: never).'),
  }),
)

export function refusePast(expiresAt: string | undefined, now: number): void {
  if (expiresAt !== undefined && msOf(expiresAt) <= now)
    throw invalidInput([{ path: 'expiresAt', message: 'is in the past' }])
}

/** Creates a token for the principal's user. Throws `credentials_full`. */
export async function createToken(
  ctx: Context,
  { name, scope, expiresAt }: Parsed<typeof TokenIn>,
): Promise<Parsed<typeof NewToken>> {
  refusePast(expiresAt, ctx.clock.now())
  const secret = repeatableSecret(ctx, 'ext_')
  const record = await transaction(ctx, async (tx) => {
    const { userId } = tx.principal
    const createdAt = isoOf(tx.clock.now())
    await store.findUserForUpdate(tx.sql, userId)
    const { active } = await store.countTokens(tx.sql, userId, createdAt)
    if (active >= MAX_ACTIVE_TOKENS)
      fail('credentials_full', { limit: MAX_ACTIVE_TOKENS, what: 'extension token' })
    const id = newId()
    const { hash, lastFour } = secret(id)
    const row = await store.insertToken(tx.sql, userId, hash, {
      id,
      name,
      scope,
      lastFour,
      createdAt,
      expiresAt: expiresAt ?? null,
    })
    changed(tx, 'token', id, null, row)
    return row
  })
  return { ...record, token: secret(record.id).text }
}

/** Revokes a token of the principal's user with immediate effect; idempotent. Throws `token_not_found`. */
export const revokeToken = (ctx: Context, id: string): Promise<{ deleted: true; id: string }> =>
  revokeCredential(ctx, id, {
    noun: 'token',
    find: store.findTokenForUpdate,
    revoke: store.updateTokenRevoked,
  })
