// Which tables the pay file has. A table of sql/data needs its name and key here; one that is computed from others, its rows too.
import { wordTables } from '../words/tables.ts'
import type { PayTable } from './compile.ts'
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
  /** Given for tables that are computed when the file is compiled. */
  computed?: { columns: readonly string[]; rows: (source: SourceTables) => Iterable<Row> }
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

/** Those that may differ from the shipped ones: what imports changed, and what is computed. */
export const changeableTables = (source: SourceTables): PayTable[] =>
  tablesOf(
    source,
    TABLES.filter(({ name, computed }) => computed ?? source.isChanged(name)),
  )

function tablesOf(source: SourceTables, tables: readonly TableSource[]): PayTable[] {
  const given = new Set(source.names())
  return tables
    .filter(({ name, computed }) => computed ?? given.has(name))
    .map(({ name, key, computed }) => ({
      name,
      key,
      columns: computed?.columns ?? source.columns(name),
      rows: computed ? computed.rows(source) : source.rows(name),
    }))
}
