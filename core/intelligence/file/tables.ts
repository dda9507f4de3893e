// The tables of the pay file and their sources. A new table of sql/data needs its name and key in sql/data/pay/keys.json.
import keys from '../../../sql/data/pay/keys.json' with { type: 'json' }
import { existsSync, readdirSync } from 'node:fs'
import { wordTables } from '../words/tables.ts'
import type { PayTable } from './compile.ts'
import { headerOf, rowsIn, type WholeTables } from './csv.ts'
import type { Row } from './layout.ts'

/** Tables by name, each with a header: those of sql/data, or the same with imports merged in. */
export interface SourceTables {
  names(): readonly string[]
  columns(table: string): readonly string[]
  rows(table: string): Iterable<Row>
  isReplaced(table: string): boolean
}

/** How many leading columns form each table's key. Tables with 0 are only read whole. */
const KEYS: Readonly<Record<string, number>> = keys

/** The tables to compile. Tables that come only from imports are missing if there are no imports. */
export const payTables = (source: SourceTables): PayTable[] => [
  ...tablesOf(source, source.names()),
  ...wordTables(source),
]

export const replacedTables = (source: SourceTables): PayTable[] =>
  tablesOf(source, source.names().filter(source.isReplaced))

const tablesOf = (source: SourceTables, names: readonly string[]): PayTable[] =>
  Object.entries(KEYS)
    .filter(([name]) => names.includes(name))
    .map(([name, key]) => ({ name, key, columns: source.columns(name), rows: source.rows(name) }))

const MANIFEST = 'manifest'
const MANIFEST_COLUMNS = ['entry', 'json']

export function sourceTables(tables: WholeTables): SourceTables {
  const { folder, replaced } = tables
  return {
    isReplaced: (name) => name === MANIFEST || replaced.has(name),
    names: () => [...new Set([MANIFEST, ...tablesIn(folder), ...replaced.keys()])],
    columns: (name) => (name === MANIFEST ? MANIFEST_COLUMNS : headerOf(tables, name)),
    *rows(name): Generator<Row> {
      if (name !== MANIFEST) yield* rowsIn(tables, name)
      else
        for (const [entry, value] of Object.entries(tables.manifest())) yield [entry, JSON.stringify(value)]
    },
  }
}

const FILE = /^(\w+)\.csv(?:\.gz)?$/

const tablesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).flatMap((file) => FILE.exec(file)?.[1] ?? []) : []
