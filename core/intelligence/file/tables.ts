// The tables of the pay file and their sources. A new table of sql/data needs its name and key in sql/data/pay/keys.json.
import keys from '../../../sql/data/pay/keys.json' with { type: 'json' }
import { existsSync, readdirSync } from 'node:fs'
import { once } from '../../kernel/once.ts'
import * as places from '../words/compile-places.ts'
import * as titles from '../words/compile-titles.ts'
import { ladderRows } from '../words/ladders.ts'
import type { PayTable } from './compile.ts'
import { headerOf, rowsIn, type WholeTables } from './csv.ts'
import type { Row } from './layout.ts'

/** How many leading columns form each table's key. Tables with 0 are only read whole. */
const KEYS: Readonly<Record<string, number>> = keys

/** The tables to compile. Tables that come only from imports are missing if there are no imports. */
export const payTables = (source: SourceTables): PayTable[] => [
  ...tablesOf(source, source.names()),
  ...wordTables(source),
]

export const replacedTables = (tables: WholeTables): PayTable[] =>
  tablesOf(sourceTables(tables), [MANIFEST, ...tables.replaced.keys()])

const tablesOf = (source: SourceTables, names: readonly string[]): PayTable[] =>
  Object.entries(KEYS)
    .filter(([name]) => names.includes(name))
    .map(([name, key]) => ({ name, key, columns: source.columns(name), rows: source.rows(name) }))

const MANIFEST = 'manifest'
const MANIFEST_COLUMNS = ['entry', 'json']

export type SourceTables = ReturnType<typeof sourceTables>

/** Tables by name, each with a header: those of sql/data, or the same with imports merged in. */
export const sourceTables = (tables: WholeTables) => ({
  names: () => [...new Set([MANIFEST, ...tablesIn(tables.folder), ...tables.replaced.keys()])],
  columns: (name: string): readonly string[] =>
    name === MANIFEST ? MANIFEST_COLUMNS : headerOf(tables, name),
  *rows(name: string): Iterable<Row> {
    if (name !== MANIFEST) yield* rowsIn(tables, name)
    else for (const [entry, value] of Object.entries(tables.manifest())) yield [entry, JSON.stringify(value)]
  },
})

const FILE = /^(\w+)\.csv(?:\.gz)?$/

const tablesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).flatMap((file) => FILE.exec(file)?.[1] ?? []) : []

/** All word tables of a source. Titles are read once for all tables; the rest is computed when it is written. */
export function wordTables(source: titles.TitleSources) {
  const indexed = once(() => titles.indexTitles(source))
  const table = (name: string, key: number, columns: string, rows: () => Iterable<Row>) => ({
    name,
    key,
    columns: columns.split(' '),
    rows: { [Symbol.iterator]: () => rows()[Symbol.iterator]() },
  })
  return [
    table('wordings', 1, 'key words roles', () => titles.wordingRows(indexed())),
    table('wording_list', 1, 'number wordings', () => titles.wordingListRows(indexed())),
    table('wording_words', 1, 'word rarity wordings', () => titles.wordingWordRows(indexed())),
    table('wording_weights', 0, 'weights', () => titles.wordingWeightRows(indexed())),
    table('spellings', 1, 'bucket words', () => titles.spellingRows(indexed())),
    table('title_words', 1, 'word slugs', () => titles.titleWordRows(source, indexed())),
    table('title_hashes', 1, 'bucket titles', () => titles.rareTitleRows(source)),
    table('occupation_roles', 1, 'soc slug', () => titles.occupationRoleRows(source)),
    table('places_named', 1, 'name kind label state target', () => places.placeNameRows(source)),
    table('towns', 2, 'name state kind label target', () => places.townRows(source)),
    table('place_spellings', 1, 'bucket names', () => places.placeSpellingRows(source)),
    table('zip_places', 1, 'zip3 zips', () => places.zipRows(source)),
    table('ladders', 2, 'company rung level', () => ladderRows(source)),
  ]
}
