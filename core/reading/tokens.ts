// Splits a text into words, numbers and signs with their positions.
import { folded } from '../kernel/folded.ts'

export interface Token {
  /** In lower case without accents. */
  readonly word: string
  readonly from: number
  readonly to: number
  readonly isNumber: boolean
}

/** Letters of languages without spaces. Each is a token; phrases of the vocabulary join them. */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]`
const WORD = String.raw`(?!${UNSPACED})\p{L}(?:(?!${UNSPACED})[\p{L}\p{M}])*`
const TOKEN = new RegExp(String.raw`\d+|${UNSPACED}|${WORD}(?:['’-]${WORD})*|[^\s\p{L}\d]`, 'gu')

/** The tokens of a text. `2026年` is two tokens. */
export const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(TOKEN), (found) => ({
    word: folded(found[0]).replace('’', "'"),
    from: found.index,
    to: found.index + found[0].length,
    isNumber: /^\d/.test(found[0]),
  }))

export const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? ''

/** The number at an index, if its digits have this form. */
export const numberAt = (tokens: readonly Token[], at: number, form: RegExp): number | null =>
  tokens[at]?.isNumber && form.test(wordAt(tokens, at)) ? Number(wordAt(tokens, at)) : null

export const isBeside = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.to === tokens[at]?.from
