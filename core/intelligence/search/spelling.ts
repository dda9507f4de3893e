// Corrects words that are not in the catalogue. Two words one edit apart share a form with at most one letter
// deleted, so all such forms are indexed by hash in typed arrays, and a lookup takes microseconds.
import { hashOf } from './form-index.ts'
import { editsBetween } from './word-similarity.ts'

/** The hashes of every word's forms in ascending order, and the word of each. */
export interface SpellingIndex {
  words: readonly string[]
  hashes: Uint32Array
  owners: Int32Array
}

const MIN_WORD_CHARACTERS = 3

/** An upper bound on the number of words; a hash and a word index together then fit a double exactly. */
const MAX_WORDS = 2 ** 20

/** Indexes the words by position. */
export function indexSpelling(words: readonly string[]): SpellingIndex {
  const pairs: number[] = []
  words.forEach((text, word) => {
    if (text.length >= MIN_WORD_CHARACTERS)
      for (const form of formsOf(text)) pairs.push(hashOf(form) * MAX_WORDS + word)
  })
  // Sorting numbers is ten times as fast as sorting objects.
  const sorted = Float64Array.from(pairs).sort()
  return {
    words,
    hashes: Uint32Array.from(sorted, (pair) => Math.floor(pair / MAX_WORDS)),
    owners: Int32Array.from(sorted, (pair) => pair % MAX_WORDS),
  }
}

/** The closest indexed word to a misspelled one, by edits and then frequency; null when none is close. */
export function corrected(
  index: SpellingIndex,
  typed: string,
  commonness: (word: number) => number,
): string | null {
  if (typed.length < MIN_WORD_CHARACTERS) return null
  let best: { word: number; edits: number; common: number } | null = null
  for (const form of formsOf(typed)) {
    for (const word of ownersOf(index, hashOf(form))) {
      if (index.words[word] === typed) continue
      const edits = editsBetween(typed, index.words[word] ?? '', 2)
      const common = commonness(word)
      if (edits > 2 || (best && (edits > best.edits || (edits === best.edits && common <= best.common))))
        continue
      best = { word, edits, common }
    }
  }
  return best && (best.edits < 2 || typed.length > 5) ? (index.words[best.word] ?? null) : null
}

function formsOf(word: string): string[] {
  const forms = [word]
  for (let at = 0; at < word.length; at++) forms.push(word.slice(0, at) + word.slice(at + 1))
  return forms
}

function* ownersOf(index: SpellingIndex, hash: number): Generator<number> {
  let low = 0
  let high = index.hashes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((index.hashes[middle] as number) < hash) low = middle + 1
    else high = middle
  }
  for (let at = low; index.hashes[at] === hash; at++) yield index.owners[at] as number
}
