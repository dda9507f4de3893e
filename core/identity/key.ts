// Intelligence keys, for the compensation API.
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { includes, TIERS, type Tier } from '../kernel/family.ts'
import { Id, Instant, instantIn } from '../kernel/fields.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { nameIn, sharedPlan } from './person.ts'
import { effectiveTier } from './principal.ts'
import { KEY_SCOPES } from './scopes.ts'
import { createCredential } from './credential.ts'

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

export async function createKey(ctx: Context, input: KeyIn): Promise<Parsed<typeof NewKey>> {
  const { record, secret } = await createCredential(ctx, 'key', input, async (base, user, tx) => {
    const plan = await sharedPlan(tx, user.id, effectiveTier(user))
    return {
      ...{ ...base, tier: tierFor(input, plan.tier), followsPlan: input.tier === undefined },
      scopes: input.scopes ? [...new Set(input.scopes)] : null,
    }
  })
  return { ...record, key: secret }
}
