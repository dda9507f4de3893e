// What the readers of the three kinds of files have in common.
import { fail } from '../../kernel/errors.ts'
import type { Catalog } from '../file/catalog.ts'
import { rowText, type WholeTables } from '../file/csv.ts'
import type { Book } from '../words/book.ts'
import type { Row } from './layout.ts'
import type { Reading, Skipped } from './import-note.ts'

export interface ReadOptions {
  /** The data loaded now: shipped tables with earlier imports merged in. */
  tables: WholeTables
  catalog: Catalog
  words: Book
  /** The year of the file, for when its name does not state it. */
  vintage: number | null
  /** In the form `2026-11-20`. */
  today: string
  tell?: ((rows: number) => void) | undefined
}

/** Reads all rows of one kind of file. `name` is that of the file and its table. Throws a readable Error. */
export type FileReader = (rows: AsyncIterable<Row>, name: string, options: ReadOptions) => Promise<Reading>

export const folderOf = (tables: WholeTables): string => (typeof tables === 'string' ? tables : tables.folder)

/** The year that the first matching pattern finds in a name; two digits mean this century. */
export function yearIn(name: string, ...patterns: RegExp[]): number | null {
  const found = patterns.map((pattern) => pattern.exec(name)?.[1]).find(Boolean)
  return found ? Number(found.length === 2 ? `20${found}` : found) : null
}

export const unknownYear = (example: string): never =>
  fail('usage', { problem: `The name of the file does not tell its year: add --vintage, ${example}.` })

export type Ledger = ReturnType<typeof createLedger>

/** Keeps account of a file's rows: those taken, as text, and those skipped, by reason. */
export function createLedger() {
  const skipped = new Map<string, number>()
  const lines: string[] = []
  const seen = new Set<string>()
  /** Returns false, as the row is not taken. */
  const skip = (reason: string): false => {
    skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
    return false
  }
  return {
    lines,
    seen,
    skip,
    /** Takes a row unless its key was taken before or the row is a reason to skip it. Tells whether it was taken. */
    take(key: string, cells: string[] | string): boolean {
      if (typeof cells === 'string') return skip(cells)
      if (seen.has(key)) return skip('given twice')
      seen.add(key)
      lines.push(rowText(cells))
      return true
    },
    /** Most frequent reason first. */
    skippedRows: (): Skipped[] =>
      [...skipped].map(([reason, rows]) => ({ reason, rows })).sort((a, b) => b.rows - a.rows),
  }
}

/** A city of every wage area. */
export const areasOf = (catalog: Catalog): Map<string, string> =>
  new Map(catalog.cities().map(({ area, slug }) => [area, slug]))
