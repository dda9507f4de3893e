// Resolves free text to a city: "sf", "NYC", "Portland, ME", "Palo Alto" and
// "Berlin, CT" map to their metropolitan area. A bare "Portland" is ambiguous;
// a place outside the covered areas is not found, with the closest as hints.
import { countryAtEnd, countryOfCity } from './abroad.ts'
import { editsBetween } from './word-similarity.ts'
import { countiesNamed } from './counties.ts'
import { citiesOfRegion } from './metro-names.ts'
import { plainText } from './normalize.ts'
import { nameOf, readPlace, stateOf, type PlaceName } from './place-name.ts'
import { KNOWN_ELSEWHERE, STATES } from './states.ts'
import { isUncoveredCity, uncoveredArea } from './uncovered-areas.ts'

/** A city with figures. `size` (jobs, population or similar) breaks ties in favour of larger cities. */
export interface CityEntry {
  slug: string
  name: string
  state: string
  size?: number
}

/**
 * A suburb or nickname, and the city whose area it belongs to (sql/data/suburbs.csv). A `namesake` is a suburb
 * that shares its name with a better-known place or is a common word: it is meant for certain only with its state.
 */
export interface PlaceEntry {
  name: string
  state: string
  city: string
  kind: 'suburb' | 'nickname' | 'namesake'
}

/** A city that matches a text: `score` is 0–1, `matched` the place that matched, such as "Palo Alto, CA". */
export interface CityMatch {
  slug: string
  name: string
  state: string
  score: number
  matched: string
  /** Whether that place is a suburb, for which the city stands. */
  isSuburb: boolean
}

/**
 * The result for a text: one city, several, no place ("remote"), or none with the closest. `elsewhere` says what
 * better-known place without figures the name may mean: a country, or a place in the United States.
 */
export type CityResolution =
  | { kind: 'one'; city: CityMatch; score: number }
  | { kind: 'ambiguous'; candidates: CityMatch[]; elsewhere: Elsewhere | null }
  | { kind: 'remote' }
  | { kind: 'none'; nearest: CityMatch[]; elsewhere: Elsewhere | null }

export interface Elsewhere {
  /** Null for a place in the United States. */
  country: string | null
  /** The area without figures that it is in, such as "Lawton, OK", where that is known. */
  area?: string
}

interface Place {
  key: string
  name: string
  state: string
  city: CityEntry
  worth: number
}

export interface CityIndex {
  cities: readonly CityEntry[]
  places: readonly Place[]
  byKey: ReadonlyMap<string, readonly Place[]>
}

/** Confidence that a bare name means the place: a city's own name, a nickname, a suburb, a namesake of another. */
const OWN_NAME = 1
const NICKNAME = 0.98
export const SUBURB = 0.9
const NAMESAKE = 0.8
const WORTH = { nickname: NICKNAME, suburb: SUBURB, namesake: NAMESAKE } as const
/** Score factor of a misspelled name, and score of a city when only its state was given. */
const MISSPELT = 0.88
const STATE_ONLY = 0.5
/** Score of a covered city near an area without figures. */
const NEAR = 0.3
const REMOTE = /^(fully |100 )?(remote|work from home|wfh|anywhere|telecommute)( us| usa| only| first)?$/

/** Indexes the covered cities and their places. Places of unknown cities are ignored. */
export function buildCityIndex(cities: readonly CityEntry[], places: readonly PlaceEntry[] = []): CityIndex {
  const bySlug = new Map(cities.map((city) => [city.slug, city]))
  const own = cities.map((city) => placeOf(city.name, city.state, city, OWN_NAME))
  const others = places.flatMap(({ name, state, city: slug, kind }) => {
    const city = bySlug.get(slug)
    return city ? [placeOf(name, state, city, WORTH[kind])] : []
  })
  const all = [...own, ...others].filter((place) => place.key !== '')
  const byKey = new Map<string, Place[]>()
  for (const place of all) byKey.set(place.key, [...(byKey.get(place.key) ?? []), place])
  return { cities, places: all, byKey }
}

function placeOf(name: string, state: string, city: CityEntry, worth: number): Place {
  return { key: nameOf(name), name, state, city, worth }
}

/** The cities a text may mean, best first, at most `limit`; the closest when no name matches. */
export function findCities(index: CityIndex, text: string, limit = 5): CityMatch[] {
  const query = readPlace(text)
  const named = ranked(index, [...matchesOf(index, query), ...matchesOfAll(index, query)])
  if (named.length > 0) return named.slice(0, limit)
  const found = resolveCity(index, text)
  return (found.kind === 'none' ? found.nearest : misspelt(index, query)).slice(0, limit)
}

/**
 * The names a text may refer to. An index of only the places with
 * these names gives the same exact matches as the full index.
 */
export function namesIn(text: string): string[] {
  const { name, whole } = readPlace(text)
  return [...new Set([name, whole])]
}

