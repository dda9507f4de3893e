/** Measures errors against published figures: percentiles of cells, and projections from past years. */
import { nationalYear, newestYear, type Catalog } from '../../core/intelligence/file/catalog.ts'
import { byExperience, estimate } from '../../core/intelligence/estimates/estimate.ts'
import { EXPERIENCES } from '../../core/intelligence/words/experience.ts'
import {
  normalCdf,
  normalQuantile,
  knotsOf,
  lognormalOf,
  payAt,
  PERCENTILES,
  percentileOf,
} from '../../core/intelligence/estimates/percentiles.ts'
import { ownDriftOf } from '../../core/intelligence/history/history.ts'
import { areaCells } from '../../sql/build/cells.ts'
import { sameWords } from '../../sql/build/filed-title.ts'
import { median } from '../../core/intelligence/offers/groups.ts'
import type { Inputs } from '../../sql/build/tables.ts'

/**
 * Compares the uncalibrated lognormal of the two levels with published May 2024 percentiles. Uses pooled cells with
 * national figures (a mean within 0.2 % of the May 2024 national mean).
 */
export function percentileErrors({ raw, occupations, national }: Inputs) {
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
 * Errors of projections from benchmarks since 2016, in ln points by horizon. An occupation counts if both years have a
 * median under the same code.
 */
export function projectionErrors(catalog: Catalog) {
  return [1, 2, 3, 4, 5].map((horizon) => {
    const errors: number[] = []
    for (let from = 2016; from + horizon <= 2025; from++) {
      for (const { soc } of catalog.occupations()) {
        const drift = ownDriftOf(catalog, soc, from)
        const years = catalog.national(soc) ?? []
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

const oneRoleEach = ({ roles }: Catalog) => [...new Map(roles().map((role) => [role.soc, role])).values()]

/**
 * Mean absolute errors of the means implied by served city percentiles, of all and of the lowest-paid third, against the
 * survey's own at the benchmark. ln pay is linear in z between percentiles and continues with the outer slopes.
 */
export function cellErrors(catalog: Catalog) {
  const errors: { mean: number; lowerThird: number }[] = []
  for (const { slug, soc } of oneRoleEach(catalog)) {
    const [now, before] = [newestYear(catalog, soc)?.mean, nationalYear(catalog, soc, catalog.cellsYear)?.mean]
    if (!now || !before) continue
    for (const city of catalog.cities()) {
      const cell = catalog.cell(soc, city.slug)
      const served = cell && estimate(catalog, { role: slug, city: city.slug })
      if (!cell || !served || 'reason' in served) continue
      const { p10, p25, p50, p75, p90 } = served.percentiles
      const curve = [p10, p25, p50, p75, p90]
      const own = cell.mean * (now / before)
      const third = own * lowerThirdShare(cell.sigma)
      errors.push({
        mean: Math.abs(meanBelow(curve, 1) / own - 1),
        lowerThird: Math.abs(meanBelow(curve, 1 / 3) / third - 1),
      })
    }
  }
  const meanOf = (part: 'mean' | 'lowerThird') =>
    errors.reduce((sum, error) => sum + error[part], 0) / errors.length
  return { cells: errors.length, mean: meanOf('mean'), lowerThird: meanOf('lowerThird') }
} // prettier-ignore

const STEPS = 99

/** The mean of the lowest-paid share of a distribution given by its percentiles 10…90. */
function meanBelow(curve: readonly number[], share: number): number {
  const knots = knotsOf(curve)
  let sum = 0
  for (let step = 0; step < STEPS; step++) {
    sum += payAt(knots, normalQuantile(((step + 0.5) / STEPS) * share))
  }
  return sum / STEPS
}

/** The mean of a lognormal's lowest third ÷ its mean (l1 / l3), from which σ was derived. */
const lowerThirdShare = (sigma: number): number => 3 * normalCdf(normalQuantile(1 / 3) - sigma)

export function fallingLevels(catalog: Catalog): number {
  const places = [null, ...catalog.cities().map(({ slug }) => slug)]
  return oneRoleEach(catalog).flatMap(({ slug }) =>
    places.filter((place) => {
      const bands = byExperience(catalog, slug, place)
      const medians = bands ? EXPERIENCES.map((band) => bands[band].median) : []
      return medians.some((median, at) => median < (medians[at - 1] ?? 0))
    }),
  ).length
}

export function wordTwins({ roles }: Catalog): number {
  return roles().length - new Set(roles().map(({ title }) => sameWords(title))).size
}

/** Median relative difference between the mean pay of a city and of the nation in the same occupation. */
export function citySpread(catalog: Catalog): number {
  const gaps: number[] = []
  for (const occupation of catalog.occupations()) {
    const national = catalog.national(occupation.soc)?.find((row) => row.year === 2024)?.mean
    for (const { slug } of catalog.cities()) {
      const mean = catalog.cell(occupation.soc, slug)?.mean
      if (national && mean) gaps.push(Math.abs(mean / national - 1))
    }
  }
  return median(gaps)
}
