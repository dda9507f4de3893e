// Rows as text, as the shipped tables are written.
import { quotedCells } from '../catalog/csv.ts'

/** A line of CSV with its line break. */
export const rowText = (cells: readonly string[]): string => `${cells.map(cellText).join(',')}\n`

/** The rows of text that `rowText` wrote. */
export function* cellsOf(text: string): Generator<string[]> {
  for (const line of text.split('\n'))
    if (line) yield line.includes('"') ? quotedCells(line) : line.split(',')
}

const cellText = (cell: string): string =>
  /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""').replace(/[\n\r]+/g, ' ')}"` : cell
