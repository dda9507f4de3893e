// The occupations of 200,000 titles that were filed one to four times, by the hash of their words: the words
// themselves would take ten megabytes. One text in twenty thousand has the hash of another title by chance.
import { fileUnderHashes, hashOf, hashPair, numbersUnder, type HashedNumbers } from './hashes.ts'

/** The occupations by the hashes of their titles, each as its position in `title_socs`. */
export type RareTitles = HashedNumbers

/** A row of the title_rare table: an occupation, and its hashes as differences in base 36, ascending. */
export interface RareRow {
  soc: number
  hashes: string
}

/** Shorter titles name a line of work, and one employer's filing says too little about what others mean. */
export const MIN_RARE_WORDS = 2

/** The row of an occupation's titles. */
export function rareRow(soc: number, titles: readonly string[]): RareRow {
  const hashes = Uint32Array.from(titles, hashOf).sort()
  const gaps = Array.from(hashes, (hash, at) => hash - (at === 0 ? 0 : hashes[at - 1]!))
  return { soc, hashes: gaps.map((gap) => gap.toString(36)).join(' ') }
}

/** The table from its rows; yields after each. */
export function* rareTitlesFrom(rows: readonly RareRow[]): Generator<void, RareTitles> {
  const pairs: number[] = []
  for (const { soc, hashes } of rows) {
    let hash = 0
    for (const gap of hashes.split(' ')) {
      hash += Number.parseInt(gap, 36)
      pairs.push(hashPair(hash, soc))
    }
    yield
  }
  return yield* fileUnderHashes(pairs)
}

/** The position of the occupation that a title was filed under; undefined when it was not filed. */
export function rareSocOf(titles: RareTitles, words: readonly string[]): number | undefined {
  if (words.length < MIN_RARE_WORDS) return undefined
  for (const soc of numbersUnder(titles, hashOf(words.join(' ')))) return soc
  return undefined
}
