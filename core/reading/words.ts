// The date vocabulary of all languages: the meanings of each word and phrase.
import languages from '../../sql/data/reading/dates.json' with { type: 'json' }
import { entriesOf, isOneOf } from '../kernel/narrow.ts'
import { once } from '../kernel/once.ts'
import { tokensOf, type Token } from './tokens.ts'

export const UNITS = ['minute', 'hour', 'day', 'workday', 'week', 'month', 'year'] as const
export type Unit = (typeof UNITS)[number]

type Kind = keyof (typeof languages)['en']
type Words = Readonly<Partial<Record<Kind, string | Readonly<Record<string, string>>>>>
const LANGUAGES: Readonly<Record<keyof typeof languages, Words>> = languages

/** One meaning of a phrase. `value` is a number or a unit, for kinds that have one. */
interface Meaning {
  readonly kind: Kind
  readonly value: string
  readonly language: string
}

const phrasesOf = (list: string): string[] => list.split(', ').filter(Boolean)
const keyOf = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(' ')

const meanings = once((): ReadonlyMap<string, Meaning[]> => {
  const made = new Map<string, Meaning[]>()
  const add = (phrase: string, meaning: Meaning) => {
    const key = keyOf(tokensOf(phrase))
    made.set(key, [...(made.get(key) ?? []), meaning])
  }
  for (const [language, words] of entriesOf(LANGUAGES))
    for (const [kind, lists] of entriesOf(words))
      for (const [value, list] of typeof lists === 'string' ? [['', lists] as const] : Object.entries(lists))
        for (const phrase of phrasesOf(list)) add(phrase, { kind, value, language })
  return made
})

/** The longest phrase, in words. */
const LONGEST = 5
const starts = once(() => new Set(Array.from(meanings().keys(), (phrase) => phrase.split(' ')[0])))

export interface Phrase {
  readonly value: string
  readonly language: string
  /** The index after the phrase. */
  readonly next: number
}

export function phraseAt(tokens: readonly Token[], at: number, kind: Kind, language?: string): Phrase | null {
  if (!starts().has(tokens[at]?.word)) return null
  for (let next = Math.min(at + LONGEST, tokens.length); next > at; next -= 1) {
    const found = meanings()
      .get(keyOf(tokens.slice(at, next)))
      ?.find((each) => each.kind === kind && (language === undefined || each.language === language))
    if (found) return { value: found.value, language: found.language, next }
  }
  return null
}

export const unitAt = (tokens: readonly Token[], at: number): { unit: Unit; next: number } | null => {
  const found = phraseAt(tokens, at, 'units')
  return found && isOneOf(UNITS, found.value) ? { unit: found.value, next: found.next } : null
}

export const englishWords = (): string[] =>
  [...meanings()].flatMap(([phrase, all]) =>
    phrase.length > 3 && all.some(({ language }) => language === 'en') && !phrase.includes(' ')
      ? [phrase]
      : [],
  )
