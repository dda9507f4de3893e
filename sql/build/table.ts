/** Writes the shipped tables as gzipped CSV. The bytes depend only on the rows, so builds are reproducible. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import notes from '../data/pay/tables.json' with { type: 'json' }
import { rowText, type TableNote } from '../../core/intelligence/file/csv.ts'
import { byCodeUnits } from '../../core/intelligence/words/plain.ts'

export type Cell = string | number | boolean | null
/** `tables.json` says what a table is about and where it comes from. */
export type Table = { name: keyof typeof notes; columns: string[]; rows: Cell[][] }

export const table = (name: Table['name'], columns: string, rows: Cell[][]): Table =>
  ({ name, columns: columns.split(' '), rows })

/**
 * Writes a table as `<name>.csv.gz` and returns its entry for the manifest. Node's gzip stores no timestamp. The header's
 * platform byte is overwritten, so that the bytes are the same everywhere.
 */
export function writeTable(folder: string, { name, columns, rows }: Table): TableNote {
  mkdirSync(folder, { recursive: true })
  const text = [columns, ...rows.map((row) => row.map(cellText))].map(rowText).join('')
  const bytes = gzipSync(text, { level: 9 })
  bytes[9] = 255
  const file = `${name}.csv.gz`
  writeFileSync(join(folder, file), bytes)
  // The digest is of the uncompressed text, because zlib versions compress differently.
  const sha256 = createHash('sha256').update(text).digest('hex')
  const { about, sources } = notes[name]
  return { name, about, file, rows: rows.length, sha256, columns, sources }
}

export function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  return String(cell)
}

/** Orders rows by the text of their first cells. */
export const byFirst = (cells: number) => (a: readonly Cell[], b: readonly Cell[]): number =>
  byCodeUnits(a.slice(0, cells).join('|'), b.slice(0, cells).join('|'))

/** Rounds to `digits` decimals, so that tables hold only meaningful precision. */
export function round(value: number, digits = 0): number {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale
}
