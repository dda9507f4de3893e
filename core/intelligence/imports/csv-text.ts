// Rows as text, as the shipped tables are written.

/** A line of CSV with its line break. */
export const rowText = (cells: readonly string[]): string => `${cells.map(cellText).join(',')}\n`

const cellText = (cell: string): string =>
  /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""').replace(/[\n\r]+/g, ' ')}"` : cell
