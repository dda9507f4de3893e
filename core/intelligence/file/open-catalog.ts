// Makes the catalogue of a pay file: each record is read when it is asked for, lists once.
import { lognormalOf } from '../estimates/percentiles.ts'
import { numberOf, type Row } from './layout.ts'
import type { PayFile } from './pay-file.ts'
import { rungOf } from '../offers/levels.ts'
import type {
  Catalog,
  Cell,
  Effect,
  PayScope,
  NationalYear,
  Occupation,
  OfferGroup,
  Role,
} from './catalog.ts'
import { manifestEntry } from './manifest.ts'
import { list, nonEmpty, record } from './records.ts'

/** Opens the catalogue without reading more than what names the data. */
export function openCatalog(file: PayFile): Catalog {
  const occupations = list(file, 'occupations', occupationOf)
  const roles = list(file, 'roles', roleOf)
  const cities = list(file, 'cities', cityOf)
  const ranges = list(file, 'pay_ranges', rangeOf)
  const one = <T>(table: string, read: (row: Row) => T, ...key: string[]): T | undefined => {
    const row = file.get(table, ...key)
    return row && read(row)
  }
  return {
    version: manifestEntry(file, 'version'),
    benchmark: manifestEntry(file, 'benchmark'),
    cellsYear: manifestEntry(file, 'cells_year'),
    get occupations() {
      return occupations()
    },
    get roles() {
      return roles()
    },
    get cities() {
      return cities()
    },
    occupation: remembered((soc) => one('occupations', occupationOf, soc)),
    role: remembered((slug) => one('roles', roleOf, slug)),
    city: remembered((slug) => one('cities', cityOf, slug)),
    cell: (soc, city) => one('cells', cellOf, soc, city) ?? undefined,
    national: { get: remembered((soc) => nonEmpty([...file.rows('national', soc)].map(publishedIn))) },
    metro: (soc, city) =>
      file.has('metro')
        ? one('metro', ([first = '', , ...row]) => publishedIn([first, ...row]), soc, city)
        : undefined,
    offers: (role, level, place) => one('offers', offersOf, role, level, place),
    effects: (group) => nonEmpty(Array.from(file.rows('pay_effects', group), effectOf)),
    get ranges() {
      return ranges()
    },
  }
}

/** Keeps what was found, of which there is only as much as the file has. */
function remembered<T>(find: (key: string) => T | undefined): (key: string) => T | undefined {
  const kept = new Map<string, T>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const found = find(key)
    if (found !== undefined) kept.set(key, found)
    return found
  }
}

function occupationOf(cells: Row): Occupation {
  const [soc = '', title = '', , , , zone] = cells
  const calibration =
    cells[6] === '' ? null : { factors: cells.slice(6, 11).map(Number), sigma: Number(cells[11]) }
  return {
    soc,
    title,
    jobZone: numberOf(zone),
    calibration,
    filings: Number(cells[12]),
    roles: Number(cells[14]),
  }
}

const roleRow = record({
  ...{ slug: 'text', title: 'text', soc: 'text', onet: 'text', reason: 'text', confidence: 'text' },
  ...{ specialized: 'flag', filings: 'number', share: 'figure', words: 'text' },
})

function roleOf(row: Row): Role {
  const { confidence, ...role } = roleRow(row)
  return { ...role, confidence: confidence === 'high' || confidence === 'medium' ? confidence : 'low' }
}

const cityOf = record({
  ...{ slug: 'text', name: 'text', state: 'text', area: 'text', areaName: 'text', rpp: 'number' },
})

/** Null where the figures follow no curve. */
function cellOf([, , mean, lowerThird, sharing, noise]: Row): Cell | null {
  const curve = lognormalOf(Number(mean), Number(lowerThird))
  return (
    curve && { mean: Number(mean), sigma: curve.sigma, sharing: Number(sharing), noise: Number(noise ?? 0) }
  )
}

/** Reads a row's cells: soc, year, employment, mean, p10 … p90, mean_rse, employment_rse, top_coded. */
function publishedIn([, ...cells]: Row): NationalYear {
  return {
    year: Number(cells[0]),
    employment: numberOf(cells[1]),
    mean: numberOf(cells[2]),
    percentiles: cells.slice(3, 8).map(numberOf),
    meanRse: numberOf(cells[8]),
    topCoded: cells[10] === '1',
  }
}

function offersOf([, level = '', place = '', offers, employers, ...cells]: Row): OfferGroup {
  const [from = '', to = ''] = cells.slice(5)
  const percentiles = cells.slice(0, 5).map(Number)
  return { level, place, offers: Number(offers), employers: Number(employers), percentiles, from, to }
}

const scopeOf = (text: string | undefined): PayScope => (text === 'nation' ? 'nation' : 'place')

const effectOf = ([, scope, level = '', place = '', ln, offers, employers, spread]: Row): Effect => ({
  ...{ scope: scopeOf(scope), level: level === '*' ? '*' : rungOf(level, null), place, ln: Number(ln) },
  ...{ offers: Number(offers), employers: Number(employers), spread: numberOf(spread) },
})

const rangeOf = ([scope, least, low, high]: Row) => ({
  ...{ scope: scopeOf(scope), least: Number(least), low: Number(low), high: Number(high) },
})
