// Corrects words that are not in the catalogue. Two words one edit apart share a form with at most one letter
// deleted, so all such forms are indexed by hash in typed arrays, and a lookup takes microseconds.
import { fileUnderHashes, hashOf, hashPair, numbersUnder, type HashedNumbers } from './hashes.ts'
import { editsBetween } from './word-similarity.ts'

/** The words, and the position of each by the hashes of its forms. */
export interface SpellingIndex {
  words: readonly string[]
  forms: HashedNumbers
}

const MIN_WORD_CHARACTERS = 3

/** Indexes the words by position; yields along the way. */
export function* indexSpelling(words: readonly string[]): Generator<void, SpellingIndex> {
  const pairs: number[] = []
  words.forEach((text, word) => {
    if (text.length >= MIN_WORD_CHARACTERS)
      for (const form of formsOf(text)) pairs.push(hashPair(hashOf(form), word))
  })
  yield
  return { words, forms: yield* fileUnderHashes(pairs) }
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
    for (const word of numbersUnder(index.forms, hashOf(form))) {
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
