// The occupations of 200,000 titles that were filed one to four times, by the hash of their words: the words
// themselves would take ten megabytes. One text in twenty thousand has the hash of another title by chance.
import { hashOf } from './form-index.ts'

/** The hashes of the titles in ascending order, and the occupation of each by its position in `title_socs`. */
export interface RareTitles {
  hashes: Uint32Array
  socs: Uint16Array
}

/** A row of the title_rare table: an occupation, and its hashes as differences in base 36, ascending. */
export interface RareRow {
  soc: number
  hashes: string
}

/** Shorter titles name a line of work, and one employer's filing says too little about what others mean. */
export const MIN_RARE_WORDS = 2

/** More than the number of occupations: a hash and an occupation together fit a double exactly. */
const MAX_SOCS = 2 ** 10

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
      pairs.push(hash * MAX_SOCS + soc)
    }
    yield
  }
  // Sorting numbers is ten times as fast as sorting objects.
  const sorted = Float64Array.from(pairs).sort()
  yield
  return {
    hashes: Uint32Array.from(sorted, (pair) => Math.floor(pair / MAX_SOCS)),
    socs: Uint16Array.from(sorted, (pair) => pair % MAX_SOCS),
  }
}

/** The position of the occupation that a title was filed under; undefined when it was not filed. */
export function rareSocOf({ hashes, socs }: RareTitles, words: readonly string[]): number | undefined {
  if (words.length < MIN_RARE_WORDS) return undefined
  const hash = hashOf(words.join(' '))
  let low = 0
  let high = hashes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (hashes[middle]! < hash) low = middle + 1
    else high = middle
  }
  return hashes[low] === hash ? socs[low] : undefined
}
