// Reads the shipped tables: gzipped CSV into rows of text, fast enough to load all of them at startup.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sqlFolder } from '../../database/schema-steps.ts'
import type { ImportNote } from '../imports/import-note.ts'

/**
 * Where tables are read from: a folder of shipped files, the same with some tables
 * replaced by imported vintages, or rows selected from the database. One loader
 * reads all three, so a catalog of a few rows gives the same results as a full one.
 */
export type Tables = string | Composed | ReadonlyMap<string, readonly string[][]>

/** Shipped tables, some of them replaced: CSV text by table name, used in place of the file. */
export interface Composed {
  folder: string
  replaced: ReadonlyMap<string, string>
  manifest: Manifest
}

/** Complete tables, as opposed to rows selected from the database. */
export type WholeTables = string | Composed

const isPicked = (tables: Tables): tables is ReadonlyMap<string, readonly string[][]> => tables instanceof Map

/** Calls `each` with the cells of every row of a table, without the header. */
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

/** The rows of a table, each as `read` makes it of its cells. */
export function readRows<T>(tables: Tables, name: string, read: (cells: string[]) => T): T[] {
  const rows: T[] = []
  readTable(tables, name, (cells) => rows.push(read(cells)))
  return rows
}

/** Whether a table exists that is not shipped, only created by imports. */
export const hasTable = (tables: Tables, name: string): boolean =>
  typeof tables !== 'string' && (isPicked(tables) ? tables : tables.replaced).has(name)

export const dataFolder = (): string => join(sqlFolder(), 'data')

/** The text of a table with its header: the replacement if there is one, else `<folder>/<name>.csv`, which may be gzipped. */
export function readText(tables: WholeTables, name: string): string {
  const [folder, text] = typeof tables === 'string' ? [tables] : [tables.folder, tables.replaced.get(name)]
  if (text !== undefined) return text
  const plain = join(folder, `${name}.csv`)
  return existsSync(plain)
    ? readFileSync(plain, 'utf8')
    : gunzipSync(readFileSync(`${plain}.gz`)).toString('utf8')
}

/** A publisher's data set, as shown in responses. */
export type Source = {
  title: string
  publisher: string
  vintage: string
  licence: string
  attribution?: string
}

/** A table of the data set; `sha256` is the hash of its uncompressed text. */
export type TableNote = {
  name: string
  about: string
  file: string
  rows: number
  sha256: string
  columns: string[]
  sources: string[]
}

export interface Manifest {
  version: string
  /** The newest quarter that estimates represent, such as `2025-Q2`. */
  benchmark: string
  /** The wage cells of the cities are as of May of this year. */
  cells_year: number
  /** The last decision date of the visa filings that are counted. */
  filings_until: string
  sources: Record<string, Source>
  tables: TableNote[]
  /** Files imported in addition to the shipped ones, oldest first; absent when there are none. */
  imports?: readonly ImportNote[]
}

/** The manifest of a complete data set, as the build wrote it. */
export const readManifest = (tables: WholeTables): Manifest =>
  // The file is written with the tables, and validated with them.
  typeof tables === 'string'
    ? (JSON.parse(readFileSync(join(tables, 'manifest.json'), 'utf8')) as Manifest)
    : tables.manifest

/** Cells of a line that contains quotes; cells of the shipped tables never contain line breaks. */
export function quotedCells(line: string): string[] {
  const cells: string[] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/g
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match[3] === '') break
  }
  return cells
}
