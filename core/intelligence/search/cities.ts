// Free text to city: "sf", "NYC", "Portland, ME", "Palo Alto" and "Berlin, CT" lead to the metropolitan area they belong
// to; a bare "Portland" is a choice; a place outside the mapped areas is none, with the nearest, never another city.
import { editsBetween } from './likeness.ts'
import { plainText } from './normalize.ts'
import { KNOWN_ELSEWHERE, STATES, STATE_CODES } from './states.ts'

/** A city that has figures. `size` (jobs, people, anything that grows with it) puts the larger first among equals. */
export interface CityEntry {
  slug: string
  name: string
  state: string
  size?: number
}

/** A suburb or nickname and the city whose area it belongs to (sql/data/suburbs.csv). */
export interface PlaceEntry {
  name: string
  state: string
  city: string
  kind: 'suburb' | 'nickname'
}

/** A city that answers to a text: `score` 0–1, `matched` the place that matched, as "Palo Alto, CA". */
export interface CityMatch {
  slug: string
  name: string
  state: string
  score: number
  matched: string
}

/** What a text means: one city, several, no place at all ("remote"), or none of ours, with the nearest. */
export type CityResolution =
  | { kind: 'one'; city: CityMatch; score: number }
  | { kind: 'ambiguous'; candidates: CityMatch[] }
  | { kind: 'remote' }
  | { kind: 'none'; nearest: CityMatch[] }

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

/** How surely a bare name means the place: a city's own name, a nickname, a suburb. */
const OWN_NAME = 1
const NICKNAME = 0.98
const SUBURB = 0.9
/** What is left of the score when the name is misspelt, and when only its state was typed. */
const MISSPELT = 0.88
const STATE_ONLY = 0.5
const REMOTE = /^(fully |100 )?(remote|work from home|wfh|anywhere|telecommute)( us| usa| only| first)?$/

/** Indexes the mapped cities and the places that belong to them. Places of unknown cities are ignored. */
export function buildCityIndex(cities: readonly CityEntry[], places: readonly PlaceEntry[] = []): CityIndex {
  const bySlug = new Map(cities.map((city) => [city.slug, city]))
  const own = cities.map((city) => placeOf(city.name, city.state, city, OWN_NAME))
  const others = places.flatMap(({ name, state, city: slug, kind }) => {
    const city = bySlug.get(slug)
    return city ? [placeOf(name, state, city, kind === 'nickname' ? NICKNAME : SUBURB)] : []
  })
  const all = [...own, ...others].filter((place) => place.key !== '')
  const byKey = new Map<string, Place[]>()
  for (const place of all) byKey.set(place.key, [...(byKey.get(place.key) ?? []), place])
  return { cities, places: all, byKey }
}

function placeOf(name: string, state: string, city: CityEntry, worth: number): Place {
  return { key: nameOf(name), name, state, city, worth }
}

const SPELLED: readonly (readonly [RegExp, string])[] = [
  [/\bsaint\b/g, 'st'],
  [/\bft\b/g, 'fort'],
  [/\bmt\b/g, 'mount'],
]
const AROUND = /\b(greater|metro|metropolitan|area|city of|downtown|usa|us|united states|region|\d{5})\b/g

/** The name as it is compared: one spelling of Saint, Fort and Mount; no "greater", "metro area" or postcode. */
function placeKey(plain: string): string {
  let key = plain
  for (const [pattern, replacement] of SPELLED) key = key.replace(pattern, replacement)
  const bare = key.replace(AROUND, ' ').replace(/ +/g, ' ').trim()
  return bare === '' ? key : bare
}

/** The cities a text may mean, best first, at most `limit`; the nearest by spelling when no name fits. */
export function findCities(index: CityIndex, text: string, limit = 5): CityMatch[] {
  const query = readPlace(text)
  const exact = matchesOf(index, query)
  const found = exact.length > 0 ? exact : misspelt(index, query)
  return (found.length > 0 ? found : nearby(index, query)).slice(0, limit)
}

/** The names that a text may be the name of; what an index of the places so named tells is what the whole one would. */
export function namesIn(text: string): string[] {
  const { name, whole } = readPlace(text)
  return [...new Set([name, whole])]
}

/** A place's name as `namesIn` has it. */
export const nameOf = (place: string): string => placeKey(plainText(place))

/** Whether a text names a place, or a state, as it is spelt; otherwise any place may resemble it. */
export const isNamed = (index: CityIndex, text: string): boolean =>
  matchesOf(index, readPlace(text)).length > 0

