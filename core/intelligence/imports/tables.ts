// Extracts tables from a publisher's file: delimited text, a workbook, or an archive of these.
import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { entriesOf, isArchive, type Entry } from '../../unpacking/archive.ts'
import { openMeter, PUBLISHED, type Meter } from '../../unpacking/bounds.ts'
import { gunzipped, isGzip } from '../../unpacking/gzip.ts'
import { decoded } from '../../unpacking/decoded.ts'
import { isWorkbook, sheetsOf } from '../../unpacking/workbook.ts'

/** One table of a file: its display name, and its rows from the first line on. */
export interface RawTable {
  name: string
  rows(): AsyncIterable<string[]>
}

const READ = /\.(?:xlsx|csv|tsv|txt|zip|gz)$/i

/**
 * The tables of a file, including nested archives. Throws `unpacking_refused`, and a readable Error when it cannot be
 * read.
 */
export async function tablesIn(
  name: string,
  bytes: Buffer,
  meter: Meter = openMeter(name, bytes.length, PUBLISHED),
): Promise<RawTable[]> {
  if (isArchive(bytes)) return inArchive(name, await entriesOf(name, bytes, meter), meter)
  if (isGzip(bytes)) return tablesIn(name.replace(/\.gz$/i, ''), await gunzipped(name, bytes, meter), meter)
  if (bytes.subarray(0, 8).equals(OLD_WORKBOOK))
    throw new Error(
      'it is a workbook of the old kind (.xls), or one with a password: save it as .xlsx or .csv',
    )
  return [{ name, rows: () => delimited(piecesOf(bytes)) }]
}

const OLD_WORKBOOK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

async function inArchive(name: string, entries: readonly Entry[], meter: Meter): Promise<RawTable[]> {
  if (isWorkbook(entries)) return sheetsOf(entries).map((sheet) => ({ name, rows: sheet.rows }))
  const tables: RawTable[] = []
  for (const entry of entries) {
    if (!READ.test(entry.name) || /(?:^|\/)[._~]/.test(entry.name)) continue
    const path = `${name}/${entry.name}`
    if (/\.(?:xlsx|zip|gz)$/i.test(entry.name))
      tables.push(...(await tablesIn(path, await entry.bytes(), meter)))
    else tables.push({ name: path, rows: () => delimited(entry.pieces()) })
  }
  return tables
}

const PIECE_BYTES = 1 << 16

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

const MAX_LINE_CHARACTERS = 1_000_000

/** The rows of a delimited text; none for binary content. */
async function* delimited(pieces: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const texts = decoded(pieces)
  const first = await texts.next()
  const start = first.done ? '' : first.value
  if (/^\s*<(?:!doctype|html)/i.test(start.slice(0, 200)))
    throw new Error('it is a web page, not data: the download did not work')
  if (start.includes('\0')) return
  const parser = parse({
    delimiter: delimiterIn(start),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_CHARACTERS,
  })
  const whole = async function* () {
    yield start
    yield* texts
  }
  // Errors of both streams are thrown where the rows are read.
  pipeline(Readable.from(whole()), parser, () => undefined)
  const lines: AsyncIterable<string[]> = parser // Without columns, a row is a list of texts.
  yield* lines
}

function delimiterIn(start: string): string {
  const line =
    start
      .slice(0, 5_000)
      .split('\n')
      .find((candidate) => /[,\t|;]/.test(candidate)) ?? ''
  const [delimiter = ','] = [',', '\t', '|', ';'].sort((a, b) => line.split(b).length - line.split(a).length)
  return delimiter
}
