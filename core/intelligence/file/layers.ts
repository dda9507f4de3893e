// A pay file with an overlay: the tables of the overlay stand in place of the same ones below.

import { tableDigest, type PayTable } from './compile.ts'
import type { PayFile } from './pay-file.ts'

/** Reads both as one. Closing it closes the overlay: the file below is shared. */
export function layered(below: PayFile, overlay: PayFile): PayFile {
  const fileOf = (table: string) => (overlay.has(table) ? overlay : below)
  return {
    digest: `${below.digest}+${overlay.digest}`,
    tables: [...below.tables.filter(({ name }) => !overlay.has(name)), ...overlay.tables],
    has: (table) => fileOf(table).has(table),
    columns: (table) => fileOf(table).columns(table),
    count: (table) => fileOf(table).count(table),
    get: (table, ...key) => fileOf(table).get(table, ...key),
    rows: (table, ...key) => fileOf(table).rows(table, ...key),
    starting: (table, text) => fileOf(table).starting(table, text),
    close: overlay.close,
  }
}

/** Of all tables, those that differ from the file below: what an overlay needs to hold. */
export function* changedTables(below: PayFile, tables: Iterable<PayTable>): Generator<PayTable> {
  const known = new Map(below.tables.map(({ name, sha256 }) => [name, sha256]))
  for (const table of tables) {
    const whole = { ...table, rows: [...table.rows] }
    if (tableDigest(whole) !== known.get(table.name)) yield whole
  }
}
