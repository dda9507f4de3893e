// Finds phrases of the vocabulary in a list of tokens, in both directions.
import type { MoneyToken } from './money-tokens.ts'
import { meaningOf, type Meaning } from './pay-vocabulary.ts'

/** The most words of a phrase. */
const LONGEST = 5
const JOINTS = new Set(['-', "'", '.'])

/** A phrase: what it means, and its first and last token. */
export interface Phrase {
  readonly meaning: Meaning
  readonly first: number
  readonly last: number
}

export function phraseAt(
  list: readonly MoneyToken[],
  at: number,
  fits: (meaning: Meaning) => boolean,
): Phrase | null {
  let [key, found]: [string, Phrase | null] = ['', null]
  for (let next = at, words = 0; next < list.length && words < LONGEST; next += 1) {
    const token = list[next]
    if (token === undefined) break
    if (JOINTS.has(token.text)) {
      // A joint is within a phrase only without spaces: `bi-weekly`, `d'embauche`, `p.a`.
      if (key === '' || !token.glued || list[next + 1]?.glued !== true) break
      continue
    }
    key = key === '' ? token.text.replace(/\./g, ' ').replace(/\s+/g, ' ') : `${key} ${token.text}`
    words += 1
    const meaning = meaningOf(key)
    if (meaning && fits(meaning)) found = { meaning, first: at, last: next }
  }
  return found
}

export function phraseEnding(
  list: readonly MoneyToken[],
  at: number,
  fits: (meaning: Meaning) => boolean,
): Phrase | null {
  let [key, found]: [string, Phrase | null] = ['', null]
  for (let next = at, words = 0; next >= 0 && words < LONGEST; next -= 1) {
    const token = list[next]
    if (token === undefined) break
    if (JOINTS.has(token.text)) {
      if (key === '' || !token.glued || list[next + 1]?.glued !== true) break
      continue
    }
    key = key === '' ? token.text : `${token.text} ${key}`
    words += 1
    const meaning = meaningOf(key)
    if (meaning && fits(meaning)) found = { meaning, first: next, last: at }
  }
  return found
}
