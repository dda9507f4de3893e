/** Levels of experience, and their position in the surveyed pay of an occupation. */
import { EXPERIENCES, type Experience } from '../words/experience.ts'
import { normalQuantile, knotsOf, payAt, Z } from './percentiles.ts'

export const BANDS = EXPERIENCES
export type Band = Experience

/**
 * The percentile of an occupation's pay at which each level has its median. The values are our judgement, the same for all
 * work. The factor of a level is the pay at that percentile, divided by the median.
 */
export const STANDING: Readonly<Record<Band, number>> = {
  entry: 25,
  mid: 50,
  senior: 65,
  staff: 75,
  principal: 85,
}

/** The spread of ln pay within one level, as a share of the spread across all levels. A judgement. */
const LEVEL_SPREAD = 0.6

/** Percentiles 10…90 of a level, from those of all levels: centred at its `STANDING`, with `LEVEL_SPREAD` of the spread. */
export function percentilesAt(allLevels: readonly number[], experience: Band): number[] {
  const centre = normalQuantile(STANDING[experience] / 100)
  const knots = knotsOf(allLevels)
  return Z.map((z) => payAt(knots, centre + LEVEL_SPREAD * z))
}
