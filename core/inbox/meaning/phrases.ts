// Compiles sql/data/mail/phrases.json: phrases that state something about an application, in eleven languages.
import lists from '../../../sql/data/mail/phrases.json' with { type: 'json' }
import type { Sentence } from './sentences.ts'

export type Theme = keyof typeof lists

/** Any character within a sentence. The dot of “24. September” does not end one. */
const WITHIN = String.raw`(?:[^.]|(?<=\d)\.)`

export const expressionFor = (phrases: readonly string[]): RegExp =>
  new RegExp(phrases.map((phrase) => `(?:${phrase.replaceAll('[^.]', WITHIN)})`).join('|'))

const compiled = new Map<Theme, RegExp>()

function expressionOf(theme: Theme): RegExp {
  const known = compiled.get(theme)
  if (known) return known
  const made = expressionFor(lists[theme])
  compiled.set(theme, made)
  return made
}

/** The position of the first phrase of a theme in a folded text, or -1. */
export const themeAt = (theme: Theme, folded: string): number => folded.search(expressionOf(theme))

export const says = (theme: Theme, folded: string): boolean => expressionOf(theme).test(folded)

export const anySays = (theme: Theme, sentences: readonly Sentence[]): boolean =>
  sentences.some(({ folded }) => says(theme, folded))
