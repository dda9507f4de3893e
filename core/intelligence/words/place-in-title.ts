// Finds a city among the words of a title: "swe sf", "staff nurse, El Paso, TX", "rn in nyc".
import { must } from '../../kernel/narrow.ts'
import type { Book } from './book.ts'
import { TITLE_ITSELF } from './certainty.ts'
import { isWideArea, placeScore, resolvePlace, SUBURB } from './places.ts'
import { plainText } from './plain.ts'
import { resolveText } from './roles.ts'
import { correctSpelling, frequency } from './spelling.ts'

export interface Split {
  title: string
  place: string
}

const PLACE_WORDS = 4
/** If more wordings of titles have a word, it is no place, even if a suburb has this name ("media", "industry"). */
const MAX_WORDINGS = 2

/** Places between separators, with the title around them: "Truck Driver - Denver, CO - Nights", "Cook (Tampa) Evenings". */
const splitsInside = (text: string): Split[] =>
  [
    ...text.matchAll(/(?<=\p{L}.*)(?:\s[-–—|]|[-–—|]\s|[(|])\s*([^-–—|()]{3,40}?)\s*(?=\)|\s?[-–—|]\s)\)?/gu),
  ].map(({ index, 0: whole, 1: place = '' }) => {
    const after = text.slice(index + whole.length).replace(/^[\s-–—|]+/, '')
    return { title: `${text.slice(0, index)} - ${after}`.replace(/[\s-]+$/, ''), place }
  })

const wordsOf = (text: string) =>
  [...text.matchAll(/[^\s,;()@]+/g)].filter(([word]) => /[\p{L}\d]/u.test(word))

/** Places of `length` words anywhere in the text, with the title around them: "nurse miami nights". */
function splitsAmong(text: string, length: number): Split[] {
  const words = wordsOf(text)
  return words.slice(0, -length).flatMap(({ index: from }, at) => {
    const end = must(words[at + length]).index
    // Words after "and" belong to the work: "Key Accounts and Canada - Home Office".
    if (/(?:\band|&)\s/i.test(text.slice(words[at - 1]?.index ?? 0, end))) return []
    const place = text.slice(from, end).replace(/[^\p{L}\d.]+$/u, '')
    return [{ title: text.slice(0, from) + text.slice(end), place }]
  })
}

/** Places at the end of the text, with the title before them. The longest place is first. */
function splitsAtEnd(text: string): Split[] {
  const words = wordsOf(text)
  const longest = Math.min(PLACE_WORDS, words.length - 1)
  return Array.from({ length: Math.max(0, longest) }, (_, at) => {
    const start = must(words[words.length - longest + at]).index
    const end = must(words.at(-1))
    return {
      title: text.slice(0, start).replace(BEFORE_PLACE, ''),
      place: text.slice(start, end.index + end[0].length),
    }
  }).filter(({ title }) => title !== '' && !/\bnew$/i.test(title)) // no "England" in "accountant New England"
}

/** Words and signs between a title and its place: “in”, “at”, a comma. They belong to neither. */
const BEFORE_PLACE = /(?:(?<=\S\s+)(?:in|at|near|around)(?=[\s(]*$))?[^\p{L}\d)\]+#.]*$/iu

/** Separates title and place. The place may be before, in or after the title. Null if there is none. */
export function splitTitleAndPlace(book: Book, text: string): Split | null {
  if (!/[\s,;()@]/.test(text.trim())) return null
  const split =
    splitsAtEnd(text).find(
      ({ title, place }) =>
        (isPlace(book, place) && !endsName(book, text, place)) || isStateAfter(book, title, place),
    ) ??
    splitsInside(text).find(
      ({ place }) => /\p{L}/u.test(place) && !isWideArea(book, place) && isPlace(book, place),
    ) ??
    splitZipCode(text) ??
    splitInnerPlace(book, text)
  if (!split || resolveText(book, split.title).answer.kind === 'none') return null
  if (ZIP.test(split.place)) return split
  return isTitle(book, text) ? null : split
}

function isTitle(book: Book, text: string): boolean {
  const { answer } = resolveText(book, text)
  return answer.kind === 'one' && answer.score >= TITLE_ITSELF
}

/** Separates a misspelled place, if the text names no role. At least one word of the place must be in no title. */
export function splitMisspeltPlace(book: Book, text: string): Split | null {
  const isMisspelt = ({ title, place }: Split) => {
    const words = plainText(place).split(' ')
    if (words.every((word) => frequency(book, word) > 0)) return false
    if (resolvePlace(book, place).kind !== 'one') return false
    const { answer } = resolveText(book, title)
    return answer.kind === 'several' || (answer.kind === 'one' && answer.score >= TITLE_ITSELF)
  }
  return splitsAtEnd(text).find(isMisspelt) ?? null
}

/** Whether the place is a suburb whose name is only the end of a longer name: "Cielo Vista" is not Vista. */
function endsName(book: Book, text: string, place: string): boolean {
  const before = /(\p{Lu}\p{Ll}+) $/u.exec(text.slice(0, text.lastIndexOf(place)))?.[1]?.toLowerCase()
  return before !== undefined && placeScore(book, place) === SUBURB && correctSpelling(book, before) === before && frequency(book, before) === 0
} // prettier-ignore

const ZIP = /^\d{5}(-\d{4})?$/

function splitZipCode(text: string): Split | null {
  const [, title, place] = /^(.*[\p{L})],?)\s+(\d{5}(?:-\d{4})?)$/u.exec(text.trim()) ?? []
  return title === undefined || place === undefined ? null : { title, place }
}

/** "Texas" is a place, so that its cities are offered. "TX" is a place, because no title has these letters. "MD" is not. */
function isPlace(book: Book, text: string): boolean {
  if (ZIP.test(text)) return resolvePlace(book, text).kind === 'one'
  const score = placeScore(book, text)
  if (isWideArea(book, text) && score <= SUBURB)
    return text.length > 2 || (/^[A-Z]{2}$/.test(text) && frequency(book, text.toLowerCase()) <= MAX_WORDINGS)
  return score > SUBURB || (score === SUBURB && frequency(book, plainText(text)) <= MAX_WORDINGS)
}

/** Whether a state's letters follow a whole title: "attorney PA". False for letters that many titles have, as "MD" and "OR". */
const isStateAfter = (book: Book, title: string, place: string): boolean =>
  /^[A-Z]{2}$/.test(place) &&
  isWideArea(book, place) &&
  frequency(book, place.toLowerCase()) <= STATE_HOLDERS &&
  isTitle(book, title)
const STATE_HOLDERS = 9

/** A place before or in the title. In the title only cities and countries count: employers and things share other names. */
function splitInnerPlace(book: Book, text: string): Split | null {
  const isTitled = ({ title, place }: Split) =>
    resolvePlace(book, place).kind !== 'nation' && resolveText(book, title).answer.kind === 'one'
  const ways = Array.from({ length: PLACE_WORDS }, (_, at) => splitsAmong(text, PLACE_WORDS - at))
  return (
    ways.find(
      ([way]) =>
        way &&
        text.startsWith(way.place) &&
        !book.lexicon().abbreviations.has(way.place.toLowerCase()) &&
        isPlace(book, way.place) &&
        isTitled(way),
    )?.[0] ??
    ways.flat().find((way) => placeScore(book, way.place) === 1 && isTitled(way)) ??
    null
  )
}
