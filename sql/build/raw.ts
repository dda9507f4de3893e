/** Reads the raw folder. Every input is a CSV, possibly gzipped, and becomes rows keyed by column name. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { listIn } from '../../core/kernel/narrow.ts'
import { figureOf } from '../../core/intelligence/imports/layout.ts'

export type Row = Record<string, string>
export type Raw = { read(path: string, skipLines?: number): Row[] }

/** Opens the raw folder. `skipLines` drops title lines that some BLS tables have above the header. */
export function openRaw(folder: string): Raw {
  return {
    read(path, skipLines = 0) {
      const bytes = readFileSync(join(folder, path))
      const text = path.endsWith('.gz') ? gunzipSync(bytes) : bytes
      return parse(text, {
        columns: true,
        bom: true,
        from_line: skipLines + 1,
        relax_column_count: true,
      }) as Row[]
    },
  }
}

/** A trimmed cell of the row. Throws for a missing column, since then the input is wrong. */
export function field(row: Row, name: string): string {
  const value = row[name]
  if (value === undefined) throw new Error(`The raw file has no column "${name}".`)
  return value.trim()
}

/** A published figure, or null if it is top-coded or not released. */
export const figure = (row: Row, name: string): number | null => figureOf(field(row, name))

/** Sums by key. Each row counts 1 unless it has an amount; rows without a key are skipped. */
export function totals<T>(
  rows: Iterable<T>,
  keyOf: (row: T) => string | null | undefined,
  amountOf: (row: T) => number = () => 1,
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key !== null && key !== undefined) sums.set(key, (sums.get(key) ?? 0) + amountOf(row))
  }
  return sums
}

export function groupBy<T>(rows: Iterable<T>, key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) listIn(groups, key(row)).push(row)
  return groups
}
