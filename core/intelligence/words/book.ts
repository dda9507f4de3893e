// What words are looked up in: tables of the pay file, of which a question reads a few rows.
import { openLexicon, type Lexicon } from './lexicon.ts'

/** Tables by name: the pay file, or tables in memory. */
export interface Tables {
  get(table: string, ...key: string[]): readonly string[] | undefined
  rows(table: string, ...key: string[]): Iterable<readonly string[]>
  starting(table: string, prefix: string): Iterable<readonly string[]>
}

/** The tables, and what was read out of them before: rows never change while a file is open. */
export interface Book extends Tables {
  lexicon(): Lexicon
  /** The value made of a whole table, made once. */
  ofTable<T>(table: string, make: (rows: Iterable<readonly string[]>) => T): T
  /** The value made of a row for a purpose, made once; undefined where there is no such row. */
  ofRow<T>(table: string, key: string, purpose: string, make: (row: readonly string[]) => T): T | undefined
}

/** A book over tables. It keeps only what is made of their rows, and so never more than they hold. */
export function openWords(tables: Tables): Book {
  const made = new Map<string, unknown>()
  let lexicon: Lexicon | undefined
  const keep = <T>(name: string, make: () => T): T => {
    if (!made.has(name)) made.set(name, make())
    return made.get(name) as T // Each name is of one table, made in one place.
  }
  return {
    get: (table, ...key) => tables.get(table, ...key),
    rows: (table, ...key) => tables.rows(table, ...key),
    starting: (table, prefix) => tables.starting(table, prefix),
    lexicon: () => (lexicon ??= openLexicon(tables.rows('words'))),
    ofTable: (table, make) => keep(table, () => make(tables.rows(table))),
    ofRow(table, key, purpose, make) {
      const name = `${table} ${purpose} ${key}`
      if (made.has(name)) return keep(name, () => make([]))
      const row = tables.get(table, key)
      return row && keep(name, () => make(row))
    },
  }
}
