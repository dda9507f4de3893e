/** Reading the shipped tables: gzipped CSV to rows of text, fast enough to load everything at start. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Calls `each` with the cells of every row of `<folder>/<name>.csv.gz`, the header excluded. */
export function readTable(folder: string, name: string, each: (cells: string[]) => void): void {
  const text = gunzipSync(readFileSync(join(folder, `${name}.csv.gz`))).toString('utf8')
  let from = text.indexOf('\n') + 1
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end === -1 ? text.length : end)
    each(line.includes('"') ? quotedCells(line) : line.split(','))
    from = end === -1 ? text.length : end + 1
  }
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
