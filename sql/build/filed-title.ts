/** Titles as lists print and employers file them: their words, and the base and level that the product reads in them. */
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

/** A title's words, those without its level joined by spaces, and the key of the level; '' for none. */
export type FiledReading = { words: string[]; base: string; level: string }

const BESIDE = new Set(['us', 'usa'])

/** Reads a title; one of nothing but words of levels keeps them as its base. */
export function readFiled(title: string): FiledReading {
  const words = plainWords(title)
  const { base, level, experience } = readLevel(
    LEXICON,
    words.filter((word) => !BESIDE.has(word) && !LEXICON.noise.has(word)),
  )
  return { words, base: base.join(' ') || words.join(' '), level: rungOf(level, experience) }
}

/** Words that are alike for all spellings of one job, whatever their order, plurals and joined words. */
export const sameWords = (title: string): string => readTitle(LEXICON, title).words.sort().join(' ')