/** Decides which city a text means. A state that was typed is binding: "Berlin, NH" never means Berlin, CT. */
export function resolveCity(index: CityIndex, text: string): CityResolution {
  if (REMOTE.test(plainText(text))) return { kind: 'remote' }
  const query = readPlace(text)
  const exact = matchesOf(index, query)
  const found = exact.length > 0 ? exact : misspelt(index, query)
  const [best, second] = found
  if (!best) return { kind: 'none', nearest: nearby(index, query).slice(0, 5) }
  const doubtful = query.states.length === 0 && best.score <= SUBURB && KNOWN_ELSEWHERE.has(query.whole)
  const clear = best.score > STATE_ONLY && (!second || best.score - second.score > CLEARLY) && !doubtful
  return clear
    ? { kind: 'one', city: best, score: best.score }
    : { kind: 'ambiguous', candidates: found.slice(0, 5) }
}

/** A city's own name beats a suburb of the same name; two suburbs of one name do not beat each other. */
const CLEARLY = 0.05

interface Query {
  /** The whole text as a name, the name without its state, and the states it may have named. */
  whole: string
  name: string
  states: string[]
}

function readPlace(text: string): Query {
  const whole = placeKey(plainText(text))
  const comma = text.lastIndexOf(',')
  if (comma > 0) {
    const state = stateOf(placeKey(plainText(text.slice(comma + 1))))
    if (state) return { whole, name: placeKey(plainText(text.slice(0, comma))), states: [state] }
  }
  return { whole, ...trailingState(whole) }
}

/** "portland or", "portland oregon", "san-francisco-ca": the last one to three words may be a state. */
function trailingState(whole: string): { name: string; states: string[] } {
  const words = whole.split(' ')
  for (const count of [3, 2, 1]) {
    const state = words.length > count ? stateOf(words.slice(-count).join(' ')) : null
    if (state) return { name: words.slice(0, -count).join(' '), states: [state] }
  }
  return { name: whole, states: [] }
}

function stateOf(text: string): string | null {
  return STATES.get(text) ?? (STATE_CODES.has(text) ? text.toUpperCase() : null)
}

function matchesOf(index: CityIndex, query: Query): CityMatch[] {
  const named = (index.byKey.get(query.name) ?? []).filter((place) => inState(place, query.states))
  const whole = query.name === query.whole ? [] : (index.byKey.get(query.whole) ?? [])
  const state = stateOf(query.whole)
  // "Oregon" is the state, not Oregon, OH; "New York" and "LA" are the cities.
  const meant = [...named, ...whole].filter((place) => state === null || place.worth > SUBURB)
  const known = meant.map((place) => present(place, query.states.length > 0 ? 1 : place.worth))
  const inIt = state ? index.cities.filter((city) => city.state === state) : []
  return ranked(index, [
    ...known,
    ...inIt.map((city) => present(placeOf(city.name, city.state, city, 1), STATE_ONLY)),
  ])
}

/** DC and its suburbs are one area whose people write either state. */
function inState(place: Place, states: readonly string[]): boolean {
  return states.length === 0 || states.includes(place.state) || states.includes(place.city.state)
}

/** Names a slip or two away, in the same state where one was typed. Short names allow no slip. */
function misspelt(index: CityIndex, query: Query): CityMatch[] {
  const allowed = query.name.length < 5 ? 0 : query.name.length < 9 ? 1 : 2
  // "Charleston, WV" is spelt right and not ours; it is no slip for Charles Town, WV.
  if (allowed === 0 || index.byKey.has(query.name)) return []
  const near = index.places.flatMap((place) => {
    if (!inState(place, query.states) || place.key[0] !== query.name[0]) return []
    const edits = editsBetween(query.name, place.key, allowed)
    return edits > allowed ? [] : [present(place, MISSPELT * place.worth - 0.1 * (edits - 1))]
  })
  return ranked(index, near)
}

/** When nothing fits: the mapped cities of that state, then those of that name elsewhere. They are hints, not answers. */
function nearby(index: CityIndex, query: Query): CityMatch[] {
  const inIt = index.cities.filter((city) => query.states.includes(city.state))
  const sameName = index.byKey.get(query.name) ?? []
  const hints = inIt.map((city) => present(placeOf(city.name, city.state, city, 1), 0.3))
  const others = index.places.map((place) => present(place, likenessOf(query.name, place.key)))
  const alike = others.filter((match) => match.score > 0.2)
  return ranked(index, [...hints, ...sameName.map((place) => present(place, 0.35)), ...alike])
}

function likenessOf(typed: string, key: string): number {
  const longer = Math.max(typed.length, key.length)
  const edits = editsBetween(typed, key, Math.floor(longer / 2))
  return 0.4 * Math.max(0, 1 - edits / longer)
}

function present(place: Place, score: number): CityMatch {
  const { slug, name, state } = place.city
  return {
    slug,
    name,
    state,
    score: Math.round(score * 1000) / 1000,
    matched: `${place.name}, ${place.state}`,
  }
}

/** The best match of each city, best first; the larger city first among equals, then by slug. */
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
