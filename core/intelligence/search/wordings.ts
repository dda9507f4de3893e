// Finds catalogue wordings that match a title: the same words, reordered
// or joined words, and similar ones, each with a likeness between 0 and 1.
import { asIs, closedForm, sortedForm, type RoleIndex, type Surface } from './role-index.ts'
import { withForm } from './form-index.ts'
import { rankedWord } from './general-words.ts'
import { wordLikeness } from './word-similarity.ts'
import { readingsOf, titleWords, typedWords } from './phrases.ts'
import { levelOf, type Experience } from './seniority.ts'
import { corrected } from './spelling.ts'
import { nearestTexts } from './trigrams.ts'

/**
 * Number of trigram matches compared in detail per search; with
 * them, 99 % of hard queries find their role in the top five.
 */
const CLOSE_LOOKS = 48
/**
 * Postings of trigrams read per search. Reading all of them finds no more roles and takes several times as
 * long; misspelt words as typed seldom lead further than their corrections did.
 */
const POSTINGS = 16_000
const POSTINGS_AS_TYPED = 6_000
/** Score factor of a match without the level words, so that matches with them rank first. */
const LEVEL_TAKEN = 0.99
/** Score factor of a match after spelling correction. */
const RESPELT = 0.95

/** A parsed title. */
export interface Query {
  /** Catalogue words as typed, with level words; the same without them; other meanings of abbreviations. */
  words: string[]
  base: string[]
  readings: string[][]
  /** The words for the trigram search: the occupation's, or the first meaning of a single word. */
  searched: string[]
  experience: Experience | null
}

/** Parses a title. */
export function understand(text: string): Query {
  const words = titleWords(text)
  const level = levelOf(words)
  const base = level.base.split(' ').filter((word) => word !== '')
  // "ux" is one word with meanings of its own, although the catalogue spells it out as two.
  const typed = levelOf(typedWords(text)).base.split(' ')
  const single = typed.length === 1
  const meanings = readingsOf(rankedWord(words) === null ? (single ? typed : base) : words)
  const readings = meanings.length === 1 && meanings[0]?.join(' ') === level.base ? [] : meanings
  return { words, base, readings, searched: (single && readings[0]) || base, experience: level.experience }
}

/** All candidate wordings, with their likeness to the query or to one of its readings. */
export function likelySurfaces(index: RoleIndex, query: Query): { surface: Surface; score: number }[] {
  const found = new Map<number, number>()
  const note = (at: number | undefined, score: number) => {
    if (at !== undefined && score > (found.get(at) ?? 0)) found.set(at, score)
  }
  noteSame(index, query.words, note)
  noteSame(index, query.base, (at, score) => note(at, score * LEVEL_TAKEN))
  query.readings.forEach((words, place) =>
    noteSame(index, words, (at, score) => note(at, score * (1 - 0.06 * place))),
  )
  const words = query.searched
  noteSame(index, respelt(index, words), (at, score) => note(at, score * RESPELT))
  const likeness = compareTo(index, words)
  const [typed, better] = [words, respelt(index, words)].map((version) => version.join(' ')) as [
    string,
    string,
  ]
  const searchFor = (text: string, postings: number) => {
    const near = nearestTexts(index.trigrams, text, { limit: CLOSE_LOOKS, postings })
    for (const candidate of near) note(candidate.text, 0.8 * likeness(candidate.text) + 0.2 * candidate.score)
  }
  searchFor(better, POSTINGS)
  if (typed !== better) searchFor(typed, POSTINGS_AS_TYPED)
  return [...found].flatMap(([at, score]) => {
    const surface = index.surfaceAt(at)
    return surface ? [{ surface, score }] : []
  })
}

/** Words rarer than this are checked against more common ones: the catalogue contains misspellings too. */
const RARE = 9.5
const MUCH_COMMONER = 3

/** Corrects the spelling of rare words; common words and those without a close match are kept. */
export function respelt(index: RoleIndex, words: readonly string[]): string[] {
  const rarityOf = (word: number) => index.rarity[word] ?? 0
  return words.map((word) => {
    const rarity = rarityOf(index.wordIds.get(word) ?? -1) || Infinity
    if (rarity < RARE) return word
    const better = corrected(index.spelling, word, (other) => -rarityOf(other))
    if (better === null) return word
    const gain = rarity - rarityOf(index.wordIds.get(better) ?? -1)
    return gain >= MUCH_COMMONER ? better : word
  })
}

/** The wording of these very words, if the catalogue has it. */
export function surfaceOf(index: RoleIndex, words: readonly string[]): Surface | undefined {
  const at = withForm(index.exact, keyIn(index), asIs, words.join(' '))
  return at === undefined ? undefined : index.surfaceAt(at)
}

const keyIn =
  (index: RoleIndex) =>
  (at: number): string =>
    index.surfaceAt(at)?.key ?? ''

function noteSame(
  index: RoleIndex,
  words: readonly string[],
  note: (at: number | undefined, score: number) => void,
) {
  const key = words.join(' ')
  const keyAt = keyIn(index)
  note(withForm(index.exact, keyAt, asIs, key), 1)
  note(withForm(index.sorted, keyAt, sortedForm, sortedForm(key)), 0.97)
  note(withForm(index.closed, keyAt, closedForm, closedForm(key)), 0.96)
}

/** Compares a query with wordings word by word, in any order; rare words count more, misspelled ones less. */
export function compareTo(index: RoleIndex, words: readonly string[]): (surface: number) => number {
  const known = words.map((word) => index.wordIds.get(word))
  const caches = words.map(() => new Map<number, number>())
  return (at) => {
    const surface = index.surfaceAt(at)
    if (!surface) return 0
    let shared = 0
    let factor = 1
    let asked = 0
    for (let place = 0; place < words.length; place++) {
      const [worth, likeness] = bestPartner(index, surface, words[place] ?? '', known[place], caches[place])
      asked += worth
      shared += worth * likeness
      if (likeness === 0 && place === words.length - 1 && place > 0) factor = OTHER_WORK
    }
    let offered = 0
    for (const word of surface.words) offered += index.rarity[word] ?? 0
    return factor * Math.min(1, (2 * shared) / (asked + offered))
  }
}

/** An English title ends in the kind of work, so a wording without the last word is penalised. */
const OTHER_WORK = 0.8

/** The weight of an unknown word, which may be a misspelling of a word of medium rarity. */
const UNKNOWN_WORTH = 6

function bestPartner(
  index: RoleIndex,
  surface: Surface,
  word: string,
  id: number | undefined,
  cache: Map<number, number> | undefined,
): [worth: number, likeness: number] {
  let best = 0
  let worth = id === undefined ? UNKNOWN_WORTH : (index.rarity[id] ?? 0)
  for (const other of surface.words) {
    const likeness = other === id ? 1 : cachedLikeness(index, word, other, cache)
    if (likeness <= best) continue
    best = likeness
    worth = index.rarity[other] ?? 0
  }
  return [worth, best]
}

function cachedLikeness(
  index: RoleIndex,
  word: string,
  other: number,
  cache: Map<number, number> | undefined,
): number {
  const held = cache?.get(other)
  if (held !== undefined) return held
  const likeness = wordLikeness(word, index.vocabulary[other] ?? '')
  cache?.set(other, likeness)
  return likeness
}
