// Reads and writes tables as CSV.
import { recordOf } from '../kernel/narrow.ts'
import { systemCodeOf } from '../kernel/thrown.ts'
import { parse } from 'csv-parse/sync'
import { findHeaders, sheetBelow, unreadable, type Line, type Sheet, type Table } from './sheet.ts'

/**
 * Parses CSV: delimited by comma, semicolon, tab or bar, with or without a byte order mark, any line endings,
 * line breaks inside quotes, lines before the headers (as in LinkedIn's exports). The row with the most known
 * column names is the header row. A row with more values than headers has a problem; in a shorter one the
 * rest is empty. Empty rows are skipped. Never throws.
 */
export function readCsv(text: string, table: Table): Sheet {
  const readings = [',', ';', '\t', '|'].map((delimiter) => readLines(text, delimiter))
  const found = readings.map((reading) => ({ reading, ...findHeaders(reading.lines, table) }))
  const best = found.reduce((a, b) => (b.known > a.known ? b : a))
  const { lines, problem } = best.reading
  if (problem !== null) return unreadable(problem)
  const headers = lines[best.at]
  if (headers === undefined || best.known === 0) return unreadable(noHeaders(text, table))
  const below = lines.map(({ line, cells }, at) => ({
    line,
    cells: at > best.at ? cells.map(unguard) : cells,
  }))
  return sheetBelow(below, best.at, headers.cells)
}

const noHeaders = (text: string, { least }: Table) =>
  text.trim() === ''
    ? 'The file is empty.'
    : `No row of headers was found. Name the columns, at least ${least}.`

interface Reading {
  readonly lines: readonly Line[]
  readonly problem: string | null
}

const lineEnds = /\r\n|\n|\r/g

function readLines(text: string, delimiter: string): Reading {
  try {
    const parsed: unknown = parse(text, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      raw: true,
      info: false,
      trim: true,
    })
    // Its types do not say what `raw` adds.
    return { lines: numberLines(parsed as { record: string[]; raw: string }[]), problem: null }
  } catch (error) {
    return { lines: [], problem: csvProblem(error) }
  }
}

/** Computes the first line of each record; records without values are omitted. */
function numberLines(parsed: readonly { record: string[]; raw: string }[]): Line[] {
  const lines: Line[] = []
  let line = 1
  for (const { record, raw } of parsed) {
    if (record.some((cell) => cell !== '')) lines.push({ line, cells: record })
    line += raw.match(lineEnds)?.length ?? 0
  }
  return lines
}

function csvProblem(error: unknown): string {
  if (systemCodeOf(error) === 'CSV_QUOTE_NOT_CLOSED')
    return 'A quote is opened and never closed, so that the rows cannot be told apart.'
  return `Line ${String(recordOf(error)['lines'] ?? '?')} is not CSV.`
}

/**
 * Removes the apostrophe that `writeCsv` and other programs put before a value that a spreadsheet would run
 * as a formula.
 */
const unguard = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/**
 * CSV as in RFC 4180: comma, CRLF, quotes where needed, UTF-8 without a byte order mark, one header row.
 *
 * A value that a spreadsheet would run as a formula (starting with `=`, `+`, `-`, `@`, tab or return) gets a
 * leading apostrophe, because descriptions come from untrusted pages. `readCsv` removes it; a value that
 * already has apostrophes before such a character gets one more, so that every value round-trips.
 */
export function writeCsv(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map((cell) => quote(guard(cell))).join(','))
  return [columns.join(','), ...lines].map((line) => `${line}\r\n`).join('')
}

const guard = (cell: string) => (/^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

const quote = (cell: string) => (/[",;|\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
