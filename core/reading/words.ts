// The words about dates in all languages, with the meanings of each phrase.
import languages from '../../sql/data/reading/dates.json' with { type: 'json' }
import { entriesOf, isOneOf } from '../kernel/narrow.ts'
import { once } from '../kernel/once.ts'
import { isBeside, tokensOf, wordAt, type Token } from './tokens.ts'
import { nearest } from '../kernel/nearest.ts'
import { englishNames, monthNamed } from './names.ts'

export const UNITS = ['minute', 'hour', 'day', 'workday', 'week', 'month', 'year'] as const
export type Unit = (typeof UNITS)[number]

type Kind = keyof (typeof languages)['en']
type Words = Readonly<Partial<Record<Kind, string | Readonly<Record<string, string>>>>>
const LANGUAGES: Readonly<Record<keyof typeof languages, Words>> = languages

/** A meaning of a phrase. `value` is a number or a unit, or empty for kinds that need none. */
interface Meaning {
  readonly value: string
  readonly language: string
}

interface Phrases {
  readonly meanings: Map<string, Meaning[]>
  /** For each first word, how many words the longest phrase has. */
  readonly longest: Map<string, number>
}
const keyOf = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(' ')

const kinds = once((): ReadonlyMap<Kind, Phrases> => {
  const made = new Map<Kind, Phrases>()
  const add = (kind: Kind, phrase: string, meaning: Meaning) => {
    const tokens = tokensOf(phrase)
    const [first, key] = [wordAt(tokens, 0), keyOf(tokens)]
    const { meanings, longest } = made.get(kind) ?? { meanings: new Map(), longest: new Map() }
    meanings.set(key, [...(meanings.get(key) ?? []), meaning])
    longest.set(first, Math.max(longest.get(first) ?? 0, tokens.length))
    made.set(kind, { meanings, longest })
  }
  for (const [language, words] of entriesOf(LANGUAGES))
    for (const [kind, lists] of entriesOf(words))
      for (const [value, list] of typeof lists === 'string' ? [['', lists] as const] : Object.entries(lists))
        for (const phrase of list.split(', ').filter(Boolean)) add(kind, phrase, { value, language })
  return made
})

export type Phrase = Meaning & { readonly next: number }

export function phraseAt(tokens: readonly Token[], at: number, kind: Kind, language?: string): Phrase | null {
  const phrases = kinds().get(kind)
  const words = phrases?.longest.get(wordAt(tokens, at)) ?? 0
  for (let next = Math.min(at + words, tokens.length); next > at; next -= 1) {
    const found = phrases?.meanings
      .get(keyOf(tokens.slice(at, next)))
      ?.find((each) => language === undefined || each.language === language)
    if (found) return { ...found, next }
  }
  return null
}

export const unitAt = (tokens: readonly Token[], at: number): { unit: Unit; next: number } | null => {
  const found = phraseAt(tokens, at, 'units')
  return found && isOneOf(UNITS, found.value) ? { unit: found.value, next: found.next } : null
}

const AFTER_ABOUT = [
  ...(['at', 'exact', 'counts', 'minutesBeside', 'lengths'] as const),
  ...(['around', 'parts', 'end', 'monthParts'] as const),
]

/** Leaves out “about” and “ca.” before a time, and the end of “3ish”. */
export function withoutAbout(tokens: readonly Token[]): Token[] {
  const kept: Token[] = []
  for (let at = 0; at < tokens.length;) {
    const found = phraseAt(tokens, at, 'about')
    // In “Interview at Circa tomorrow”, Circa is a name.
    const next = found?.next ?? at
    // “around Nov 3”
    const number = monthNamed(wordAt(tokens, next)) === null ? next : next + 1
    const isByNumber = [number, at - 1].some((each) => tokens[each]?.isNumber)
    // In “2~3pm” the sign means “to”.
    const isSign = /^[~≈]$/.test(wordAt(tokens, at)) && at > 0
    const isRange = isSign && (isBeside(tokens, at) || !isBeside(tokens, at + 1))
    const isBehind = /^(?:[ap]m|h|uhr|uur)$/.test(wordAt(tokens, at - 1))
    const isBefore = found && AFTER_ABOUT.some((kind) => phraseAt(tokens, found.next, kind))
    const about = !isRange && (isByNumber || isBehind || isBefore) ? found : null
    if (!about) kept.push(...tokens.slice(at, at + 1))
    at = about?.next ?? at + 1
  }
  return kept
}

/** Replaces each unknown word by the closest date word, if one is close. */
export function respelt(text: string): string {
  const phrases = [...kinds().values()].flatMap(({ meanings }) => [...meanings])
  const english = phrases.filter(([, all]) => all.some(({ language }) => language === 'en'))
  const single = english.map(([phrase]) => phrase).filter((each) => each.length > 3 && !each.includes(' '))
  const words = [...single, ...englishNames('month'), ...englishNames('weekday')]
  return text.replace(/[a-z]{4,}/gi, (word) =>
    words.includes(word.toLowerCase()) ? word : (nearest(word, words) ?? word),
  )
}
