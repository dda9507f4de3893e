// Parses a CSV or JSON file of jobs into rows of named cells.
import { parse } from 'csv-parse/sync'
import { readHeader } from './columns.ts'

/** One row. A JSON list of texts (tags) stays a list. */
export interface Row {
  /** The row's first line in the file, or the number of the JSON entry, from 1. */
  readonly line: number
  /** Column name and value, in file order; empty cells are omitted. A name can repeat. */
  readonly cells: readonly (readonly [column: string, value: string | readonly string[]])[]
  /** Why the row cannot be parsed, or null. */
  readonly problem: string | null
}

/** The parsed content of a file. */
export interface Sheet {
  readonly rows: readonly Row[]
  /** The column names, as in the file. */
  readonly columns: readonly string[]
  /** Notes for the user, such as a skipped preamble. */
  readonly notes: readonly string[]
  /** Why the file cannot be parsed, or null. */
  readonly problem: string | null
}

const unreadable = (problem: string): Sheet => ({ rows: [], columns: [], notes: [], problem })

/** How many lines are searched for the header row. */
const preambleLines = 30

/**
 * Parses CSV: delimited by comma, semicolon, tab or bar, with or without a byte order mark, any line endings,
 * line breaks inside quotes, lines before the headers (as in LinkedIn's exports). The row with the most known
 * column names is the header row. A row with more values than headers has a problem; in a shorter one the
 * rest is empty. Empty rows are skipped. Never throws.
 */
export function readCsv(text: string): Sheet {
  const readings = [',', ';', '\t', '|'].map((delimiter) => readRecords(text, delimiter))
  const found = readings.map((reading) => ({ reading, ...findHeaders(reading.records) }))
  const best = found.reduce((a, b) => (b.known > a.known ? b : a))
  const { records, problem } = best.reading
  if (problem !== null) return unreadable(problem)
  const headers = records[best.at]
  if (headers === undefined || best.known === 0) return unreadable(noHeaders(text))
  const columns = headers.cells.map((each) => each.trim())
  const skipped = records.slice(0, best.at)
  return {
    rows: records.slice(best.at + 1).map((record) => toRow(record, columns)),
    columns,
    notes: skipped.map(
      ({ line, cells }) => `Line ${line}, before the headers, was passed over: ${shorten(cells.join(' '))}`,
    ),
    problem: null,
  }
}

const noHeaders = (text: string) =>
  text.trim() === ''
    ? 'The file is empty.'
    : 'No row of headers was found. Name the columns, at least Company and Role.'

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

interface Record {
  readonly line: number
  readonly cells: readonly string[]
}

interface Reading {
  readonly records: readonly Record[]
  readonly problem: string | null
}

const lineEnds = /\r\n|\n|\r/g

function readRecords(text: string, delimiter: string): Reading {
  try {
    const parsed = parse(text, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      raw: true,
      info: false,
      trim: true,
    }) as unknown as { record: string[]; raw: string }[]
    return { records: numberLines(parsed), problem: null }
  } catch (error) {
    return { records: [], problem: csvProblem(error) }
  }
}

/** Computes the first line of each record; records without values are omitted. */
function numberLines(parsed: readonly { record: string[]; raw: string }[]): Record[] {
  const records: Record[] = []
  let line = 1
  for (const { record, raw } of parsed) {
    if (record.some((cell) => cell !== '')) records.push({ line, cells: record })
    line += raw.match(lineEnds)?.length ?? 0
  }
  return records
}

function csvProblem(error: unknown): string {
  const { code, lines } = error as { code?: string; lines?: number }
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return 'A quote is opened and never closed, so that the rows cannot be told apart.'
  return `Line ${lines ?? '?'} is not CSV.`
}

function findHeaders(records: readonly Record[]): { at: number; known: number } {
  const known = records
    .slice(0, preambleLines)
    .map(({ cells }) => new Set(cells.map(readHeader).filter((field) => field !== null)).size)
  const max = Math.max(0, ...known)
  return { at: known.indexOf(max), known: max }
}

function toRow({ line, cells }: Record, columns: readonly string[]): Row {
  const beyond = cells.slice(columns.length).some((cell) => cell !== '')
  const problem = beyond ? `The row has ${cells.length} values for ${columns.length} columns.` : null
  const named = cells.map((cell, at) => [columns[at] || `Column ${at + 1}`, unguard(cell)] as const)
  return { line, cells: named.filter(([, value]) => value !== ''), problem }
}

/**
 * Removes the apostrophe that `writeCsv` and other programs put before a value that a spreadsheet would run
 * as a formula.
 */
const unguard = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/**
 * Parses JSON: an array of objects, an object with such an array ("jobs", "data", …), or one object per line.
 * An entry that is not an object becomes a row with a problem. Never throws.
 */
export function readJson(text: string): Sheet {
  const plain = text.replace(/^\uFEFF/, '').trim()
  if (plain === '') return unreadable('The file is empty.')
  const entries = findEntries(parseJson(plain) ?? parseLines(plain))
  if (entries === null) return unreadable('The file holds no list of jobs in JSON.')
  const rows = entries.map((entry, at) => readEntry(entry, at + 1))
  return {
    rows,
    columns: [...new Set(rows.flatMap(({ cells }) => cells.map(([name]) => name)))],
    notes: [],
    problem: null,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseLines(text: string): unknown {
  const entries = text.split(/\r?\n/).filter((line) => line.trim() !== '').map(parseJson) // prettier-ignore
  return entries.every(isObject) ? entries : undefined
}

const isObject = (value: unknown): value is { [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listNames = ['jobs', 'applications', 'data', 'items', 'results', 'rows']

function findEntries(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return null
  for (const name of listNames) {
    const list = value[name]
    if (Array.isArray(list)) return list
  }
  return Object.keys(value).some((name) => readHeader(name) === 'company') ? [value] : null
}

/** Converts an object to a row: one cell per property, including the properties of nested objects. */
export function readEntry(entry: unknown, line: number): Row {
  if (!isObject(entry)) return { line, cells: [], problem: 'The entry is not an object.' }
  const cells = Object.entries(entry).flatMap(([name, value]) => flatten(name, value))
  return { line, cells: cells.filter(([, value]) => value.length > 0), problem: null }
}

/** `{"company": {"name": …}}` is read as a column "company name". */
function flatten(name: string, value: unknown): (readonly [string, string | string[]])[] {
  if (!isObject(value)) return [[name, cellOf(value)]]
  return Object.entries(value).map(([inner, each]) => [`${name} ${inner}`, cellOf(each)])
}

function cellOf(value: unknown): string | string[] {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim()
}
