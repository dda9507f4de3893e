// The only place where offers read pay: one lookup in the published figures, and what it says in the words of offers.
import { getSalary } from '../intelligence/salaries/salary.ts'
import type { Context } from '../kernel/context.ts'
import { isCrmError } from '../kernel/errors.ts'
import { invokeWithin } from '../kernel/invoke.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'

/** What a lookup answers, as far as offers need it; figures that it does not have are null. */
const Answer = lazySchema((z) => {
  const point = z.number().nullish()
  return z.looseObject({
    role: z.looseObject({ slug: z.string(), title: z.string() }),
    city: z
      .looseObject({ name: z.string(), state: z.string(), cost_of_living_multiplier: z.number() })
      .nullish(),
    estimate: z
      .looseObject({ low: z.number(), median: z.number(), high: z.number(), data_point_id: z.string() })
      .extend({ sample_size: z.number().nullish() })
      .nullish(),
    distribution: z.looseObject({ p10: point, p90: point }).nullish(),
    quality: z.looseObject({ confidence: z.string() }).nullish(),
    total_compensation: z.looseObject({ total: z.number(), data_point_id: z.string() }).nullish(),
    offers: z
      .looseObject({ median: z.number(), p10: point, p25: point, p75: point, p90: point })
      .extend({ count: z.number(), employers: z.number().nullish(), scope: z.string().nullish() })
      .extend({ place: z.string().nullish(), title: z.string().nullish(), data_point_id: z.string() })
      .nullish(),
    offers_reason: z.string().nullish(),
    employers: z
      .array(z.looseObject({ name: z.string(), offers: z.number().nullish(), median: z.number().nullish() }))
      .nullish(),
    reasons: z.record(z.string(), z.string()).nullish(),
  })
})
export type PayAnswer = Parsed<typeof Answer>

/** A role and where it is, as people write them. */
export interface PayQuestion {
  role: string
  place: string | null
}

/** What the lookup answers, or why there is nothing. A place it does not know is asked for again without it. */
export async function payOf(
  ctx: Context,
  { role, place }: PayQuestion,
): Promise<{ answer: PayAnswer; reason: string | null } | { answer: null; reason: string }> {
  try {
    return { answer: await lookUp(ctx, role, place), reason: null }
  } catch (error) {
    if (!isCrmError(error) || error.kind !== 'not_found') throw error
    if (error.code !== 'city_not_found') return { answer: null, reason: error.message }
    const nation = await payOf(ctx, { role, place: null })
    return { ...nation, reason: nation.reason ?? `${error.message} The figures are of the whole country.` }
  }
}

/**
 * Pay is published, and an offer is compared with it as part of the answer: whoever may read the offer may read that,
 * also with a token that cannot ask for pay alone.
 */
async function lookUp(ctx: Context, role: string, place: string | null): Promise<PayAnswer> {
  const scopes = new Set([...ctx.principal.scopes, 'intelligence:read' as const])
  const reader = { ...ctx, principal: { ...ctx.principal, scopes } }
  const input = { role: role.slice(0, 200), ...(place && { city: place.slice(0, 200) }) }
  return Answer().parse(await invokeWithin(getSalary, reader, input))
}
