// How a pay file is laid out: blocks of rows, an index of each table, and a root that names the tables.
import { deflateSync, inflateSync } from 'node:zlib'

export type Row = readonly string[]

/** Where a compressed part of the file lies: its position and length in bytes. */
export type Extent = readonly [at: number, length: number]

/** What the root says of a table. Rows are sorted by the text of their first `key` cells; 0 keeps their order. */
export interface TableEntry {
  name: string
  columns: readonly string[]
  key: number
  rows: number
  /** SHA-256 of the rows, by which two files are compared. */
  sha256: string
  /** Position of the first block. */
  at: number
  index: Extent
}

/** The index of a table: the length of each block, and the key of its first row. */
export interface TableIndex {
  lengths: readonly number[]
  firsts: readonly string[]
}

/** The first bytes of every pay file; the number changes with the layout. */
export const MAGIC = 'crm pay 1\n'

/** Bytes at the end: position and length of the root, and the size of the file. */
export const TRAILER_BYTES = 12

/** The target size of a block before compression: larger ones compress better and take longer to read. */
export const BLOCK_CHARACTERS = 8_000

const CELL = '\t'
const LINE = '\n'

export const textOf = (cells: Row): string => cells.join(CELL)

export const cellsOf = (line: string): string[] => line.split(CELL)

/** Compresses a part. Its checksum is part of the format, so that damage is noticed when it is read. */
export const pack = (text: string): Buffer => deflateSync(text, { level: 9 })

/** The text of a part; throws when it is damaged. */
export const unpack = (bytes: Uint8Array): string => inflateSync(bytes).toString('utf8')

export const packLines = (lines: readonly string[]): Buffer => pack(lines.join(LINE))

export const unpackLines = (bytes: Uint8Array): string[] => unpack(bytes).split(LINE)

/** What no cell may contain: control characters, among them the two that separate cells and lines. */
export const FORBIDDEN = /\p{Cc}/u

export const beginsWith = (line: string, cells: string): boolean =>
  line.startsWith(cells) && (line.length === cells.length || line[cells.length] === CELL)

/** A cell as a number; an empty cell is null. */
export const numberOf = (cell: string | undefined): number | null =>
  cell === undefined || cell === '' ? null : Number(cell)
