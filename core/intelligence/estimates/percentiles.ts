/** Percentiles of a wage cell. Its source has only two figures: the mean, and the mean of the lowest-paid third. */
import { must } from '../../kernel/narrow.ts'
import type { Experience } from '../words/experience.ts'

// The standard normal distribution function and its inverse, accurate enough for wage percentiles.

const MIDDLE_TOP = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
  2.506628277459239,
]
const MIDDLE_BOTTOM = [
  -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572,
]
const TAIL_TOP = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
]
const TAIL_BOTTOM = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416]

/** Φ(z), by Abramowitz & Stegun 26.2.17; absolute error below 7.5e-8. */
export function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const poly =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * poly
  return z >= 0 ? 1 - tail : tail
}

/** z with Φ(z) = p for 0 < p < 1, by Acklam's rational approximation; relative error below 1.2e-9. */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p)
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p))
    return polynomial(TAIL_TOP, q) / (polynomial(TAIL_BOTTOM, q) * q + 1)
  }
  const q = p - 0.5
  const r = q * q
  return (polynomial(MIDDLE_TOP, r) * q) / (polynomial(MIDDLE_BOTTOM, r) * r + 1)
}

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0)
}

export const PERCENTILES = [10, 25, 50, 75, 90] as const

/** ln pay ~ Normal(mu, sigma); dollars a year. */
export type Lognormal = { mu: number; sigma: number }

const LOWEST_THIRD = normalQuantile(1 / 3)

/** With a σ outside this range, the figures are pooled or capped, and no lognormal fits them. */
const SIGMA_RANGE = [0.03, 1.4] as const

/**
 * The lognormal with mean `mean` whose lowest third has mean `lowerThird`, both in dollars a year.
 *
 * For a lognormal, E[X | X < q(1/3)] / E[X] = 3·Φ(z(1/3) − σ); OFLC level III is the OEWS mean of the cell
 * and level I the mean of its lowest-paid third (20 CFR 656.40 practice), so σ = z(1/3) − Φ⁻¹(l1 / (3·l3)) and
 * μ = ln l3 − σ²/2. Null when no lognormal has these figures.
 */
export function lognormalOf(mean: number, lowerThird: number): Lognormal | null {
  if (!(mean > 0) || !(lowerThird > 0) || lowerThird >= mean) return null
  const sigma = LOWEST_THIRD - normalQuantile(lowerThird / (3 * mean))
  if (!(sigma >= SIGMA_RANGE[0] && sigma <= SIGMA_RANGE[1])) return null
  return { mu: Math.log(mean) - (sigma * sigma) / 2, sigma }
}

/** Percentile `p` (0-100) of a lognormal: exp(μ + σ·z(p)). */
export function percentileOf(cell: Lognormal, p: number): number {
  return Math.exp(cell.mu + cell.sigma * normalQuantile(p / 100))
}

/** One factor per percentile: the occupation's published national figure ÷ the figure of a lognormal with this national σ. */
export type Calibration = { factors: readonly number[]; sigma: number }

/** Means leave out pay beyond this z, because it would only be extrapolated. */
const TAIL = 2.326
export const Z = PERCENTILES.map((p) => normalQuantile(p / 100))

/** The mean of exp(y). y is linear in z between the `knots` at the percentiles, and beyond them up to ±`TAIL`. */
function meanOf(knots: readonly number[]): number {
  let sum = 0
  for (let at = 1; at < Z.length; at++) {
    const [low = 0, high = 0, from = 0, to = 0] = [Z[at - 1], Z[at], knots[at - 1], knots[at]]
    const slope = (to - from) / (high - low)
    const [left, right] = [at === 1 ? -TAIL : low, at === Z.length - 1 ? TAIL : high]
    sum +=
      Math.exp(from - slope * low + (slope * slope) / 2) *
      (normalCdf(right - slope) - normalCdf(left - slope))
  }
  return sum
}

/**
 * The factor from a cell's lognormal median to its calibrated median. It assumes the nation's shape, stretched by
 * σ(cell)/σ(nation), and the cell's mean. For the nation it is the calibration's factor at p50.
 */
