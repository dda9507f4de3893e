// Rows as CSV text, in the format of the shipped tables.
import { quotedCells } from '../file/csv.ts'

/** A row as a CSV line, with its line break. */
export const rowText = (cells: readonly string[]): string => `${cells.map(cellText).join(',')}\n`

/** The rows of text written by `rowText`. */
export function* cellsOf(text: string): Generator<string[]> {
  for (const line of text.split('\n'))
    if (line) yield line.includes('"') ? quotedCells(line) : line.split(',')
}

const cellText = (cell: string): string =>
  /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""').replace(/[\n\r]+/g, ' ')}"` : cell
