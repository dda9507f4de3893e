// What the product knows of a posting's pay beside what it states: filed offers and the survey, never mixed.
import { getSalary } from '../intelligence/salaries/salary.ts'
import type { Context } from '../kernel/context.ts'
import { asCrmError } from '../kernel/errors.ts'
import { invokeWithin } from '../kernel/invoke.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'

export const MarketOffers = lazySchema((z) =>
  z.strictObject({
    median: z.number(),
    p25: z.number(),
    p75: z.number(),
    count: z.int(),
    scope: z.string(),
    place: z.string().nullable(),
    source: z.string(),
    dataPointId: z.string(),
  }),
)
type MarketOffers = Parsed<typeof MarketOffers>

export const MarketEstimate = lazySchema((z) =>
  z.strictObject({
    median: z.number(),
    low: z.number(),
    high: z.number(),
    place: z.string().nullable(),
    dataPointId: z.string(),
  }),
)
type MarketEstimate = Parsed<typeof MarketEstimate>

export interface Market {
  offers: MarketOffers | null
  estimate: MarketEstimate | null
}

const NOTHING: Market = { offers: null, estimate: null }

/** Looks up titles and places, each pair once. */
export function marketFinder(ctx: Context): (role: string, place: string | null) => Promise<Market> {
  const asked = new Map<string, Promise<Market>>()
  // Published figures beside a posting that the caller may see; the caller's own scopes are about the posting.
  const scopes = new Set([...ctx.principal.scopes, 'intelligence:read' as const])
  const within = { ...ctx, principal: { ...ctx.principal, scopes } }
  return (role, place) => {
    const key = `${role}\n${place}`
    const market = asked.get(key) ?? lookUp(within, role, place)
    asked.set(key, market)
    return market
  }
}

/** In the place if it is known, else nationwide; nothing where the title is not known. */
async function lookUp(ctx: Context, role: string, place: string | null): Promise<Market> {
  const ask = (city: string | null) =>
    invokeWithin(getSalary, ctx, { role: role.slice(0, 200), ...(city && { city: city.slice(0, 100) }) })
  try {
    const found = await (place ? ask(place).catch(() => ask(null)) : ask(null))
    const { estimate, city } = found
    if (!estimate) return NOTHING
    return {
      offers: null,
      estimate: {
        ...{ median: estimate.median, low: estimate.low, high: estimate.high },
        place: city ? `${city.name}, ${city.state}` : null,
        dataPointId: estimate.data_point_id,
      },
    }
  } catch (error) {
    ctx.log.debug({ requestId: ctx.requestId, cause: asCrmError(error).code }, 'No figures for a posting.')
    return NOTHING
  }
}
