// Finds phrases of the vocabulary in a list of tokens, forwards and backwards.
import type { MoneyToken } from './money-tokens.ts'
import { meaningOf, type Meaning } from './pay-vocabulary.ts'

/** The longest phrase, in words. */
const LONGEST = 5
const JOINTS = new Set(['-', "'", '.'])

/** The meaning of a phrase, and the indexes of its first and last token. */
export interface Phrase {
  readonly meaning: Meaning
  readonly first: number
  readonly last: number
}

type Fits = (meaning: Meaning) => boolean

/** The longest phrase that begins at a token, or that ends there if `step` is -1. */
function phraseFrom(list: readonly MoneyToken[], at: number, step: 1 | -1, fits: Fits): Phrase | null {
  let [key, found]: [string, Phrase | null] = ['', null]
  for (let next = at, words = 0; words < LONGEST; next += step) {
    const token = list[next]
    if (token === undefined) break
    if (JOINTS.has(token.text)) {
      // Joining signs belong to a phrase only if there are no spaces: `bi-weekly`, `d'embauche`, `p.a`.
      if (key === '' || !token.glued || list[next + 1]?.glued !== true) break
      continue
    }
    if (key === '') key = step > 0 ? token.text.replace(/\./g, ' ').replace(/\s+/g, ' ') : token.text
    else key = step > 0 ? `${key} ${token.text}` : `${token.text} ${key}`
    words += 1
    const meaning = meaningOf(key)
    if (meaning && fits(meaning)) found = { meaning, first: Math.min(at, next), last: Math.max(at, next) }
  }
  return found
}

export const phraseAt = (list: readonly MoneyToken[], at: number, fits: Fits): Phrase | null =>
  phraseFrom(list, at, 1, fits)

export const phraseEnding = (list: readonly MoneyToken[], at: number, fits: Fits): Phrase | null =>
  phraseFrom(list, at, -1, fits)