/** Whether a text matches a place or state exactly; otherwise all places must be compared by similarity. */
export const isNamed = (index: CityIndex, text: string): boolean =>
  matchesOf(index, readPlace(text)).length > 0

/**
 * How surely a text, spelled exactly, is the name of a place: 1 for a city or with its state, for a state by
 * its name and for a well-known city abroad; 0 for none.
 */
export function namedPlace(index: CityIndex, text: string): number {
  const query = readPlace(text)
  if (STATES.has(query.whole) || elsewhereOf(query)?.country) return OWN_NAME
  const score = matchesOf(index, query)[0]?.score ?? matchesOfAll(index, query)[0]?.score ?? 0
  return uncoveredIn(text, query) ? Math.max(score, SUBURB) : score
}

/** Decides which city a text means. A state in the text is binding: "Berlin, NH" never means Berlin, CT. */
export function resolveCity(index: CityIndex, text: string): CityResolution {
  if (REMOTE.test(plainText(text))) return { kind: 'remote' }
  const query = readPlace(text)
  const exact = matchesOf(index, query)
  const named = exact.length > 0 ? exact : matchesOfAll(index, query)
  const uncovered = named.length > 0 ? null : uncoveredIn(text, query)
  // "London" is spelled correctly; it is not a typo for Loudon, TN.
  const abroad = elsewhereOf(query)
  const elsewhere = uncovered && !abroad?.country ? { country: null, area: uncovered.name } : abroad
  const found = named.length > 0 || elsewhere ? named : misspelt(index, query)
  const [best, second] = found
  if (!best) {
    const near = uncovered ? citiesAt(index, uncovered.nearest, NEAR) : nearby(index, query).slice(0, 5)
    return { kind: 'none', nearest: elsewhere?.country ? [] : near, elsewhere }
  }
  const isNamesake = named.length > 0 && best.score <= NAMESAKE
  const doubtful = isNamesake || (best.score <= SUBURB && elsewhere !== null)
  const clear = best.score > STATE_ONLY && (!second || best.score - second.score > CLEARLY) && !doubtful
  return clear
    ? { kind: 'one', city: best, score: best.score }
    : { kind: 'ambiguous', candidates: found.slice(0, 5), elsewhere }
}

/** The better-known place that a name without a US state may mean. */
function elsewhereOf({ whole, states }: PlaceName): Elsewhere | null {
  if (states.length > 0) return null
  const country = countryOfCity(whole) ?? countryAtEnd(whole)
  const isElsewhere = country !== null || KNOWN_ELSEWHERE.has(whole) || isUncoveredCity(whole)
  return isElsewhere ? { country } : null
}

/** The area without figures that a name means, or the first of several: "Winston-Salem", "Davenport-Moline". */
function uncoveredIn(text: string, { whole, name, states }: PlaceName): ReturnType<typeof uncoveredArea> {
  const [first = ''] = text.split(/[-–/]/)
  return uncoveredArea(whole, []) ?? uncoveredArea(name, states) ?? uncoveredArea(nameOf(first), states)
}

/** The cities whose area holds every place of several: "Buffalo-Niagara Falls", "greensboro-high-point-nc". */
function matchesOfAll(index: CityIndex, { name, states }: PlaceName): CityMatch[] {
  const words = name.split(' ')
  for (let cut = 1; cut < words.length; cut++) {
    const [first, rest] = [words.slice(0, cut), words.slice(cut)].map((part) => part.join(' '))
    const cities = matchesOf(index, { plain: first!, whole: first!, name: first!, states })
    if (cities.length === 0) continue
    const query = { plain: rest!, whole: rest!, name: rest!, states }
    const others = new Set(
      [...matchesOf(index, query), ...matchesOfAll(index, query)].map(({ slug }) => slug),
    )
    const held = cities.filter(({ slug }) => others.has(slug))
    if (held.length > 0) return held
  }
  return []
}

/** Score margin of a clear winner: a city's own name beats a suburb of that name; suburbs tie. */
const CLEARLY = 0.05

function matchesOf(index: CityIndex, query: PlaceName): CityMatch[] {
  const named = namedIn(index, query)
  const whole = query.name === query.whole ? [] : (index.byKey.get(query.whole) ?? [])
  // "Parker, CO" is the town in Colorado; "Parker Co" with no such town is the county.
  const counties = [
    ...countiesNamed(query.name, query.states),
    ...(named.length > 0 ? [] : countiesNamed(query.whole, [])),
  ]
  const state = stateOf(query.whole)
  // "Oregon" means the state, not Oregon, OH; "New York" and "LA" mean the cities.
  const meant = [...named, ...whole].filter((place) => state === null || place.worth > SUBURB)
  const held = [...meant, ...counties.flatMap((county) => placeOfCounty(index, county))]
  const known = held.map((place) => present(place, query.states.length > 0 ? 1 : place.worth))
  const inIt = state ? index.cities.filter((city) => city.state === state) : []
  const inRegion = citiesAt(index, citiesOfRegion(query.plain), STATE_ONLY)
  return ranked(index, [
    ...known,
    ...inIt.map((city) => present(placeOf(city.name, city.state, city, 1), STATE_ONLY)),
    ...inRegion,
  ])
}

