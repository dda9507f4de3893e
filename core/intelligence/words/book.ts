// What words are looked up in: tables of the pay file, of which a question reads a few rows.
import { openLexicon, type Lexicon } from './lexicon.ts'

export type Row = readonly string[]

/** Tables by name, of which others are compiled. */
export interface Rows {
  rows(table: string, ...key: string[]): Iterable<Row>
}

/** Tables by name: the pay file, or tables in memory. */
export interface Tables extends Rows {
  get(table: string, ...key: string[]): Row | undefined
  starting(table: string, prefix: string): Iterable<Row>
}

/** The tables, and what was read out of them before: rows never change while a file is open. */
export interface Book extends Tables {
  lexicon(): Lexicon
  /** The value made of a whole table, made once. */
  ofTable<T>(table: string, make: (rows: Iterable<Row>) => T): T
  /** The value made of a row for a purpose, made once; undefined where there is no such row. */
  ofRow<T>(table: string, key: string, purpose: string, make: (row: Row) => T): T | undefined
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
