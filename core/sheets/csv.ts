// Reads and writes tables as CSV.
import { recordOf } from '../kernel/narrow.ts'
import { systemCodeOf } from '../kernel/errors.ts'
import { parse } from 'csv-parse/sync'
import { findHeaders, sheetBelow, unreadable, type Line, type Sheet, type Table } from './sheet.ts'

/**
 * Reads a table with any delimiter (comma, semicolon, tab, bar), any line endings, line breaks in quotes, and lines before the
 * headers, as LinkedIn has. The headers are the row with the most known column names. Never throws.
 */
export function readCsv(text: string, table: Table): Sheet {
  const escape = BACKSLASH_QUOTE.test(text) ? '\\' : '"'
  const head = text.slice(0, HEAD_CHARACTERS)
  const found = [',', ';', '\t', '|'].map((delimiter) => ({
    delimiter,
    ...findHeaders(readLines(head, delimiter, escape, HEAD_RECORDS).lines, table),
  }))
  const { delimiter } = found.reduce((a, b) => (b.known > a.known ? b : a))
  const { lines, problem } = readLines(text, delimiter, escape)
  if (problem !== null) return unreadable(problem)
  const { at: headersAt, known } = findHeaders(lines, table)
  const headers = lines[headersAt]
  if (headers === undefined || known === 0) return unreadable(noHeaders(text, table))
  const plain = delimiter === '|' ? withoutEmphasis : unguard
  const below = lines.map(({ line, cells }, at) => ({
    line,
    cells: at > headersAt ? cells.map(plain) : cells,
  }))
  return sheetBelow(below, headersAt, headers.cells)
}

/** How much of a file is read to find its delimiter. */
const HEAD_CHARACTERS = 200_000
const HEAD_RECORDS = 200

const noHeaders = (text: string, { neededColumns: least }: Table) =>
  text.trim() === ''
    ? 'The file is empty.'
    : `There is no header row: no row names the columns, at least ${least}.`

/** A quotation mark with a backslash before it, within a value. Database dumps and scripts write it. */
const BACKSLASH_QUOTE = /(?:^|[,;\t|\n])"[^"\n]{0,10000}[^\\"\n]\\"(?![,;\t|\r\n"]|$)/

function readLines(text: string, delimiter: string, escape: string, maxRecords?: number) {
  const lines: Line[] = []
  let next = 1
  const keep = ({ record, raw }: { record: string[]; raw: string }): null => {
    // Counts the empty lines before a record, because the parser passes them on with it.
    const line = next + endsIn(/^\s*/.exec(raw)?.[0] ?? '')
    next += endsIn(raw)
    // Skips empty records, and the line of dashes below the headers of a Markdown table.
    if (!record.every((cell) => /^:?-*:?$/.test(cell))) lines.push({ line, cells: record })
    return null
  }
  try {
    parse(text, {
      bom: true,
      delimiter,
      escape,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      raw: true,
      trim: true,
      // The types of the library do not know the effect of `raw`.
      on_record: (row: unknown) => keep(row as { record: string[]; raw: string }),
      ...(maxRecords !== undefined && { to: maxRecords }),
    })
    return { lines, problem: null }
  } catch (error) {
    return { lines, problem: csvProblem(error) }
  }
}

const endsIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0

function csvProblem(error: unknown): string {
  if (systemCodeOf(error) === 'CSV_QUOTE_NOT_CLOSED')
    return 'A quote is opened and never closed, so that the rows cannot be told apart.'
  return `Line ${String(recordOf(error)['lines'] ?? '?')} is not CSV.`
}

/** Removes the apostrophe that keeps a spreadsheet from running a value as a formula. */
const unguard = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/** The text of a Markdown cell without bold, italics, code and strikethrough. */
const withoutEmphasis = (cell: string): string =>
  unguard(cell.replace(/^(\*{1,3}|_{1,3}|~~|`)(\S.*)\1$/s, '$2'))

/**
 * Writes RFC 4180. If a spreadsheet would run a value as a formula, the value gets an apostrophe first: descriptions come from
 * strangers' pages. A value that has apostrophes gets one more, so that reading restores it.
 */
export function writeCsv(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map((cell) => quote(guard(cell))).join(','))
  return [columns.join(','), ...lines].map((line) => `${line}\r\n`).join('')
}

const guard = (cell: string) => (/^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

const quote = (cell: string) => (/[",;|\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
