// Which tables the pay file has, and where they are read from. A table of sql/data needs its name and key here.
import { existsSync, readdirSync } from 'node:fs'
import { wordTables } from '../words/tables.ts'
import type { PayTable } from './compile.ts'
import { headerOf, readManifest, rowsIn, type WholeTables } from './csv.ts'
import type { Row } from './layout.ts'

/** Tables by name, each with a header: the files of sql/data, or the same with imports merged in. */
export interface SourceTables {
  names(): readonly string[]
  columns(table: string): readonly string[]
  rows(table: string): Iterable<Row>
  isChanged(table: string): boolean
}

/** A table of the file: its key is its first `key` columns, 0 for a table that is only read whole. */
interface TableSource {
  name: string
  key: number
}

const TABLES: readonly TableSource[] = [
  { name: 'manifest', key: 1 },
  { name: 'roles', key: 1 },
  { name: 'aliases', key: 1 },
  { name: 'occupations', key: 1 },
  { name: 'cities', key: 1 },
  { name: 'suburbs', key: 0 },
  { name: 'cells', key: 2 },
  { name: 'national', key: 2 },
  { name: 'metro', key: 2 },
  { name: 'offers', key: 3 },
  { name: 'pay_effects', key: 1 },
  { name: 'pay_ranges', key: 0 },
  { name: 'sponsors', key: 2 },
  { name: 'sponsor_size', key: 0 },
  { name: 'remote_pay', key: 0 },
  { name: 'skill_premiums', key: 0 },
  { name: 'technologies', key: 1 },
  { name: 'skills', key: 1 },
  { name: 'related', key: 1 },
  { name: 'outlook', key: 1 },
  { name: 'sectors', key: 1 },
  { name: 'sector_names', key: 1 },
  { name: 'series', key: 2 },
  { name: 'parities', key: 1 },
  { name: 'pay_mix', key: 0 },
  { name: 'former_roles', key: 1 },
  { name: 'levels', key: 0 },
  { name: 'title_socs', key: 0 },
  { name: 'title_features', key: 1 },
  { name: 'title_counts', key: 1 },
  { name: 'title_rare', key: 1 },
  { name: 'words', key: 0 },
  { name: 'translations', key: 0 },
]

/** The tables to compile out of a source. A table that only imports bring is left out without them. */
export const payTables = (source: SourceTables): PayTable[] => [
  ...tablesOf(source, TABLES),
  ...wordTables(source),
]

/** Those that may differ from the shipped ones: what imports changed. */
export const changeableTables = (source: SourceTables): PayTable[] =>
  tablesOf(
    source,
    TABLES.filter(({ name }) => source.isChanged(name)),
  )

function tablesOf(source: SourceTables, tables: readonly TableSource[]): PayTable[] {
  const given = new Set(source.names())
  return tables
    .filter(({ name }) => given.has(name))
    .map(({ name, key }) => ({ name, key, columns: source.columns(name), rows: source.rows(name) }))
}

/** The table that the manifest becomes: a row of JSON for each of its entries. */
const MANIFEST = 'manifest'
const MANIFEST_COLUMNS = ['entry', 'json']

export function sourceTables(tables: WholeTables): SourceTables {
  const [folder, replaced] =
    typeof tables === 'string' ? [tables, []] : [tables.folder, tables.replaced.keys()]
  return {
    isChanged: (name) => typeof tables !== 'string' && (name === MANIFEST || tables.replaced.has(name)),
    names: () => [...new Set([MANIFEST, ...tablesIn(folder), ...replaced])],
    columns: (name) => (name === MANIFEST ? MANIFEST_COLUMNS : headerOf(tables, name)),
    *rows(name): Generator<Row> {
      if (name !== MANIFEST) yield* rowsIn(tables, name)
      else
        for (const [entry, value] of Object.entries(readManifest(tables)))
          yield [entry, JSON.stringify(value)]
    },
  }
}

const FILE = /^(\w+)\.csv(?:\.gz)?$/

const tablesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).flatMap((file) => FILE.exec(file)?.[1] ?? []) : []
