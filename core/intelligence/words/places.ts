// Decides which city a text means. "sf", "NYC metro", "Palo Alto" and "94110" mean the city of their area. For "Portland" alone
// crm asks which one. A place without figures has no city; the nearest ones are hints.
import { cut } from '../../kernel/plain-characters.ts'
import { must } from '../../kernel/narrow.ts'
import type { Row } from '../file/layout.ts'
import type { Book } from './book.ts'
import { bucketOf } from './compile-titles.ts'
import { nameOf, readName, type PlaceName } from './place-name.ts'
import { plainText } from './plain.ts'
import { withoutDecorations } from './title.ts'
import { editsBetween } from './spelling.ts'

/** A city that a text may mean, its score (0–1), and the named place in its area, such as "Palo Alto, CA". */
export interface CityMatch {
  slug: string
  score: number
  matched: string
  isCity: boolean
}

/** Where a place without figures is: a country, or an area of the US. An empty `area` means a better-known place, not named. */
export interface Elsewhere {
  country?: string
  area?: string
}

/** The meaning of a text: one city, the nation, several cities, or none with the nearest ones. */
export type PlaceAnswer =
  | { kind: 'one'; city: CityMatch }
  | { kind: 'nation'; name: 'remote' | 'nation' }
  | { kind: 'several'; cities: CityMatch[]; elsewhere: Elsewhere | null }
  | { kind: 'none'; cities: CityMatch[]; elsewhere: Elsewhere | null }

const KIND_SCORE: Readonly<Record<string, number>> = {
  city: 1,
  nickname: 0.98,
  county: 0.9,
  suburb: 0.9,
  namesake: 0.8,
}
export const SUBURB = 0.9
const NAMESAKE = 0.8
const REGION_SCORE = 0.5
const NEAR_SCORE = 0.3
const MISSPELT = 0.88
/** A clear winner's lead in score. A city's own name leads a suburb's by more; two suburbs are equal. */
const CLEAR_MARGIN = 0.05
const MAX_CITIES = 5
const MAX_OF_STATE = 20

const placesNamed = (book: Book, name: string) => [...book.rows('places_named', name)].map(placeIn)

const placeIn = ([, kind = '', label = '', state = '', target = '']: Row) => ({ kind, label, state, target })
type NamedPlace = ReturnType<typeof placeIn>

/** The code of a state. After a comma (`isShort`) it may be shortened: “Mass.” */
const stateIn =
  (book: Book) =>
  (name: string, isShort = false): string | null =>
    placesNamed(book, name).find(({ kind }) => kind === 'state' || (isShort && kind === 'short_state'))
      ?.target ?? null

/** The places of this name in a state: listed places, else towns with a ZIP code. */
function placesNamedInState(book: Book, name: string, state: string): NamedPlace[] {
  const listed = placesNamed(book, name).filter((place) => isIn(place, state))
  if (listed.length > 0) return listed
  return [...book.rows('towns', name, state)].map(([, , kind = '', label = '', target = '']) => ({
    ...{ kind, label, state, target },
  }))
}

const MAX_PLACE = 200

/** An address in Canada by its province: "Toronto, ON". The postal code may follow. NL, PE and SK are countries, too. */
const IN_CANADA =
  /^(?:(?!\s(?:or|and)\s)[^/;|])*,\s*(?:on|ontario|qc|qu[eé]bec|bc|british columbia|ab|alberta|mb|manitoba|saskatchewan|ns|nova scotia|nb|new brunswick|newfoundland|prince edward island)(?:\s+[a-z]\d[a-z]\s?\d[a-z]\d)?\.?\s*$/i

