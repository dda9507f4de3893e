// Compares the level in a posting's title with the wanted levels. A title without a level always matches.
import type { Book } from '../intelligence/words/book.ts'
import { EXPERIENCES, type Experience } from '../intelligence/words/experience.ts'
import { rungIn } from '../intelligence/words/ladders.ts'
import { readTitle } from '../intelligence/words/title.ts'
import type { FoundPosting } from './found-posting.ts'

/** Returns the level in the title if it is wanted, or a remark that there is none; null if the title states other levels. */
export type LevelReader = (
  posting: Pick<FoundPosting, 'role' | 'company'>,
  wanted: readonly Experience[],
) => string[] | null

const ALTERNATIVES = /[/|,&]|\s(?:or|and|to|[–—-])\s/i
const MAX_CHARACTERS = 200

/** Creates a level reader from a vocabulary. A code such as L5 is read by the ladder of the posting's company. */
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
