// Exports jobs to a file that an import reads back unchanged.
import type { KnownJob } from './plan.ts'

/** A job as the API returns it, as far as a file contains it. */
interface ExportedJob extends KnownJob {
  readonly statusChangedAt: string | null
}

const columns = [
  'id', 'company', 'role', 'status', 'priority', 'location', 'salary', 'url', 'tags', 'appliedAt', 'statusChangedAt', 'notes', 'description',
] as const // prettier-ignore

/**
 * CSV as in RFC 4180: comma, CRLF, quotes where needed, UTF-8 without a byte order mark, one header row.
 *
 * A value that a spreadsheet would run as a formula (starting with `=`, `+`, `-`, `@`, tab or return) gets a
 * leading apostrophe, because descriptions come from untrusted pages. `readCsv` removes it; a value that
 * already has apostrophes before such a character gets one more, so that every value round-trips.
 */
export function writeCsv(jobs: readonly ExportedJob[]): string {
  const rows = jobs.map((job) => columns.map((column) => quote(guard(cellOf(job[column])))))
  return [columns.join(','), ...rows.map((cells) => cells.join(','))].map((line) => `${line}\r\n`).join('')
}

/**
 * The records as indented JSON, in an object `{"jobs": […]}` as the API returns them, with a final line
 * break.
 */
export function writeJson(jobs: readonly ExportedJob[]): string {
  return `${JSON.stringify({ jobs }, null, 2)}\n`
}

const cellOf = (value: string | readonly string[] | null) =>
  value === null || typeof value === 'string' ? (value ?? '') : value.map(escapeTag).join('; ')

/** Escapes characters that would split a tag. */
const escapeTag = (tag: string) => tag.replace(/[\\,;|\n]/g, '\\$&')

const guard = (cell: string) => (/^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

const quote = (cell: string) => (/[",;|\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
