// Parses a file of jobs, CSV or JSON, into rows of named cells.
import { parse } from 'csv-parse/sync'
import { readHeader } from './columns.ts'

/** One row. A JSON list of texts (tags) stays a list. */
export interface Row {
  /** The line of the file on which the row starts, from 1; of JSON, the number of the entry, from 1. */
  readonly line: number
  /** Column name and value, in the order of the file; empty cells are left out. A name can repeat. */
  readonly cells: readonly (readonly [column: string, value: string | readonly string[]])[]
  /** Why the row cannot be read, or null. */
  readonly problem: string | null
}

/** What a file held. */
export interface Sheet {
  readonly rows: readonly Row[]
  /** The column names, as in the file. */
  readonly columns: readonly string[]
  /** What a reader should know: preamble that was passed over, and the like. */
  readonly notes: readonly string[]
  /** Why nothing of the file could be read, or null. */
  readonly problem: string | null
}

const unreadable = (problem: string): Sheet => ({ rows: [], columns: [], notes: [], problem })

/** How many lines are searched for the row of headers. */
const preambleLines = 30

/**
 * Reads CSV text: parted by comma, semicolon, tab or bar, with or without a byte order mark, any line ends,
 * line breaks inside quotes, lines before the headers (LinkedIn's exports have them). The row that names most
 * known columns is the row of headers. A row with more values than headers is a row with a problem; in one
 * with fewer the rest is empty. Empty rows are passed over. Never throws.
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

/** The line on which each record starts; records without any value are left out. */
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
  const most = Math.max(0, ...known)
  return { at: known.indexOf(most), known: most }
}

function toRow({ line, cells }: Record, columns: readonly string[]): Row {
  const beyond = cells.slice(columns.length).some((cell) => cell !== '')
  const problem = beyond ? `The row has ${cells.length} values for ${columns.length} columns.` : null
  const named = cells.map((cell, at) => [columns[at] || `Column ${at + 1}`, unguard(cell)] as const)
  return { line, cells: named.filter(([, value]) => value !== ''), problem }
}

/** Takes away the apostrophe that `writeCsv`, and others, put before what a spreadsheet would run as a formula. */
const unguard = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/**
 * Reads JSON: a list of objects, an object with such a list ("jobs", "data", …), or one object a line.
 * An entry that is no object is a row with a problem. Never throws.
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

/** One object as a row: each property a cell, the properties of an object inside it too. */
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
