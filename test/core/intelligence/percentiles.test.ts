/** The lognormal wage cell: properties that hold for any pair of wage levels. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  normalCdf,
  normalQuantile,
  calibratedPercentiles,
  medianFactor,
  lognormalOf,
  percentileOf,
  percentileRank,
} from '../../../core/intelligence/estimates/percentiles.ts'

const sigma = fc.double({ min: 0.05, max: 1.2, noNaN: true })
const mean = fc.double({ min: 20_000, max: 400_000, noNaN: true })

/** The mean of the lowest-paid third of a lognormal, which OFLC publishes as level I. */
const lowestThird = (m: number, s: number) => 3 * m * normalCdf(normalQuantile(1 / 3) - s)

describe('a wage cell', () => {
  it('recovers the spread of the lognormal its levels came from', () => {
    fc.assert(
      fc.property(mean, sigma, (m, s) => {
        const curve = lognormalOf(m, lowestThird(m, s))
        expect(curve?.sigma).toBeCloseTo(s, 4)
        expect(Math.exp((curve?.mu ?? 0) + s ** 2 / 2) / m).toBeCloseTo(1, 4)
      }),
    )
  })

  it('refuses levels that no occupation can have', () => {
    expect(lognormalOf(50_000, 50_000)).toBeNull()
    expect(lognormalOf(50_000, 60_000)).toBeNull()
    expect(lognormalOf(Number.NaN, 1)).toBeNull()
    expect(lognormalOf(50_000, 0)).toBeNull()
  })

  it('has rising percentiles for any shape of occupation', () => {
    const factors = fc.tuple(
      sigma,
      fc.array(fc.double({ min: 0.02, max: 0.3, noNaN: true }), { minLength: 4, maxLength: 4 }),
    )
    fc.assert(
      fc.property(mean, sigma, factors, (m, s, [national, gaps]) => {
        // National percentiles rise; their factors are relative to the national lognormal.
        const curve = { mu: Math.log(m), sigma: national }
        let ln = Math.log(m) - 1
        const published = [0, ...gaps].map((gap) => Math.exp((ln += gap)))
        const calibration = {
          sigma: national,
          factors: published.map((value, at) => value / percentileOf(curve, [10, 25, 50, 75, 90][at] ?? 50)),
        }
        const list = calibratedPercentiles({ mu: Math.log(m), sigma: s }, calibration)
        for (let at = 1; at < list.length; at++) expect(list[at]).toBeGreaterThanOrEqual(list[at - 1] ?? 0)
      }),
    )
  })

  it('moves the median of a cell by its spread only where the nation is no lognormal', () => {
    const lognormal = { sigma: 0.5, factors: [1.03, 1.03, 1.03, 1.03, 1.03] }
    for (const spread of [0.2, 0.5, 0.9]) expect(medianFactor(spread, lognormal)).toBeCloseTo(1.03, 6)
    // Surgeons: many near one salary, and residents far below.
    const skewed = { sigma: 0.89, factors: [1.01, 0.99, 1.66, 1.12, 0.84] }
    expect(medianFactor(0.89, skewed)).toBeCloseTo(1.66, 6)
    expect(medianFactor(0.5, skewed)).toBeLessThan(1.4)
  })

  it('reproduces the national figures when the cell is the nation', () => {
    const calibration = { sigma: 0.4, factors: [0.9, 1, 1.1, 1.05, 0.95] }
    const curve = { mu: 11, sigma: 0.4 }
    calibratedPercentiles(curve, calibration).forEach((value, at) => {
      expect(value).toBeCloseTo(
        percentileOf(curve, [10, 25, 50, 75, 90][at] ?? 0) * (calibration.factors[at] ?? 0),
        4,
      )
    })
  })
})

describe('the percentile rank of a salary', () => {
  it('is exact at the percentiles and rises between them', () => {
    const percentiles = [40_000, 50_000, 60_000, 80_000, 100_000]
    expect(percentiles.map((pay) => Math.round(percentileRank(percentiles, pay)))).toEqual([
      10, 25, 50, 75, 90,
    ])
    expect(percentileRank(percentiles, 20_000)).toBe(5)
    expect(percentileRank(percentiles, 300_000)).toBe(95)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200_000 }),
        (pay) => percentileRank(percentiles, pay) <= percentileRank(percentiles, pay + 500),
      ),
    )
  })
})

describe('the normal quantile', () => {
  it('inverts the distribution', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        (p) => Math.abs(normalCdf(normalQuantile(p)) - p) < 1e-6,
      ),
    )
  })
})
