// The tables of words in the pay file, for the readers of titles and places. A question reads a few rows.
import type { Row } from '../file/layout.ts'
import type { PayFile } from '../file/pay-file.ts'
import { createLru } from '../lru.ts'
import { openLexicon, type Lexicon } from './lexicon.ts'

/** Tables by name, from which other tables are compiled. */
export type Rows = Pick<PayFile, 'rows'>

type Tables = Pick<PayFile, 'get' | 'rows' | 'starting'>

/** The tables, with a cache of the values built from them. Rows never change while a file is open. */
export interface Book extends Tables {
  lexicon(): Lexicon
  /** The value that `make` builds from a whole table. It is built once. */
  ofTable<T>(table: string, make: (rows: Iterable<Row>) => T): T
  /** The value that `make` builds from a row. It is built once for each purpose. Undefined if there is no such row. */
  ofRow<T>(table: string, key: string, purpose: string, make: (row: Row) => T): T | undefined
  /** The catalogue's word for a typed one, from `make`. The last results are cached, because a question asks several times. */
  speltAs(typed: string, make: () => string): string
}

/** How many typed words are cached. No title has this many. */
const LAST_TYPED = 64

/** Opens a book. Its cache is limited: it has one value per table, row and purpose. */
export function openWords(tables: Tables): Book {
  const made = new Map<string, unknown>()
  const spelt = createLru<string, string>(LAST_TYPED, () => 1)
  let lexicon: Lexicon | undefined
  const keep = <T>(name: string, make: () => T): T => {
    if (!made.has(name)) made.set(name, make())
    return made.get(name) as T // Each name belongs to one table and one type.
  }
  return {
    ...tables,
    lexicon: () => (lexicon ??= openLexicon(tables.rows('words'))),
    speltAs: (typed, make) => spelt.get(typed) ?? spelt.put(typed, make()),
    ofTable: (table, make) => keep(table, () => make(tables.rows(table))),
    ofRow(table, key, purpose, make) {
      const name = `${table} ${purpose} ${key}`
      if (made.has(name)) return keep(name, () => make([]))
      const row = tables.get(table, key)
      return row && keep(name, () => make(row))
    },
  }
}
