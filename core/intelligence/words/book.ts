// What words are looked up in: tables of the pay file, of which a question reads a few rows.
import type { Lexicon } from './lexicon.ts'

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
