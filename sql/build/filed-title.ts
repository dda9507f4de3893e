/** Reads titles of lists and filings with the product's reader: their words, base title and level. */
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { rungOf } from '../../core/intelligence/offers/levels.ts'
import { readLevel } from '../../core/intelligence/words/level.ts'
import { openLexicon } from '../../core/intelligence/words/lexicon.ts'
import { plainWords } from '../../core/intelligence/words/plain.ts'
import { readTitle } from '../../core/intelligence/words/title.ts'

export const LEXICON = openLexicon(
  (parse(readFileSync(new URL('../data/words.csv', import.meta.url))) as string[][]).slice(1),
)

const COUNTRY_WORDS = new Set(['us', 'usa'])

/** A title's words, its base title, and the key of its level ('' for none). One that has only level words keeps them as its base. */
export function readFiled(title: string) {
  const words = plainWords(title)
  const { base, level, experience } = readLevel(
    LEXICON,
    words.filter((word) => !COUNTRY_WORDS.has(word) && !LEXICON.noise.has(word)),
  )
  return { words, base: base.join(' ') || words.join(' '), level: rungOf(level, experience) }
}

/** A key that is equal for all spellings of one job, regardless of order, plurals and joined words. */
export const sameWords = (title: string): string => readTitle(LEXICON, title).words.sort().join(' ')
