// The in-memory data set that all pay calculations use. Plain rows, with typed arrays for large tables.

import type { Calibration } from '../estimates/percentiles.ts'

export type Occupation = {
  soc: string; title: string; major: string; minor: string; broad: string; jobZone: number | null
  /** Published ÷ lognormal national percentile (p10…p90); null when no pay is published. */
  calibration: Calibration | null
  /** LCA filings FY2022-25 in this occupation. */
  filings: number
  definition: string
  /** The middle effect of the titles of its offers, in ln points: those that `Role.effect` and `bandEffect` are compared with. */
  titleEffect: number; bandTitleEffect: number
  /** Whether it has enough offers of a known level for effects of its own in the experience bands. */
  levelled: boolean
} // prettier-ignore

export type Role = {
  slug: string; title: string; soc: string; onet: string; reason: string; confidence: 'high' | 'medium' | 'low'
  specialized: boolean; filings: number; share: number | null
  /** The middle effect of the titles of its offers, in ln points: at all levels, and at a known level. */
  effect: number; bandEffect: number
  /** Whether it is training after a degree, which is paid otherwise than the occupation it leads to. */
  isTraining: boolean
} // prettier-ignore

export type City = {
  slug: string
  name: string
  state: string
  area: string
  areaName: string
  rpp: number
  rppHousing: number
}

/**
 * Published pay (dollars a year) and employment of an occupation in
 * the nation or an area, in May of a year; standard errors in percent.
 */
export type NationalYear = {
  year: number; employment: number | null; mean: number | null
  percentiles: readonly (number | null)[]; meanRse: number | null; employmentRse: number | null; topCoded: boolean
} // prettier-ignore

/** Offers on record for a role in a place; `median` (benchmark dollars a year) only for five or more. */
export type OfferCount = { offers: number; employers: number; median: number | null }

/**
 * Wage cells, indexed `occupation × cities + city`; NaN where there
 * is no usable cell. Dollars as of May of `cellsYear`.
 */
export type Cells = { mean: Float64Array; sigma: Float32Array; sharing: Uint16Array }

export type Catalog = {
  version: string
  /** The newest quarter that estimates represent, such as `2025-Q2`; see `benchmarkOf` for an occupation. */
  benchmark: string
  /** The wage cells are as of May of this year. */
  cellsYear: number
  occupations: readonly Occupation[]; occupationAt: ReadonlyMap<string, number>
  roles: readonly Role[]; roleAt: ReadonlyMap<string, number>
  cities: readonly City[]; cityAt: ReadonlyMap<string, number>
  cells: Cells
  national: ReadonlyMap<string, readonly NationalYear[]>
  /** Published pay of metropolitan areas, indexed like `cells`; empty unless imported. */
  metro: ReadonlyMap<number, NationalYear>
  effects: ReadonlyMap<string, number>; effectOffers: ReadonlyMap<string, number>
  /** Keyed by `slug|city`, or `slug|` for the nation. */
  offers: ReadonlyMap<string, OfferCount>
} // prettier-ignore

/** The SOC code OEWS uses for all occupations together. */
export const ALL_OCCUPATIONS = '00-0000'

export function findRole(catalog: Catalog, slug: string): Role | null {
  return catalog.roles[catalog.roleAt.get(slug) ?? -1] ?? null
}

export function findCity<C>(catalog: CitiesBySlug<C>, slug: string): C | null {
  return catalog.cities[catalog.cityAt.get(slug) ?? -1] ?? null
}

/** Cities, and the position of each by its slug. */
export type CitiesBySlug<C = City> = { cities: readonly C[]; cityAt: ReadonlyMap<string, number> }

export function findOccupation(catalog: Catalog, soc: string): Occupation | null {
  return catalog.occupations[catalog.occupationAt.get(soc) ?? -1] ?? null
}

/** The newest year of an occupation, which is its benchmark. Imports may cover only some occupations. */
export function newestYear(catalog: Catalog, soc: string): NationalYear | undefined {
  return catalog.national.get(soc)?.at(-1)
}

/** The quarter that estimates of an occupation represent; OEWS is as of May, the second quarter. */
export function benchmarkOf(catalog: Catalog, soc: string): string {
  const year = newestYear(catalog, soc)?.year
  return year ? quarterOf(year) : catalog.benchmark
}

/** The quarter of a year's OEWS release. */
export const quarterOf = (year: number): string => `${year}-Q2`

/** The year of a quarter. */
export const yearOf = (quarter: string): number => Number(quarter.slice(0, 4))

/** The last day of a quarter. */
export const lastDayOf = (quarter: string): string =>
  `${quarter.slice(0, 4)}-${['03-31', '06-30', '09-30', '12-31'][Number(quarter.at(-1)) - 1]}`

/** The index of an occupation and city in the cells; undefined when either is unknown. */
export function cellAt(catalog: Pick<Catalog, 'occupationAt' | 'cityAt'>, soc: string, city: string): number | undefined {
  const [row, column] = [catalog.occupationAt.get(soc), catalog.cityAt.get(city)]
  return row === undefined || column === undefined ? undefined : row * catalog.cityAt.size + column
} // prettier-ignore

/** National pay in one year, or undefined when OEWS has none. */
export function nationalYear(catalog: Catalog, soc: string, year: number): NationalYear | undefined {
  return catalog.national.get(soc)?.find((row) => row.year === year)
}
