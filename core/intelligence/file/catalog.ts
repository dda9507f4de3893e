// What all pay calculations read: plain records, made of the rows of the pay file when they are asked for.

import type { Calibration } from '../estimates/percentiles.ts'
import type { Rung } from '../offers/levels.ts'

export type Occupation = {
  soc: string
  title: string
  jobZone: number | null
  /** Published ÷ lognormal national percentile (p10…p90); null when no pay is published. */
  calibration: Calibration | null
  /** LCA filings FY2022-25 in this occupation. */
  filings: number
  roles: number
}

export type Role = {
  slug: string
  title: string
  soc: string
  onet: string
  reason: string
  confidence: 'high' | 'medium' | 'low'
  specialized: boolean
  filings: number
  share: number | null
  /** The words of its title, sorted and without a level. */
  words: string
}

export type City = {
  slug: string
  name: string
  state: string
  area: string
  areaName: string
  rpp: number
}

/**
 * Published pay (dollars a year) and employment of an occupation in
 * the nation or an area, in May of a year; standard errors in percent.
 */
export type NationalYear = {
  year: number
  employment: number | null
  mean: number | null
  percentiles: readonly (number | null)[]
  meanRse: number | null
  topCoded: boolean
}

/**
 * Filed offers of a role: at a level (empty: none stated), in a place (empty: the nation; a
 * state's postal code; a city's slug). Percentiles 10…90 in dollars a year at the benchmark; quarters of the filings.
 */
export type OfferGroup = {
  level: string
  place: string
  offers: number
  employers: number
  percentiles: readonly number[]
  from: string
  to: string
}

/** The nation and the places are fitted separately, because most national offers come from expensive places. */
export type PayScope = 'nation' | 'place'

/** What the offers of a group differ by, in ln points of pay. */
export interface Effect {
  scope: PayScope
  /** `*`: offers of all levels. */
  level: Rung | '*'
  /** A state or a city; empty for all places. */
  place: string
  ln: number
  offers: number
  employers: number
  /** The mean distance of employers from the figure, ln points; null where the group is too small to say. */
  spread: number | null
}

/** A wage cell: pay of an occupation in a city's area, in dollars as of May of `cellsYear`; `noise` in ln points. */
export type Cell = { mean: number; sigma: number; sharing: number; noise: number }

/** Values by key, read when they are asked for. */
export type Lookup<V> = { get(key: string): V | undefined }

export type Catalog = {
  version: string
  /** The newest quarter that estimates represent, such as `2025-Q2`; see `benchmarkOf` for an occupation. */
  benchmark: string
  /** The wage cells are as of May of this year. */
  cellsYear: number
  readonly occupations: readonly Occupation[]
  occupation(soc: string): Occupation | undefined
  readonly roles: readonly Role[]
  role(slug: string): Role | undefined
  readonly cities: readonly City[]
  city(slug: string): City | undefined
  cell(soc: string, city: string): Cell | undefined
  national: Lookup<readonly NationalYear[]>
  /** Published pay in a city's metropolitan area: only imports have it. */
  metro(soc: string, city: string): NationalYear | undefined
  offers(role: string, level: string, place: string): OfferGroup | undefined
  /** What filed offers of a group add to the survey. */
  effects(group: string): readonly Effect[] | undefined
  /** Multiples of the spread that the range of a typical figure lies between, by how much is known at least. */
  readonly ranges: readonly { scope: PayScope; least: number; low: number; high: number }[]
}

/** The SOC code OEWS uses for all occupations together. */
export const ALL_OCCUPATIONS = '00-0000'

export const findRole = (catalog: Pick<Catalog, 'role'>, slug: string): Role | null =>
  catalog.role(slug) ?? null

export const findCity = (catalog: Pick<Catalog, 'city'>, slug: string): City | null =>
  catalog.city(slug) ?? null

export const findOccupation = (catalog: Pick<Catalog, 'occupation'>, soc: string): Occupation | null =>
  catalog.occupation(soc) ?? null

export const rolesOf = ({ roles }: Pick<Catalog, 'roles'>, soc: string): readonly Role[] =>
  roles.filter((role) => role.soc === soc)

/** The newest year of an occupation, which is its benchmark. Imports may cover only some occupations. */
export function newestYear(catalog: Catalog, soc: string): NationalYear | undefined {
  return catalog.national.get(soc)?.at(-1)
}

/** The quarter that estimates of an occupation represent; OEWS is as of May, the second quarter. */
export function benchmarkOf(catalog: Catalog, soc: string): string {
  const year = newestYear(catalog, soc)?.year
  return year ? quarterOf(year) : catalog.benchmark
}

export const quarterOf = (year: number): string => `${year}-Q2`

export const yearOf = (quarter: string): number => Number(quarter.slice(0, 4))

export const lastDayOf = (quarter: string): string =>
  `${quarter.slice(0, 4)}-${['03-31', '06-30', '09-30', '12-31'][Number(quarter.at(-1)) - 1]}`

/** National pay in one year, or undefined when OEWS has none. */
export function nationalYear(catalog: Catalog, soc: string, year: number): NationalYear | undefined {
  return catalog.national.get(soc)?.find((row) => row.year === year)
}
