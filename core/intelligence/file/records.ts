// Turns rows of a pay file into records. A record is read when it is asked for, a list only once.
import { entriesOf } from '../../kernel/narrow.ts'
import { once } from '../../kernel/once.ts'
import type { Manifest } from './csv.ts'
import { numberOf, type Row } from './layout.ts'
import type { PayFile } from './pay-file.ts'

const CELLS = {
  text: (cell = ''): string => cell,
  textOrNull: (cell = ''): string | null => cell || null,
  number: (cell?: string): number => Number(cell),
  numberOrNull: numberOf,
  flag: (cell?: string): boolean => cell === '1',
}
type Cell = keyof typeof CELLS

type Fields<S extends Readonly<Record<string, Cell>>> = { [K in keyof S]: ReturnType<(typeof CELLS)[S[K]]> }

/** Makes a reader of records. After `skipped` cells, each field is a cell of the row, in order. */
export function record<const S extends Readonly<Record<string, Cell>>>(shape: S, skipped = 0) {
  const fields = entriesOf<keyof S & string, Cell>(shape)
  return (row: Row): Fields<S> =>
    // `Object.fromEntries` forgets which field had which type.
    Object.fromEntries(fields.map(([name, cell], at) => [name, CELLS[cell](row[at + skipped])])) as Fields<S>
}

export const cachedList = <T>(file: PayFile, table: string, read: (row: Row) => T): (() => readonly T[]) =>
  once(() => Array.from(file.rows(table), read))

export const rowsBy =
  <T>(file: PayFile, table: string, read: (row: Row) => T) =>
  (...key: string[]): readonly T[] =>
    Array.from(file.rows(table, ...key), read)

export const nonEmpty = <T>(rows: readonly T[]): readonly T[] | undefined => (rows.length ? rows : undefined)

export function manifestEntry<K extends keyof Manifest>(file: PayFile, entry: K): Manifest[K] {
  const json = file.get('manifest', entry)?.[1]
  if (json === undefined) throw new Error(`The pay file says nothing of its ${entry}.`)
  return JSON.parse(json) as Manifest[K] // The compiler wrote it.
}

export const manifestOf = (file: PayFile): Manifest => ({
  version: manifestEntry(file, 'version'),
  benchmark: manifestEntry(file, 'benchmark'),
  cells_year: manifestEntry(file, 'cells_year'),
  filings_until: manifestEntry(file, 'filings_until'),
  sources: manifestEntry(file, 'sources'),
  tables: manifestEntry(file, 'tables'),
  ...(file.get('manifest', 'imports') && { imports: manifestEntry(file, 'imports') ?? [] }),
})
