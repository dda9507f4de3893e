// Compiles imports into an overlay: the tables of the pay file that come out different with them.
import { dataFolder, type WholeTables } from '../catalog/csv.ts'
import { bytesIn } from '../file/bytes.ts'
import { compilePayFile, digestOf } from '../file/compile.ts'
import { changedTables, layered } from '../file/layers.ts'
import { openPayFile, type PayFile } from '../file/pay-file.ts'
import { openShipped } from '../file/shipped.ts'
import { sourceTables } from '../file/source.ts'
import { changeableTables } from '../file/tables.ts'
import { compose } from './compose.ts'
import type { Imported } from './record.ts'

/** The shipped tables with imports merged in, oldest first. */
export const tablesWith = (imports: readonly Imported[]): WholeTables =>
  imports.length ? compose(dataFolder(), imports) : dataFolder()

/** The bytes of the overlay of these tables. */
export const compileOverlay = (tables: WholeTables): Buffer =>
  compilePayFile(changedTables(openShipped(), changeableTables(sourceTables(tables))))

/** The pay file with the overlay of these tables. */
export function fileOf(tables: WholeTables): PayFile {
  if (typeof tables === 'string') return openShipped()
  const bytes = compileOverlay(tables)
  const digest = digestOf(bytes)
  return layered(openShipped(), openPayFile(bytesIn(`of imports ${digest}`, bytes), digest))
}
