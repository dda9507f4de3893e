// Prepares the name of a place for comparison: one spelling of Saint and Fort, no "metro area", the state apart.
import { plainText } from './plain.ts'

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\bsaint\b/g, 'st'],
  [/\bft\b/g, 'fort'],
  [/\bmt(?= [a-z])/g, 'mount'],
  [/\bafb\b/g, 'air force base'],
  [/\b(parish|borough)$/, 'county'],
]
const AREA_WORDS =
  /^the (?=.)|\b(greater|metro|metropolitan|area|suburbs|city of|downtown|usa|us|united states|region|\d{5})\b/g

export function nameOf(place: string): string {
  let key = plainText(place)
  for (const [pattern, replacement] of SPELLINGS) key = key.replace(pattern, replacement)
  const bare = key.replace(AREA_WORDS, ' ').replace(/ +/g, ' ').trim()
  return bare === '' ? key : bare
}

/** A place name: as a whole, and split into name and state if the text ends in a state. */
export type PlaceName = ReturnType<typeof readName>

/** Reads a place name. `stateOf` returns the code of a state from its name or code. */
export function readName(text: string, stateOf: (name: string, isShort?: boolean) => string | null) {
  const plain = plainText(text).replace(/^the (?=.)/, '')
  const whole = nameOf(text)
  const named = (name: string, state: string | null) => ({ plain, whole, name, state })
  const comma = text.lastIndexOf(',')
  const after = comma > 0 ? stateOf(nameOf(text.slice(comma + 1)), true) : null
  if (after) return named(nameOf(text.slice(0, comma)), after)
  const words = whole.split(' ')
  for (const count of [3, 2, 1]) {
    const state = words.length > count ? stateOf(words.slice(-count).join(' ')) : null
    if (state) return named(words.slice(0, -count).join(' '), state)
  }
  return named(whole, null)
}
