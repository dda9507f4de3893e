// Shared by the readers of published files: their options, the year in a file name, and the ledger of rows.
import { fail } from '../../kernel/errors.ts'
import type { Catalog } from '../file/catalog.ts'
import { rowText, type WholeTables } from '../file/csv.ts'
import type { Book } from '../words/book.ts'
import type { Row } from './layout.ts'
import type { FileData } from './import-note.ts'

export interface ReadOptions {
  /** The data loaded now: shipped tables with earlier imports merged in. */
  tables: WholeTables
  catalog: Catalog
  words: Book
  /** The year of the file, needed if its name does not state one. */
  vintage: number | null
  /** In the form `2026-11-20`. */
  today: string
  tell?: ((rows: number) => void) | undefined
}

/** Reads all rows of one kind of file. `name` names the file and its table. Throws an Error with a message for users. */
export type FileReader = (rows: AsyncIterable<Row>, name: string, options: ReadOptions) => Promise<FileData>

/** The year in a name by the first pattern that matches. Two digits mean this century. */
export function yearIn(name: string, ...patterns: RegExp[]): number | null {
  const found = patterns.map((pattern) => pattern.exec(name)?.[1]).find(Boolean)
  return found ? Number(found.length === 2 ? `20${found}` : found) : null
}

export const unknownYear = (example: string): never =>
  fail('usage', { problem: `The name of the file does not tell its year: add --vintage, ${example}.` })

export type Ledger = ReturnType<typeof createLedger>

/** Collects the rows that are accepted, and counts the others by reason. */
export function createLedger() {
  const skipped = new Map<string, number>()
  const lines: string[] = []
  const seen = new Set<string>()
  const skip = (reason: string): false => {
    skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
    return false
  }
  return {
    lines,
    seen,
    skip,
    /** Keeps a row and returns true. Returns false and counts the reason if `cells` is a reason, or if the key was seen before. */
    take(key: string, cells: string[] | string): boolean {
      if (typeof cells === 'string') return skip(cells)
      if (seen.has(key)) return skip('given twice')
      seen.add(key)
      lines.push(rowText(cells))
      return true
    },
    outcome: (text = lines): Pick<FileData, 'taken' | 'skipped' | 'text'> => ({
      taken: text.length,
      skipped: [...skipped].map(([reason, rows]) => ({ reason, rows })).sort((a, b) => b.rows - a.rows),
      text: text.join(''),
    }),
  }
}

export const areasOf = (catalog: Catalog): Map<string, string> =>
  new Map(catalog.cities().map(({ area, slug }) => [area, slug]))
