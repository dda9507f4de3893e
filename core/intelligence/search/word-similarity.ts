// Similarity of two words: equal, one a prefix of the other, or a few typos apart.

/** Only this many characters are compared; no catalogue word is longer. */
const MAX_WORD_CHARACTERS = 40
const WIDTH = MAX_WORD_CHARACTERS + 1
/** The edit distance table, reused: each comparison overwrites it, and none is asynchronous. */
const table = new Uint8Array(WIDTH * WIDTH)
for (let at = 0; at < WIDTH; at++) table[at] = table[at * WIDTH] = at

/** Edit distance of two words (insert, delete, replace, transpose), or `most + 1` when it is larger. */
export function editsBetween(a: string, b: string, most: number): number {
  const rows = Math.min(a.length, MAX_WORD_CHARACTERS)
  const columns = Math.min(b.length, MAX_WORD_CHARACTERS)
  if (Math.abs(rows - columns) > most) return most + 1
  for (let row = 1; row <= rows; row++) {
    let least = row
    for (let column = 1; column <= columns; column++) {
      const cost = editCost(a, b, row, column)
      table[row * WIDTH + column] = cost
      if (cost < least) least = cost
    }
    if (least > most) return most + 1
  }
  return Math.min(table[rows * WIDTH + columns] as number, most + 1)
}

function editCost(a: string, b: string, row: number, column: number): number {
  const here = row * WIDTH + column
  const typed = a.charCodeAt(row - 1)
  const known = b.charCodeAt(column - 1)
  if (typed === known) return table[here - WIDTH - 1] as number
  const aside = Math.min(
    table[here - WIDTH] as number,
    table[here - 1] as number,
    table[here - WIDTH - 1] as number,
  )
  const swapped =
    row > 1 && column > 1 && typed === b.charCodeAt(column - 2) && a.charCodeAt(row - 2) === known
  return 1 + (swapped ? Math.min(aside, table[here - 2 * WIDTH - 2] as number) : aside)
}

/** The letters of a word as a bit set: words with many different letters are many edits apart. */
function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) % 32)
  return letters
}

function bitsIn(value: number): number {
  let rest = value
  let count = 0
  for (; rest !== 0; count++) rest &= rest - 1
  return count
}

/** 1 for the same word, less for a prefix ("eng" of "engineer") or a misspelling, 0 for a different word. */
export function wordLikeness(typed: string, known: string): number {
  if (typed === known) return 1
  if (typed.length >= 3 && known.startsWith(typed)) return 0.7 + 0.25 * (typed.length / known.length)
  const longer = Math.max(typed.length, known.length)
  const allowed = longer < 4 ? 0 : longer < 6 ? 1 : longer < 9 ? 2 : 3
  if (allowed === 0 || Math.abs(typed.length - known.length) > allowed) return 0
  if (bitsIn(lettersOf(typed) ^ lettersOf(known)) > 2 * allowed) return 0
  const edits = editsBetween(typed, known, allowed)
  return edits > allowed ? 0 : 1 - (0.8 * edits) / longer
}
