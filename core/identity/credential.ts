// Tokens and keys, the credentials of programs. Each is shown once and stored as a hash. Revoking works at once.
import { createHmac, randomBytes } from 'node:crypto'
import { recordChange, transaction, type Transaction } from '../database/transaction.ts'
import { isoOf, msOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { isId, newId } from '../kernel/id.ts'
import { pageOf, type Window } from '../kernel/page.ts'
import { invalidInput, type Parsed, objectSchema, instantIn } from '../kernel/schema.ts'
import { KINDS, mintSecret, type CredentialPrefix } from './secret-text.ts'
import * as store from './store.ts'
import type { Zod } from '../kernel/zod.ts'
import { canonicalGrants, GRANT_WORDS, unknownGrants } from './grants.ts'
import { nameIn, keyPlan } from './user.ts'
import { planIncludes, TIERS, type Tier } from '../kernel/family.ts'
import { effectiveTier } from './principal.ts'
import { Key, Token } from './records.ts'
import { KEY_SCOPES } from './scopes.ts'

const MAX_ACTIVE = 100

/** Computes a secret from the Idempotency-Key and the id. So a retry returns the same secret, and crm need not store it. */
function secretFor({ idempotency, principal, vault }: Context, prefix: CredentialPrefix) {
  if (!idempotency) {
    const secret = mintSecret(prefix, randomBytes(32))
    return () => secret
  }
  return (id: string) => {
    const what = JSON.stringify([prefix, principal.userId, id, idempotency.key])
    const key = vault.deriveKey('repeatable-secret')
    return mintSecret(prefix, createHmac('sha256', key).update(what).digest())
  }
}

type NewCredential<N extends store.CredentialNoun> = Parameters<typeof store.insertCredential<N>>[2]

/** Creates a credential with its secret. `complete` adds the fields of a token or a key. Throws `credentials_full`. */
async function createCredential<N extends store.CredentialNoun>(
  ctx: Context,
  noun: N,
  { name, expiresAt }: { name: string; expiresAt?: string | undefined },
  complete: (
    base: Omit<NewCredential<'token'>, 'scope'>,
    user: store.UserRow,
    tx: Transaction,
  ) => Promise<NewCredential<N>>,
) {
  if (expiresAt !== undefined && msOf(expiresAt) <= ctx.clock.now())
    throw invalidInput([{ path: 'expiresAt', message: 'is in the past' }])
  const { prefix, what } = KINDS[noun]
  const secret = secretFor(ctx, prefix)
  const record = await transaction(ctx, async (tx) => {
    const { userId } = tx.principal
    const createdAt = isoOf(tx.clock.now())
    const user = (await store.findUserForUpdate(tx.sql, userId)) ?? fail('user_not_found', { id: userId })
    const id = newId()
    const { hash, lastFour } = secret(id)
    const base = { id, userId, hash, name, lastFour, createdAt, expiresAt: expiresAt ?? null }
    const completed = await complete(base, user, tx)
    const active = await store.countActive(tx.sql, noun, userId, createdAt)
    if (active >= MAX_ACTIVE) fail('credentials_full', { limit: MAX_ACTIVE, what })
    const row = await store.insertCredential(tx.sql, noun, completed)
    recordChange(tx, noun, id, null, row)
    return row
  })
  return { record, secret: secret(record.id).text }
}

export function pageOfCredentials<N extends store.RevocableNoun>(
  { sql, principal: { userId } }: Context,
  noun: N,
  asked: Parameters<typeof pageOf>[0],
) {
  const list = (window: Window) => store.listRevocable(sql, noun, userId, window)
  return pageOf<store.ListedRow<N>>(asked, '-createdAt', list, () => store.countRevocable(sql, noun, userId))
}

/** Revokes a credential of the user at once; repeating does nothing. Throws `…_not_found`. */
export async function revokeCredential(ctx: Context, noun: store.RevocableNoun, id: string) {
  const missing = `${noun}_not_found` as const
  if (!isId(id)) return fail(missing, { id })
  await transaction(ctx, async (tx) => {
    const { userId } = tx.principal
    const before = await store.findRevocableForUpdate(tx.sql, noun, userId, id)
    if (!before) return fail(missing, { id })
    if (before.revokedAt) return
    const revokedAt = isoOf(tx.clock.now())
    await store.updateRevoked(tx.sql, noun, userId, before.id, revokedAt)
    recordChange(tx, noun, before.id, before, { ...before, revokedAt })
  })
  ctx.credentials.clear()
  return { deleted: true as const, id: id.toLowerCase() }
}

export const NewToken = objectSchema((z) => ({
  ...Token().shape,
  token: z.string().describe('The token itself. It is not shown again.'),
}))

const grantsIn = (z: Zod) =>
  z
    .string()
    .max(1_000)
    .refine((text) => text.trim() !== '', 'must name at least one grant')
    .refine((text) => !unknownGrants(text).length, {
      error: ({ input }) =>
        `cannot contain ${unknownGrants(String(input)).join(', ').slice(0, 200)}. Choose from read-only, read-write, ${GRANT_WORDS.join(', ')}`,
    })
    .transform(canonicalGrants)
    .meta({ 'x-transforms': true })
    .describe(
      'read-only, read-write, or grants: “jobs:write contacts:write” can also read the whole pipeline; “ai” allows the assistants.',
    )

export const TokenIn = objectSchema((z) => ({
  name: nameIn(z).describe('What it is for.'),
  scope: grantsIn(z),
  expiresAt: instantIn(z).optional().describe('When it expires (default: never).'),
}))

export async function createToken(ctx: Context, { scope, ...input }: Parsed<typeof TokenIn>) {
  const { record, secret } = await createCredential(ctx, 'token', input, async (base) => ({ ...base, scope }))
  return { ...record, token: secret }
}

export const NewKey = objectSchema((z) => ({
  ...Key().shape,
  key: z.string().describe('The key itself. It is not shown again.'),
}))

export const KeyIn = objectSchema((z) => ({
  name: nameIn(z).describe('What it is for.'),
  tier: z.enum(TIERS).optional().describe('At most your plan. If omitted, the key follows your plan.'),
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .min(1, 'must name at least one scope')
    .max(KEY_SCOPES.length)
    .optional()
    .describe('Restricts the key; pro and above.'),
  expiresAt: instantIn(z).optional().describe('When it expires (default: never).'),
}))
type KeyIn = Parsed<typeof KeyIn>

/** The tier of a new key. Throws `plan_required` for a tier above the user's plan, and for a restricted key below pro. */
function tierFor({ tier, scopes }: KeyIn, ownTier: Tier): Tier {
  const keyTier = tier ?? ownTier
  if (!planIncludes(ownTier, keyTier)) fail('plan_required', { plan: keyTier, tier: ownTier })
  if (scopes && !planIncludes(keyTier, 'pro')) fail('plan_required', { plan: 'pro', tier: keyTier })
  return keyTier
}

export async function createKey(ctx: Context, input: KeyIn) {
  const { record, secret } = await createCredential(ctx, 'key', input, async (base, user, tx) => {
    const plan = await keyPlan(tx, user.id, effectiveTier(user))
    return {
      ...{ ...base, tier: tierFor(input, plan.tier), followsPlan: input.tier === undefined },
      scopes: input.scopes ? [...new Set(input.scopes)] : null,
    }
  })
  return { ...record, key: secret }
}
