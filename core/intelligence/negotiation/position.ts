// Compares an offered base with the market, and computes the ask. Salary analysis and counter-offers use the same rules.
import { dollars } from '../../kernel/amounts.ts'
import { invalidInput } from '../../kernel/schema.ts'
import { percentileRank } from '../estimates/percentiles.ts'
import type { Percentiles } from '../estimates/estimate.ts'

/** How far an offer is from the market's usual range, the 25th to 75th percentile. */
export const VERDICTS = ['far_below', 'below', 'typical', 'above', 'far_above'] as const
export type Verdict = (typeof VERDICTS)[number]

export const POSITIONS = ['low', 'fair', 'high'] as const

export type Position = ReturnType<typeof positionOf>

export function positionOf(market: Percentiles, base: number) {
  const { p10, p25, p50, p75, p90 } = market
  /** low: under the 25th percentile; high: above the 75th. */
  const position: (typeof POSITIONS)[number] = base < p25 ? 'low' : base > p75 ? 'high' : 'fair'
  return {
    position,
    verdict: verdictOf(market, base),
    /** Percentile in the market, from 5 to 95. */
    percentile: Math.round(percentileRank([p10, p25, p50, p75, p90], base)),
  }
}

function verdictOf({ p10, p25, p75, p90 }: Percentiles, base: number): Verdict {
  if (base < p10) return 'far_below'
  if (base < p25) return 'below'
  if (base <= p75) return 'typical'
  return base <= p90 ? 'above' : 'far_above'
}

/** A yearly base is at most the median times this, and at least the median divided by this. */
const MAX_FACTOR = 4

/** Likely mistakes, with the factor that turns the amount into a yearly base. */
const SLIPS: readonly [factor: number, likely: string][] = [
  [2080, 'an hourly rate (× 2,080 hours a year)'],
  [12, 'a month’s pay (× 12)'],
  [10, 'an amount with a missing zero'],
  [52, 'a week’s pay (× 52)'],
  [1000, 'an amount in thousands'],
  [0.1, 'an amount with a zero too many'],
  [0.01, 'an amount in cents'],
]

/** Why an amount cannot be a yearly base in this market, with the likely mistake. Null if it can. */
export function slipOf(median: number, base: number): string | null {
  const isPossible = (amount: number) => amount <= MAX_FACTOR * median && amount >= median / MAX_FACTOR
  if (isPossible(base)) return null
  const bound = base > median ? `more than ${MAX_FACTOR} times` : `less than a quarter of`
  const likely = SLIPS.filter(([factor]) => isPossible(base * factor))
    .map(([factor, name]) => ({ name, apart: Math.abs(Math.log((base * factor) / median)) }))
    .sort((a, b) => a.apart - b.apart)[0]
  const meant = likely ? `: is it ${likely.name}?` : '.'
  return `is ${bound} the market’s median of ${dollars(median)} a year${meant} Give dollars a year`
}

/** Throws `invalid_input` at the path if the amount cannot be a yearly base in this market. */
export function refuseSlip(median: number, base: number, path: string): void {
  const slip = slipOf(median, base)
  if (slip) throw invalidInput([{ path, message: slip }])
}

/** What to ask for, as a yearly base in the market's currency. `floor` is the least to settle for. */
export type Ask = NonNullable<ReturnType<typeof askFor>>

/** The smallest raise worth asking for, as a factor of the offer. */
export const LEAST_RAISE = 1.03

const rounded = (value: number, least: number, most: number): number =>
  Math.round(Math.min(most, Math.max(least, Math.round(value / 1000) * 1000)))

/**
 * The target is the median if that is at least 3 % more than the offer, else halfway to the 90th percentile. For an offer
 * below the median, `open` is the 75th percentile, else the 90th. All stay within the 25th to 90th percentile. Null if the
 * offer is at or above the 90th percentile, or the target would be less than 3 % more.
 */
export function askFor(offered: number, { p25, p50, p75, p90 }: Percentiles) {
  if (offered >= p90) return null
  const floor = Math.max(p25, offered)
  const target = rounded(offered * LEAST_RAISE <= p50 ? p50 : (offered + p90) / 2, floor, p90)
  if (target < offered * LEAST_RAISE) return null
  const open = rounded(Math.max(offered < p50 ? p75 : p90, target), target, p90)
  return { open, target, floor: Math.min(floor, target) }
}
