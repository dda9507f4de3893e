// Decides whether an office is in a wanted place. The place resolver decides between known cities; otherwise words count first.
import type { Book } from '../intelligence/words/book.ts'
import { resolvePlace, type PlaceAnswer } from '../intelligence/words/places.ts'
import type { FoundPosting } from './found-posting.ts'
import { hasWords } from './whole-words.ts'

export type PlaceFinder = ReturnType<typeof placeFinder>

export interface Area {
  /** `town`: a town without pay data, known by its state. `several`: one of several cities. */
  kind: 'city' | 'several' | 'region' | 'town' | 'nation' | 'unknown'
  /** The cities with pay data: of the place itself, or of its state. */
  cities: readonly string[]
  country: string | null
}

const UNKNOWN: Area = { kind: 'unknown', cities: [], country: null }
/** Maximum score of a region’s cities, and of cities used for a town of their state. */
const MAX_REGION_SCORE = 0.5
const MAX_STATE_SCORE = 0.3

function areaOf(answer: PlaceAnswer): Area {
  if (answer.kind === 'one') return { ...UNKNOWN, kind: 'city', cities: [answer.city.slug] }
  if (answer.kind === 'nation') return answer.name === 'nation' ? { ...UNKNOWN, kind: 'nation' } : UNKNOWN
  const country = answer.elsewhere?.country ?? null
  if (country !== null) return { ...UNKNOWN, country }
  const isTown = answer.kind === 'none'
  const cities = answer.cities
    .filter(({ score }) => !isTown || score <= MAX_STATE_SCORE)
    .map(({ slug }) => slug)
  if (isTown) return { ...UNKNOWN, kind: cities.length ? 'town' : 'unknown', cities }
  return {
    ...UNKNOWN,
    kind: answer.cities.every(({ score }) => score <= MAX_REGION_SCORE) ? 'region' : 'several',
    cities,
  }
}

export function areaReader(book: Book): (text: string) => Area {
  const known = new Map<string, Area>()
  return (text) => {
    const area = known.get(text) ?? areaOf(resolvePlace(book, text.slice(0, 200)))
    known.set(text, area)
    return area
  }
}

const REMOTE = /^(?:fully |100 ?% )?remote$/i
/** The words and signs around a place in a location for remote work: `Remote (Canada)` becomes `Canada`. */
const ONLY_REMOTE = /\b(?:fully|100 ?%)?\s*remote\b|[()[\]]|^\W+|\W+$/giu
const UNITED_STATES = /\b(?:u\.?s\.?a?|united states)(?![\p{L}\p{N}])/iu

export function placeFinder(areaIn: (text: string) => Area) {
  const placeOf = (text: string): Place => ({ text, area: areaIn(text) })
  return {
    /** Why a posting matches, in words; null if it does not. A posting without a location matches, and the text says so. */
    reason({ places, workplace }: Pick<FoundPosting, 'places' | 'workplace'>, wanted: readonly string[]) {
      if (!places.length && workplace === null) return ['names no place']
      const found = wanted.flatMap((wish) => {
        if (REMOTE.test(wish.trim())) return workplace === 'remote' ? ['is remote'] : []
        const office = places.find((each) => isIn(placeOf(each), placeOf(wish)))
        return office ? [`${workplace === 'hybrid' ? 'hybrid ' : ''}in ${office}`] : []
      })
      return found.length ? found : null
    },
    country(office: string): string | null {
      const { kind, country } = areaIn(office.replace(ONLY_REMOTE, ' ').trim())
      return country ?? (kind === 'unknown' ? null : 'United States')
    },
  }
}

interface Place {
  text: string
  area: Area
}

/** If both are known cities, the resolver decides: Paris, Texas, is not in Paris. Otherwise shared words or shared cities suffice. */
function isIn(office: Place, wish: Place): boolean {
  const { kind, cities, country } = wish.area
  const isInside = office.area.cities.length > 0 && office.area.cities.every((slug) => cities.includes(slug))
  if (kind === 'city' && office.area.kind === 'city') return isInside
  // State codes are also words: “in”, “or”, “me”.
  const isCode = kind === 'region' && wish.text.trim().length === 2
  if (!isCode && hasWords(office.text, wish.text)) return true
  if (kind === 'nation') return office.area.cities.length > 0 || UNITED_STATES.test(office.text)
  if (kind === 'region') return isInside
  if (kind === 'city' || kind === 'several') return isAmong(office.area, cities)
  return country !== null && country === office.area.country && hasWords(country, wish.text)
}

/** Whether the area may be one of these cities. A posting too many is better than a missed one. */
const isAmong = ({ kind, cities }: Area, wanted: readonly string[]): boolean =>
  (kind === 'city' || kind === 'several') && cities.some((slug) => wanted.includes(slug))
