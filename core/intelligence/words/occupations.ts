// Finds how probable each occupation is for the words of a title. It combines filings of the exact title with a linear
// classifier over words and pairs of words, which sql/build/titles.ts trains.
import { must } from '../../kernel/narrow.ts'
import type { Book } from './book.ts'
import { hashBucket, hashOf } from './compile-titles.ts'
import { countsIn } from './plain.ts'

export function featuresOf(words: readonly string[]): string[] {
  const features = new Set<string>()
  words.forEach((word, at) => {
    features.add(word)
    const next = words[at + 1]
    if (next !== undefined) features.add(`${word} ${next}`)
  })
  const last = words.at(-1)
  if (last !== undefined) features.add(`${last}$`)
  return [...features]
}

/** A feature that every title has. Its weights show how common each occupation is among filings. */
export const ALWAYS = '*'

export type Odds = ReturnType<typeof oddsOf>

/** The classifier and the occupation of a rare title count as this many filings. Tuned on held-out employers. */
const VOTE_IS_WORTH = 6
const RARE_IS_WORTH = 3
const MIN_ODDS = 0.01

/**
 * The probabilities of occupations (by SOC code) for the words of a title, without the level, and the number of filings of
 * the exact title (for a rare one `RARE_IS_WORTH`).
 */
export function oddsOf(book: Book, words: readonly string[]) {
  const socs = book.ofTable('title_socs', (rows) => [...rows].map(([soc = '']) => soc))
  const odds = vote(book, words, socs.length)
  const counts = filingsOf(book, words)
  const filings = counts.reduce((total, [, count]) => total + count, 0)
  const bySoc = new Map<string, number>()
  const counted = new Map(counts)
  odds.forEach((chance, at) => {
    const share = (chance * VOTE_IS_WORTH + (counted.get(at) ?? 0)) / (filings + VOTE_IS_WORTH)
    if (share >= MIN_ODDS) bySoc.set(must(socs[at]), share)
  })
  return { bySoc, filings }
}

type Pair = readonly [at: number, value: number]

const pairsIn = (cell: string | undefined): Pair[] =>
  cell === undefined ? [] : countsIn(cell).map(([at, value]) => [Number(at), value])

function filingsOf(book: Book, words: readonly string[]): Pair[] {
  const title = words.join(' ')
  const counted = pairsIn(book.get('title_counts', title)?.[1])
  if (counted.length > 0) return counted
  const { bucket, rest } = hashBucket(hashOf(title))
  const found = (book.get('title_hashes', bucket)?.[1] ?? '')
    .split(' ')
    .find((entry) => entry.startsWith(`${rest}:`))
  return found ? [[Number(found.slice(rest.length + 1)), RARE_IS_WORTH]] : []
}

function vote(book: Book, words: readonly string[], classes: number): Float64Array {
  const sums = new Float64Array(classes)
  for (const feature of [...featuresOf(words), ALWAYS])
    for (const [at, weight] of book.ofRow('title_features', feature, 'weights', (row) => pairsIn(row[1])) ??
      [])
      sums[at] = (sums[at] ?? 0) + weight / 10
  const most = sums.reduce((max, sum) => Math.max(max, sum), -Infinity)
  const powers = sums.map((sum) => Math.exp(sum - most))
  const total = powers.reduce((all, power) => all + power, 0)
  return powers.map((power) => power / total)
}
