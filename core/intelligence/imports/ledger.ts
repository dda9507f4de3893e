// Keeps account of a file's rows: those taken, as text, and those skipped, by reason.
import { rowText } from './csv-text.ts'
import type { Skipped } from './import-note.ts'

export interface Ledger {
  lines: string[]
  seen: Set<string>
  /** Returns false, as the row is not taken. */
  skip(reason: string): false
  /** Takes a row unless its key was taken before or the row is a reason to skip it. Tells whether it was taken. */
  take(key: string, cells: string[] | string): boolean
  /** Most frequent reason first. */
  skippedRows(): Skipped[]
}

export function createLedger(): Ledger {
  const skipped = new Map<string, number>()
  const lines: string[] = []
  const seen = new Set<string>()
  const skip = (reason: string) => {
    skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
    return false as const
  }
  return {
    lines,
    seen,
    skip,
    take(key, cells) {
      if (typeof cells === 'string') return skip(cells)
      if (seen.has(key)) return skip('given twice')
      seen.add(key)
      lines.push(rowText(cells))
      return true
    },
    skippedRows: () =>
      [...skipped].map(([reason, rows]) => ({ reason, rows })).sort((a, b) => b.rows - a.rows),
  }
}
