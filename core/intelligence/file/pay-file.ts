// Reads a pay file. Opening reads only the names of its tables; a question reads only the blocks with its rows.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { fail } from '../../kernel/errors.ts'
import {
  MAGIC,
  TRAILER_BYTES,
  unpack,
  type Row,
  type TableEntry,
  beginsWith,
  cellsOf,
  joinCells,
  unpackLines,
  type Extent,
  type TableIndex,
} from './layout.ts'
import { must } from '../../kernel/narrow.ts'
import { once } from '../../kernel/once.ts'
import { createLru } from '../lru.ts'

/** The bytes of a pay file, on disk or in memory. */
export interface Bytes {
  name: string
  size: number
  read(at: number, length: number): Uint8Array
  close(): void
}

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

export const bytesIn = (name: string, bytes: Uint8Array): Bytes => ({
  name,
  size: bytes.length,
  read: (at, length) => bytes.subarray(at, at + length),
  close: () => undefined,
})

const refuse = ({ name }: Bytes, reason: string): never => fail('pay_file_damaged', { file: name, reason })

function orDamaged<T>(bytes: Bytes, read: () => T): T {
  try {
    return read()
  } catch (error) {
    return refuse(bytes, error instanceof Error ? error.message : String(error))
  }
}

// A table of a pay file. Its index is read on first use, and its blocks when they are needed.
function openTable(bytes: Bytes, entry: TableEntry, blocks: BlockCache) {
  const index = once(() => indexOf(bytes, entry))
  const linesOf = (extent: Extent): readonly string[] =>
    blocks.get(extent[0]) ??
    blocks.put(
      extent[0],
      orDamaged(bytes, () => unpackLines(bytes.read(...extent))),
    )
  function* whole(): Generator<Row> {
    for (const extent of index().extents) for (const line of linesOf(extent)) yield cellsOf(line)
  }
  /** The rows from `text` on, in order, while `isWanted` is true. */
  function* from(text: string, isWanted: (line: string) => boolean): Generator<Row> {
    const { firsts, extents } = index()
    // The first rows of this key may be at the end of the block before.
    for (let at = Math.max(0, firstNotBefore(firsts, text) - 1); at < extents.length; at++) {
      const lines = linesOf(must(extents[at]))
      for (let line = firstNotBefore(lines, text); line < lines.length; line++) {
        if (!isWanted(must(lines[line]))) return
        yield cellsOf(must(lines[line]))
      }
    }
  }
  return {
    /** The rows that begin with these cells. Without cells, all rows. */
    rows(key: Row): Iterable<Row> {
      requireKey(entry, key.length)
      const text = joinCells(key)
      return key.length === 0 ? whole() : from(text, (line) => beginsWith(line, text))
    },
    /** The rows whose first cell begins with this text. */
    starting(text: string): Iterable<Row> {
      requireKey(entry, 1)
      return from(text, (line) => line.startsWith(text))
    },
  }
}

function requireKey({ name, key }: TableEntry, cells: number): void {
  if (cells > key) throw new Error(`Table ${name} is sorted by ${key} columns, not by ${cells}.`)
}

function indexOf(bytes: Bytes, { at, index }: TableEntry) {
  // The compiler wrote this JSON with the file, so its shape is trusted.
  const { lengths, firsts } = orDamaged(bytes, () => JSON.parse(unpack(bytes.read(...index))) as TableIndex)
  let from = at
  return { firsts, extents: lengths.map((length): Extent => [(from += length) - length, length]) }
}

function firstNotBefore(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (must(sorted[middle]) < text) low = middle + 1
    else high = middle
  }
  return low
}

/** Maximum characters in the cache, enough for 2,000 questions. They take about twice as many bytes. */
const MAX_CHARACTERS = 6_000_000

const createBlockCache = () =>
  createLru<number, readonly string[]>(MAX_CHARACTERS, (lines) =>
    lines.reduce((sum, line) => sum + line.length, 0),
  )
type BlockCache = ReturnType<typeof createBlockCache>

/** The published data, read only. Every method throws `pay_file_damaged` if the file is damaged. */
export type PayFile = ReturnType<typeof openPayFile>

/** Opens a pay file. Throws `pay_file_damaged` if the bytes are not a complete file. */
export function openPayFile(bytes: Bytes, digest: string) {
  const entries = rootOf(bytes)
  const blocks = createBlockCache()
  const tables = new Map(entries.map((entry) => [entry.name, openTable(bytes, entry, blocks)]))
  const table = (name: string) => tables.get(name) ?? refuse(bytes, `it has no table ${name}`)
  return {
    /** Identifies the data: equal digests mean equal rows. */
    digest,
    tables: entries,
    has: (name: string) => tables.has(name),
    get(name: string, ...key: string[]): Row | undefined {
      for (const row of table(name).rows(key)) return row
      return undefined
    },
    rows: (name: string, ...key: string[]) => table(name).rows(key),
    starting: (name: string, text: string) => table(name).starting(text),
    close: bytes.close,
  }
}

function rootOf(bytes: Bytes): TableEntry[] {
  const { size } = bytes
  const head = Buffer.from(bytes.read(0, MAGIC.length)).toString('latin1')
  if (head !== MAGIC || size < MAGIC.length + TRAILER_BYTES)
    return refuse(bytes, 'it is no pay file of this version')
  const trailer = Buffer.from(bytes.read(size - TRAILER_BYTES, TRAILER_BYTES))
  const [at, length, whole] = [trailer.readUInt32LE(0), trailer.readUInt32LE(4), trailer.readUInt32LE(8)]
  if (whole !== size) return refuse(bytes, 'it is cut off')
  // The compiler wrote this JSON with the file, so its shape is trusted.
  return orDamaged(bytes, () => JSON.parse(unpack(bytes.read(at, length))) as TableEntry[])
}
