// The role and the level that the title of a filed offer is of: read as a question about it is read.
import type { Book } from '../words/book.ts'
import { readRole } from '../words/question.ts'
import { CrmError } from '../../kernel/errors.ts'
import { levelKey, levelOfTitle } from './levels.ts'

/** What an offer counts for: a role, or null where its title is asked back, and the key of its level. */
export interface OfferTitle {
  role: string | null
  level: string
}

/** From this score an offer counts for the role that its title is read as. */
const SURE = 0.85

/** Reads titles, each once: files repeat them. */
export function titleReader(words: Book): (title: string) => OfferTitle {
  const known = new Map<string, OfferTitle>()
  return (title) => {
    const found = known.get(title) ?? read(words, title)
    known.set(title, found)
    return found
  }
}

function read(words: Book, title: string): OfferTitle {
  try {
    const { slug, score, level, experience } = readRole(words, title)
    return { role: score >= SURE ? slug : null, level: levelKey(level, experience) }
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    return { role: null, level: levelOfTitle(words.lexicon(), title) }
  }
}
