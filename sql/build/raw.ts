/** Reads the raw folder: every input is a CSV, gzipped or not, returned as rows keyed by column name. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'

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

/** A trimmed cell of the row; a missing column is an error in the input, so it stops the build. */
export function field(row: Row, name: string): string {
  const value = row[name]
  if (value === undefined) throw new Error(`The raw file has no column "${name}".`)
  return value.trim()
}

/** Parses a published figure; `#`, `*`, `**` and blanks are null (top-coded or not released). */
export function figure(row: Row, name: string): number | null {
  const text = field(row, name).replace(/,/g, '')
  if (text === '' || /^[#*]+$/.test(text) || Number.isNaN(Number(text))) return null
  return Number(text)
}

export function groupBy<T>(rows: Iterable<T>, key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const at = key(row)
    const group = groups.get(at)
    if (group) group.push(row)
    else groups.set(at, [row])
  }
  return groups
}
