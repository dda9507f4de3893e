/** The surveyed pay of an occupation in a covered city, and its noise. For offers without a city, that of a state. */
import { lognormalOf, medianFactor } from '../../core/intelligence/estimates/percentiles.ts'
import { median } from '../../core/intelligence/offers/groups.ts'
import { listIn } from '../../core/kernel/narrow.ts'
import { areaCells, type AreaCell } from './cells.ts'
import type { City } from './cities.ts'
import type { National } from './national.ts'
import type { Occupations } from './occupations.ts'
import { field, groupBy, type Raw } from './raw.ts'

export type Cell = NonNullable<ReturnType<typeof cellOf>>
export type Geography = ReturnType<typeof readGeography>

/** Joins the wage cells to occupations, cities and states. `offersPerArea` weights the areas of a state. */
export function readGeography(
  raw: Raw,
  occupations: Occupations,
  cities: readonly City[],
  national: National,
  offersPerArea: ReadonlyMap<string, number>,
) {
  /** Keyed by `soc|area`: only cells with usable figures, in May 2024 dollars. */
  const cells = new Map<string, Cell>()
  for (const row of areaCells(raw)) {
    const cell = cellOf(row, occupations)
    const key = `${cell?.soc}|${row.area}`
    if (cell && !cells.has(key)) cells.set(key, cell)
  }
  const areaOf = new Map(cities.map((city) => [city.slug, city.area]))
  const states = areasByState(raw)
  const inArea = (soc: string, area: string) => {
    const cell = cells.get(`${soc}|${area}`)
    const calibration = national.calibration(soc)
    return cell && calibration
      ? { median: cell.curve.mu + Math.log(medianFactor(cell.curve.sigma, calibration)), sigma: cell.curve.sigma }
      : null
  }
  return {
    cells,
    /**
     * ln of the benchmark median, and σ, of an occupation in a city. Without a city, the state's average, weighted by
     * offers.
     */
    settle(soc: string, city: string | null, state: string): { median: number; sigma: number } | null {
      if (city !== null) return inArea(soc, areaOf.get(city) ?? '')
      const parts = (states.get(state) ?? []).flatMap((area) => {
        const value = inArea(soc, area)
        return value ? [{ ...value, weight: (offersPerArea.get(area) ?? 0) + 0.5 }] : []
      })
      const weight = parts.reduce((sum, part) => sum + part.weight, 0)
      if (weight === 0) return null
      const mean = (of: 'median' | 'sigma') =>
        parts.reduce((sum, part) => sum + part[of] * part.weight, 0) / weight
      return { median: mean('median'), sigma: mean('sigma') }
    },
  }
}

function cellOf({ rawSoc, area, l1, l3, l4, sharing }: AreaCell, occupations: Occupations) {
  const soc = occupations.resolve(rawSoc)
  if (!soc || l1 === null || l3 === null || l1 === l4) return null
  const curve = lognormalOf(l3, l1)
  return curve && { soc, area, mean: l3, lowerThird: l1, sharing, curve }
}

function areasByState(raw: Raw): Map<string, string[]> {
  const states = new Map<string, string[]>()
  for (const row of raw.read('oflc_wages/areas_2025_26.csv')) {
    const named = field(row, 'area_name').split(', ')[1]
    const list = named && /^[A-Z]{2}(-[A-Z]{2})*$/.test(named) ? named.split('-') : [field(row, 'state')]
    for (const state of list) listIn(states, state).push(field(row, 'area_id'))
  }
  return states
}

/** The source publishes no sample size for cells. Half of a cell's distance from its neighbours is taken as its error. */
const NOISE_SHARE = 0.5
/** With fewer cells that have their own figures, a major group shows nothing about pay in its area. */
const MIN_CELLS = 5

/**
 * Noise in ln points, by `soc|area`: half the distance of a cell's relative mean (to the nation) from the median of its
 * major group in the area. For example, a cell of family physicians at a third of the national mean, in an area where
 * other health work pays normally, has few respondents.
 */
export function cellNoise(cells: Iterable<Cell>, nationalMean: (soc: string) => number | null) {
  const distances = [...cells].flatMap((cell) => {
    const nation = nationalMean(cell.soc)
    return nation ? [{ cell, ratio: Math.log(cell.mean / nation) }] : []
  })
  const groups = groupBy(distances, ({ cell }) => `${cell.soc.slice(0, 2)}|${cell.area}`)
  const noise = new Map<string, number>()
  for (const list of groups.values()) {
    const own = list.filter(({ cell }) => cell.sharing === 1)
    const centre = own.length < MIN_CELLS ? 0 : median(own.map(({ ratio }) => ratio))
    for (const { cell, ratio } of list)
      noise.set(`${cell.soc}|${cell.area}`, NOISE_SHARE * Math.abs(ratio - centre))
  }
  return noise
}
