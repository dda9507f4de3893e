/** The covered cities with wage area and price parity, and the place names that map to them. */
import { plainTown as plain } from '../../core/intelligence/imports/filings.ts'
import { readOffers } from './offers.ts'
import { areaCells, type AreaCell } from './cells.ts'
import { largest } from './filings.ts'
import { field, groupBy, type Raw } from './raw.ts'
import { byCodeUnits } from '../../core/intelligence/words/plain.ts'

export type City = ReturnType<typeof readCities>[number]
export type Place = { name: string; state: string; city: string; source: 'city' | 'area_name' | 'filings' }

/** Reads the city map. Price parities are index numbers (nation = 100; BEA, 2023). */
export function readCities(raw: Raw) {
  return raw
    .read('geo/cities_metro_map.csv')
    .map((row) => ({
      slug: field(row, 'city_slug'),
      name: field(row, 'city'),
      state: field(row, 'state'),
      area: field(row, 'oflc_area_id_2025'),
      areaName: field(row, 'oflc_area_name'),
      rpp: Number(field(row, 'rpp_all_items_2023')),
      rppHousing: Number(field(row, 'rpp_housing_2023')),
    }))
    .sort((a, b) => byCodeUnits(a.slug, b.slug))
}

/**
 * Place names in a covered city's area: the cities, towns in official area names, and towns whose filings have this
 * area's prevailing wages. A wage with its occupation and level nearly identifies an area, because filings of
 * July–September 2025 contain the figures of our wage table.
 */
export function readPlaces(raw: Raw, cities: readonly City[]): Place[] {
  const places = new Map<string, Place>()
  const put = (place: Place) => {
    const key = `${place.name}|${place.state}`
    if (!places.has(key)) places.set(key, place)
  }
  for (const city of cities)
    put({ name: plain(city.name), state: city.state, city: city.slug, source: 'city' })
  for (const city of cities) {
    const [names = '', states = ''] = city.areaName.split(', ')
    for (const name of names.split(/[-/]/)) {
      for (const state of states.split('-')) put({ name: plain(name), state: state.trim(), city: city.slug, source: 'area_name' }) // prettier-ignore
    }
  }
  for (const place of filedPlaces(raw, cities)) put(place)
  return [...places.values()].sort((a, b) => byCodeUnits(a.name, b.name) || byCodeUnits(a.state, b.state))
}

/**
 * Towns whose filings match the wages of one area. Each filing's vote is split among all matching areas. An area needs
 * 0.9 votes and 60 % of the town's total.
 */
function filedPlaces(raw: Raw, cities: readonly City[]): Place[] {
  const byArea = new Map(cities.map((city) => [city.area, city.slug]))
  const states = new Map(
    raw.read('oflc_wages/areas_2025_26.csv').map((row) => [field(row, 'area_id'), field(row, 'area_name')]),
  )
  const index = groupBy(levelWages(areaCells(raw)), (entry) => `${entry.soc}|${entry.level}|${entry.wage}`)
  const votes = new Map<string, Map<string, number>>()
  for (const offer of readOffers(raw)) {
    const town = offer.town
    if (!town || offer.prevailing === null || !offer.pwLevel) continue
    const matches = index.get(`${offer.rawSoc}|${offer.pwLevel}|${Math.round(offer.prevailing)}`) ?? []
    const here = matches.filter(
      (entry) => (states.get(entry.area) ?? '').includes(offer.state) || NAMED_BY_STATE.test(entry.area),
    )
    const key = `${plain(town)}|${offer.state}`
    const ballot = votes.get(key) ?? new Map<string, number>()
    votes.set(key, ballot)
    for (const entry of here) ballot.set(entry.area, (ballot.get(entry.area) ?? 0) + 1 / here.length)
  }
  return [...votes].flatMap(([key, ballot]) => {
    const area = largest(ballot)
    const total = [...ballot.values()].reduce((sum, vote) => sum + vote, 0)
    const city = byArea.get(area)
    const [name = '', state = ''] = key.split('|')
    if (!city || (ballot.get(area) ?? 0) < 0.6 * total || (ballot.get(area) ?? 0) < 0.9) return []
    return [{ name, state, city, source: 'filings' as const }]
  })
}
const NAMED_BY_STATE = /^\d{6,7}$/

function* levelWages(cells: Iterable<AreaCell>) {
  for (const cell of cells) {
    const wages = { I: cell.l1, II: cell.l2, III: cell.l3, IV: cell.l4 }
    for (const [level, wage] of Object.entries(wages)) {
      if (wage !== null) yield { soc: cell.rawSoc, level, wage: Math.round(wage), area: cell.area }
    }
  }
}
