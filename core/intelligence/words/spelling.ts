// Corrects misspelt words of a title: to the likest word of the catalogue, and of equally like ones the commonest.
import { must } from '../../kernel/must.ts'
import type { Book } from './book.ts'
import { bucketOf } from './compile-titles.ts'

/** The word as the catalogue spells it: itself where it is known and not rare, else the nearest commoner one. */
export function respelt(book: Book, word: string): string {
  const holders = holdersOf(book, word)
  if (word.length < MIN_TYPED || /\d/.test(word) || holders >= COMMON) return word
  const better = nearest(book, word)
  return better && better.holders >= Math.max(1, holders * MUCH_COMMONER) ? better.word : word
}

/** Shorter words are taken as typed: too many others are like them. */
const MIN_TYPED = 3
/** Words in so many wordings are no misspellings; fewer may be: the filings that wordings come from have some. */
const COMMON = 6
const MUCH_COMMONER = 20

/** In how many wordings a word is. */
export const holdersOf = (book: Book, word: string): number =>
  book.ofRow('wording_words', word, 'count', (row) => must(row[2]).split(' ').length) ?? 0

/** One unknown word as two known ones: "datascientist". */
export function joined(book: Book, words: readonly string[]): string[] {
  return words.flatMap((word) => {
    if (word.length < 7 || holdersOf(book, word) > 0) return [word]
    for (let cut = 3; cut <= word.length - 3; cut++) {
      const [before, after] = [word.slice(0, cut), word.slice(cut)]
      if (holdersOf(book, before) > 2 && holdersOf(book, after) > 2) return [before, after]
    }
    return [word]
  })
}

interface Known {
  word: string
  holders: number
}

function nearest(book: Book, typed: string): Known | null {
  const most = typed.length > 6 ? 2 : 1
  let best: (Known & { edits: number; worth: number }) | null = null
  for (let length = typed.length - most; length <= typed.length + most; length++)
    for (const known of candidates(book, typed, length)) {
      const edits = editsBetween(typed, known.word, best ? Math.min(most, best.edits) : most)
      if (edits === 0 || edits > most) continue
      const worth = known.holders * (known.word.at(-1) === typed.at(-1) ? SAME_END : 1)
      if (!best || edits < best.edits || (edits === best.edits && worth > best.worth))
        best = { ...known, edits, worth }
    }
  return best && (best.edits < 2 || best.holders > FAR_HOLDERS || typed.length >= LONG) ? best : null
}

/** How many times commoner a word counts as that ends like the typed one: few mistype the last letter. */
const SAME_END = 10

/** A word two edits away must be this common, or this long. */
const LONG = 10
const FAR_HOLDERS = 10

/** The known words of a length with the typed first letter; with the second, where the two may be swapped. */
const candidates = (book: Book, typed: string, length: number): Known[] => [
  ...wordsIn(book, bucketOf(typed, length)),
  ...(length === typed.length ? wordsIn(book, bucketOf(typed.slice(1), length)) : []),
]

const wordsIn = (book: Book, bucket: string): Known[] =>
  book.ofRow('spellings', bucket, 'words', (row) =>
    must(row[1])
      .split(' ')
      .map((entry) => {
        const colon = entry.lastIndexOf(':')
        return { word: entry.slice(0, colon), holders: Number(entry.slice(colon + 1)) }
      }),
  ) ?? []

/** Edit distance of two words (insert, delete, replace, transpose), or `most + 1` when it is larger. */
export function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let [before, last, row]: [number[], number[], number[]] = [
    [],
    [],
    Array.from({ length: other.length + 1 }, (_, at) => at),
  ]
  for (let at = 1; at <= one.length; at++) {
    ;[before, last, row] = [last, row, [at]]
    let least = at
    for (let to = 1; to <= other.length; to++) {
      const same = one[at - 1] === other[to - 1]
      // Both rows are as long as the other word; this runs for each pair of letters.
      let cost = Math.min(last[to]! + 1, row[to - 1]! + 1, last[to - 1]! + (same ? 0 : 1))
      if (at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1])
        cost = Math.min(cost, before[to - 2]! + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
  }
  return Math.min(row[other.length]!, most + 1) // The last of a whole row.
}
