// Takes a city typed among the words of a title out of them: "swe sf", "staff nurse, El Paso, TX", "rn in nyc".
import { namedPlace, namesIn, resolveCity, SUBURB, type CityIndex } from '../search/cities.ts'
import { resolveRole, type RoleIndex } from '../search/roles.ts'

/** The longest place: "salt lake city ut". */
const PLACE_WORDS = 4
/** From this score a text is a title by itself, and no place is looked for in it. */
export const TITLE_ITSELF = 0.95
/** Rarity of a word that stands in one wording only. Commoner ones ("media", "industry") are words of titles. */
const SELDOM = 11

/** A role and the place after it. */
export interface Split {
  role: string
  city: string
}

/** The ways to read a text as a role and the place after it, the longest place first. */
function splitsOf(text: string): Split[] {
  const words = text.split(/[\s,;()@]+/).filter((word) => /[a-z\d]/i.test(word))
  const longest = Math.min(PLACE_WORDS, words.length - 1)
  return Array.from({ length: Math.max(0, longest) }, (_, at) => {
    const cut = words.length - longest + at
    const before = words.slice(0, cut)
    if (before.length > 1 && /^(in|at|near|around)$/i.test(before.at(-1) ?? '')) before.pop()
    return { role: before.join(' '), city: words.slice(cut).join(' ') }
  }).filter(({ role }) => !/\bnew$/i.test(role)) // no "England" in "accountant New England"
}

/** The names of the places that a text may contain, as the index of cities spells them. */
export const placesIn = (text: string): string[] => splitsOf(text).flatMap(({ city }) => namesIn(city))

/** Whether a text may end in a place; cheap, so that the index of titles is read only then. */
export const mayNamePlace = (cities: CityIndex, text: string): boolean =>
  splitsOf(text).some(({ city }) => namedPlace(cities, city) >= SUBURB)

/** The role and the city in a text; null when the text is a title itself, or names no place after a role. */
export function placeInTitle(index: RoleIndex, cities: CityIndex, text: string): Split | null {
  const split = splitsOf(text).find(({ city }) => isPlace(index, cities, city))
  if (!split || resolveRole(index, split.role).kind === 'none') return null
  const whole = resolveRole(index, text)
  return whole.kind === 'one' && whole.score >= TITLE_ITSELF ? null : split
}

/**
 * The role and the misspelt city in a text that names no role for certain: "accountant san fransisco". One word of
 * the place is in no title, and the words before it name a role.
 */
export function misspeltPlaceInTitle(index: RoleIndex, cities: CityIndex, text: string): Split | null {
  const isInNoTitle = (word: string) => !index.wordIds.has(word.toLowerCase())
  const isMisspelt = ({ role, city }: Split) => {
    if (!city.split(' ').some(isInNoTitle) || resolveCity(cities, city).kind !== 'one') return false
    const found = resolveRole(index, role)
    return found.kind === 'ambiguous' || (found.kind === 'one' && found.score >= TITLE_ITSELF)
  }
  return splitsOf(text).find(isMisspelt) ?? null
}

function isPlace(index: RoleIndex, cities: CityIndex, text: string): boolean {
  const score = namedPlace(cities, text)
  if (score !== SUBURB) return score > SUBURB
  const word = index.wordIds.get(text.toLowerCase())
  return word === undefined || (index.rarity[word] ?? 0) > SELDOM
}
