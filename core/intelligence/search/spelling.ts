// Corrects a word that is not in the catalogue to the nearest ones that are. Two words one slip apart share a form with
// at most one letter removed, so the removed forms are indexed (by hash, in typed arrays) and a look-up takes microseconds.
import { editsBetween } from './likeness.ts'

/** Hashes of every word's forms in rising order, and the word each belongs to. */
export interface SpellingIndex {
  words: readonly string[]
  hashes: Uint32Array
  owners: Int32Array
}

const SHORTEST = 3

/** Indexes the words by position. */
export function indexSpelling(words: readonly string[]): SpellingIndex {
  const pairs: { hash: number; word: number }[] = []
  words.forEach((text, word) => {
    if (text.length >= SHORTEST) for (const form of formsOf(text)) pairs.push({ hash: hashOf(form), word })
  })
  pairs.sort((a, b) => a.hash - b.hash || a.word - b.word)
  return {
    words,
    hashes: Uint32Array.from(pairs, (pair) => pair.hash),
    owners: Int32Array.from(pairs, (pair) => pair.word),
  }
}

/** The other indexed word nearest to a misspelt one, preferring fewer slips and then the commoner word; null when none is near. */
export function corrected(
  index: SpellingIndex,
  typed: string,
  commonness: (word: number) => number,
): string | null {
  if (typed.length < SHORTEST) return null
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

/** FNV-1a, 32 bits: spread well enough that a false owner is rare, and then the edit count rejects it. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
