// Reads the name of a place: its state, one spelling of Saint and Fort, and names of areas as the city they mean.
import { cityOfMetro } from './metro-names.ts'
import { plainText } from './normalize.ts'
import { STATES, STATE_CODES } from './states.ts'

/** A text read as the name of a place. */
export interface PlaceName {
  /** The text as typed, the whole of it as a name, the name without its state, and the states it may mention. */
  plain: string
  whole: string
  name: string
  states: string[]
}

/** Reads a text as the name of a place. */
export function readPlace(text: string): PlaceName {
  const query = readName(text)
  const inState = query.states.length === 0 ? null : cityOfMetro(query.name)
  // As a whole first: "South Florida" is a name, and "Raleigh-Durham, NC" a name in a state.
  const metro =
    cityOfMetro(query.plain) ??
    cityOfMetro(query.whole) ??
    (query.states.includes(inState?.state ?? '') ? inState : null)
  return metro ? { ...query, whole: metro.name, name: metro.name, states: [metro.state] } : query
}

function readName(text: string): PlaceName {
  const plain = plainText(text).replace(/^the /, '')
  const whole = placeKey(plain)
  const comma = text.lastIndexOf(',')
  if (comma > 0) {
    const state = stateOf(placeKey(plainText(text.slice(comma + 1))))
    if (state) return { plain, whole, name: placeKey(plainText(text.slice(0, comma))), states: [state] }
  }
  return { plain, whole, ...trailingState(whole) }
}

/** Finds a state in the last one to three words: "portland or", "portland oregon", "san-francisco-ca". */
function trailingState(whole: string): { name: string; states: string[] } {
  const words = whole.split(' ')
  for (const count of [3, 2, 1]) {
    const state = words.length > count ? stateOf(words.slice(-count).join(' ')) : null
    if (state) return { name: words.slice(0, -count).join(' '), states: [state] }
  }
  return { name: whole, states: [] }
}

/** The code of a state by its plain name or code; null for another text. */
export function stateOf(text: string): string | null {
  return STATES.get(text) ?? (STATE_CODES.has(text) ? text.toUpperCase() : null)
}

const SPELLED: readonly (readonly [RegExp, string])[] = [
  [/\bsaint\b/g, 'st'],
  [/\bft\b/g, 'fort'],
  [/\bmt\b/g, 'mount'],
  [/\bafb\b/g, 'air force base'],
]
const AROUND =
  /^the (?=.)|\b(greater|metro|metropolitan|area|city of|downtown|usa|us|united states|region|\d{5})\b/g

/**
 * The name normalised for comparison: one spelling of Saint, Fort
 * and Mount; without "greater", "metro area" or a ZIP code.
 */
function placeKey(plain: string): string {
  let key = plain
  for (const [pattern, replacement] of SPELLED) key = key.replace(pattern, replacement)
  const bare = key.replace(AROUND, ' ').replace(/ +/g, ' ').trim()
  return bare === '' ? key : bare
}

/** A place's name, normalised as in `namesIn`. */
export const nameOf = (place: string): string => placeKey(plainText(place))
