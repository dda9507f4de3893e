/** Levels of experience, and where each stands in the surveyed pay of its occupation. */
import { EXPERIENCES, type Experience } from '../words/experience.ts'
import { normalQuantile } from './normal.ts'
import { knotsOf, payAt, Z } from './percentiles.ts'

/** Levels of experience, in rising order of pay. */
export const BANDS = EXPERIENCES
export type Band = Experience

/**
 * The percentile of everyone in the occupation and the place at which the median of a level stands: a judgement, the same
 * for all work, so that levels rise everywhere. The factor of a level is that percentile ÷ the median.
 */
export const STANDING: Readonly<Record<Band, number>> = {
  entry: 25,
  mid: 50,
  senior: 65,
  staff: 75,
  principal: 85,
}

/** Pay spreads less within one level than across all: this share of the ln spread, a judgement. */
const SPREAD = 0.6

/**
 * Percentiles 10…90 of a level, from those of everyone: ln pay is linear in z between the known percentiles and beyond
 * them, and the level is normal around its standing with 0.6 of the spread.
 */
export function percentilesAt(everyone: readonly number[], experience: Band): number[] {
  const centre = normalQuantile(STANDING[experience] / 100)
  const knots = knotsOf(everyone)
  return Z.map((z) => payAt(knots, centre + SPREAD * z))
}
