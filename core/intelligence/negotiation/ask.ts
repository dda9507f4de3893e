// What to ask of an employer, and the least to settle for: anchored on the market, not on what was offered. The one rule
// behind the analysis of a salary and the counter of an offer.
import type { Percentiles } from '../estimates/estimate.ts'

/** A year's base in the currency of the market. */
export interface Ask {
  open: number
  target: number
  /** What to settle for at least. */
  floor: number
}

/** The smallest raise worth asking for. */
const LEAST_OVER = 1.03

/** To the thousand, but never out of the bounds. */
const rounded = (value: number, least: number, most: number): number =>
  Math.round(Math.min(most, Math.max(least, Math.round(value / 1000) * 1000)))

/**
 * An offer under the middle aims for the median and opens at the 75th percentile; one above it aims halfway to the 90th
 * and opens there. The target is never outside the market's 25th to 90th percentile, whatever was offered or wished.
 * Null for an offer at the 90th percentile or above, and where the market carries less than 3 % more.
 */
export function askFor(offered: number, { p25, p50, p75, p90 }: Percentiles, goal?: number): Ask | null {
  if (offered >= p90) return null
  const floor = Math.max(p25, offered)
  const target = rounded(goal ?? (offered * LEAST_OVER <= p50 ? p50 : (offered + p90) / 2), floor, p90)
  if (goal === undefined && target < offered * LEAST_OVER) return null
  const open = rounded(Math.max(offered < p50 ? p75 : p90, target), target, p90)
  return { open, target, floor: Math.min(floor, target) }
}
