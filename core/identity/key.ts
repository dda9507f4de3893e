// Intelligence keys, for the compensation API. Shown once, stored as a hash.
import { changed, transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { includes, TIERS, type Tier } from '../kernel/family.ts'
import { Id, Instant, instantIn } from '../kernel/fields.ts'
import { newId } from '../kernel/id.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { sharedPlan } from './shared-plan.ts'
import { nameIn } from './person.ts'
import { effectiveTier } from './principal.ts'
import { repeatableSecret } from './repeatable-secret.ts'
import { KEY_SCOPES } from './scopes.ts'
import { revokeCredential } from './revoke.ts'
import * as store from './store.ts'
import { MAX_ACTIVE_TOKENS, refusePast } from './token.ts'

export const Key = lazySchema((z) =>
  z.strictObject({
    id: Id(),
    name: z.string(),
    tier: z.enum(TIERS).describe('The key’s tier, as long as its owner’s plan includes it.'),
    scopes: z.array(z.enum(KEY_SCOPES)).nullable().describe('null: all scopes.'),
    lastFour: z.string().describe('The last characters of the key, to identify it.'),
    createdAt: Instant(),
    lastUsedAt: Instant().nullable().describe('To the minute.'),
    expiresAt: Instant().nullable(),
    revokedAt: Instant().nullable(),
  }),
)
export type Key = Parsed<typeof Key>

export const NewKey = lazySchema((z) =>
  z.strictObject({ ...Key().shape, key: z.string().describe('The key itself. It is not shown again.') }),
)

export const KeyIn = lazySchema((z) =>
  z.strictObject({
    name: nameIn(z).describe('What it is for.'),
    tier: z.enum(TIERS).optional().describe('At most your plan. If omitted, the key follows your plan.'),
    scopes: z
      .array(z.enum(KEY_SCOPES))
      .min(1, 'must name at least one scope')
      .max(KEY_SCOPES.length)
      .optional()
      .describe('Restricts the key; pro and above.'),
    expiresAt: instantIn(z).optional().describe('When it expires (default: never).'),
  }),
)
type KeyIn = Parsed<typeof KeyIn>

/** Throws `plan_required` for a key above its user's tier, and for a restricted one below pro. */
function tierFor({ tier, scopes }: KeyIn, own: Tier): Tier {
  const wanted = tier ?? own
  if (!includes(own, wanted)) fail('plan_required', { plan: wanted, tier: own })
  if (scopes && !includes(wanted, 'pro')) fail('plan_required', { plan: 'pro', tier: wanted })
  return wanted
}

/** Creates a key for the principal's user. Throws `plan_required`, `credentials_full`. */
export async function createKey(ctx: Context, input: KeyIn): Promise<Parsed<typeof NewKey>> {
  refusePast(input.expiresAt, ctx.clock.now())
  const secret = repeatableSecret(ctx, 'intelligence_')
  const record = await transaction(ctx, async (tx) => {
    const { userId } = tx.principal
    const createdAt = isoOf(tx.clock.now())
    const user = await store.findUserForUpdate(tx.sql, userId)
    if (!user) return fail('user_not_found', { id: userId })
    const plan = await sharedPlan(tx.sql, userId, effectiveTier(user))
    const tier = tierFor(input, plan.tier)
    const { active } = await store.countKeys(tx.sql, userId, createdAt)
    if (active >= MAX_ACTIVE_TOKENS)
      fail('credentials_full', { limit: MAX_ACTIVE_TOKENS, what: 'intelligence key' })
    const id = newId()
    const { hash, lastFour } = secret(id)
    const scopes = input.scopes ? [...new Set(input.scopes)] : null
    const row = await store.insertKey(tx.sql, userId, hash, {
      id,
      name: input.name,
      tier,
      followsPlan: input.tier === undefined,
      scopes,
      lastFour,
      createdAt,
      expiresAt: input.expiresAt ?? null,
    })
    changed(tx, 'key', id, null, row)
    return row
  })
  return { ...record, key: secret(record.id).text }
}

/** Revokes a key of the principal's user with immediate effect; idempotent. Throws `key_not_found`. */
export const revokeKey = (ctx: Context, id: string): Promise<{ deleted: true; id: string }> =>
  revokeCredential(ctx, id, {
    noun: 'key',
    find: store.findKeyForUpdate,
    revoke: store.updateKeyRevoked,
  })
