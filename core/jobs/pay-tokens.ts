// Tokenises a salary text into numbers, currencies, multipliers and other words, in linear time.
import { codesThatAreWords, currencyCodes, currencySigns, dollarPrefixes, gluedSigns } from './pay-words.ts'

/** One token. `glued` means that there is no whitespace before it. */
export interface PayToken {
  readonly kind: 'number' | 'currency' | 'dollar' | 'word' | 'mark'
  /** Lower-case text; for a number, its digits and separators. */
  readonly text: string
  /** ISO code of a currency token; null for a sign shared by several currencies. */
  readonly currency: string | null
  readonly glued: boolean
  readonly start: number
  readonly end: number
}

// Groups of three separated by spaces; digits with separators; letters before a dollar sign; p.a.; words;
// marks. A function, because compiling the Unicode classes takes half a millisecond that a list of jobs does
// not need.
const pattern = () =>
  /(?<number>\d{1,3}(?: \d{3})+(?![\d%])(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,']\d+)*)|(?<dollar>\p{L}{0,3}\$)|(?<word>p\.\s?[amwdh]\b|[\p{L}\p{M}]+)|(?<mark>[^\s\p{L}\p{M}\d])/gu

const cjk = /([円元원万萬만億억年月日월])/gu

/**
 * Normalises variant characters: full-width forms, apostrophes, dashes, spaces, and the `,-` after round
 * amounts in German.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[’‘`´ʼ′]/g, "'")
    .replace(/,\s?[-‐-―−]{1,2}(?!\d)/g, ' ')
    .replace(/[‐-―−~〜～]/g, '-')
    .replace(cjk, ' $1 ')
    .replace(/\s+/g, ' ')
}

/** The tokens of a text normalised by `plainText`. */
export function tokens(text: string): PayToken[] {
  const found: PayToken[] = []
  let end = 0
  for (const match of text.matchAll(pattern())) {
    const glued = match.index === end && end > 0
    end = match.index + match[0].length
    const before = match.index
    found.push({ ...classify(match, glued, /^\d/.test(text.slice(end, end + 1))), glued, start: before, end })
  }
  return found
}

type Classified = Pick<PayToken, 'kind' | 'text' | 'currency'>

function classify(match: RegExpMatchArray, glued: boolean, digitFollows: boolean): Classified {
  const raw = match[0]
  const text = raw.toLowerCase()
  if (match.groups?.['number'] !== undefined) return { kind: 'number', text, currency: null }
  if (raw.endsWith('$')) return dollar(text.slice(0, -1))
  const currency = readCurrency(raw, text, digitFollows && !glued)
  if (currency !== undefined) return { kind: 'currency', text, currency }
  return { kind: match.groups?.['word'] === undefined ? 'mark' : 'word', text, currency: null }
}

function dollar(prefix: string): Classified {
  const code =
    dollarPrefixes[prefix] ?? (currencyCodes.has(prefix.toUpperCase()) ? prefix.toUpperCase() : null)
  if (code !== null) return { kind: 'currency', text: `${prefix}$`, currency: code }
  return { kind: 'dollar', text: '$', currency: null }
}

/**
 * The ISO code that a word denotes, null for a sign shared by several currencies, undefined for any other
 * word.
 */
function readCurrency(raw: string, text: string, leadsDigits: boolean): string | null | undefined {
  if (Object.hasOwn(currencySigns, text) && (!gluedSigns.has(text) || leadsDigits)) return currencySigns[text]
  const code = raw.toUpperCase()
  if (!currencyCodes.has(code)) return undefined
  return raw === code || !codesThatAreWords.has(code) ? code : undefined
}