export function medianFactor(sigma: number, calibration: Calibration): number {
  const centre = calibration.factors[2] ?? 1
  const shape = calibration.factors.map(
    (factor, at) => calibration.sigma * (Z[at] ?? 0) + Math.log(factor / centre),
  )
  const excess = (of: number) =>
    meanOf(shape.map((y) => (y * of) / calibration.sigma)) / meanOf(Z.map((z) => z * of))
  return (centre * excess(calibration.sigma)) / excess(sigma)
}

/**
 * A cell's percentiles at the benchmark: its lognormal × the occupation's national ratio of published to lognormal pay. The
 * ratio's shape is stretched by σ(cell)/σ(nation). With the nation's own cell, the result is what BLS publishes.
 */
export function calibratedPercentiles(cell: Lognormal, calibration: Calibration): number[] {
  const centre = medianFactor(cell.sigma, calibration)
  const national = calibration.factors[2] ?? 1
  const stretch = cell.sigma / calibration.sigma
  const values = PERCENTILES.map(
    (p, at) => percentileOf(cell, p) * centre * ((calibration.factors[at] ?? 1) / national) ** stretch,
  )
  // Upper percentiles that are nearly equal, as at the top of a pay scale, may cross by a dollar.
  return nonDecreasing(values)
}

/** The known percentiles among 10…90, as points of ln pay over z. */
export const knotsOf = (percentiles: readonly (number | null)[]): { z: number; ln: number }[] =>
  Z.flatMap((z, at) => {
    const pay = percentiles[at]
    return pay ? [{ z, ln: Math.log(pay) }] : []
  })

/** Pay at z, by interpolating ln pay between the knots (two at least). Beyond them the outer slopes continue. */
export function payAt(knots: ReturnType<typeof knotsOf>, z: number): number {
  const after = knots.findIndex((knot) => knot.z >= z)
  const at = after === -1 ? knots.length - 1 : Math.max(1, after)
  const [low, high] = [must(knots[at - 1]), must(knots[at])]
  return Math.exp(low.ln + ((high.ln - low.ln) * (z - low.z)) / (high.z - low.z))
}

/**
 * The percentile of an occupation's pay at which each level has its median. The values are our judgement, the same for all
 * work. The factor of a level is the pay at that percentile, divided by the median.
 */
export const STANDING: Readonly<Record<Experience, number>> = {
  entry: 25,
  mid: 50,
  senior: 65,
  staff: 75,
  principal: 85,
}

/** The spread of ln pay within one level, as a share of the spread across all levels. A judgement. */
const LEVEL_SPREAD = 0.6

/** Percentiles 10…90 of a level, from those of all levels: centred at its `STANDING`, with `LEVEL_SPREAD` of the spread. */
export function percentilesAt(allLevels: readonly number[], experience: Experience): number[] {
  const centre = normalQuantile(STANDING[experience] / 100)
  const knots = knotsOf(allLevels)
  return Z.map((z) => payAt(knots, centre + LEVEL_SPREAD * z))
}

export function nearestKnown(values: readonly (number | null)[], at: number): number | null {
  for (let step = 1; step < values.length; step++) {
    const found = values[at - step] ?? values[at + step]
    if (found) return found
  }
  return null
}

export const nonDecreasing = (values: readonly number[]): number[] =>
  values.map((_, at) => Math.max(...values.slice(0, at + 1)))

/** The rank of `pay` among percentiles 10…90, log-linear in between; 5 below the lowest percentile, 95 above the highest. */
export function percentileRank(percentiles: readonly number[], pay: number): number {
  const first = percentiles[0] ?? Number.NaN
  if (pay <= first) return pay < first ? 5 : 10
  for (let at = 1; at < PERCENTILES.length; at++) {
    const low = percentiles[at - 1] ?? 0
    const high = percentiles[at] ?? 0
    const [from, to] = [PERCENTILES[at - 1] ?? 0, PERCENTILES[at] ?? 0]
    if (pay <= high)
      return high === low ? to : from + ((to - from) * Math.log(pay / low)) / Math.log(high / low)
  }
  return 95
}
