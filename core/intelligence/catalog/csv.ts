// Reads the shipped tables: gzipped CSV to rows of text, fast enough to load everything at start.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sqlFolder } from '../../database/migrate.ts'
import type { ImportNote } from '../imports/record.ts'

/**
 * Where tables come from: a folder of shipped files, the same with imported vintages in some of them, or rows picked from
 * the database. One loader reads them all, so that a catalog of a few rows computes what the whole one would.
 */
export type Tables = string | Composed | ReadonlyMap<string, readonly string[][]>

/** Shipped tables, some replaced: by name, the CSV text that stands in the file's place. */
export interface Composed {
  folder: string
  replaced: ReadonlyMap<string, string>
  manifest: Manifest
}

/** Files, whole; not rows picked from the database. */
export type WholeTables = string | Composed

const isPicked = (tables: Tables): tables is ReadonlyMap<string, readonly string[][]> => tables instanceof Map

/** Calls `each` with the cells of every row of a table, the header excluded. */
export function readTable(tables: Tables, name: string, each: (cells: string[]) => void): void {
  if (isPicked(tables)) return (tables.get(name) ?? []).forEach(each)
  const text = readText(tables, name)
  let from = text.indexOf('\n') + 1
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end === -1 ? text.length : end)
    each(line.includes('"') ? quotedCells(line) : line.split(','))
    from = end === -1 ? text.length : end + 1
  }
}

/** Whether there is a table that no shipped file has: imports make it. */
export const hasTable = (tables: Tables, name: string): boolean =>
  typeof tables !== 'string' && (isPicked(tables) ? tables : tables.replaced).has(name)

/** Where this installation's tables are. */
export const dataFolder = (): string => join(sqlFolder(), 'data')

/** The text of a table, header included: of `<folder>/<name>.csv.gz`, or what replaces it. */
export function readText(tables: WholeTables, name: string): string {
  const [folder, text] = typeof tables === 'string' ? [tables] : [tables.folder, tables.replaced.get(name)]
  return text ?? gunzipSync(readFileSync(join(folder, `${name}.csv.gz`))).toString('utf8')
}

/** A publisher's data set, as answers name it. */
export type Source = {
  title: string
  publisher: string
  vintage: string
  licence: string
  attribution?: string
}

/** A table of the data set; `sha256` is of its text. */
export type TableNote = {
  name: string
  about: string
  file: string
  rows: number
  sha256: string
  columns: string[]
  sources: string[]
}

/** The vintages that computing needs. */
interface Vintages {
  version: string
  /** The newest quarter that estimates represent, such as `2025-Q2`. */
  benchmark: string
  /** The year whose May the wage cells of the cities are of. */
  cells_year: number
}

/** What the data set says of itself. */
export interface Manifest extends Vintages {
  /** The last day of the visa filings that are counted. */
  filings_until: string
  sources: Record<string, Source>
  tables: TableNote[]
  /** Files that were imported beside the shipped ones, oldest first; absent when there are none. */
  imports?: readonly ImportNote[]
}

/** The vintages of a data set. */
export function readVintages(tables: Tables): Vintages {
  if (!isPicked(tables)) return readManifest(tables)
  const [version = '', benchmark = '', cells] = tables.get('manifest')?.[0] ?? []
  return { version, benchmark, cells_year: Number(cells) }
}

/** All that a whole data set says of itself. */
export const readManifest = (tables: WholeTables): Manifest =>
  typeof tables === 'string'
    ? (JSON.parse(readFileSync(join(tables, 'manifest.json'), 'utf8')) as Manifest)
    : tables.manifest

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
