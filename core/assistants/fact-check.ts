// Checks that a text has only facts from its source: employers, titles, dates, figures and skills.
import { foldedFully } from '../kernel/folded.ts'
import { englishNames } from '../reading/names.ts'
import { must } from '../kernel/narrow.ts'

/** Text for comparison: lower-case letters and digits with single spaces. `C++`, `C#` and `.NET` keep their signs. */
export const plain = (text: string): string =>
  ` ${foldedFully(text)
    .replace(/[’']s\b/g, '')
    .replace(/[^\p{L}\p{N}+#.]+/gu, ' ')
    .replace(/\.(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()} `

export const wordsOf = (text: string): string[] => plain(text).trim().split(' ')

function textWithin(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(textWithin).join('\n')
  return typeof value === 'object' && value !== null ? Object.values(value).map(textWithin).join('\n') : ''
}

/** Matches sentences about the application. They may name the rank of the job, which the source need not have. */
const ABOUT_APPLICATION =
  /\b(?:appl(?:y|ying|ied|ication)|role|position|post|opening|opportunity|vacancy|join(?:ing)?|becom(?:e|ing)|your next)\b/i

export type FactChecker = ReturnType<typeof createFactChecker>

const SUFFIX = / (?:inc|llc|ltd|limited|gmbh|ag|corp|corporation|co|company|plc|sa|bv)\.? $/

const SCALES: Readonly<Record<string, number>> = {
  ...{ k: 1e3, thousand: 1e3, m: 1e6, million: 1e6, b: 1e9, bn: 1e9, billion: 1e9 },
}
const FIGURE = /(\d[\d.,]*)(?:\s?(%|percent\b|per cent\b)|\s?(k|thousand|m|million|bn?|billion)\b|(x)\b)?/giu

/** A figure for comparison: `40 %`, `40%` and `40 percent` are equal, and so are `$2M` and `2,000,000`. */
function figureOf(digits: string, share?: string, scale?: string, times?: string): string {
  const plainly = digits.replace(/[.,]+$/, '').replace(/,(?=\d{3}\b)/g, '')
  if (share) return `${plainly}%`
  if (times) return `${plainly}x`
  return scale ? String(Number(plainly) * must(SCALES[scale.toLowerCase()])) : plainly
}

/** Number words are figures too, except `one`, which is too common. */
const WORDS = new Map<string, string>([
  ...'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
    .split(' ')
    .map((word, at): [string, string] => [word, String(at + 2)]),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, at): [string, string] => [word, String(at * 10 + 20)]),
  ...Object.entries({
    dozen: '12',
    hundred: '100',
    thousand: '1000',
    million: '1000000',
    billion: '1000000000',
  }),
])

export const figuresIn = (text: string): string[] => [
  ...[...text.matchAll(FIGURE)].map(([, digits, ...units]) => figureOf(must(digits), ...units)),
  ...wordsOf(text.replace(FIGURE, ' ')).flatMap(
    (word) => WORDS.get(word) ?? WORDS.get(word.replace(/s$/, '')) ?? [],
  ),
]

/** Words for a rank, a degree or a certificate. The source must have those that a text uses. */
const CREDENTIAL_WORDS = new Set(
  `senior staff principal chief director vp president cto ceo cfo coo founder cofounder manager architect bachelor
  bachelors master masters doctorate doctor phd mba bsc msc certified certification certificate licensed award
  awarded patent patented fluent`.split(/\s+/),
)

