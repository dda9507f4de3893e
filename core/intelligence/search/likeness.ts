// How alike two words are to a reader: the same, one the beginning of the other, or a slip of the fingers apart.

/** Edits that turn one word into the other (insert, drop, replace, swap neighbours), or `most + 1` when there are more. */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let older: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= b.length; column++) {
      const cost = editCost(a, b, row, column, older, above, current)
      current.push(cost)
      if (cost < least) least = cost
    }
    if (least > most) return most + 1
    older = above
    above = current
  }
  return Math.min(above[b.length] ?? 0, most + 1)
}

function editCost(
  a: string,
  b: string,
  row: number,
  column: number,
  older: readonly number[],
  above: readonly number[],
  current: readonly number[],
): number {
  const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1)
  const diagonal = (above[column - 1] ?? 0) + (same ? 0 : 1)
  let cost = Math.min(diagonal, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
  const swapped =
    row > 1 &&
    column > 1 &&
    a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
    a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
  if (swapped) cost = Math.min(cost, (older[column - 2] ?? 0) + 1)
  return cost
}

/** 1 for the same word, less for a beginning ("eng" of "engineer") or a misspelling, 0 for a different word. */
export function wordLikeness(typed: string, known: string): number {
  if (typed === known) return 1
  if (typed.length >= 3 && known.startsWith(typed)) return 0.7 + 0.25 * (typed.length / known.length)
  const longer = Math.max(typed.length, known.length)
  const allowed = longer < 4 ? 0 : longer < 6 ? 1 : longer < 9 ? 2 : 3
  if (allowed === 0) return 0
  const edits = editsBetween(typed, known, allowed)
  return edits > allowed ? 0 : 1 - (0.8 * edits) / longer
}
