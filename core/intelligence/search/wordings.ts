// The wordings of the catalogue that a typed title may be: the same words, the same in another order or closed up,
// and those that look alike, each with a likeness between 0 and 1.
import { asIs, closedForm, sortedForm, type RoleIndex, type Surface } from './catalogue.ts'
import { withForm } from './forms.ts'
import { wordLikeness } from './likeness.ts'
import { readingsOf, titleWords } from './phrases.ts'
import { levelOf, type Experience } from './seniority.ts'
import { corrected } from './spelling.ts'
import { nearestTexts } from './trigrams.ts'

/** Wordings looked at closely per search; with them, 99 % of hard queries find their role within five. */
const CLOSE_LOOKS = 32
/** A wording that matches with its level words goes before one that matches without. */
const LEVEL_TAKEN = 0.99
/** A wording that matches once the slips are put right. */
const RESPELT = 0.95

/** A typed title, taken apart. */
export interface Query {
  /** Catalogue words as typed, level words included; the same without them; other readings of short forms. */
  words: string[]
  base: string[]
  readings: string[][]
  experience: Experience | null
}

/** Takes a typed title apart. */
export function understand(text: string): Query {
  const words = titleWords(text)
  const level = levelOf(words)
  const base = level.base.split(' ').filter((word) => word !== '')
  return { words, base, readings: readingsOf(base), experience: level.experience }
}

/** Every wording worth comparing, with its likeness to the query or to a reading of it. */
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
  const words = searched(query)
  noteSame(index, respelt(index, words), (at, score) => note(at, score * RESPELT))
  const likeness = compareTo(index, words)
  for (const text of new Set([words, respelt(index, words)].map((version) => version.join(' ')))) {
    const near = nearestTexts(index.trigrams, text, CLOSE_LOOKS)
    for (const candidate of near) note(candidate.text, 0.8 * likeness(candidate.text) + 0.2 * candidate.score)
  }
  return [...found].flatMap(([at, score]) => {
    const surface = index.surfaceAt(at)
    return surface ? [{ surface, score }] : []
  })
}

/** What the trigrams are asked: the occupation's words, or the first reading of a lone short form. */
function searched(query: Query): string[] {
  const first = query.readings[0]
  return query.base.length === 1 && first ? first : query.base
}

/** Words that hardly any wording has are checked against common ones: the catalogue holds misspellings too. */
const RARE = 9.5
const MUCH_COMMONER = 3

/** The words with rare slips put right; words that are common, or like nothing better, stay. */
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

function noteSame(
  index: RoleIndex,
  words: readonly string[],
  note: (at: number | undefined, score: number) => void,
) {
  const key = words.join(' ')
  const keyAt = (at: number) => index.surfaceAt(at)?.key ?? ''
  note(withForm(index.exact, keyAt, asIs, key), 1)
  note(withForm(index.sorted, keyAt, sortedForm, sortedForm(key)), 0.97)
  note(withForm(index.closed, keyAt, closedForm, closedForm(key)), 0.96)
}

/** Compares a query with surfaces word by word, in any order; rare words count more, misspelt ones less. */
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

/** An English title ends in the work itself: a wording without that word is about other work. */
const OTHER_WORK = 0.8

/** What an unknown word is worth: it may be a misspelling of a word of middling rarity. */
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
