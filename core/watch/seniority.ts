// Which level a title states, and whether it is a wanted one: read by the product's reader of titles; what states none asks for none.
import type { Intelligence } from '../intelligence/intelligence.ts'
import type { Book } from '../intelligence/words/book.ts'
import { EXPERIENCES, type Experience } from '../intelligence/words/experience.ts'
import { rungIn } from '../intelligence/words/ladders.ts'
import { readTitle } from '../intelligence/words/title.ts'
import type { FoundPosting } from './found-posting.ts'

/** Says which wanted level a posting states; null where it states others. */
export type LevelReader = (
  posting: Pick<FoundPosting, 'role' | 'company'>,
  wanted: readonly Experience[],
) => string[] | null

const ALTERNATIVES = /[/|,&]|\s(?:or|and|to|[–—-])\s/i
const MAX_CHARACTERS = 200

/** Reads levels with a book of words; a code such as L5 means what the named company means by it. */
export function levelReader(book: Book): LevelReader {
  const lexicon = book.lexicon()
  return ({ role, company }, wanted) => {
    if (!wanted.length) return []
    const title = role.slice(0, MAX_CHARACTERS)
    const rung = rungIn(book, `${company ?? ''} ${title}`)
    const parts = rung ? [] : [title, ...title.split(ALTERNATIVES)]
    const stated = new Set([rung?.experience, ...parts.map((part) => readTitle(lexicon, part).experience)])
    const levels = EXPERIENCES.filter((level) => stated.has(level))
    if (!levels.length) return ['title states no level']
    const fitting = levels.filter((level) => wanted.includes(level))
    return fitting.length ? [`level: ${fitting.join(', ')}`] : null
  }
}

export const knownLevels = async (intelligence: Intelligence): Promise<LevelReader> =>
  levelReader((await intelligence.fullDataset()).words)
