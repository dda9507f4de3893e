// The tables in a file as its publisher ships it: text with commas or tabs, a workbook, or an archive of these.
import { gunzipSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { isWorkbook, sheetsOf } from './workbook.ts'
import { entriesOf, isZip } from './zip.ts'

/** One table of a file: its name for people, and its rows from the first line on. */
export interface RawTable {
  name: string
  rows(): AsyncIterable<string[]>
}

/** Most bytes of one file, unpacked: a text can be no longer. */
const MOST_BYTES = 500_000_000
const READ = /\.(?:xlsx|csv|tsv|txt|zip|gz)$/i

/** The tables of a file, nested archives included. Throws an Error with a sentence for what cannot be read. */
export function tablesIn(name: string, bytes: Buffer): RawTable[] {
  if (isZip(bytes)) return inArchive(name, bytes)
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    return tablesIn(name.replace(/\.gz$/i, ''), gunzipSync(bytes, { maxOutputLength: MOST_BYTES }))
  if (bytes.subarray(0, 8).equals(OLD_WORKBOOK))
    throw new Error('it is a workbook of the old kind (.xls): save it as .xlsx or .csv')
  const text = textOf(bytes)
  if (/^\s*<(?:!doctype|html)/i.test(text.slice(0, 200)))
    throw new Error('it is a web page, not data: the download did not work')
  return text.includes('\0') ? [] : [{ name, rows: () => delimited(text) }]
}

const OLD_WORKBOOK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

function inArchive(name: string, bytes: Buffer): RawTable[] {
  const entries = entriesOf(bytes)
  if (isWorkbook(entries)) return sheetsOf(entries).map((sheet) => ({ name, rows: sheet.rows }))
  return entries
    .filter((entry) => READ.test(entry.name) && !/(?:^|\/)[._~]/.test(entry.name))
    .flatMap((entry) => tablesIn(`${name}/${entry.name}`, entry.bytes(MOST_BYTES)))
}

/** UTF-8, or what older exports use. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le').slice(1)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

async function* delimited(text: string): AsyncGenerator<string[]> {
  const { parse } = await import('csv-parse')
  const line =
    text
      .slice(0, 5_000)
      .split('\n')
      .find((candidate) => /[,\t|;]/.test(candidate)) ?? ''
  const [delimiter = ','] = [',', '\t', '|', ';'].sort((a, b) => line.split(b).length - line.split(a).length)
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  yield* Readable.from([text]).pipe(parser) as AsyncIterable<string[]>
}
