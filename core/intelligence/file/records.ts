// Makes records of the rows of a pay file: each is read when it is asked for, lists once.
import { entriesOf } from '../../kernel/narrow.ts'
import type { Manifest } from './csv.ts'
import { numberOf, type Row } from './layout.ts'
import type { PayFile } from './pay-file.ts'

/** How a cell is read. */
const CELLS = {
  text: (cell = ''): string => cell,
  /** Empty: null. */
  words: (cell = ''): string | null => cell || null,
  number: (cell?: string): number => Number(cell),
  /** Empty: null. */
  figure: numberOf,
  flag: (cell?: string): boolean => cell === '1',
}
type Cell = keyof typeof CELLS

type Fields<S extends Readonly<Record<string, Cell>>> = { [K in keyof S]: ReturnType<(typeof CELLS)[S[K]]> }

/** The reader of a record whose fields are the cells of a row in order, after `skipped` others. */
export function record<const S extends Readonly<Record<string, Cell>>>(shape: S, skipped = 0) {
  const fields = entriesOf<keyof S & string, Cell>(shape)
  return (row: Row): Fields<S> =>
    // `Object.fromEntries` forgets which field had which type.
    Object.fromEntries(fields.map(([name, cell], at) => [name, CELLS[cell](row[at + skipped])])) as Fields<S>
}

/** Values by key, read when they are asked for. */
export type Lookup<V> = { get(key: string): V | undefined }

/** The rows of a table as `read` makes them, made once. */
export function list<T>(file: PayFile, table: string, read: (row: Row) => T): () => readonly T[] {
  let made: readonly T[] | undefined
  return () => (made ??= Array.from(file.rows(table), read))
}

/** The rows of a table that begin with a key, as `read` makes them; undefined when there are none. */
export const groups = <T>(file: PayFile, table: string, read: (row: Row) => T): Lookup<readonly T[]> => ({
  get: (key) => nonEmpty(Array.from(file.rows(table, key), read)),
})

export const nonEmpty = <T>(rows: readonly T[]): readonly T[] | undefined => (rows.length ? rows : undefined)

/** One entry of the manifest. Throws when the file has no such entry. */
export function manifestEntry<K extends keyof Manifest>(file: PayFile, entry: K): Manifest[K] {
  const json = file.get('manifest', entry)?.[1]
  if (json === undefined) throw new Error(`The pay file says nothing of its ${entry}.`)
  return JSON.parse(json) as Manifest[K] // Written with the file.
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
