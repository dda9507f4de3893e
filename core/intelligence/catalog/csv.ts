/** Reading the shipped tables: gzipped CSV to rows of text, fast enough to load everything at start. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sqlFolder } from '../../database/migrate.ts'

/**
 * Where tables come from: a folder of shipped files, or rows picked from the database. One loader reads both, so that
 * a catalog of a few rows computes what the whole one would.
 */
export type Tables = string | ReadonlyMap<string, readonly string[][]>

/** Calls `each` with the cells of every row of a table, the header excluded. */
export function readTable(tables: Tables, name: string, each: (cells: string[]) => void): void {
  if (typeof tables !== 'string') return (tables.get(name) ?? []).forEach(each)
  const text = readText(tables, name)
  let from = text.indexOf('\n') + 1
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end === -1 ? text.length : end)
    each(line.includes('"') ? quotedCells(line) : line.split(','))
    from = end === -1 ? text.length : end + 1
  }
}

/** Where this installation's tables are. */
export const dataFolder = (): string => join(sqlFolder(), 'data')

/** The text of `<folder>/<name>.csv.gz`, header included. */
export const readText = (folder: string, name: string): string =>
  gunzipSync(readFileSync(join(folder, `${name}.csv.gz`))).toString('utf8')

/** What the data set says of itself. */
export interface Manifest {
  version: string
  /** The quarter all estimates represent, such as `2025-Q2`. */
  benchmark: string
}

/** The version and the benchmark of a data set. */
export function readManifest(tables: Tables): Manifest {
  if (typeof tables === 'string')
    return JSON.parse(readFileSync(join(tables, 'manifest.json'), 'utf8')) as Manifest
  const [version = '', benchmark = ''] = tables.get('manifest')?.[0] ?? []
  return { version, benchmark }
}

/** Cells of a line that has quotes; the shipped tables have no line breaks inside cells. */
export function quotedCells(line: string): string[] {
  const cells: string[] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/g
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match[3] === '') break
  }
  return cells
}

/** A cell as a number; an empty cell is null. */
export function numberOf(cell: string | undefined): number | null {
  return cell === undefined || cell === '' ? null : Number(cell)
}
