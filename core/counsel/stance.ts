// Where an offered base stands in its market, and what that says about asking for more: rules, without a model.

/** An amount a year and where it is from. */
export interface Sourced {
  amount: number
  from: string
}

/** The points of a market, of which some may be unknown. */
export interface Points {
  median: Sourced
  p25: Sourced | null
  p75: Sourced | null
  p90: Sourced | null
}

export const PLACES = ['low', 'below', 'above', 'high', 'unknown'] as const
export type Place = (typeof PLACES)[number]

/** What to do about the base. */
export interface Stance {
  place: Place
  /** Whether the base is worth a conversation. */
  negotiate: boolean
  ask: Sourced
  floor: Sourced
}

/** Beyond this share over an offer, a counter is seldom heard: the next market point is cut to it. */
const MOST_OVER = 0.2
/** What is asked at least, so that the conversation is worth having. */
const LEAST_OVER = 0.03

/** Where a base stands: under the lower quarter, under the median, up to the upper tenth, or above. */
export function placeOf(base: number, market: Points | null): Place {
  if (!market) return 'unknown'
  const { p25, median, p75, p90 } = market
  if (p25 && base < p25.amount) return 'low'
  if (base < median.amount) return 'below'
  const top = p90 ?? p75
  return top && base >= top.amount ? 'high' : 'above'
}

/** The market's next point above a base; null above all of them. */
const nextPoint = (base: number, { median, p75, p90 }: Points): Sourced | null =>
  [median, p75, p90].find(
    (point): point is Sourced => point !== null && point.amount > base * (1 + LEAST_OVER),
  ) ?? null

/** Rounded down to what people say: thousands, or hundreds for small amounts. */
export const spoken = (amount: number): number => {
  const step = amount >= 20_000 ? 1_000 : 100
  return Math.floor(amount / step) * step
}

/**
 * What to ask and the least to settle for. The ask is anchored on the market, not on the offer: the goal where the
 * market reaches it, else the next point of the market, never more than a fifth over the offer. Another offer in hand
 * anchors it where there is no market. An offer above nine in ten is not bargained over its base.
 */
export function stanceOf(
  base: number,
  { market, goal, best }: { market: Points | null; goal: Sourced | null; best: Sourced | null },
): Stance {
  const offered = { amount: base, from: 'base' }
  const place = placeOf(base, market)
  const top = market && (market.p90 ?? market.p75)
  const isGoalReal = goal !== null && goal.amount > base && (!top || goal.amount <= top.amount)
  const floor = place === 'low' && market?.p25 ? market.p25 : offered
  if (isGoalReal) return { place, negotiate: true, ask: goal, floor }
  if (place === 'high') return { place, negotiate: false, ask: offered, floor: offered }
  const point = market ? nextPoint(base, market) : best && best.amount > base ? best : null
  if (!point) return { place, negotiate: false, ask: offered, floor: offered }
  const cut = base * (1 + MOST_OVER)
  const asked = point.amount <= cut ? point.amount : Math.max(cut, place === 'low' ? floor.amount : cut)
  const amount = Math.max(spoken(asked), place === 'low' ? Math.ceil(floor.amount) : 0)
  return amount > base
    ? { place, negotiate: true, ask: { amount, from: point.from }, floor }
    : { place, negotiate: false, ask: offered, floor: offered }
}
