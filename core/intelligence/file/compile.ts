// Writes tables as the bytes of a pay file. The same tables give the same bytes.
import { must } from '../../kernel/narrow.ts'
import { createHash, hash } from 'node:crypto'
import {
  BLOCK_CHARACTERS,
  FORBIDDEN,
  MAGIC,
  pack,
  packLines,
  joinCells,
  type Extent,
  type Row,
  type TableEntry,
  type TableIndex,
} from './layout.ts'

/** A table to compile. Rows are sorted by their first `key` columns; rows with equal keys keep their order. */
export interface PayTable {
  name: string
  columns: readonly string[]
  key: number
  rows: Iterable<Row>
}

/** The bytes of a pay file. Throws if a row has a wrong number of cells or a control character. */
export function compilePayFile(tables: Iterable<PayTable>): Buffer {
  const parts = createParts()
  const entries = [...tables].map((table) => tableIn(parts, table))
  const root = parts.add(pack(JSON.stringify(entries)))
  const trailer = Buffer.alloc(12)
  ;[...root, parts.size() + trailer.length].forEach((number, at) => trailer.writeUInt32LE(number, at * 4))
  parts.add(trailer)
  return parts.bytes()
}

export const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')

type Parts = ReturnType<typeof createParts>

function createParts() {
  const parts: Buffer[] = [Buffer.from(MAGIC)]
  let size = MAGIC.length
  return {
    add(bytes: Buffer): Extent {
      parts.push(bytes)
      size += bytes.length
      return [size - bytes.length, bytes.length]
    },
    size: () => size,
    bytes: () => Buffer.concat(parts),
  }
}

function tableIn(parts: Parts, table: PayTable): TableEntry {
  const { name, columns, key } = table
  const lines = linesOf(table)
  const at = parts.size()
  const blocks = [...blocksOf(lines)]
  const index: TableIndex = {
    lengths: blocks.map((block) => parts.add(packLines(block.map(({ line }) => line)))[1]),
    firsts: key === 0 ? [] : blocks.map(([first]) => must(first).key),
  }
  const sha256 = digestOfLines(lines)
  return { name, columns, key, rows: lines.length, sha256, at, index: parts.add(pack(JSON.stringify(index))) }
}

export const tableDigest = (table: PayTable): string => digestOfLines(linesOf(table))

function digestOfLines(lines: readonly KeyedLine[]): string {
  const hash = createHash('sha256')
  for (const { line } of lines) hash.update(`${line}\n`)
  return hash.digest('hex')
}

type KeyedLine = ReturnType<typeof linesOf>[number]

function linesOf({ name, columns: { length: width }, rows, key }: PayTable) {
  const lines: { key: string; line: string }[] = []
  for (const row of rows) {
    if (row.length !== width || row.some((cell) => FORBIDDEN.test(cell)))
      throw new Error(
        `Table ${name}: a row of ${width} cells without control characters is needed, not ${JSON.stringify(row)}.`,
      )
    lines.push({ key: joinCells(row.slice(0, key)), line: joinCells(row) })
  }
  // The sort is stable, so rows of one key keep their order. It compares code units, as the reader does.
  return key === 0 ? lines : lines.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
}

function* blocksOf(lines: readonly KeyedLine[]): Generator<KeyedLine[]> {
  let block: KeyedLine[] = []
  let size = 0
  for (const line of lines) {
    block.push(line)
    size += line.line.length + 1
    if (size < BLOCK_CHARACTERS) continue
    yield block
    block = []
    size = 0
  }
  if (block.length) yield block
}
