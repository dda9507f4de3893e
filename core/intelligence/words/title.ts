// Reads a job title from a posting ("Sr. ML Engr II (R-20331)"): its words in the catalogue's spelling, its level, the full
// titles that it may stand for, and text that is no part of it.
import { first, must } from '../../kernel/narrow.ts'
import type { Experience } from './experience.ts'
import { readLevel } from './level.ts'
import type { Lexicon } from './lexicon.ts'
import { foldedFully } from '../../kernel/folded.ts'
import { plainText, singular } from './plain.ts'

export interface Title {
  text: string
  /** Parts of the text that are not part of the title, such as a pay grade or a salary. */
  unused: string[]
  /** The words with level words; `base` has them without. */
  words: string[]
  base: string[]
  level: string | null
  experience: Experience | null
  /** The full titles that a general or ambiguous title may stand for. Empty if the words name the work. */
  readings: string[][]
}

/** Whether the title is a rank without work, such as "Senior Associate". */
export const isOnlyRank = ({ experience, base, words }: Title): boolean =>
  experience !== null && base.join() === words.join()

/** Reads a title. If there are no words, `base` is empty. */
export function readTitle(lexicon: Lexicon, text: string): Title {
  const { title, unused } = withoutExtras(lexicon, withoutInitials(text))
  const typed = typedWords(lexicon, title)
  const words = spelledOut(lexicon, typed)
  const level = readLevel(lexicon, words)
  return { text: title, unused, words, ...level, readings: readingsOf(lexicon, typed, level.base) }
}

/** Removes initials in brackets after the words that they shorten: "Continuous Mining Operator (CMO)" is no marketing officer. */
const withoutInitials = (text: string): string =>
  text.replace(/\s*\(([a-z]{2,6})\)/gi, (found, initials: string, at: number) => {
    const before = text.slice(0, at).match(/\p{L}+/gu) ?? []
    const letters = before.slice(-initials.length).map((word) => word[0])
    return letters.join('').toLowerCase() === initials.toLowerCase() ? ' ' : found
  })

/** Separates all text that is no part of the title. If nothing else is left, returns the text unchanged. */
function withoutExtras(lexicon: Lexicon, text: string): { title: string; unused: string[] } {
  const { title, unused, isGraded } = withoutDecorations(lexicon, text)
  return { title: (isGraded && lexicon.government.get(plainText(title))) || title, unused }
}

/** Separates text that is no part of the title, such as a pay grade. `kinds` limits it to kinds of `decorations`. */
export function withoutDecorations(lexicon: Lexicon, text: string, kinds?: readonly string[]) {
  const unused: string[] = []
  let isGraded = false
  let bare = text
  for (const { kind, pattern } of lexicon.decorations)
    if (kinds?.includes(kind) ?? true)
      bare = bare.replace(pattern, (found) => {
        if (kind !== 'gender') unused.push(found.trim())
        isGraded ||= kind === 'grade'
        return kind === 'gender' ? '' : ' '
      })
  const title = unused.length > 0 || bare !== text ? tidied(bare) : text
  return /\p{L}/u.test(title) ? { title, unused, isGraded } : { title: text, unused: [], isGraded: false }
}

const tidied = (text: string): string =>
  text
    .replace(/[([{]\s*[,/|-]*\s*[)\]}]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?:^[\s,|/–:·-]+)|(?:[\s,|/–:·-]+$)/g, '')
    .replace(/\s([,|–-])(?: [,|–-])+/g, ' $1')
    .trim()

/** A requisition number. 911 is a kind of work. */
const NUMBER = /^(?!911$)(\d{3,}[a-z\d]*|[a-z]*\d{3,}[a-z\d]*)$/

/** The words as typed, but singular, with compounds joined and set phrases spelled out. */
function typedWords(lexicon: Lexicon, text: string): string[] {
  const named = lexicon.symbols.reduce(
    (rest, [pattern, name]) => rest.replace(pattern, name),
    foldedFully(text),
  )
  const words = plainText(named)
    .split(' ')
    .filter((word) => word !== '' && !NUMBER.test(word) && !lexicon.noise.has(word))
    .flatMap((word) => splitLettersAndNumber(lexicon, singular(word, lexicon.keepsItsS)))
  return replacePairs(replacePairs(words, lexicon.compounds), lexicon.phrases)
}

/** Splits "sde2" into "sde 2" if the word list has the letters. */
function splitLettersAndNumber({ abbreviations, general }: Lexicon, word: string): string[] {
  const [, letters = '', digit = ''] = /^([a-z]{2,})([1-6])$/.exec(word) ?? []
  return abbreviations.has(letters) || general.has(letters) ? [letters, digit] : [word]
}

function replacePairs(words: readonly string[], meanings: ReadonlyMap<string, string>): string[] {
  const result: string[] = []
  for (let at = 0; at < words.length; at++) {
    const together = meanings.get(`${words[at]} ${words[at + 1]}`)
    if (together === undefined) result.push(must(words[at]))
    else {
      if (together !== '') result.push(...together.split(' '))
      at++
    }
  }
  return result
}

const spelledOut = (lexicon: Lexicon, words: readonly string[]): string[] =>
  words.flatMap((word) => {
    const inside = lexicon.abbreviations.get(word)?.inside
    return inside ? typedWords(lexicon, inside) : [word]
  })

/** The full titles that a title may stand for, if it is general, only a rank, or has an ambiguous abbreviation. */
function readingsOf(lexicon: Lexicon, typed: readonly string[], base: readonly string[]): string[][] {
  const spelt = (titles: readonly string[]) =>
    titles.map((title) => spelledOut(lexicon, typedWords(lexicon, title)))
  const bare = readLevel(lexicon, typed).base
  const text = bare.join(' ')
  const isGeneral = bare.length === 1 || lexicon.general.has(text)
  const single = rankedWord(lexicon, typed) ?? (isGeneral ? text : null)
  if (single !== null) return otherThan(spelt(meaningsOf(lexicon, single)), base)
  const isShort = (word: string) => lexicon.abbreviations.get(word)?.inside === null
  const at = bare.findIndex((word) => isShort(word) && !lexicon.filler.has(word))
  if (at < 0) return []
  const meanings = lexicon.abbreviations.get(must(bare[at]))?.alone ?? []
  return spelt(meanings).map((meaning) =>
    spelledOut(lexicon, [...bare.slice(0, at), ...meaning, ...bare.slice(at + 1)]),
  )
}

/** The readings. Empty if the only one is the title itself. */
const otherThan = (readings: string[][], base: readonly string[]): string[][] =>
  readings.length === 1 && first(readings).join(' ') === base.join(' ') ? [] : readings

function meaningsOf(lexicon: Lexicon, word: string): readonly string[] {
  const full = spelledOut(lexicon, [word]).join(' ')
  const alone = lexicon.abbreviations.get(word)?.alone ?? []
  // "mgr" is only short for "manager", which is just as general.
  const isShort = alone.length === 0 || (alone.length === 1 && alone[0] === full)
  return isShort ? (lexicon.general.get(full) ?? alone) : alone
}

/** The general word of a title that only gives it a rank. Null if the title names the work. */
function rankedWord({ ranks, ranked, numerals }: Lexicon, words: readonly string[]): string | null {
  const noun = words.findLast((word) => ranked.has(word)) ?? ''
  const isRank = (word: string) => word === noun || ranks.has(word) || numerals.has(word)
  return words.length > 1 && noun !== '' && words.every(isRank) ? noun : null
}
