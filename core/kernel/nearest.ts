// Finds the closest match for a mistyped word.

/** The Levenshtein distance: insertions, deletions and replacements. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next[j] = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** The closest word, or undefined beyond edits of a third of the letters. If equally close, one that begins with the text. */
export function nearest(text: string, words: readonly string[]): string | undefined {
  const typed = text.toLowerCase().slice(0, 60)
  const [best] = words
    .map((word) => ({
      ...{ word, edits: distance(typed, word.toLowerCase()), begins: word.toLowerCase().startsWith(typed) },
    }))
    .sort((a, b) => a.edits - b.edits || Number(b.begins) - Number(a.begins))
  return best && best.edits <= Math.max(1, Math.ceil(best.word.length / 3)) ? best.word : undefined
}
