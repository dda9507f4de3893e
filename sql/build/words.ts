/** The product's data set, over tables that are being built. */
import { bytesIn } from '../../core/intelligence/file/bytes.ts'
import { compilePayFile, digestOf } from '../../core/intelligence/file/compile.ts'
import { dataFolder } from '../../core/intelligence/file/csv.ts'
import { openPayFile } from '../../core/intelligence/file/pay-file.ts'
import { sourceTables } from '../../core/intelligence/file/tables.ts'
import { payTables, type SourceTables } from '../../core/intelligence/file/tables.ts'
import { openDataset, type FullDataset } from '../../core/intelligence/file/dataset.ts'
import { cellText, type Table } from './table.ts'

/** The data set of these tables, and of the shipped ones for what they do not have. */
export function datasetOf(tables: readonly Table[]): FullDataset {
  const built = new Map(tables.map((table) => [table.name, table]))
  const shipped = sourceTables(dataFolder())
  const source: SourceTables = {
    names: () => [...new Set([...shipped.names(), ...built.keys()])],
    columns: (name) => built.get(name)?.columns ?? shipped.columns(name),
    rows: (name) => built.get(name)?.rows.map((row) => row.map(cellText)) ?? shipped.rows(name),
    isChanged: () => false,
  }
  const bytes = compilePayFile(payTables(source))
  return openDataset(openPayFile(bytesIn('being built', bytes), digestOf(bytes)))
}
