/** Errors against published figures: percentiles of cells, and past years for projections. */
import type { Catalog } from '../../../core/intelligence/catalog/catalog.ts'
import { lognormalOf, PERCENTILES, percentileOf } from '../../../core/intelligence/estimates/percentiles.ts'
import { driftOf } from '../../../core/intelligence/projections/projections.ts'
import { areaCells } from '../cells.ts'
import { median } from '../sponsors.ts'
import type { Inputs } from '../tables.ts'

/**
 * For pooled cells with the national figures (a mean within 0.2 % of the May 2024 national mean), compares
 * the uncalibrated lognormal of the two levels with the published May 2024 percentiles.
 */
export function percentileErrors({ raw, occupations, national }: Inputs): {
  occupations: number
  errors: number[]
} {
  const errors: number[][] = PERCENTILES.map(() => [])
  const seen = new Set<string>()
  for (const cell of areaCells(raw)) {
    const soc = occupations.resolve(cell.rawSoc)
    const truth = soc ? national.at(soc, 2024) : undefined
    if (!soc || seen.has(soc) || !truth?.mean || cell.sharing < 20 || cell.l1 === null || cell.l3 === null)
      continue
    if (Math.abs(cell.l3 / truth.mean - 1) > 0.002) continue
    const curve = lognormalOf(cell.l3, cell.l1)
    if (!curve) continue
    seen.add(soc)
    PERCENTILES.forEach((p, at) => {
      const published = truth.percentiles[at]
      if (published) errors[at]?.push(Math.abs(percentileOf(curve, p) / published - 1))
    })
  }
  return {
    occupations: seen.size,
    errors: errors.map((list) => list.reduce((sum, error) => sum + error, 0) / list.length),
  }
}

/**
 * Errors of projections from past benchmarks since 2016, in ln points by horizon. An occupation is counted
 * when both years have a median under the same code.
 */
export function projectionErrors(
  catalog: Catalog,
): { horizon: number; cases: number; mean: number; p80: number }[] {
  return [1, 2, 3, 4, 5].map((horizon) => {
    const errors: number[] = []
    for (let from = 2016; from + horizon <= 2025; from++) {
      const drift = driftOf(catalog, from)
      for (const { soc } of catalog.occupations) {
        const years = catalog.national.get(soc) ?? []
        const start = years.find((row) => row.year === from)?.percentiles[2]
        const end = years.find((row) => row.year === from + horizon)?.percentiles[2]
        if (start && end) errors.push(Math.abs(Math.log(end / start) - drift * horizon))
      }
    }
    errors.sort((a, b) => a - b)
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    return { horizon, cases: errors.length, mean, p80: errors[Math.floor(errors.length * 0.8)] ?? Number.NaN }
  })
}

/** Median relative difference between a city's mean pay and the nation's for the same occupation. */
export function citySpread(catalog: Catalog): number {
  const gaps: number[] = []
  for (const occupation of catalog.occupations) {
    const national = catalog.national.get(occupation.soc)?.find((row) => row.year === 2024)?.mean
    for (const { slug } of catalog.cities) {
      const mean = catalog.cell(occupation.soc, slug)?.mean
      if (national && mean) gaps.push(Math.abs(mean / national - 1))
    }
  }
  return median(gaps)
}
