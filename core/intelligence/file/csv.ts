// Reads and writes tables as CSV, and finds the shipped ones.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { first, must } from '../../kernel/narrow.ts'
import { sqlFolder } from '../../database/schema-steps.ts'
import type { ImportNote } from '../imports/import-note.ts'

/** The source of tables: a folder of shipped files. `replaced` holds the CSV text of tables that imports change, by name. */
export interface WholeTables {
  folder: string
  replaced: ReadonlyMap<string, string>
  manifest(): Manifest
}

export function shippedTables(): WholeTables {
  const folder = join(sqlFolder(), 'data')
  return { folder, replaced: new Map(), manifest: () => readManifest(folder) }
}

export const rowsIn = (tables: WholeTables, name: string): string[][] =>
  parseCsv(readText(tables, name)).slice(1)

export const headerOf = (tables: WholeTables, name: string): string[] =>
  first(parseCsv(readText(tables, name).split('\n', 1).join('')))

/** Parses text that `rowText` wrote, where no cell has a line break. Only the few lines with quotes need a full CSV parser. */
export function parseCsv(text: string): string[][] {
  const lines = text.split('\n').filter(Boolean)
  const isQuoted = (line: string) => line.includes('"')
  const quoted: Iterator<string[]> = parse(lines.filter(isQuoted).join('\n'), {
    relax_column_count: true,
  }).values()
  return lines.map((line) => (isQuoted(line) ? must(quoted.next().value) : line.split(',')))
}

/** A row as a CSV line, with its line break, in the format of the shipped tables. */
export const rowText = (cells: readonly string[]): string => `${cells.map(cellText).join(',')}\n`

const cellText = (cell: string): string =>
  /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""').replace(/[\n\r]+/g, ' ')}"` : cell

/** The text of a table with its header: its replacement, else `<folder>/<name>.csv`, which may be gzipped. */
function readText({ folder, replaced }: WholeTables, name: string): string {
  const text = replaced.get(name)
  if (text !== undefined) return text
  const plain = join(folder, `${name}.csv`)
  return existsSync(plain)
    ? readFileSync(plain, 'utf8')
    : gunzipSync(readFileSync(`${plain}.gz`)).toString('utf8')
}

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
  /** Imported files, oldest first. Absent if there are none. */
  imports?: readonly ImportNote[]
}

export const readManifest = (folder: string): Manifest =>
  // The build wrote the file together with the tables, so its shape is trusted.
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
