/** How titles and places are understood, on labelled lists (titles.csv, places.csv beside this file). */
import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import { CrmError } from '../../../core/kernel/errors.ts'
import type { Book } from '../../../core/intelligence/words/book.ts'
import { hashOf } from '../../../core/intelligence/words/compile-titles.ts'
import { readPlace, readRole } from '../../../core/intelligence/words/question.ts'

/** Half of each list was never looked at while the resolver was made. */
export type Half = 'tuned to' | 'held out'

export type Outcome = 'right' | 'asked' | 'wrong occupation' | 'wrong major group' | 'wrong' | 'none'

/** Outcomes of one half of a list: how many of each; `levels`: titles of a known level, and those read as another. */
export type Reading = { asked: number; outcomes: Map<Outcome, number>; levels: { stated: number; wrong: number } }

const halfOf = (text: string): Half =>
  ((Math.imul(hashOf(text), 0x85ebca6b) >>> 16) & 1) === 0 ? 'tuned to' : 'held out'

const listOf = (name: string, half: Half): string[][] =>
  (parse(readFileSync(new URL(`./${name}`, import.meta.url))) as string[][])
    .slice(1)
    .filter(([text = '']) => halfOf(text) === half)

/** What is answered, or null for a refusal, with whether that asks back. */
function attempt<T>(read: () => T): { found: T | null; asks: boolean } {
  try {
    return { found: read(), asks: false }
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    return { found: null, asks: error.hint?.startsWith('It could be one of') ?? false }
  }
}

/** Titles against the occupations they may mean ("ask": none alone), and their levels. */
export function titleReading(words: Book, half: Half): Reading {
  const reading = emptyReading()
  for (const [title = '', socs = '', experience = ''] of listOf('titles.csv', half)) {
    const { found, asks } = attempt(() => readRole(words, title))
    const soc = found ? (words.get('roles', found.slug)?.[2] ?? '') : ''
    const isOf = (letters: number) => socs.split('|').some((other) => soc.startsWith(other.slice(0, letters)))
    const answered: Outcome = isOf(7) ? 'right' : isOf(2) ? 'wrong occupation' : 'wrong major group'
    const refused: Outcome = asks && socs === 'ask' ? 'right' : asks ? 'asked' : 'none'
    note(reading, found ? (socs === 'ask' ? 'wrong major group' : answered) : refused)
    if (experience === '' || !found) continue
    reading.levels.stated++
    if (found.experience !== experience) reading.levels.wrong++
  }
  return reading
}

/** Places against the city they mean ("ask", "none", "nation"). */
export function placeReading(words: Book, half: Half): Reading {
  const reading = emptyReading()
  for (const [place = '', meant = ''] of listOf('places.csv', half)) {
    const { found, asks } = attempt(() => readPlace(words, place))
    const answer = found ? (found.slug ?? 'nation') : asks ? 'ask' : 'none'
    note(reading, answer === meant ? 'right' : found ? 'wrong' : asks ? 'asked' : 'none')
  }
  return reading
}

const emptyReading = (): Reading => ({ asked: 0, outcomes: new Map(), levels: { stated: 0, wrong: 0 } })

function note(reading: Reading, outcome: Outcome): void {
  reading.asked++
  reading.outcomes.set(outcome, (reading.outcomes.get(outcome) ?? 0) + 1)
}
