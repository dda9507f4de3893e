/** National pay by occupation and year (OEWS), and factors that move a May 2024 cell to the May 2025 benchmark. */
import { ALL_OCCUPATIONS } from '../../core/intelligence/file/catalog.ts'
import { HOURS_A_YEAR } from '../../core/intelligence/imports/layout.ts'
import { normalQuantile, knotsOf, lognormalOf, nearestKnown, payAt, PERCENTILES, percentileOf, type Calibration, type Lognormal } from '../../core/intelligence/estimates/percentiles.ts'
import type { Occupations } from './occupations.ts'
import { field, figure, type Raw, type Row } from './raw.ts'

export type National = ReturnType<typeof readNational>

/** Benchmark year of all served figures. */
export const BENCHMARK = 2025

export function readNational(raw: Raw, occupations: Occupations) {
  const years = raw.read('bls_oews/oews_national_2013_2025.csv.gz').flatMap((row) => {
    const soc = field(row, 'occ_code')
    const group = field(row, 'o_group')
    return group === 'detailed' || soc === ALL_OCCUPATIONS ? [nationalYear(row)] : []
  })
  const index = new Map(years.map((row) => [`${row.soc}|${row.year}`, row]))
  const at = (soc: string, year: number) => index.get(`${soc}|${year}`)
  /** Growth of mean pay between two benchmarks. Without figures for the occupation, that of all occupations. */
  const growth = (soc: string, from: number, to: number) => {
    const [a, b] = [at(soc, from)?.mean, at(soc, to)?.mean]
    const [c, d] = [at(ALL_OCCUPATIONS, from)?.mean ?? 1, at(ALL_OCCUPATIONS, to)?.mean ?? 1]
    return a && b ? b / a : d / c
  }
  const calibrations = new Map<string, Calibration>()
  for (const { soc } of occupations.list) {
    const [now, before] = [at(soc, BENCHMARK), at(soc, BENCHMARK - 1)]
    const factors = calibrationOf(now, before, growth(soc, BENCHMARK - 1, BENCHMARK))
    if (factors) calibrations.set(soc, factors)
  }
  /** For each percentile, the published May 2025 value ÷ that of the occupation's national lognormal. */
  const calibration = (soc: string) => calibrations.get(soc) ?? null
  return { years, at, growth, calibration }
}

type NationalYear = ReturnType<typeof nationalYear>

function nationalYear(row: Row) {
  const annual = (name: string) => figure(row, `a_${name}`) ?? yearlyFromHourly(figure(row, `h_${name}`))
  const names = PERCENTILES.map((p) => (p === 50 ? 'median' : `pct${p}`))
  return {
    year: Number(field(row, 'year')), soc: field(row, 'occ_code'),
    employment: figure(row, 'tot_emp'), meanRse: figure(row, 'mean_prse'), employmentRse: figure(row, 'emp_prse'),
    mean: annual('mean'),
    /** p10, p25, p50, p75, p90; null when not released or at the top code. */
    percentiles: names.map(annual),
    /** Whether any percentile was withheld as at or above the top code (`#`). */
    topCoded: names.some((name) => field(row, `a_${name}`) === '#' || field(row, `h_${name}`) === '#'),
  } // prettier-ignore
}

/** Converts hourly pay of occupations without annual figures (actors, musicians) to full-time years. */
const yearlyFromHourly = (hourly: number | null) => (hourly === null ? null : Math.round(hourly * HOURS_A_YEAR))

/**
 * The occupation's national lognormal, with the method for cells. The mean of the lowest-paid third is integrated over
 * the published percentiles (ln pay linear in z between them). σ follows from it and the mean.
 */
function nationalCurve(mean: number, percentiles: readonly (number | null)[]): Lognormal | null {
  const knots = knotsOf(percentiles)
  if (knots.length < 2) return null
  const steps = 60
  let sum = 0
  for (let step = 0; step < steps; step++)
    sum += payAt(knots, normalQuantile((step + 0.5) / steps / 3))
  return lognormalOf(mean, sum / steps)
}

/**
 * Published May 2025 percentile ÷ percentile of the lognormal around the May 2024 national mean. A percentile that is not
 * released takes the factor of the nearest released one. Without a 2024 mean, the 2025 mean is divided by its growth.
 */
function calibrationOf(now: NationalYear | undefined, before: NationalYear | undefined, growth: number) {
  const year = before?.mean ? before : now
  const mean = before?.mean ?? (now?.mean ? now.mean / growth : null)
  if (!now?.mean || !mean || !year?.mean) return null
  const shape = nationalCurve(year.mean, year.percentiles)
  if (!shape) return null
  const curve = { mu: Math.log(mean) - shape.sigma ** 2 / 2, sigma: shape.sigma }
  const factors = PERCENTILES.map((p, at) => {
    const published = now.percentiles[at]
    return published ? published / percentileOf(curve, p) : null
  })
  return {
    factors: factors.map((factor, at) => factor ?? nearestKnown(factors, at) ?? growth),
    sigma: shape.sigma,
  }
}
