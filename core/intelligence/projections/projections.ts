// Pay to 2030: the growth of all occupations, with error bands measured in a backtest.
import { ALL_OCCUPATIONS, newestYear, type Catalog } from '../catalog/catalog.ts'

type Projection = {
  year: number
  median: number
  low: number
  high: number
  kind: 'benchmark' | 'projected'
}

/** The last projected year. */
export const LAST_YEAR = 2030

/** Years of national medians used for the drift. */
const DRIFT_YEARS = 10

/** The first OEWS year in the data. */
export const FIRST_YEAR = 2013

/**
 * Half-widths of the 80 % band in ln points, by years ahead: the 80th percentile of absolute errors when the
 * same rule is run from past benchmarks (`npm run data:validate`); years in between are interpolated.
 */
const BAND: readonly number[] = [0, 0.045, 0.07, 0.09, 0.11, 0.14]

/** Yearly drift of the all-occupation median, ln points; own trends did not improve the backtest. */
export function driftOf(
  catalog: Catalog,
  until = newestYear(catalog, ALL_OCCUPATIONS)?.year ?? FIRST_YEAR,
): number {
  const median = (year: number) =>
    catalog.national.get(ALL_OCCUPATIONS)?.find((row) => row.year === year)?.percentiles[2]
  const [from, to] = [median(until - DRIFT_YEARS) ?? median(FIRST_YEAR), median(until)]
  const years = median(until - DRIFT_YEARS) ? DRIFT_YEARS : until - FIRST_YEAR
  return from && to && years > 0 ? Math.log(to / from) / years : 0
}

/**
 * Projects a median (dollars a year, as of May of the benchmark
 * year `base`) to every May from `from` through 2030.
 */
export function project(catalog: Catalog, median: number, base: number, from = base): Projection[] {
  const drift = driftOf(catalog)
  return Array.from({ length: LAST_YEAR - from + 1 }, (_, at) => {
    const year = from + at
    const ahead = Math.max(0, year - base)
    const centre = median * Math.exp(drift * ahead)
    const band = BAND[ahead] ?? BAND[BAND.length - 1] ?? 0
    const kind = ahead === 0 ? 'benchmark' : 'projected'
    return {
      year,
      median: Math.round(centre),
      low: Math.round(centre * Math.exp(-band)),
      high: Math.round(centre * Math.exp(band)),
      kind,
    }
  })
}
