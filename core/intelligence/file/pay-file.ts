// Reads a pay file on demand: opening it reads the names of its tables, and a question the blocks that hold its rows.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { fail } from '../../kernel/errors.ts'
import { createBlockCache } from './block-cache.ts'
import {
  beginsWith,
  cellsOf,
  MAGIC,
  textOf,
  TRAILER_BYTES,
  unpack,
  unpackLines,
  type Extent,
  type Row,
  type TableEntry,
  type TableIndex,
} from './layout.ts'

/** The published data, read only. Every method throws `pay_file_damaged` where the file is damaged. */
export interface PayFile {
  /** What names this data: equal digests mean equal rows. */
  readonly digest: string
  /** What the file says of its tables. */
  readonly tables: readonly TableEntry[]
  has(table: string): boolean
  columns(table: string): readonly string[]
  count(table: string): number
  /** The first row that begins with these cells. */
  get(table: string, ...key: string[]): Row | undefined
  /** The rows that begin with these cells, in order; without any, the whole table. */
  rows(table: string, ...key: string[]): Iterable<Row>
  /** The rows whose first cell begins with this text. */
  starting(table: string, text: string): Iterable<Row>
  close(): void
}

/** Where the bytes of a file are: reads so many from a position. */
export interface Bytes {
  name: string
  size: number
  read(at: number, length: number): Uint8Array
  close(): void
}

/** Opens the file at a path. */
export function bytesAt(path: string): Bytes {
  const file = openSync(path, 'r')
  return {
    name: path,
    size: fstatSync(file).size,
    read(at, length) {
      const bytes = Buffer.allocUnsafe(length)
      return bytes.subarray(0, readSync(file, bytes, 0, length, at))
    },
    close: () => closeSync(file),
  }
}

/** The same for bytes in memory. */
export const bytesIn = (name: string, bytes: Uint8Array): Bytes => ({
  name,
  size: bytes.length,
  read: (at, length) => bytes.subarray(at, at + length),
  close: () => undefined,
})

/** Opens a pay file. Throws `pay_file_damaged` for anything that is not a whole one. */
export function openPayFile(bytes: Bytes, digest: string): PayFile {
  const part = ([at, length]: Extent) => bytes.read(at, length)
  const tables = new Map(rootOf(bytes).map((entry) => [entry.name, openTable(entry)]))
  const blocks = createBlockCache()

  function openTable(entry: TableEntry): OpenTable {
    let index: OpenIndex | undefined
    return {
      entry,
      index: () =>
        (index ??= indexOf(
          entry,
          guarded(bytes, () => unpack(part(entry.index))),
        )),
    }
  }
  const tableOf = (name: string) => tables.get(name) ?? damaged(bytes, `it has no table ${name}`)
  const linesOf = (extent: Extent) =>
    blocks.get(extent[0]) ??
    blocks.put(
      extent[0],
      guarded(bytes, () => unpackLines(part(extent))),
    )

  function* whole({ index }: OpenTable): Generator<Row> {
    for (const extent of index().extents) for (const line of linesOf(extent)) yield cellsOf(line)
  }
  /** The rows from the first that is not before a text, while they are wanted. */
  function* rowsFrom(
    { index }: OpenTable,
    text: string,
    isWanted: (line: string) => boolean,
  ): Generator<Row> {
    const { firsts, extents } = index()
    // The rows of a key may begin in the block before the first that begins with it.
    for (let at = Math.max(0, firstNotBefore(firsts, text) - 1); at < extents.length; at++) {
      const lines = linesOf(extents[at]!)
      for (let line = firstNotBefore(lines, text); line < lines.length; line++) {
        if (!isWanted(lines[line]!)) return
        yield cellsOf(lines[line]!)
      }
    }
  }
  const sorted = (name: string, cells: number) => {
    const table = tableOf(name)
    if (cells > table.entry.key)
      throw new Error(`Table ${name} is sorted by ${table.entry.key} columns, not ${cells}.`)
    return table
  }
  const rows = (name: string, ...key: string[]) => {
    const text = textOf(key)
    const table = sorted(name, key.length)
    return key.length === 0 ? whole(table) : rowsFrom(table, text, (line) => beginsWith(line, text))
  }
  return {
    digest,
    tables: [...tables.values()].map(({ entry }) => entry),
    has: (table) => tables.has(table),
    columns: (table) => tableOf(table).entry.columns,
    count: (table) => tableOf(table).entry.rows,
    rows,
    get(table, ...key) {
      for (const row of rows(table, ...key)) return row
      return undefined
    },
    starting: (table, text) => rowsFrom(sorted(table, 1), text, (line) => line.startsWith(text)),
    close: bytes.close,
  }
}

interface OpenTable {
  entry: TableEntry
  index: () => OpenIndex
}

interface OpenIndex {
  firsts: readonly string[]
  extents: readonly Extent[]
}

function indexOf({ at }: TableEntry, text: string): OpenIndex {
  const { lengths, firsts } = JSON.parse(text) as TableIndex
  let from = at
  return { firsts, extents: lengths.map((length) => [(from += length) - length, length]) }
}

function rootOf(bytes: Bytes): TableEntry[] {
  const { size } = bytes
  const head = Buffer.from(bytes.read(0, MAGIC.length)).toString('latin1')
  if (head !== MAGIC) return damaged(bytes, 'it is no pay file of this version')
  const trailer = Buffer.from(bytes.read(size - TRAILER_BYTES, TRAILER_BYTES))
  const [at, length, whole] = [0, 4, 8].map((from) => trailer.readUInt32LE(from)) as [number, number, number]
  if (whole !== size) return damaged(bytes, 'it is cut off')
  return guarded(bytes, () => JSON.parse(unpack(bytes.read(at, length))) as TableEntry[])
}

function guarded<T>(bytes: Bytes, read: () => T): T {
  try {
    return read()
  } catch (error) {
    return damaged(bytes, error instanceof Error ? error.message : String(error))
  }
}

const damaged = ({ name }: Bytes, reason: string): never => fail('pay_file_damaged', { file: name, reason })

/** The position of the first of some sorted texts that is not before a text. */
function firstNotBefore(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < text) low = middle + 1
    else high = middle
  }
  return low
}
