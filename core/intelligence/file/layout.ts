// The layout of a pay file: blocks of rows, an index per table, and a root with the table names.
import { deflateSync, inflateSync } from 'node:zlib'

export type Row = readonly string[]

/** Where a compressed part of the file is: its position and length in bytes. */
export type Extent = readonly [at: number, length: number]

/** A table in the root. Its rows are sorted by their first `key` cells; with 0 they have the order of the source. */
export interface TableEntry {
  name: string
  columns: readonly string[]
  key: number
  rows: number
  /** SHA-256 of the rows, for comparing two files. */
  sha256: string
  at: number
  index: Extent
}

/** The index of a table: the length of each block, and the key of its first row. */
export interface TableIndex {
  lengths: readonly number[]
  firsts: readonly string[]
}

/** The first bytes of every pay file. The number changes with the layout. */
export const MAGIC = 'crm pay 1\n'

/** Bytes at the end of the file: position and length of the root, and the file size. */
export const TRAILER_BYTES = 12

/** Target size of a block before compression. Larger blocks compress better but take longer to read. */
export const BLOCK_CHARACTERS = 8_000

const CELL = '\t'
const LINE = '\n'

export const joinCells = (cells: Row): string => cells.join(CELL)

export const cellsOf = (line: string): string[] => line.split(CELL)

/** Compresses a part. The format has a checksum, so that reading finds damage. */
export const pack = (text: string): Buffer => deflateSync(text, { level: 9 })

/** Decompresses a part. Throws if it is damaged. */
export const unpack = (bytes: Uint8Array): string => inflateSync(bytes).toString('utf8')

export const packLines = (lines: readonly string[]): Buffer => pack(lines.join(LINE))

export const unpackLines = (bytes: Uint8Array): string[] => unpack(bytes).split(LINE)

/** Cells must have no control characters, because tab and line feed separate cells and lines. */
export const FORBIDDEN = /\p{Cc}/u

export const beginsWith = (line: string, cells: string): boolean =>
  line.startsWith(cells) && (line.length === cells.length || line[cells.length] === CELL)

export const numberOf = (cell: string | undefined): number | null =>
  cell === undefined || cell === '' ? null : Number(cell)
