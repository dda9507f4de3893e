/** How titles and places are understood, on labelled lists (titles.csv, places.csv beside this file). */
import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import { CrmError } from '../../../core/kernel/errors.ts'
import type { Book } from '../../../core/intelligence/words/book.ts'
import { UNDERSTOOD } from '../../../core/intelligence/words/certainty.ts'
import { hashOf } from '../../../core/intelligence/words/compile-titles.ts'
import { rivalsIn } from '../../../core/intelligence/refusals.ts'
import { readPlace, readQuestion } from '../../../core/intelligence/words/question.ts'

/** Half of each list was never looked at while the resolver was made. */
export type Half = 'tuned to' | 'held out'

export type Outcome =
  | 'right'
  | 'asked with the right one among the choices'
  | 'asked'
  | 'wrong occupation'
  | 'wrong major group'
  | 'wrong'
  | 'none'

/** Outcomes of one half of a list: how many of each; `levels`: titles of a known level, and those read as another. */
export type Reading = { asked: number; outcomes: Map<Outcome, number>; levels: { stated: number; wrong: number }; misses: string[] }

const halfOf = (text: string): Half =>
  ((Math.imul(hashOf(text), 0x85ebca6b) >>> 16) & 1) === 0 ? 'tuned to' : 'held out'

const rowsOf = (name: string): string[][] =>
  (parse(readFileSync(new URL(`./${name}`, import.meta.url))) as string[][]).slice(1)

const listOf = (name: string, half: Half): string[][] =>
  rowsOf(name).filter(([text = '']) => halfOf(text) === half)

/** The titles of a half; one that several sources label may mean what any of them says. */
function titlesOf(half: Half): string[][] {
  const titles = new Map<string, string[]>()
  for (const [title = '', socs = '', ...rest] of listOf('titles.csv', half)) {
    const held = titles.get(title.toLowerCase())
    titles.set(title.toLowerCase(), [title, held ? `${held[1]}|${socs}` : socs, ...rest])
  }
  return [...titles.values()]
}

/** What is answered, or null for a refusal, with the choices that it asks back. */
function attempt<T>(read: () => T): { found: T | null; choices: readonly string[] | null } {
  try {
    return { found: read(), choices: null }
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    return { found: null, choices: rivalsIn(error.hint)?.candidates ?? null }
  }
}

/** Titles of a half of the list, which may be asked back only where their occupation is "ask". */
export const titleReading = (words: Book, half: Half): Reading => readingOf(words, titlesOf(half))

/** Titles of a sample of postings that are one kind of work for a reader. */
export const postingReading = (words: Book, sample: string): Reading =>
  readingOf(words, rowsOf('postings.csv').flatMap(([title = '', socs = '', kind, of]) => (kind === 'clear' && of === sample ? [[title, socs]] : [])))

/** Titles against the occupations they may mean, and their levels where one is given; each that is not answered right, with what was said. */
function readingOf(words: Book, rows: readonly string[][]): Reading {
  const reading = emptyReading()
  const socOf = (slug: string) => words.get('roles', slug)?.[2] ?? ''
  for (const [title = '', socs = '', experience = ''] of rows) {
    const isOf = (slug: string) => socs.split('|').some((soc) => socOf(slug).startsWith(soc))
    const { found, choices } = attempt(() => readQuestion(words, { role: title }).role)
    const sure = found && found.score >= UNDERSTOOD ? found : null
    const offered = sure ? [] : (choices ?? (found ? [found.slug, ...(found.candidates ?? [])] : []))
    const isNear = sure !== null && socs.split('|').some((soc) => soc.startsWith(socOf(sure.slug).slice(0, 2)))
    const outcome: Outcome = sure
      ? isOf(sure.slug) ? 'right' : isNear ? 'wrong occupation' : 'wrong major group'
      : socs === 'ask' && offered.length > 0 ? 'right'
      : offered.some(isOf) ? 'asked with the right one among the choices' : offered.length > 0 ? 'asked' : 'none'
    note(reading, outcome)
    if (outcome !== 'right') reading.misses.push(`${outcome}: ${title} (${socs}): ${sure?.slug ?? offered.join(', ')}`)
    if (experience === '' || !found) continue
    reading.levels.stated++
    if (found.experience !== experience) reading.levels.wrong++
  }
  return reading
} // prettier-ignore

/** Places against the city they mean ("ask", "none", "nation"). */
export function placeReading(words: Book, half: Half): Reading {
  const reading = emptyReading()
  for (const [place = '', meant = ''] of listOf('places.csv', half)) {
    const { found, choices } = attempt(() => readPlace(words, place))
    const answer = found ? (found.slug ?? 'nation') : choices ? 'ask' : 'none'
    note(reading, answer === meant ? 'right' : found ? 'wrong' : choices ? 'asked' : 'none')
  }
  return reading
}

const emptyReading = (): Reading => ({ asked: 0, outcomes: new Map(), levels: { stated: 0, wrong: 0 }, misses: [] })

function note(reading: Reading, outcome: Outcome): void {
  reading.asked++
  reading.outcomes.set(outcome, (reading.outcomes.get(outcome) ?? 0) + 1)
}
