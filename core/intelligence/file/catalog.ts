// The catalogue from which all pay is computed. A record is read from the pay file when it is asked for, a list only once.
import { lognormalOf } from '../estimates/percentiles.ts'
import { rungOf, type Rung } from '../offers/levels.ts'
import { numberOf, type Row } from './layout.ts'
import type { PayFile } from './pay-file.ts'
import { cachedList, manifestEntry, nonEmpty, record, rowsBy } from './records.ts'

export type Catalog = ReturnType<typeof openCatalog>

export function openCatalog(file: PayFile) {
  const one = <T>(table: string, read: (row: Row) => T, ...key: string[]): T | undefined => {
    const row = file.get(table, ...key)
    return row && read(row)
  }
  return {
    version: manifestEntry(file, 'version'),
    /** The newest quarter that estimates represent, such as `2025-Q2`; see `benchmarkOf` for an occupation. */
    benchmark: manifestEntry(file, 'benchmark'),
    cellsYear: manifestEntry(file, 'cells_year'),
    occupations: cachedList(file, 'occupations', occupationOf),
    roles: cachedList(file, 'roles', roleOf),
    cities: cachedList(file, 'cities', cityOf),
    occupation: remembered((soc) => one('occupations', occupationOf, soc)),
    role: remembered((slug) => one('roles', roleOf, slug)),
    city: remembered((slug) => one('cities', cityOf, slug)),
    cell: (soc: string, city: string) => one('cells', cellOf, soc, city) ?? undefined,
    national: remembered((soc) => nonEmpty(rowsBy(file, 'national', publishedIn)(soc))),
    /** Published pay in a city's metropolitan area. Only imports have it. */
    metro: (soc: string, city: string): SurveyedYear | undefined =>
      file.has('metro')
        ? one('metro', ([first = '', , ...row]) => publishedIn([first, ...row]), soc, city)
        : undefined,
    offers: (role: string, level: string, place: string) => one('offers', offersOf, role, level, place),
    /** The effects of a group: how its filed offers differ from the survey. */
    effects: rowsBy(file, 'pay_effects', effectOf),
    /** Ranges of a typical figure as multiples of the spread, by the minimum evidence. */
    ranges: cachedList(file, 'pay_ranges', rangeOf),
  }
}

function remembered<T>(find: (key: string) => T | undefined): (key: string) => T | null {
  const cache = new Map<string, T>()
  return (key) => {
    const found = cache.get(key) ?? find(key)
    if (found !== undefined) cache.set(key, found)
    return found ?? null
  }
}

export type Occupation = ReturnType<typeof occupationOf>

function occupationOf(cells: Row) {
  const [soc = '', title = '', , , , zone] = cells
  return {
    ...{ soc, title, jobZone: numberOf(zone) },
    /** National figures p10…p90: published ÷ lognormal. Null if no pay is published. */
    calibration:
      cells[6] === '' ? null : { factors: cells.slice(6, 11).map(Number), sigma: Number(cells[11]) },
    roles: Number(cells[14]),
  }
}

export type Role = ReturnType<typeof roleOf>

const roleRow = record({
  ...{ slug: 'text', title: 'text', soc: 'text', onet: 'text', reason: 'text', sureness: 'text' },
  /** `words`: the words of its title, sorted and without the level. */
  ...{ specialized: 'flag', filings: 'number', share: 'numberOrNull', words: 'text' },
})

function roleOf(row: Row) {
  const { sureness, ...role } = roleRow(row)
  const confidence: 'high' | 'medium' | 'low' =
    sureness === 'high' || sureness === 'medium' ? sureness : 'low'
  return { ...role, confidence }
}

export type City = ReturnType<typeof cityOf>

const cityOf = record({
  ...{ slug: 'text', name: 'text', state: 'text', area: 'text', areaName: 'text', rpp: 'number' },
})

/** A wage cell: pay of an occupation in a city's area, in dollars as of `cellsYear`. Null if no curve fits the figures. */
function cellOf([, , mean, lowerThird, sharing, noise]: Row) {
  const curve = lognormalOf(Number(mean), Number(lowerThird))
  return (
    curve && {
      ...{ mean: Number(mean), sigma: curve.sigma, areaCount: Number(sharing) },
      /** In ln points. */
      noise: Number(noise ?? 0),
    }
  )
}

/** Pay (dollars a year) and employment of an occupation in the nation or an area, in a May; standard errors in percent. */
export type SurveyedYear = ReturnType<typeof publishedIn>

/** Reads a row's cells: soc, year, employment, mean, p10 … p90, mean_rse, employment_rse, top_coded. */
function publishedIn([, ...cells]: Row) {
  return {
    ...{ year: Number(cells[0]), employment: numberOf(cells[1]), mean: numberOf(cells[2]) },
    percentiles: cells.slice(3, 8).map(numberOf),
    ...{ meanRse: numberOf(cells[8]), topCoded: cells[10] === '1' },
  }
}

/**
 * Filed offers of a role at a level (empty: none stated) in a place (empty: the nation, else a state's postal code or a
 * city's slug). Percentiles 10…90 are in dollars a year at the benchmark. `from` and `to` are filing quarters.
 */
export type OfferGroup = ReturnType<typeof offersOf>

function offersOf([, level = '', place = '', offers, employers, ...cells]: Row) {
  const [from = '', to = ''] = cells.slice(5)
  const percentiles = cells.slice(0, 5).map(Number)
  return { level, place, offers: Number(offers), employers: Number(employers), percentiles, from, to }
}

/** Effects of the nation and of places are fitted separately, because most national offers are from expensive places. */
export type PayScope = 'nation' | 'place'

const scopeOf = (text: string | undefined): PayScope => (text === 'nation' ? 'nation' : 'place')

/** How much a group's filed offers differ from the survey and wider groups, in ln points. */
export interface Effect {
  scope: PayScope
  /** `*` means offers of all levels. */
  level: Rung | '*'
  /** A state or a city. Empty means all places. */
  place: string
  ln: number
  offers: number
  employers: number
  /** How far employers are from the figure on average, in ln points. Null if the group is too small. */
  spread: number | null
}

const effectOf = ([, scope, level = '', place = '', ln, offers, employers, spread]: Row): Effect => ({
  ...{ scope: scopeOf(scope), level: level === '*' ? '*' : rungOf(level, null), place, ln: Number(ln) },
  ...{ offers: Number(offers), employers: Number(employers), spread: numberOf(spread) },
})

const rangeOf = ([scope, least, low, high]: Row) => ({
  ...{ scope: scopeOf(scope), least: Number(least), low: Number(low), high: Number(high) },
})

/** The SOC code OEWS uses for all occupations together. */
export const ALL_OCCUPATIONS = '00-0000'

/** The newest year of an occupation. It may differ between occupations, because imports may cover only some. */
export function newestYear(catalog: Catalog, soc: string): SurveyedYear | undefined {
  return catalog.national(soc)?.at(-1)
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

export function nationalYear(catalog: Catalog, soc: string, year: number): SurveyedYear | undefined {
  return catalog.national(soc)?.find((row) => row.year === year)
}
