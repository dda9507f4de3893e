// The tables of the pay file and their sources. A new table of sql/data needs its name and key here.
import { existsSync, readdirSync } from 'node:fs'
import { wordTables } from '../words/tables.ts'
import type { PayTable } from './compile.ts'
import { headerOf, readManifest, rowsIn, type WholeTables } from './csv.ts'
import type { Row } from './layout.ts'

/** Tables by name, each with a header: those of sql/data, or the same with imports merged in. */
export interface SourceTables {
  names(): readonly string[]
  columns(table: string): readonly string[]
  rows(table: string): Iterable<Row>
  isReplaced(table: string): boolean
}

/** How many leading columns form each table's key. Tables with 0 are only read whole. */
const KEYS: Readonly<Record<string, number>> = {
  manifest: 1,
  roles: 1,
  aliases: 1,
  occupations: 1,
  cities: 1,
  suburbs: 0,
  cells: 2,
  national: 2,
  metro: 2,
  offers: 3,
  pay_effects: 1,
  pay_ranges: 0,
  sponsors: 2,
  sponsor_size: 0,
  remote_pay: 0,
  skill_premiums: 0,
  technologies: 1,
  skills: 1,
  related: 1,
  outlook: 1,
  sectors: 1,
  sector_names: 1,
  series: 2,
  parities: 1,
  pay_mix: 0,
  former_roles: 1,
  levels: 0,
  title_socs: 0,
  title_features: 1,
  title_counts: 1,
  title_rare: 1,
  words: 0,
  translations: 0,
}

/** The tables to compile from a source, without those that come only from imports if there are none. */
export const payTables = (source: SourceTables): PayTable[] => [
  ...tablesOf(source, source.names()),
  ...wordTables(source),
]

export const changeableTables = (source: SourceTables): PayTable[] =>
  tablesOf(source, source.names().filter(source.isReplaced))

const tablesOf = (source: SourceTables, names: readonly string[]): PayTable[] =>
  Object.entries(KEYS)
    .filter(([name]) => names.includes(name))
    .map(([name, key]) => ({ name, key, columns: source.columns(name), rows: source.rows(name) }))

const MANIFEST = 'manifest'
const MANIFEST_COLUMNS = ['entry', 'json']

export function sourceTables(tables: WholeTables): SourceTables {
  const [folder, replaced] =
    typeof tables === 'string' ? [tables, []] : [tables.folder, tables.replaced.keys()]
  return {
    isReplaced: (name) => typeof tables !== 'string' && (name === MANIFEST || tables.replaced.has(name)),
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
