/** The data set in memory: what every engine computes from. Plain rows; typed arrays where there are many. */

import type { Calibration } from '../estimates/percentiles.ts'

export type Occupation = {
  soc: string; title: string; major: string; minor: string; broad: string; jobZone: number | null
  /** Published ÷ lognormal national percentile (p10…p90); null where no pay is released. */
  calibration: Calibration | null
  /** LCA filings FY2022-25 in this occupation. */
  filings: number
  definition: string
} // prettier-ignore

export type Role = {
  slug: string; title: string; soc: string; onet: string; reason: string; confidence: 'high' | 'medium' | 'low'
  specialized: boolean; filings: number; share: number | null
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

/** National pay and employment of an occupation in May of a year; dollars a year; rse in percent. */
export type NationalYear = {
  year: number; employment: number | null; mean: number | null
  percentiles: readonly (number | null)[]; meanRse: number | null; employmentRse: number | null; topCoded: boolean
} // prettier-ignore

/** Offers held of a role in a place; `median` (dollars a year at the benchmark) only for five or more. */
export type OfferCount = { offers: number; employers: number; median: number | null }

/** Wage cells, indexed `occupation × cities + city`; NaN where there is no usable cell. May 2024 dollars. */
export type Cells = { mean: Float64Array; sigma: Float32Array; sharing: Uint16Array }

export type Catalog = {
  version: string
  /** The quarter all estimates represent, such as `2025-Q2`. */
  benchmark: string
  occupations: readonly Occupation[]; occupationAt: ReadonlyMap<string, number>
  roles: readonly Role[]; roleAt: ReadonlyMap<string, number>
  cities: readonly City[]; cityAt: ReadonlyMap<string, number>
  cells: Cells
  national: ReadonlyMap<string, readonly NationalYear[]>
  effects: ReadonlyMap<string, number>; effectOffers: ReadonlyMap<string, number>
  /** Effect of each role's own title words, ln points, in the order of `roles`. */
  roleShift: Float64Array
  /** By `slug|city`, or `slug|` for the nation. */
  offers: ReadonlyMap<string, OfferCount>
} // prettier-ignore

/** The occupation total of OEWS. */
export const ALL_OCCUPATIONS = '00-0000'

export function findRole(catalog: Catalog, slug: string): Role | null {
  return catalog.roles[catalog.roleAt.get(slug) ?? -1] ?? null
}

export function findCity(catalog: Catalog, slug: string): City | null {
  return catalog.cities[catalog.cityAt.get(slug) ?? -1] ?? null
}

export function findOccupation(catalog: Catalog, soc: string): Occupation | null {
  return catalog.occupations[catalog.occupationAt.get(soc) ?? -1] ?? null
}

/** National pay in one year, or undefined when OEWS has none. */
export function nationalYear(catalog: Catalog, soc: string, year: number): NationalYear | undefined {
  return catalog.national.get(soc)?.find((row) => row.year === year)
}
