// Reads a file of rows in any of a noun's formats, detected by content and name.
import { isUtf8 } from 'node:buffer'
import { isOneOf } from '../../core/kernel/narrow.ts'
import { fail } from '../../core/kernel/errors.ts'
import { westernText } from '../../core/reading/damaged.ts'
import type { Sheet, Table } from '../../core/sheets/sheet.ts'
import { localZone } from '../../core/kernel/clock.ts'
import { readBytes, textIn } from './upload.ts'
import { listed, misused, type Stdin } from '../command.ts'

export const FORMATS = ['csv', 'json', 'xlsx', 'vcf', 'ics'] as const
export type Format = (typeof FORMATS)[number]

/** Other extensions of files in these formats. */
const ALSO: Readonly<Record<string, Format>> = {
  ...{ tsv: 'csv', jsonl: 'json', ndjson: 'json', xlsm: 'xlsx', vcard: 'vcf' },
}

export function formatOfName(file: string): Format | undefined {
  const end = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ''
  return isOneOf(FORMATS, end) ? end : ALSO[end]
}

/** `--format`, which must be supported by the noun and match the file's extension, if it has one. */
export function formatOf(format: string | undefined, file: string, formats: readonly Format[]) {
  if (format !== undefined && !isOneOf(formats, format))
    misused(`--format is ${listed(formats)}, not “${format}”.`)
  const named = formatOfName(file)
  if (format !== undefined && named !== undefined && format !== named)
    misused(`${file} would not be ${format}: name it .${format}, or leave out --format.`)
  if (format === undefined && named !== undefined && !formats.includes(named))
    misused(`${file} is ${named}; this command takes ${listed(formats)}.`)
  return format ?? named
}

/** The rows of a file, or of stdin for `-`; `invalid_input` with the reason when it cannot be read. */
export async function readSheet(
  file: string,
  format: Format | undefined,
  { formats, table, stdin }: { formats: readonly Format[]; table: Table; stdin: Stdin },
): Promise<Sheet> {
  const bytes = await readBytes(file, stdin)
  const name = file === '-' ? 'stdin' : file
  const sheet = await readAs(format ?? formatOfContent(bytes), name, bytes, formats, table)
  return sheet.problem === null
    ? (await import('../../core/sheets/cleaned.ts')).cleanRows(sheet)
    : fail('invalid_input', { problems: `${name}: ${sheet.problem}` })
}

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'

function formatOfContent(bytes: Buffer): Format {
  if (isZip(bytes)) return 'xlsx'
  const start = bytes
    .subarray(0, 200)
    .toString('utf8')
    .replace(/^\uFEFF?\s*/, '')
  if (/^BEGIN:VCARD/i.test(start)) return 'vcf'
  if (/^BEGIN:VCALENDAR/i.test(start)) return 'ics'
  return /^[[{]/.test(start) ? 'json' : 'csv'
}

async function readAs(format: Format, name: string, bytes: Buffer, formats: readonly Format[], table: Table) {
  if (!formats.includes(format))
    fail('invalid_input', { problems: `${name} is ${format}; this command takes ${listed(formats)}` })
  // The content decides between workbook and text, because programs save either under the other's extension.
  if (format === 'xlsx' || isZip(bytes))
    return (await import('../../core/sheets/workbook.ts')).readWorkbook(name, bytes, table)
  const western = format === 'csv' && !isUtf8(bytes) ? westernText(bytes) : undefined
  const text = western ?? textIn(bytes, name)
  if (format === 'vcf') return (await import('../../core/contacts/import/vcard.ts')).readVcards(text)
  if (format === 'ics')
    return (await import('../../core/calendar/import/read-ics.ts')).readIcs(text, localZone())
  if (format === 'json') return (await import('../../core/sheets/json.ts')).readJson(text, table)
  const sheet = (await import('../../core/sheets/csv.ts')).readCsv(text, table)
  const note = `${name} is not UTF-8. It was read in Western European letters (Windows-1252).`
  return western === undefined ? sheet : { ...sheet, notes: [...sheet.notes, note] }
}
