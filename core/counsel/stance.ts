// Decides whether to ask for a higher base than offered, and for how much. Each amount names its source.
import { askFor, LEAST_RAISE, positionOf } from '../intelligence/negotiation/position.ts'
import { type Parsed, objectSchema } from '../kernel/schema.ts'
import type { PayAnswer } from './pay.ts'

export const Figure = objectSchema((z) => ({
  amount: z.number(),
  from: z.string().describe('Fields of the offer, joined by “ + ”; an assumption; or a data_point_id.'),
}))
export type Figure = Parsed<typeof Figure>

/** Published pay that an offer is compared with. Its amounts and percentiles have one data point id. */
type MarketPay = NonNullable<PayAnswer['typical']>

export const PLACES_IN_MARKET = ['low', 'below', 'above', 'high', 'unknown'] as const
export type PlaceInMarket = (typeof PLACES_IN_MARKET)[number]

export type Stance = ReturnType<typeof stanceOf>

function placeOf(base: number, { around, median }: MarketPay): PlaceInMarket {
  if (positionOf(around, base).position === 'low') return 'low'
  if (base >= around.p90) return 'high'
  return base < median ? 'below' : 'above'
}

/** Rounds down to thousands; amounts under 20,000 to hundreds. */
export const roundedDown = (amount: number): number => {
  const step = amount >= 20_000 ? 1_000 : 100
  return Math.floor(amount / step) * step
}

interface Grounds {
  market: MarketPay | null
  /** The base that the user wants or has already asked for. */
  goal: Figure | null
  best: Figure | null
  /** The top of the range that the employer posted. */
  posted: Figure | null
}

/** The highest base that the market or the posted range supports; null if both are unknown. */
export const highestSupported = ({ market, posted }: Pick<Grounds, 'market' | 'posted'>): number | null =>
  market || posted ? Math.max(market?.ceiling ?? 0, posted?.amount ?? 0) : null

export function stanceOf(base: number, grounds: Grounds) {
  const { market, goal } = grounds
  const offered = { amount: base, from: 'base' }
  if (!market) return { place: 'unknown' as const, ...withoutMarket(base, grounds), floor: offered }
  const place = placeOf(base, market)
  const lowestAsk = { amount: Math.max(market.around.p25, base), from: market.data_point_id }
  const floor = place === 'low' ? lowestAsk : offered
  // An earlier ask without an answer stays, even if the market does not support it.
  const isSupported =
    goal !== null &&
    goal.amount > base &&
    (goal.from === 'rounds' || goal.amount <= (highestSupported(grounds) ?? 0))
  // A goal below the market's 25th percentile becomes that percentile.
  const ask = isSupported
    ? goal.amount < lowestAsk.amount && goal.from === 'goal'
      ? lowestAsk
      : goal
    : higherOf(marketAsk(base, market, grounds.posted), supportedOffer(base, grounds))
  return ask
    ? { place, negotiate: true, ask, floor }
    : { place, negotiate: false, ask: offered, floor: offered }
}

/** The base of the best other offer, if it is higher than `base` and the market or the posted range supports it. */
const supportedOffer = (base: number, { best, ...grounds }: Grounds): Figure | null =>
  best && best.amount > base && best.amount <= (highestSupported(grounds) ?? 0) ? best : null

const higherOf = (one: Figure | null, other: Figure | null): Figure | null =>
  (other?.amount ?? 0) > (one?.amount ?? 0) ? other : one

/** The ask that the market supports, but at most the top of the posted range. If there is no such ask, that top. */
function marketAsk(base: number, { around, data_point_id: from }: MarketPay, posted: Figure | null) {
  const ask = askFor(base, around)
  const top = posted && posted.amount >= base * LEAST_RAISE ? posted : null
  if (!ask) return top
  return top && top.amount < ask.target ? top : { amount: ask.target, from }
}

/** Without market pay, the first of these above the base: the goal, the best other offer, the top of the posted range. */
function withoutMarket(base: number, { goal, best, posted }: Grounds) {
  const wanted = [goal, best, posted].find((each) => each !== null && each.amount > base)
  const ask = wanted ?? { amount: base, from: 'base' }
  return { negotiate: wanted !== undefined, ask }
}