/** Decides what a text means. A state in the text is binding, so "Berlin, NH" never means Berlin, CT. */
export function resolvePlace(book: Book, whole: string): PlaceAnswer {
  const text = withoutDecorations(book.lexicon(), cut(whole, MAX_PLACE), ['address']).title
  const bare = withoutDistanceWords(text)
  if (IN_CANADA.test(bare)) return { kind: 'none', cities: [], elsewhere: { country: 'Canada' } }
  const query = readName(bare, stateIn(book))
  const cityless = placesNamed(book, query.plain).find(({ kind }) => kind === 'nation' || kind === 'remote')
  if (cityless)
    return (
      remoteAbroad(book, text) ?? { kind: 'nation', name: cityless.kind === 'remote' ? 'remote' : 'nation' }
    )
  const zip = /(?<![\d#])(\d{5})(?:-\d{4})?\s*$/.exec(bare)?.[1]
  const coded = zip === undefined ? null : cityOfZip(book, zip)
  const named = /[a-z]/.test(query.name) || !coded ? answerForName(book, query) : null
  const answer = coded && named ? combinedWithZip(coded, named) : (coded ?? must(named))
  return answer.kind === 'none' ? (citiesOfParts(book, text) ?? answer) : answer
}

const isAbroad = (answer: PlaceAnswer): boolean => 'elsewhere' in answer && !!answer.elsewhere?.country

/** The foreign place in parentheses: "Remote (Canada)". Null for other texts. */
function remoteAbroad(book: Book, text: string): PlaceAnswer | null {
  const beside = /\(([^()]+)\)/.exec(text)?.[1]
  const found = beside === undefined ? null : resolvePlace(book, beside)
  return found && isAbroad(found) ? found : null
}

/** The cities of a text with several: "Austin, TX / Dallas, TX". Without a US city, the first foreign place. Else null. */
function citiesOfParts(book: Book, text: string): PlaceAnswer | null {
  const parts = text.split(/\s*[/;|]\s*|\s+(?:or|and)\s+/i)
  if (parts.length < 2) return null
  const answers = parts.map((part) => resolvePlace(book, part))
  const sure = bestPerCity(answers.flatMap((found) => (found.kind === 'one' ? [found.city] : [])))
  const abroad = answers.find(isAbroad)
  if (sure.length === 0 && abroad) return abroad
  // "Portland or Seattle": both Portlands are choices. Two sure cities need no others.
  const possible = answers.flatMap((found) =>
    found.kind === 'several' && !isAbroad(found) ? found.cities : [],
  )
  const cities = sure.length > 1 ? sure : bestPerCity([...sure, ...possible]).slice(0, MAX_OF_STATE)
  return cities.length > 1 ? { kind: 'several', cities, elsewhere: null } : null
}

/** Removes words about distance or remote work from a place: "near Philly", "Chicago (Hybrid)", "Seattle or remote". */
function withoutDistanceWords(text: string): string {
  const alone = text
    .replace(/^\s*(in|at|near|around|close to|outside of|outside)\s+(?=\S)/i, '')
    .replace(/\(.*?\)|\b(or|and) remote\b|[/,|-]? *\b(hybrid|on-?site|in office)\b/gi, ' ')
    .trim()
  return /[\p{L}\d]/u.test(alone) ? alone : text
}

/** Combines a ZIP code with a city's name. If they are in different areas, the user chooses. */
function combinedWithZip(coded: PlaceAnswer, named: PlaceAnswer): PlaceAnswer {
  if (coded.kind !== 'one' || named.kind !== 'one' || coded.city.slug === named.city.slug) return coded
  return { kind: 'several', cities: [coded.city, named.city], elsewhere: null }
}

function answerForName(book: Book, query: PlaceName): PlaceAnswer {
  const exact = citiesNamed(book, query)
  const named = exact.length > 0 ? exact : citiesOfAll(book, query.name, query.state)
  const known = elsewhereOf(book, query, named.length > 0)
  const found = named.length > 0 || known ? named : misspelt(book, query)
  const [best, second] = found
  const elsewhere = known ?? (best && !named.length ? elsewhereIfSpelled(book, query, best) : null)
  if (!best) return noCity(book, query, elsewhere)
  const isClear = best.score > REGION_SCORE && (!second || best.score - second.score > CLEAR_MARGIN)
  const isNamesake = named.length > 0 && best.score <= NAMESAKE
  const isDoubtful =
    isNamesake ||
    (elsewhere !== null &&
      (best.score <= SUBURB || placesNamed(book, query.whole).some(({ kind }) => kind === 'elsewhere')))
  if (isClear && !isDoubtful) return { kind: 'one', city: best }
  const most = best.score <= REGION_SCORE ? MAX_OF_STATE : MAX_CITIES
  return { kind: 'several', cities: found.slice(0, most), elsewhere }
}

/** The cities with figures that a name means, best first. The name may be a place, an area of several, or a state. */
function citiesNamed(book: Book, { plain, whole, name, state }: PlaceName): CityMatch[] {
  // "Parker Co" is the county if no town in Colorado has the name.
  const county = whole.replace(/ co$/, ' county')
  const asWhole = [...new Set([plain, whole, county])].flatMap((key) => placesNamed(book, key))
  const inState = state === null ? [] : placesNamedInState(book, name, state)
  const exact = inState.filter((place) => place.state === state && place.kind in KIND_SCORE)
  // The whole of "South Florida" is a name. "Oregon" is the state, not Oregon, OH.
  const own = state === null ? null : stateIn(book)(whole)
  const places = [
    ...(exact.length > 0 ? exact : inState),
    ...asWhole.filter(({ kind }) => own === null || kind !== 'suburb'),
  ]
  const isState = asWhole.some(({ kind }) => kind === 'state')
  const meant = places.flatMap(({ kind, label, target }) => {
    const worth = KIND_SCORE[kind]
    if (worth === undefined || (isState && worth <= SUBURB)) return []
    const score = state !== null && inState.some((place) => place.target === target) ? 1 : worth
    return [{ slug: target, score, matched: label, isCity: kind === 'city' || kind === 'nickname' }]
  })
  const regions = asWhole.filter(({ kind }) => kind === 'region').flatMap(({ target }) => target.split(' '))
  const ofState = asWhole
    .filter(({ kind }) => kind === 'state')
    .flatMap(({ label }) => label.split(' ').filter(Boolean))
  const better = meant.filter(({ score }) => score > NAMESAKE)
  return bestPerCity([
    ...(better.length > 0 ? better : meant),
    ...[...regions, ...ofState].map((slug, at) => cityAt(book, slug, REGION_SCORE - at / 1000)),
  ])
}

/** Whether a place is in a state. An area may be in several; addresses around Washington also use DC. */
const isIn = (place: NamedPlace, state: string): boolean =>
  place.state.split('-').includes(state) || (state === 'DC' && place.target === WASHINGTON)

const WASHINGTON = 'washington-dc'

const citiesOfState = (book: Book, state: string): string[] =>
  placesNamed(book, state.toLowerCase())
    .find(({ kind }) => kind === 'state')
    ?.label.split(' ')
    .filter(Boolean) ?? []

function cityAt(book: Book, slug: string, score: number): CityMatch {
  const [, name = '', state = ''] = book.get('cities', slug) ?? []
  return { slug, score, matched: `${name}, ${state}`, isCity: true }
}

/**
 * The cities whose area holds every named place: "Buffalo-Niagara Falls", "greensboro-high-point-nc". `known` has the cities of
 * each rest, because many cuts lead to the same rest.
 */
function citiesOfAll(
  book: Book,
  name: string,
  state: string | null,
  known = new Map<string, CityMatch[]>(),
): CityMatch[] {
  const held = known.get(name)
  if (held) return held
  const words = name.split(' ')
  let both: CityMatch[] = []
  for (let cut = 1; cut < words.length && both.length === 0; cut++) {
    const [first, rest] = [words.slice(0, cut).join(' '), words.slice(cut).join(' ')]
    const query = (part: string): PlaceName => ({ plain: part, whole: part, name: part, state })
    const cities = citiesNamed(book, query(first)).filter(({ score }) => score > REGION_SCORE)
    if (cities.length === 0) continue
    const others = [...citiesNamed(book, query(rest)), ...citiesOfAll(book, rest, state, known)]
    both = cities.filter(({ slug }) => others.some((other) => other.slug === slug))
  }
  known.set(name, both)
  return both
}

/** The better-known place with the corrected name of a misspelt suburb: "Genevva" may also be Geneva in Switzerland. */
const elsewhereIfSpelled = (book: Book, query: PlaceName, { matched, isCity }: CityMatch) =>
  isCity ? null : elsewhereOf(book, { ...query, whole: plainText(matched.split(',')[0] ?? '') }, true)

/** A place without figures that is better known under this name. */
function elsewhereOf(book: Book, { whole, name, state }: PlaceName, isNamed: boolean): Elsewhere | null {
  const all = placesNamed(book, whole)
  // “Perth, WA” and “Tbilisi, Georgia” name a state, too.
  const country =
    all.find(({ kind }) => kind === 'abroad' || kind === 'country') ??
    (state === null && !isNamed ? countryAtEnd(book, whole) : null)
  if (country) return { country: country.target }
  const areas = [...all, ...(state === null ? [] : placesNamedInState(book, name, state))]
  const area = areas.find(({ kind }) => kind === 'area_city' || (kind === 'area' && !isNamed))
  if (area && (state === null || !isNamed)) return { area: area.label }
  return state === null && all.some(({ kind }) => kind === 'elsewhere') ? { area: '' } : null
}

/** The country at the end of a name: "berlin germany", but not "new mexico". */
function countryAtEnd(book: Book, whole: string): NamedPlace | undefined {
  const words = whole.split(' ')
  for (const count of [3, 2, 1]) {
    if (words.length <= count || words.at(-count - 1) === 'new') continue
    const country = placesNamed(book, words.slice(-count).join(' ')).find(({ kind }) => kind === 'country')
    if (country) return country
  }
  return undefined
}

/** The city whose area has the ZIP code. For an area without figures, the answer has only the nearest cities. */
function cityOfZip(book: Book, zip: string): PlaceAnswer | null {
  const rest = Number(zip.slice(3))
  for (const entry of (book.get('zip_places', zip.slice(0, 3))?.[1] ?? '').split(';')) {
    const [range = '', place = '', slug = '', area = '', near = ''] = entry.split('|')
    const [from, to] = range.split('-').map(Number)
    if (from === undefined || to === undefined || rest < from || rest > to) continue
    if (slug !== '')
      return { kind: 'one', city: { slug, score: 1, matched: `${place} ${zip}`, isCity: false } }
    const cities = near.split(' ').map((city, at) => cityAt(book, city, NEAR_SCORE - at / 1000))
    return { kind: 'none', cities, elsewhere: { area } }
  }
  return null
}

/** Cities whose names differ by one or two letters, in the given state if any. Short names must be exact. */
function misspelt(book: Book, { name, state }: PlaceName): CityMatch[] {
  const most = name.length < 5 ? 0 : name.length < 9 ? 1 : 2
  // "Charleston, WV" is spelled correctly but not covered; it is not a typo for Charles Town, WV.
  if (most === 0 || placesNamed(book, name).length > 0) return []
  const near: CityMatch[] = []
  for (let length = name.length - most; length <= name.length + most; length++)
    for (const known of namesIn(book, bucketOf(name, length))) {
      const edits = editsBetween(name, known, most)
      if (edits > most || isOtherWord(name, known)) continue
      for (const place of placesNamed(book, known)) {
        const worth = KIND_SCORE[place.kind] ?? 0
        if (worth === 0 || (state === null ? worth <= NAMESAKE : !isIn(place, state))) continue
        const score = MISSPELT * worth - 0.1 * (edits - 1)
        near.push({ slug: place.target, score, matched: place.label, isCity: place.kind === 'city' })
      }
    }
  return bestPerCity(near)
}

/** Whether the letters that differ make another word: "Wicker Park" is not "Winter Park". */
function isOtherWord(name: string, known: string): boolean {
  const [typed, meant] = [name.split(' '), known.split(' ')]
  if (typed.length !== meant.length) return false
  return typed.some((word, at) => word.length < LONG_WORD && editsBetween(word, must(meant[at]), 1) > 1)
}
const LONG_WORD = 8

const namesIn = (book: Book, bucket: string): readonly string[] =>
  book.ofRow('place_spellings', bucket, 'names', (row) => must(row[1]).split('|')) ?? []

/** The answer if nothing matches: cities near the area, places of this name in other states, or the state's cities. */
function noCity(book: Book, { name, state }: PlaceName, elsewhere: Elsewhere | null): PlaceAnswer {
  if (elsewhere?.country) return { kind: 'none', cities: [], elsewhere }
  const named = state === null ? placesNamed(book, name) : placesNamedInState(book, name, state)
  const areas = named.filter(({ kind }) => kind.startsWith('area'))
  const near = areas.flatMap(({ target }) => target.split(' '))
  const same =
    near.length > 0 ? [] : placesNamed(book, name).filter(({ kind }) => (KIND_SCORE[kind] ?? 0) > NAMESAKE)
  const others = near.length > 0 || state === null ? near : citiesOfState(book, state)
  const score = NEAR_SCORE + 0.05
  const cities = bestPerCity([
    ...same.map(({ target: slug, label: matched }) => ({ slug, score, matched, isCity: false })),
    ...others.map((slug, at) => cityAt(book, slug, NEAR_SCORE - at / 1000)),
  ])
  return { kind: 'none', cities: cities.slice(0, MAX_CITIES), elsewhere }
}

function bestPerCity(matches: readonly CityMatch[]): CityMatch[] {
  const best = new Map<string, CityMatch>()
  for (const match of matches)
    if ((best.get(match.slug)?.score ?? 0) < match.score) best.set(match.slug, match)
  return [...best.values()].sort((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
}

/** How well a correctly spelled text names a place, 0–1. "Nurse Canada" has 0; "Guelph Canada" may have more. */
export function placeScore(book: Book, text: string): number {
  const query = readName(text, stateIn(book))
  const elsewhere = elsewhereOf(book, query, false)
  const [best] = citiesNamed(book, query)
  if (best) return best.score
  if (elsewhere?.country) {
    const words = query.whole.split(' ')
    return words.some((_, at) => placesNamed(book, words.slice(0, words.length - at).join(' ')).length > 0)
      ? 1
      : 0
  }
  return elsewhere?.area || citiesOfAll(book, nameOf(query.name), query.state).length > 0 ? SUBURB : 0
}

/** Whether a text names a part of the country: "midwest", "New England". */
export const isRegion = (book: Book, text: string): boolean =>
  placesNamed(book, plainText(text)).some(({ kind }) => kind === 'region')

export const isWideArea = (book: Book, text: string): boolean =>
  placesNamed(book, plainText(text)).some(({ kind }) => /^(?:state|nation|region)$/.test(kind))

/** The cities that a text may mean, best first. For a state or region its cities; for a place without figures the nearest. */
export function citiesFound(book: Book, text: string): CityMatch[] {
  const slug = text.trim().toLowerCase()
  if (book.get('cities', slug)) return [cityAt(book, slug, 1)]
  const found = resolvePlace(book, text)
  return found.kind === 'one' ? [found.city] : found.kind === 'nation' ? [] : found.cities
}
