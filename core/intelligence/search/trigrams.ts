// A trigram index over short texts in typed arrays: finds texts similar to a misspelled, shortened or
// reordered query in a fraction of a millisecond. Word order does not matter.

const SYMBOLS = 37 // a–z, 0–9 and the space that marks word boundaries
const SPACE = 36

/** Posting lists by trigram code: the texts `postings[starts[c] … starts[c + 1]]` contain trigram c. */
export interface TrigramIndex {
  size: number
  starts: Int32Array
  postings: Int32Array
  /** Rarity of each trigram: ln(1 + texts / texts with it). */
  rarity: Float32Array
  /** Sum of the rarities of each text's trigrams. */
  weights: Float32Array
  /** Scratch space, reused: searches are synchronous, so one is enough. */
  sums: Float32Array
  touched: Int32Array
}

/** Texts indexed between two yields, in about a millisecond. */
const STRETCH = 250

/**
 * A generator that indexes the texts by position and yields along the way. They must be plain text:
 * lower-case ASCII words and single spaces.
 */
export function* indexTrigrams(texts: readonly string[]): Generator<void, TrigramIndex> {
  const starts = new Int32Array(SYMBOLS ** 3 + 1)
  // The trigrams of all texts, concatenated: a list per text caused most of the garbage.
  const codes: number[] = []
  const ends = new Int32Array(texts.length)
  for (let text = 0; text < texts.length; text++) {
    for (const code of trigramsOf(texts[text] ?? '')) {
      codes.push(code)
      starts[code + 1] = (starts[code + 1] ?? 0) + 1
    }
    ends[text] = codes.length
    if (text % STRETCH === 0) yield
  }
  for (let code = 0; code < SYMBOLS ** 3; code++)
    starts[code + 1] = (starts[code + 1] ?? 0) + (starts[code] ?? 0)
  const size = texts.length
  const rarity = raritiesOf(starts, size)
  const weights = new Float32Array(size)
  const postings = new Int32Array(codes.length)
  const next = starts.slice()
  for (let text = 0, at = 0; text < size; text++) {
    for (; at < (ends[text] ?? 0); at++) {
      const code = codes[at] as number
      postings[next[code] as number] = text
      next[code] = (next[code] as number) + 1
      weights[text] = (weights[text] as number) + (rarity[code] as number)
    }
    if (text % (STRETCH * 10) === 0) yield
  }
  const sums = new Float32Array(size)
  return { size, starts, postings, rarity, weights, sums, touched: new Int32Array(size) }
}

function raritiesOf(starts: Int32Array, size: number): Float32Array {
  const rarity = new Float32Array(SYMBOLS ** 3)
  for (let code = 0; code < rarity.length; code++) {
    const holders = (starts[code + 1] ?? 0) - (starts[code] ?? 0)
    rarity[code] = Math.log(1 + size / (holders + 1))
  }
  return rarity
}

function sum(codes: readonly number[], rarity: Float32Array): number {
  let total = 0
  for (const code of codes) total += rarity[code] ?? 0
  return total
}

/**
 * The distinct trigrams of each word, padded with two boundary
 * marks before and one after, so that word beginnings count more.
 */
function trigramsOf(text: string): number[] {
  const codes = new Set<number>()
  for (const word of text.split(' ')) {
    if (word === '') continue
    let before = SPACE
    let last = SPACE
    for (let at = 0; at <= word.length; at++) {
      const symbol = at === word.length ? SPACE : symbolOf(word.charCodeAt(at))
      codes.add((before * SYMBOLS + last) * SYMBOLS + symbol)
      before = last
      last = symbol
    }
  }
  return [...codes]
}

function symbolOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 97
  return code >= 48 && code <= 57 ? code - 22 : SPACE
}

/** How much one search looks at. */
interface Effort {
  /** The number of texts returned. */
  limit: number
  /** Maximum postings read: beyond it, only the rarer trigrams of a long query are used. */
  postings: number
}

/**
 * The texts most similar to the query, best first, by
 * the rarity-weighted Dice coefficient of trigrams.
 */
export function nearestTexts(
  index: TrigramIndex,
  query: string,
  effort: Effort,
): { text: number; score: number }[] {
  const codes = trigramsOf(query)
  const total = sum(codes, index.rarity)
  return strongest(index, accumulate(index, codes, effort.postings), total, effort.limit)
}

function accumulate(index: TrigramIndex, codes: number[], maxPostings: number): number {
  const { starts, postings, rarity, sums, touched } = index
  const rarestFirst = codes.sort((a, b) => (rarity[b] ?? 0) - (rarity[a] ?? 0))
  let count = 0
  let read = 0
  for (const code of rarestFirst) {
    const from = starts[code] ?? 0
    const to = starts[code + 1] ?? 0
    read += to - from
    if (read > maxPostings && count > 0) break
    const worth = rarity[code] ?? 0
    for (let at = from; at < to; at++) {
      const text = postings[at] as number
      const before = sums[text] as number
      if (before === 0) touched[count++] = text
      sums[text] = before + worth
    }
  }
  return count
}

/**
 * Keeps the best few in a small sorted list, and clears the sums for the next search. Most texts fail the
 * first comparison: a text weighs at least what it shares, which limits its score without reading its weight.
 */
function strongest(index: TrigramIndex, count: number, total: number, limit: number) {
  const { sums, touched, weights } = index
  const best: { text: number; score: number }[] = []
  let floor = 0
  let leastShared = 0
  for (let at = 0; at < count; at++) {
    const text = touched[at] as number
    const shared = sums[text] as number
    sums[text] = 0
    if (shared < leastShared) continue
    const score = (2 * shared) / (total + (weights[text] as number))
    if (score <= floor) continue
    insert(best, { text, score }, limit)
    if (best.length < limit) continue
    floor = best[limit - 1]!.score
    leastShared = ((floor * total) / (2 - floor)) * ROUNDING
  }
  return best
}

/** The sums have seven digits. */
const ROUNDING = 0.999

function insert(
  best: { text: number; score: number }[],
  entry: { text: number; score: number },
  limit: number,
): void {
  let at = best.length
  while (at > 0 && (best[at - 1]?.score ?? 0) < entry.score) at--
  best.splice(at, 0, entry)
  if (best.length > limit) best.pop()
}
