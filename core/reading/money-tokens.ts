// Splits a text about money into numbers, currencies and words, in linear time, and finds phrases of the vocabulary in them.
import { folded } from '../kernel/folded.ts'
import {
  signsBesideDigits,
  codesThatAreWords,
  currencyCodes,
  currencySigns,
  dollarPrefixes,
} from './currencies.ts'
import { meaningOf, type Meaning } from './pay-vocabulary.ts'

/** One token. `glued` means that there is no whitespace before it. */
export interface MoneyToken {
  readonly kind: 'number' | 'currency' | 'dollar' | 'word' | 'mark'
  /** Lower-case text without accents; for a number, its digits and separators. */
  readonly text: string
  /** ISO code of a currency token; null for a sign shared by several currencies. */
  readonly currency: string | null
  readonly glued: boolean
  readonly start: number
  readonly end: number
}

// Groups of three with spaces or apostrophes; digits with separators; letters before a dollar sign; words; marks.
const PATTERN =
  /(?<number>\d{1,3}(?: \d{3})+(?![\d%])(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,']\d+)*|(?<![\d\p{L}])[.,]\d+)|(?<dollar>(?![kK]\$)\p{L}{0,3}\$(?:\p{Lu}{3}(?!\p{L}))?)|(?<word>(?:[Ss]|GH)[/₵](?=\s?\.?\s?\d)|[Pp]\.\s?[amwdhjuAMWDHJU]\b|[\p{L}\p{M}]+)|(?<mark>[^\s\p{L}\p{M}\d])/gu

export function tokens(text: string): MoneyToken[] {
  const found: MoneyToken[] = []
  let end = 0
  for (const match of text.matchAll(PATTERN)) {
    const glued = match.index === end && end > 0
    const start = match.index
    end = start + match[0].length
    found.push({ ...classify(match, digitsBeside(text, start, end, glued)), glued, start, end })
  }
  return found
}

type TokenClass = Pick<MoneyToken, 'kind' | 'text' | 'currency'>
type NearbyDigits = ReturnType<typeof digitsBeside>

/** Which digits are beside a word: directly, or after a space. */
const digitsBeside = (text: string, start: number, end: number, glued: boolean) => ({
  glued: !glued && /^\d/.test(text.slice(end, end + 1)),
  /** Whether groups of thousands follow after a space, as in `R 25 000`. Not in `Plan R 401 000`, where R names a plan. */
  grouped:
    /^ \d{1,3} \d{3}/.test(text.slice(end, end + 8)) &&
    !/\b(?:plan|class|grade|type|schedule) $/i.test(text.slice(Math.max(0, start - 10), start)),
  near:
    /^\.?\s?\d/.test(text.slice(end, end + 3)) || /\d\s?$/.test(text.slice(Math.max(0, start - 2), start)),
  /** Whether it follows a digit directly, or a slash follows it, as after the `e` of `3 000 e/kk`. */
  behind: ((glued && /\d/.test(text[start - 1] ?? '')) || text[end] === '/') && !/\d/.test(text[end] ?? ''),
})

function classify(match: RegExpMatchArray, digits: NearbyDigits): TokenClass {
  const raw = match[0]
  if (match.groups?.['number'] !== undefined) return { kind: 'number', text: raw, currency: null }
  if (match.groups?.['dollar'] !== undefined) return dollar(raw)
  const text = folded(raw)
  if (/^(?:dollars?|bucks)$/.test(text)) return { kind: 'dollar', text: '$', currency: null }
  const currency = currencyOf(raw, text, digits)
  if (currency !== undefined) return { kind: 'currency', text, currency }
  return { kind: match.groups?.['word'] === undefined ? 'mark' : 'word', text, currency: null }
}

/** `$`, `A$`, `CAD$`, `$CAD`. */
function dollar(raw: string): TokenClass {
  const [before = '', after = ''] = raw.split('$')
  const prefix = before.toLowerCase()
  const named = [after, before.toUpperCase()].find((code) => currencyCodes.has(code))
  const code = named ?? dollarPrefixes[prefix]
  if (code !== undefined) return { kind: 'currency', text: raw.toLowerCase(), currency: code }
  return { kind: 'dollar', text: '$', currency: null }
}

/** The ISO code of a word; null for a sign that several currencies share; undefined for any other word. */
function currencyOf(raw: string, text: string, digits: NearbyDigits): string | null | undefined {
  const lower = raw.toLowerCase()
  // `R` is a letter too. It counts only directly before a digit, as in `R45 000`, or before groups of digits.
  if (text === 'r' && !digits.glued && !(raw !== text && digits.grouped)) return undefined
  if (signsBesideDigits.has(text) && !digits.near) return undefined
  if (text === 'e' && !digits.behind) return undefined
  if (Object.hasOwn(currencySigns, lower)) return currencySigns[lower]
  if (/^\p{Sc}$/u.test(raw)) return null
  const named = meaningOf(text)?.currency
  if (named !== undefined) return named
  const code = raw.toUpperCase()
  if (!currencyCodes.has(code)) return undefined
  return raw === code || !codesThatAreWords.has(code) ? code : undefined
}

const MAX_PHRASE_WORDS = 5
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
  for (let next = at, words = 0; words < MAX_PHRASE_WORDS; next += step) {
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