function namesIn(sentence: string): string[] {
  const words = sentence.split(/[\s,;:()/"“”]+/).filter(Boolean)
  return words
    .map((word) => word.replace(/^[^\p{L}\p{N}.]+|[^\p{L}\p{N}+#]+$/gu, ''))
    .filter((word, at) => {
      if (/^\d/.test(word) || word.length < 2) return false
      const mixed = /\p{L}.*[\p{Lu}+#]|[a-z]\.[a-z]/u.test(word)
      return mixed || (at > 0 && /^\p{Lu}/u.test(word))
    })
}

const SENTENCE = /(?<=[.!?])\s+(?=[\p{Lu}“"])/u
const sentencesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.split(SENTENCE))

/** The names and technologies in a text: words with a capital letter within a sentence. */
function termsOf(text: string): string[] {
  const ordinary = new Set(text.split(/[^\p{L}\p{N}+#.]+/u).filter((word) => word === word.toLowerCase()))
  return sentencesOf(text)
    .flatMap(namesIn)
    .flatMap(wordsOf)
    .concat(text.split('\n').flatMap(listedIn))
    .filter((word) => word.length > 1 && !ordinary.has(word) && !COMMON_WORDS.has(word))
}

function listedIn(line: string): string[] {
  const items = line.split(/[,;•|]/).map((item) => item.replace(/^[\s\-*]+|[\s.]+$/g, ''))
  const isList = items.length > 1 && items.every((item) => item.split(/\s+/).length <= 3)
  return isList ? items.filter((item) => /^\p{Lu}/u.test(item)).flatMap(wordsOf) : []
}

const COMMON_NAMES = new Set([
  ...'I A An The And Or For With My Our We You Your In On At To As Of By From This That LinkedIn'.split(' '),
  ...englishNames('weekday').map((name) => name.charAt(0).toUpperCase() + name.slice(1)),
])
const COMMON_WORDS = new Set([...COMMON_NAMES].map((word) => word.toLowerCase()))

interface Bounds {
  allowed: string
  tempting: string
  denied: readonly string[]
}

/**
 * Returns the checks for a source. Words in `allowed` need no source. Terms of the `tempting` text, such as the posting, count as
 * invented if the source lacks them. So do those in `denied`.
 */
export function createFactChecker(
  source: unknown,
  { allowed = '', tempting = '', denied = [] }: Partial<Bounds> = {},
) {
  const text = textWithin(source)
  const known = plain(text)
  const permitted = plain(allowed)
  const figures = new Set(
    [...figuresIn(text), ...figuresIn(allowed)].flatMap((f) => [f, f.replace(/[%x]$/, '')]),
  )
  const has = (word: string): boolean => known.includes(plain(word)) || permitted.includes(plain(word))
  const terms = new Set(termsOf(tempting).filter((word) => !has(word)))
  const refused = denied.filter((term) => !has(term))
  const passages = sentencesOf(text)
    .map(plain)
    .filter((passage) => passage.trim())
  return {
    says(claim: string): boolean {
      const target = plain(claim)
      return target.trim() !== '' && (known.includes(target) || known.includes(target.replace(SUFFIX, ' ')))
    },
    /** Whether it has the claim about the subject, not about `others`. */
    saysOf: (claim: string, subject: string, others: readonly string[]) =>
      isAttributed(passages, plain(claim), plain(subject), others.map(plain)),
    unsupported(sentence: string): string[] {
      const names = namesIn(sentence).filter(
        (name) => !COMMON_NAMES.has(name) && !has(name) && !partsKnown(name, has),
      )
      const numbers = figuresIn(sentence).filter((figure) => !figures.has(figure))
      const words = wordsOf(sentence)
      const borrowed = words.filter((word) => terms.has(word))
      const isSaid = (word: string) =>
        ABOUT_APPLICATION.test(sentence) ? has(word) : known.includes(` ${word} `)
      const credentials = words.filter((word) => CREDENTIAL_WORDS.has(word) && !isSaid(word))
      const claimed = refused.filter((term) => plain(sentence).includes(plain(term)))
      return [...new Set([...numbers, ...names, ...borrowed, ...credentials, ...claimed])]
    },
  }
}

const MAX_LINE_DISTANCE = 3

/** Whether a line with the claim names the subject. If it names none, the nearest subject above or below it must be this one. */
function isAttributed(passages: readonly string[], claim: string, subject: string, others: string[]) {
  const isAbout = (passage: string): boolean => passage.includes(subject)
  const isOther = (passage: string): boolean => others.some((other) => passage.includes(other))
  return passages.some((passage, at) => {
    if (!passage.includes(claim)) return false
    if (isAbout(passage)) return true
    if (isOther(passage)) return false
    const before = passages.slice(Math.max(0, at - MAX_LINE_DISTANCE), at).reverse()
    const after = passages.slice(at + 1, at + 1 + MAX_LINE_DISTANCE)
    return [before, after].some((way) => isAbout(way.find((one) => isAbout(one) || isOther(one)) ?? ''))
  })
}

/** Checks words such as `TypeScript-based` and `Acme/Beta` by their parts. */
const partsKnown = (name: string, has: (word: string) => boolean): boolean => {
  const parts = name.split(/[-–—/]/).filter(Boolean)
  return parts.length > 1 && parts.every((part) => !/^\p{Lu}/u.test(part) || has(part))
}

export function removeUnsupported(text: string, source: FactChecker) {
  const removed: { sentence: string; claims: string[] }[] = []
  // Spaces stay with the sentence before them, so that the line breaks between paragraphs stay.
  const supported = text.split(/(?<=[.!?]\s+)(?=[\p{Lu}“"])/u).filter((sentence) => {
    const claims = source.unsupported(sentence.trim())
    if (claims.length) removed.push({ sentence: sentence.trim(), claims })
    return !claims.length
  })
  return { text: supported.join('').trim(), removed }
}
