// Where an offered base stands in its market, and what that says about asking for more: the rule of the analyses, with the
// origin of each amount, and what there is where no market is known.
import type { Percentiles } from '../intelligence/estimates/estimate.ts'
import { askFor } from '../intelligence/negotiation/position.ts'
import { positionOf } from '../intelligence/negotiation/position.ts'

export interface Sourced {
  amount: number
  from: string
}

/** A market to hold an offer against, with the data point of its figures. */
export interface Anchor {
  percentiles: Percentiles
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

function placeOf(base: number, { percentiles }: Anchor): Place {
  if (positionOf(percentiles, base).position === 'low') return 'low'
  if (base < percentiles.p50) return 'below'
  return base >= percentiles.p90 ? 'high' : 'above'
}

/** Rounded down to what people say: thousands, or hundreds for small amounts. */
export const spoken = (amount: number): number => {
  const step = amount >= 20_000 ? 1_000 : 100
  return Math.floor(amount / step) * step
}

interface Grounds {
  market: Anchor | null
  goal: Sourced | null
  best: Sourced | null
}

export function stanceOf(base: number, { market, goal, best }: Grounds): Stance {
  const offered = { amount: base, from: 'base' }
  const still = { negotiate: false, ask: offered, floor: offered }
  if (!market) return { place: 'unknown', ...withoutMarket(base, goal, best), floor: offered }
  const place = placeOf(base, market)
  const wish = goal !== null && goal.amount > base && goal.amount <= market.percentiles.p90 ? goal : null
  const ask = askFor(base, market.percentiles, wish?.amount)
  if (!ask) return { place, ...still }
  const { from } = market
  const target = wish ? { ...wish, amount: Math.max(wish.amount, ask.floor) } : { amount: ask.target, from }
  return {
    ...{ place, negotiate: true, ask: target },
    floor: place === 'low' ? { amount: ask.floor, from } : offered,
  }
}

/** Without a market a goal is one's own, and another offer in hand carries as much as it pays. */
function withoutMarket(base: number, goal: Sourced | null, best: Sourced | null) {
  const wanted = [goal, best].find((each) => each !== null && each.amount > base)
  const ask = wanted ?? { amount: base, from: 'base' }
  return { negotiate: wanted !== undefined, ask }
}
