// Reads a pay file on demand: opening it reads the names of its tables, and a question the blocks that hold its rows.
import { guarded, refuse, type Bytes } from './bytes.ts'
import { MAGIC, TRAILER_BYTES, unpack, type Row, type TableEntry } from './layout.ts'
import { createBlockCache, openTable } from './table.ts'

/** The published data, read only. Every method throws `pay_file_damaged` where the file is damaged. */
export interface PayFile {
  /** What names this data: equal digests mean equal rows. */
  readonly digest: string
  readonly tables: readonly TableEntry[]
  has(table: string): boolean
  columns(table: string): readonly string[]
  count(table: string): number
  get(table: string, ...key: string[]): Row | undefined
  /** The rows that begin with these cells, in order; without any, the whole table. */
  rows(table: string, ...key: string[]): Iterable<Row>
  /** The rows whose first cell begins with this text. */
  starting(table: string, text: string): Iterable<Row>
  close(): void
}

/** Opens a pay file. Throws `pay_file_damaged` for anything that is not a whole one. */
export function openPayFile(bytes: Bytes, digest: string): PayFile {
  const entries = rootOf(bytes)
  const blocks = createBlockCache()
  const tables = new Map(entries.map((entry) => [entry.name, openTable(bytes, entry, blocks)]))
  const table = (name: string) => tables.get(name) ?? refuse(bytes, `it has no table ${name}`)
  return {
    digest,
    tables: entries,
    has: (name) => tables.has(name),
    columns: (name) => table(name).entry.columns,
    count: (name) => table(name).entry.rows,
    get(name, ...key) {
      for (const row of table(name).rows(key)) return row
      return undefined
    },
    rows: (name, ...key) => table(name).rows(key),
    starting: (name, text) => table(name).starting(text),
    close: bytes.close,
  }
}

function rootOf(bytes: Bytes): TableEntry[] {
  const { size } = bytes
  const head = Buffer.from(bytes.read(0, MAGIC.length)).toString('latin1')
  if (head !== MAGIC) return refuse(bytes, 'it is no pay file of this version')
  const trailer = Buffer.from(bytes.read(size - TRAILER_BYTES, TRAILER_BYTES))
  const [at, length, whole] = [trailer.readUInt32LE(0), trailer.readUInt32LE(4), trailer.readUInt32LE(8)]
  if (whole !== size) return refuse(bytes, 'it is cut off')
  // Written with the file, as the next ones are.
  return guarded(bytes, () => JSON.parse(unpack(bytes.read(at, length))) as TableEntry[])
}