function placeOfCounty(index: CityIndex, county: ReturnType<typeof countiesNamed>[number]): Place[] {
  const city = index.cities.find(({ slug }) => slug === county.city)
  return city ? [placeOf(county.name, county.state, city, SUBURB)] : []
}

/** The cities with these slugs, each a little below the one before. */
function citiesAt(index: CityIndex, slugs: readonly string[], score: number): CityMatch[] {
  return slugs.flatMap((slug, at) => {
    const city = index.cities.find((known) => known.slug === slug)
    return city ? [present(placeOf(city.name, city.state, city, OWN_NAME), score - at / 1000)] : []
  })
}

/** The places of a name: those in the state that was given, or else in an area that is named by that state. */
function namedIn(index: CityIndex, { name, states }: PlaceName): readonly Place[] {
  const held = (index.byKey.get(name) ?? []).filter((place) => inState(place, states))
  const exact = held.filter(({ state }) => states.includes(state))
  return exact.length > 0 ? exact : betterKnown(held)
}

/** The places without the namesakes of others among them. */
function betterKnown(places: readonly Place[]): readonly Place[] {
  const better = places.filter(({ worth }) => worth > NAMESAKE)
  return better.length > 0 ? better : places
}

/** Matches the state of the place or of its city: addresses around DC may use either. */
function inState(place: Place, states: readonly string[]): boolean {
  return states.length === 0 || states.includes(place.state) || states.includes(place.city.state)
}

/** Whether a name like the place's may mean it: that of a namesake only with its state. */
const mayBeMeant = (place: Place, states: readonly string[]): boolean =>
  inState(place, states) && (place.worth > NAMESAKE || states.length > 0)

/** Names within one or two edits, in the given state if any. Short names allow no edits. */
function misspelt(index: CityIndex, query: PlaceName): CityMatch[] {
  const allowed = query.name.length < 5 ? 0 : query.name.length < 9 ? 1 : 2
  // "Charleston, WV" is spelled correctly but not covered; it is not a typo for Charles Town, WV.
  if (allowed === 0 || index.byKey.has(query.name)) return []
  const near = index.places.flatMap((place) => {
    if (!mayBeMeant(place, query.states) || place.key[0] !== query.name[0]) return []
    const edits = editsBetween(query.name, place.key, allowed)
    return edits > allowed ? [] : [present(place, MISSPELT * place.worth - 0.1 * (edits - 1))]
  })
  return ranked(index, near)
}

/** Hints when nothing matches: places of the same name in other states, the covered cities of the state, names alike. */
function nearby(index: CityIndex, query: PlaceName): CityMatch[] {
  const inIt = index.cities.filter((city) => query.states.includes(city.state))
  const sameName = betterKnown(index.byKey.get(query.name) ?? [])
  const hints = inIt.map((city) => present(placeOf(city.name, city.state, city, 1), 0.3))
  const others = index.places.filter((place) => mayBeMeant(place, query.states))
  const alike = others
    .map((place) => present(place, likenessOf(query.name, place.key)))
    .filter((match) => match.score >= ALIKE)
  return ranked(index, [...hints, ...sameName.map((place) => present(place, 0.35)), ...alike])
}

/** Three fifths of the letters in place: of 2,500 misspelt names 93 % have theirs suggested, of other words a fifth one. */
const MOST_WRONG = 0.4
const ALIKE = 0.4 * (1 - MOST_WRONG)

function likenessOf(typed: string, key: string): number {
  const longer = Math.max(typed.length, key.length)
  return 0.4 * (1 - editsBetween(typed, key, Math.floor(MOST_WRONG * longer)) / longer)
}

function present(place: Place, score: number): CityMatch {
  const { slug, name, state } = place.city
  return {
    slug,
    name,
    state,
    score: Math.round(score * 1000) / 1000,
    matched: `${place.name}, ${place.state}`,
    isSuburb: place.worth <= SUBURB,
  }
}

/** The best match of each city, best first; ties are broken by size, then by slug. */
function ranked(index: CityIndex, matches: readonly CityMatch[]): CityMatch[] {
  const best = new Map<string, CityMatch>()
  for (const match of matches) {
    const held = best.get(match.slug)
    if (!held || held.score < match.score) best.set(match.slug, match)
  }
  const sizes = new Map(index.cities.map((city) => [city.slug, city.size ?? 0]))
  const bySize = (a: CityMatch, b: CityMatch) => (sizes.get(b.slug) ?? 0) - (sizes.get(a.slug) ?? 0)
  return [...best.values()].sort((a, b) => b.score - a.score || bySize(a, b) || (a.slug < b.slug ? -1 : 1))
}
