// Compiles sql/data/mail/phrases.json: phrases that state something about an application, in eleven languages.
import lists from '../../../sql/data/mail/phrases.json' with { type: 'json' }
import { keysOf, recordBy } from '../../kernel/narrow.ts'
import { once } from '../../kernel/once.ts'
import type { Sentence } from './sentences.ts'

type Theme = keyof typeof lists

/** Any character within a sentence. The dot of “24. September” does not end one. */
const WITHIN = String.raw`(?:[^.]|(?<=\d)\.)`

export const expressionFor = (phrases: readonly string[]): RegExp =>
  new RegExp(phrases.map((phrase) => `(?:${phrase.replaceAll('[^.]', WITHIN)})`).join('|'))

const EXPRESSIONS = recordBy(keysOf(lists), (theme) => once(() => expressionFor(lists[theme])))

/** The position of the first phrase of a theme in a folded text, or -1. */
export const themeAt = (theme: Theme, folded: string): number => folded.search(EXPRESSIONS[theme]())

export const says = (theme: Theme, folded: string): boolean => EXPRESSIONS[theme]().test(folded)

export const anySays = (theme: Theme, sentences: readonly Sentence[]): boolean =>
  sentences.some(({ folded }) => says(theme, folded))
