// Reads the title of a filed offer into role, level and words, with the reader of pay questions.
import type { Book } from '../words/book.ts'
import { readRole } from '../words/question.ts'
import { readTitle } from '../words/title.ts'
import { CrmError } from '../../kernel/errors.ts'
import { rungOf } from './levels.ts'

export type OfferTitle = ReturnType<typeof read>

/** With a lower score, the role read from an offer's title is uncertain. */
const MIN_SURE_SCORE = 0.85

/** Returns a reader of titles with a cache, because files repeat titles. */
export function titleReader(words: Book): (title: string) => OfferTitle {
  const known = new Map<string, OfferTitle>()
  return (title) => {
    const found = known.get(title) ?? read(words, title)
    known.set(title, found)
    return found
  }
}

function read(book: Book, title: string) {
  try {
    const { slug, score, level, experience, words } = readRole(book, title)
    return { role: slug, isSure: score >= MIN_SURE_SCORE, level: rungOf(level, experience), words }
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    const { level, experience } = readTitle(book.lexicon(), title)
    return { role: null, isSure: false, level: rungOf(level, experience), words: '' }
  }
}
