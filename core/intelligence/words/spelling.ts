// Replaces misspelled words of a title with the most similar word of the catalogue. If several are equal, the most common wins.
import { must } from '../../kernel/narrow.ts'
import type { Book } from './book.ts'
import { bucketOf } from './compile-titles.ts'
import { countsIn } from './plain.ts'

/** A word as the catalogue spells it. A common word stays. A rare one is replaced with a similar, much more common word. */
export function correctSpelling(book: Book, word: string): string {
  const count = frequency(book, word)
  if (word.length < MIN_TYPED || /\d/.test(word) || count >= MIN_CORRECT_WORDINGS) return word
  return book.speltAs(word, () => {
    const better = nearestWord(book, word)
    return better && better.count >= Math.max(1, count * MUCH_COMMONER) ? better.word : word
  })
}

/** Shorter words are not corrected, because too many others are similar. */
const MIN_TYPED = 3
/** A word in this many wordings is spelled correctly. Rarer words may be misspellings from the filings. */
const MIN_CORRECT_WORDINGS = 6
const MUCH_COMMONER = 20

export const frequency = (book: Book, word: string): number =>
  book.ofRow('wording_words', word, 'count', (row) => must(row[2]).split(' ').length) ?? 0

/** Splits an unknown word into two known words: "datascientist". */
export function splitCompounds(book: Book, words: readonly string[]): string[] {
  return words.flatMap((word) => {
    if (word.length < 7 || frequency(book, word) > 0) return [word]
    for (let cut = 3; cut <= word.length - 3; cut++) {
      const [before, after] = [word.slice(0, cut), word.slice(cut)]
      if (frequency(book, before) > 2 && frequency(book, after) > 2) return [before, after]
    }
    return [word]
  })
}

type KnownWord = ReturnType<typeof wordsIn>[number]

function nearestWord(book: Book, typed: string): KnownWord | null {
  const most = typed.length > 6 ? 2 : 1
  let best: (KnownWord & { edits: number; worth: number }) | null = null
  for (let length = typed.length - most; length <= typed.length + most; length++)
    // If the first two letters were swapped, the second one comes first.
    for (const start of length === typed.length ? [typed, typed.slice(1)] : [typed])
      for (const known of wordsIn(book, bucketOf(start, length))) {
        const edits = editsBetween(typed, known.word, best ? Math.min(most, best.edits) : most)
        if (edits === 0 || edits > most) continue
        const worth = known.count * (known.word.at(-1) === typed.at(-1) ? SAME_END : 1)
        if (!best || edits < best.edits || (edits === best.edits && worth > best.worth))
          best = { ...known, edits, worth }
      }
  return best && (best.edits < 2 || best.count > FAR_WORDINGS || typed.length >= FAR_LETTERS) ? best : null
}

/** A candidate with the same last letter counts as this many times more common: people rarely mistype the last letter. */
const SAME_END = 10

/** A correction of two letters needs a typed word of this length, or a candidate in more wordings than this. */
const FAR_LETTERS = 10
const FAR_WORDINGS = 10

const wordsIn = (book: Book, bucket: string) =>
  book.ofRow('spellings', bucket, 'words', (row) =>
    countsIn(must(row[1])).map(([word, count]) => ({ word, count })),
  ) ?? []

/** Letters to insert, delete, replace or swap; `most + 1` if more. Keep `most` small: each way is tried at each difference. */
export function editsBetween(one: string, other: string, most: number, at = 0, to = 0): number {
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(to)) {
    at++
    to++
  }
  const [left, right] = [one.length - at, other.length - to]
  if (left === 0 || right === 0) return Math.min(left + right, most + 1)
  if (Math.abs(left - right) > most) return most + 1
  // `rest`: the fewest edits found so far that must follow this one.
  let rest = most
  if (rest > 0) rest = editsBetween(one, other, rest - 1, at + 1, to + 1)
  if (rest > 0) rest = editsBetween(one, other, rest - 1, at + 1, to)
  if (rest > 0) rest = editsBetween(one, other, rest - 1, at, to + 1)
  const isSwapped =
    one.charCodeAt(at) === other.charCodeAt(to + 1) && one.charCodeAt(at + 1) === other.charCodeAt(to)
  if (rest > 0 && isSwapped) rest = editsBetween(one, other, rest - 1, at + 2, to + 2)
  return rest + 1
}
