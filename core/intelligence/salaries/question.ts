// The inputs of all questions about pay, and the lookup of their role and city.
import type { Context } from '../../kernel/context.ts'
import { text, objectSchema, type Parsed } from '../../kernel/schema.ts'
import { MISSING } from '../../kernel/issue-messages.ts'
import type { Zod } from '../../kernel/zod.ts'
import { estimate, type Estimate } from '../estimates/estimate.ts'
import { EXPERIENCES, type Experience } from '../words/experience.ts'
import type { LookupResult } from '../question.ts'
import { cachedResponse } from '../response-cache.ts'

/** Required text: an empty parameter counts as missing. */
export const requiredText = (z: Zod, max: number) =>
  text(z, max).refine((value) => value.trim() !== '', MISSING)

export const roleIn = (z: Zod) => requiredText(z, 200).describe('A role slug, or plain words: "staff swe".')
export const cityIn = (z: Zod) => requiredText(z, 200).describe('A city slug, or plain words: "sf".')
export const optionalCityIn = (z: Zod) =>
  text(z, 200).optional().describe('A slug or plain words: "sf". Default: the nation.')

export const RoleAndCity = objectSchema((z) => ({ role: roleIn(z), city: optionalCityIn(z) }))

export const RoleCityAndBand = objectSchema((z) => ({
  ...RoleAndCity().shape,
  exp: z.enum(EXPERIENCES).optional().describe('Default: all levels, unless the role’s words name one.'),
}))

/** Pay for a resolved request at its level or another one (null: all levels), or the reason why there is none. */
export const payOf = (
  { catalog, role, city, ...found }: LookupResult,
  experience: Experience | null = found.experience,
): Estimate | { reason: string } =>
  estimate(catalog, { role: role.slug, city: city?.slug ?? null, experience })

type PayInput = Parsed<typeof RoleCityAndBand>

/** Finds role and city. An empty city means the nation. `exp` overrides a level in the words of the role. */
export async function find(ctx: Context, { role, city, exp }: PayInput): Promise<LookupResult> {
  const found = await ctx.intelligence.find({ role, ...(city?.trim() ? { city } : {}) })
  return exp && exp !== found.experience ? { ...found, experience: exp, level: null } : found
}

export async function cachedPayResponse<T extends object>(
  ctx: Context,
  found: LookupResult,
  name: string,
  make: () => T,
): Promise<T> {
  const key = `${name} ${found.role.slug} ${found.city?.slug ?? ''} ${found.experience ?? ''}`
  return found.understood ? make() : cachedResponse(ctx, key, make)
}
