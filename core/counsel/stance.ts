// Where an offered base stands in its market, and what that says about asking for more: the rule of the analyses, with the
// origin of each amount, and what there is where no market is known.
import type { Percentiles } from '../intelligence/estimates/estimate.ts'
import { askFor, LEAST_OVER, positionOf } from '../intelligence/negotiation/position.ts'

export interface Sourced {
  amount: number
  from: string
}

/** A market to hold an offer against: its typical pay, the percentiles around it, and the data point of both. */
export interface Anchor {
  typical: number
  percentiles: Percentiles
  /** What an ask may not exceed: beyond the 90th percentile where another source carries it. */
  ceiling: number
  from: string
}

export const PLACES = ['low', 'below', 'above', 'high', 'unknown'] as const
export type Place = (typeof PLACES)[number]

export interface Stance {
  place: Place
  negotiate: boolean
  ask: Sourced
  floor: Sourced
}

function placeOf(base: number, { percentiles, typical }: Anchor): Place {
  if (positionOf(percentiles, base).position === 'low') return 'low'
  if (base >= percentiles.p90) return 'high'
  return base < typical ? 'below' : 'above'
}

/** Rounded down to what people say: thousands, or hundreds for small amounts. */
export const spoken = (amount: number): number => {
  const step = amount >= 20_000 ? 1_000 : 100
  return Math.floor(amount / step) * step
}

interface Grounds {
  market: Anchor | null
  /** What is wanted, or was asked for already. */
  goal: Sourced | null
  best: Sourced | null
  /** The top of what the employer posted. */
  posted: Sourced | null
}

/** What the employer's own range or the market carries; null where neither is known. */
export const carriedBy = ({ market, posted }: Pick<Grounds, 'market' | 'posted'>): number | null =>
  market || posted ? Math.max(market?.ceiling ?? 0, posted?.amount ?? 0) : null

export function stanceOf(base: number, grounds: Grounds): Stance {
  const { market, goal } = grounds
  const offered = { amount: base, from: 'base' }
  if (!market) return { place: 'unknown', ...withoutMarket(base, grounds), floor: offered }
  const place = placeOf(base, market)
  const least = { amount: Math.max(market.percentiles.p25, base), from: market.from }
  const floor = place === 'low' ? least : offered
  // An ask that waits for its answer stands, whatever the market carries.
  const isCarried =
    goal !== null &&
    goal.amount > base &&
    (goal.from === 'rounds' || goal.amount <= (carriedBy(grounds) ?? 0))
  // A goal under the market's lower quarter is not asked for, but that is.
  const ask = isCarried
    ? goal.amount < least.amount && goal.from === 'goal'
      ? least
      : goal
    : marketAsk(base, market, grounds.posted)
  return ask
    ? { place, negotiate: true, ask, floor }
    : { place, negotiate: false, ask: offered, floor: offered }
}

/** What the market carries, but no more than the employer posted; where it carries no more, the top of what they posted. */
function marketAsk(base: number, { percentiles, from }: Anchor, posted: Sourced | null): Sourced | null {
  const ask = askFor(base, percentiles)
  const top = posted && posted.amount >= base * LEAST_OVER ? posted : null
  if (!ask) return top
  return top && top.amount < ask.target ? top : { amount: ask.target, from }
}

/** Without a market a goal is one's own, and another offer in hand or the employer's own range carries as much as it says. */
function withoutMarket(base: number, { goal, best, posted }: Grounds) {
  const wanted = [goal, best, posted].find((each) => each !== null && each.amount > base)
  const ask = wanted ?? { amount: base, from: 'base' }
  return { negotiate: wanted !== undefined, ask }
}
