// Opens the words of a pay file: reading starts with the first question, and what was read is kept.
import type { Book, Tables } from './book.ts'
import { openLexicon, type Lexicon } from './lexicon.ts'

/** A book over tables. What it keeps is bounded by the size of the tables. */
export function openWords(tables: Tables): Book {
  const made = new Map<string, unknown>()
  let lexicon: Lexicon | undefined
  return {
    get: (table, ...key) => tables.get(table, ...key),
    rows: (table, ...key) => tables.rows(table, ...key),
    starting: (table, prefix) => tables.starting(table, prefix),
    lexicon: () => (lexicon ??= openLexicon(tables.rows('words'))),
    kept<T>(table: string, key: string, make: (row: readonly string[] | undefined) => T): T {
      const name = `${table}\t${key}`
      if (!made.has(name)) made.set(name, make(key === '' ? undefined : tables.get(table, key)))
      return made.get(name) as T
    },
  }
}
