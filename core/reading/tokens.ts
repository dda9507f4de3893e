// A text as words, numbers and signs, each with its place.
import { folded } from '../kernel/folded.ts'

export interface Token {
  /** In small letters without accents. */
  readonly word: string
  readonly from: number
  readonly to: number
  readonly isNumber: boolean
}

const TOKEN = /\d+|\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*|[^\s\p{L}\d]/gu

/** The tokens of a text, in one pass; those of `year年` stand apart. */
export const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(TOKEN), (found) => ({
    word: folded(found[0]).replace('’', "'"),
    from: found.index,
    to: found.index + found[0].length,
    isNumber: /^\d/.test(found[0]),
  }))

/** The word at a place, or nothing outside the text. */
export const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? ''

/** What was read from a text, from which words, and what is uncertain or was not understood. */
export interface Read<Value> {
  readonly value: Value | null
  readonly said: string
  /** The words that were not. */
  readonly left: string
  /** What was decided where the words allow more than one meaning, or why there is no value. */
  readonly doubts: readonly string[]
}
