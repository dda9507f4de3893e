/** Measures how titles and places are read, on labelled lists (titles.csv and places.csv beside this file). */
import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import { CrmError } from '../../core/kernel/errors.ts'
import type { Book } from '../../core/intelligence/words/book.ts'
import { UNDERSTOOD } from '../../core/intelligence/words/certainty.ts'
import { hashOf } from '../../core/intelligence/words/compile-titles.ts'
import { candidatesIn } from '../../core/intelligence/refusals.ts'
import { readPlace, readQuestion } from '../../core/intelligence/words/question.ts'

/** The held-out half of each list was never used while the reader was written. */
export type Half = 'tuned to' | 'held out'

export type Outcome =
  | 'right'
  | 'asked with the right one among the choices'
  | 'asked'
  | 'wrong occupation'
  | 'wrong major group'
  | 'wrong'
  | 'none'

/** Outcome counts for one half of a list. `levels` counts titles with a known level and those read with another one. */
export type Reading = {
  asked: number
  outcomes: Map<Outcome, number>
  levels: { stated: number; wrong: number }
  misses: string[]
}

const halfOf = (text: string): Half =>
  ((Math.imul(hashOf(text), 0x85ebca6b) >>> 16) & 1) === 0 ? 'tuned to' : 'held out'

const rowsOf = (name: string): string[][] =>
  (parse(readFileSync(new URL(`./${name}`, import.meta.url))) as string[][]).slice(1)

const listOf = (name: string, half: Half): string[][] =>
  rowsOf(name).filter(([text = '']) => halfOf(text) === half)

/** The titles of a half. If several sources label a title, any of their labels is right. */
function titlesOf(half: Half): string[][] {
  const titles = new Map<string, string[]>()
  for (const [title = '', socs = '', ...rest] of listOf('titles.csv', half)) {
    const held = titles.get(title.toLowerCase())
    titles.set(title.toLowerCase(), [title, held ? `${held[1]}|${socs}` : socs, ...rest])
  }
  return [...titles.values()]
}

/** The result of a reading. For a refusal `found` is null, and `choices` holds the roles it offers. */
function choicesOrResult<T>(read: () => T): { found: T | null; choices: readonly string[] | null } {
  try {
    return { found: read(), choices: null }
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    return { found: null, choices: candidatesIn(error.hint)?.candidates ?? null }
  }
}

/** Reads the titles of one half. Only those with the occupation "ask" may be asked back. */
export const titleReading = (words: Book, half: Half): Reading => readingOf(words, titlesOf(half))

/** Reads the titles of a sample of postings that a person reads as one kind of work. */
export const postingReading = (words: Book, sample: string): Reading =>
  readingOf(
    words,
    rowsOf('postings.csv').flatMap(([title = '', socs = '', kind, of]) =>
      kind === 'clear' && of === sample ? [[title, socs]] : [],
    ),
  )

/** Compares titles with their possible occupations and known levels. Lists each wrong answer. */
function readingOf(words: Book, rows: readonly string[][]): Reading {
  const reading = emptyReading()
  const socOf = (slug: string) => words.get('roles', slug)?.[2] ?? ''
  for (const [title = '', socs = '', experience = ''] of rows) {
    const isOf = (slug: string) => socs.split('|').some((soc) => socOf(slug).startsWith(soc))
    const { found, choices } = choicesOrResult(() => readQuestion(words, { role: title }).role)
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

/** Compares places with their cities ("ask", "none" and "nation" are labels, too). */
export function placeReading(words: Book, half: Half): Reading {
  const reading = emptyReading()
  for (const [place = '', meant = ''] of listOf('places.csv', half)) {
    const { found, choices } = choicesOrResult(() => readPlace(words, place))
    const answer = found ? (found.slug ?? 'nation') : choices ? 'ask' : 'none'
    note(reading, answer === meant ? 'right' : found ? 'wrong' : choices ? 'asked' : 'none')
  }
  return reading
}

const emptyReading = (): Reading => ({
  asked: 0,
  outcomes: new Map(),
  levels: { stated: 0, wrong: 0 },
  misses: [],
})

function note(reading: Reading, outcome: Outcome): void {
  reading.asked++
  reading.outcomes.set(outcome, (reading.outcomes.get(outcome) ?? 0) + 1)
}
