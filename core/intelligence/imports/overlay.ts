// Compiles imports into an overlay: the tables of the pay file that they change.
import type { Sql } from '../../database/connect.ts'
import { shippedTables, type WholeTables } from '../file/csv.ts'
import { compilePayFile, digestOf, tableDigest, type PayTable } from '../file/compile.ts'
import { bytesIn, openPayFile, type PayFile } from '../file/pay-file.ts'
import { replacedTables } from '../file/tables.ts'
import { compose } from './compose.ts'
import type { ImportSource } from './import-note.ts'
import * as store from './store.ts'

/** Reads an overlay and the file below as one file. `close` closes only the overlay, because others share the file below. */
function layered(below: PayFile, overlay: PayFile): PayFile {
  const fileOf = (table: string) => (overlay.has(table) ? overlay : below)
  return {
    digest: `${below.digest}+${overlay.digest}`,
    tables: [...below.tables.filter(({ name }) => !overlay.has(name)), ...overlay.tables],
    has: (table) => fileOf(table).has(table),
    get: (table, ...key) => fileOf(table).get(table, ...key),
    rows: (table, ...key) => fileOf(table).rows(table, ...key),
    starting: (table, text) => fileOf(table).starting(table, text),
    close: overlay.close,
  }
}

/** The tables that differ from the file below. An overlay holds only these. */
function* changedTables(below: PayFile, tables: Iterable<PayTable>): Generator<PayTable> {
  const known = new Map(below.tables.map(({ name, sha256 }) => [name, sha256]))
  for (const table of tables) {
    const whole = { ...table, rows: [...table.rows] }
    if (tableDigest(whole) !== known.get(table.name)) yield whole
  }
}

export const tablesWith = (imports: readonly ImportSource[]): WholeTables =>
  imports.length ? compose(shippedTables(), imports) : shippedTables()

export function overlaid(shipped: PayFile, overlay: Uint8Array): PayFile {
  const digest = digestOf(overlay)
  return layered(shipped, openPayFile(bytesIn(`of imports ${digest.slice(0, 12)}`, overlay), digest))
}

/** The overlay of an import. It is compiled and stored on first use. */
export async function overlayOf(sql: Sql, importId: string, shipped: PayFile): Promise<Uint8Array> {
  const stored = await store.findOverlay(sql, importId, shipped.digest)
  if (stored) return stored
  const tables = tablesWith(await store.listImports(sql, importId))
  const content = compilePayFile(changedTables(shipped, replacedTables(tables)))
  await store.insertOverlay(sql, { importId, base: shipped.digest, digest: digestOf(content), content })
  return content
}
