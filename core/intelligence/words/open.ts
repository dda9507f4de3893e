// Opens the words of a pay file: reading starts with the first question, and what was read is kept.
import type { Book, Tables } from './book.ts'
import { openLexicon, type Lexicon } from './lexicon.ts'

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
