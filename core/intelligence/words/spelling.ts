// Corrects misspelt words of a title: to the likest word of the catalogue, and of equally like ones the commonest.
import type { Book } from './book.ts'
import { bucketOf, MIN_LETTERS } from './compile-titles.ts'

/** The word as the catalogue spells it: itself where it is known and not rare, else the nearest commoner one. */
export function respelt(book: Book, word: string): string {
  const holders = holdersOf(book, word)
  if (word.length < MIN_LETTERS || /\d/.test(word) || holders >= COMMON) return word
  const better = nearest(book, word)
  return better && better.holders >= Math.max(1, holders * MUCH_COMMONER) ? better.word : word
}

/** Words in so many wordings are no misspellings; fewer may be: the filings that wordings come from have some. */
const COMMON = 6
const MUCH_COMMONER = 20

/** In how many wordings a word is. */
export const holdersOf = (book: Book, word: string): number =>
  book.kept('wording_words', word, (row) => (row ? (row[2]?.split(' ').length ?? 0) : 0))

interface Known {
  word: string
  holders: number
}

function nearest(book: Book, typed: string): Known | null {
  const most = typed.length > 7 ? 2 : 1
  let best: (Known & { edits: number; worth: number }) | null = null
  for (let length = typed.length - most; length <= typed.length + most; length++)
    for (const known of wordsIn(book, bucketOf(typed, length))) {
      const edits = editsBetween(typed, known.word, best ? Math.min(most, best.edits) : most)
      if (edits === 0 || edits > most) continue
      const worth = known.holders * (known.word.at(-1) === typed.at(-1) ? SAME_END : 1)
      if (!best || edits < best.edits || (edits === best.edits && worth > best.worth))
        best = { ...known, edits, worth }
    }
  return best && (best.edits < 2 || best.holders > FAR_HOLDERS) ? best : null
}

/** How many times commoner a word counts as that ends like the typed one: few mistype the last letter. */
const SAME_END = 50

/** A word two edits away must be this common. */
const FAR_HOLDERS = 10

const wordsIn = (book: Book, bucket: string): Known[] =>
  book.kept('spellings', bucket, (row) =>
    (row?.[1]?.split(' ') ?? []).map((entry) => {
      const colon = entry.lastIndexOf(':')
      return { word: entry.slice(0, colon), holders: Number(entry.slice(colon + 1)) }
    }),
  )

/** Edit distance of two words (insert, delete, replace, transpose), or `most + 1` when it is larger. */
export function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let [before, last, row] = [[] as number[], [] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let at = 1; at <= one.length; at++) {
    ;[before, last, row] = [last, row, [at]]
    let least = at
    for (let to = 1; to <= other.length; to++) {
      const same = one[at - 1] === other[to - 1]
      let cost = Math.min(last[to]! + 1, row[to - 1]! + 1, last[to - 1]! + (same ? 0 : 1))
      if (at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1])
        cost = Math.min(cost, before[to - 2]! + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
  }
  return Math.min(row[other.length]!, most + 1)
} // prettier-ignore
