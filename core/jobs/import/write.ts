// Exports jobs to a file that an import reads back unchanged.
import type { KnownJob } from './plan.ts'

const columns = [
  'id', 'company', 'role', 'status', 'priority', 'location', 'salary', 'url', 'tags', 'appliedAt', 'notes', 'description',
] as const // prettier-ignore

/**
 * CSV as RFC 4180 has it: comma, CRLF, quotes where needed, UTF-8 without a byte order mark, one row of headers.
 *
 * A value that a spreadsheet would run as a formula (it starts with `=`, `+`, `-`, `@`, tab or return) gets an
 * apostrophe before it: descriptions come from strangers' pages. `readCsv` takes it off again; a value that
 * already starts with apostrophes before such a sign gets one more, so that every value comes back as it was.
 */
export function writeCsv(jobs: readonly KnownJob[]): string {
  const rows = jobs.map((job) => columns.map((column) => quote(guard(cellOf(job[column])))))
  return [columns.join(','), ...rows.map((cells) => cells.join(','))].map((line) => `${line}\r\n`).join('')
}

/** The records as they are, in an object `{"jobs": […]}` as the API lists them, indented, with a line end. */
export function writeJson(jobs: readonly KnownJob[]): string {
  return `${JSON.stringify({ jobs }, null, 2)}\n`
}

const cellOf = (value: string | readonly string[] | null) =>
  value === null || typeof value === 'string' ? (value ?? '') : value.map(escapeTag).join('; ')

/** What would part a tag in two gets a backslash. */
const escapeTag = (tag: string) => tag.replace(/[\\,;|\n]/g, '\\$&')

const guard = (cell: string) => (/^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

const quote = (cell: string) => (/[",;|\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
