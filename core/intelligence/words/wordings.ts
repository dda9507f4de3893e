// Finds the wordings of roles that match a title: the same words in any order, or many of the same words.
import { last, must } from '../../kernel/narrow.ts'
import type { Book } from './book.ts'
import { CHUNK, sortedKey } from './compile-titles.ts'
import { countsIn } from './plain.ts'

/** A wording that matches, one of its roles, the weight of that role, and how similar it is to the title (0–1). */
export type Match = ReturnType<typeof matchesOf>[number]

const LISTED = 1

/** The wordings with exactly these words in any order. If our lists have a wording in this order, only such wordings. */
export function sameWordings(book: Book, words: readonly string[]): Match[] {
  const typed = words.join(' ')
  const all = [...book.rows('wordings', sortedKey(book.lexicon(), words))].map(
    ([, wording = '', roles = '']) => ({ wording, matches: matchesOf(wording, roles, 1) }),
  )
  const listed = all.filter(
    ({ wording, matches }) => wording === typed && matches.some(({ weight }) => weight >= LISTED),
  )
  const best = new Map<string, Match>()
  for (const { matches } of listed.length > 0 ? listed : all)
    for (const match of matches)
      if ((best.get(match.slug)?.weight ?? 0) < match.weight) best.set(match.slug, match)
  return [...best.values()]
}

/** The likeness of a wording at the end of a title, and of one before other words. */
const AT_END = 0.8
const INSIDE = 0.72
/** A wording of this weight belongs to one role more than to others. */
const ITS_OWN = 0.6

/** The longest wording of at least two words in their order inside a title, rightmost first: "substation [electrical engineer]". */
export function wordingsWithin(book: Book, words: readonly string[]): Match[] {
  const { filler } = book.lexicon()
  for (let length = words.length - 1; length > 1; length--)
    for (let at = words.length - length; at >= 0; at--) {
      const run = words.slice(at, at + length)
      if (filler.has(must(run[0])) || filler.has(must(run.at(-1)))) continue
      const isInOrder = ({ words: same }: Match) =>
        same === run.join(' ') || run.some((word) => filler.has(word))
      const found = sameWordings(book, run).filter((match) => match.weight >= ITS_OWN && isInOrder(match))
      const likeness = at + length === words.length ? AT_END : INSIDE
      if (found.length > 0) return found.map((match) => ({ ...match, likeness }))
    }
  return []
}

const matchesOf = (words: string, roles: string, likeness: number) =>
  countsIn(roles).map(([slug, weight]) => ({ slug, words, weight, likeness }))

/** The rarity of a word, and the positions of the wordings with it. Null for an unknown word. */
const wordAt = (book: Book, word: string) =>
  book.ofRow('wording_words', word, 'positions', (row) => {
    let at = 0
    const positions = Int32Array.from(must(row[2]).split(' '), (gap) => (at += Number.parseInt(gap, 36)))
    return { rarity: Number(row[1]), positions }
  }) ?? null

/** The rarity assumed for an unknown word, a medium one. */
const UNKNOWN_RARITY = 7
const MAX_SIMILAR = 24

/** The most similar wordings, best first (Dice's similarity, weighted by how rare the shared words are). */
export function similarWordings(book: Book, words: readonly string[]): Match[] {
  const distinct = [...new Set(words)]
  const known = distinct.map((word) => wordAt(book, word))
  const total = known.reduce((sum, word) => sum + (word?.rarity ?? UNKNOWN_RARITY), 0)
  const weights = book.ofTable('wording_weights', (rows) => Buffer.from([...rows][0]?.[0] ?? '', 'base64'))
  const shared = new Map<number, number>()
  const rarestFirst = known.filter((word) => word !== null).sort((a, b) => b.rarity - a.rarity)
  let possible = rarestFirst.reduce((sum, word) => sum + word.rarity, 0)
  for (const { rarity, positions } of rarestFirst) {
    // A wording with none of the rarer words cannot be among the best.
    const mayStart = possible > total * LEAST_SHARED
    for (const at of positions) {
      const sum = shared.get(at)
      if (sum !== undefined) shared.set(at, sum + rarity)
      else if (mayStart) shared.set(at, rarity)
    }
    possible -= rarity
  }
  const best: { at: number; likeness: number }[] = []
  for (const [at, sum] of shared) {
    const likeness = Math.min(1, (2 * sum) / (total + must(weights[at]) / 4))
    if (best.length === MAX_SIMILAR && likeness < last(best).likeness) continue
    best.push({ at, likeness })
    best.sort((a, b) => b.likeness - a.likeness || a.at - b.at)
    if (best.length > MAX_SIMILAR) best.pop()
  }
  return best.flatMap(({ at, likeness }) => {
    const [wording = '', roles = ''] = wordingAt(book, at).split('|')
    return matchesOf(wording, roles, likeness)
  })
}

const LEAST_SHARED = 0.3

const wordingAt = (book: Book, position: number): string => {
  const chunk = String(Math.floor(position / CHUNK))
  return (
    book.ofRow('wording_list', chunk, 'wordings', (row) => must(row[1]).split(';'))?.[position % CHUNK] ?? ''
  )
}
