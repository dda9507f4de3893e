// Finds the closest match for a mistyped word.

/** How many letters are inserted, deleted, replaced, or swapped with the next. */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : replaced
      next[j] = Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

/** The word with the fewest edits; undefined if over a third of its letters differ. A word that begins with the text wins a tie. */
export function nearest(text: string, words: readonly string[]): string | undefined {
  const typed = text.toLowerCase().slice(0, 60)
  const [best] = words
    .map((word) => ({
      ...{ word, edits: distance(typed, word.toLowerCase()), begins: word.toLowerCase().startsWith(typed) },
      lengthGap: Math.abs(word.length - typed.length),
    }))
    .sort((a, b) => a.edits - b.edits || Number(b.begins) - Number(a.begins) || a.lengthGap - b.lengthGap)
  const letters = best ? Math.min(best.word.length, typed.length + 2) : 0
  return best && best.edits <= Math.max(1, Math.ceil(letters / 3)) ? best.word : undefined
}
