// A table of a pay file: its index is read on the first question, and its blocks as they are needed.
import { must } from '../../kernel/must.ts'
import type { BlockCache } from './block-cache.ts'
import { guarded, type Bytes } from './bytes.ts'
import {
  beginsWith,
  cellsOf,
  textOf,
  unpack,
  unpackLines,
  type Extent,
  type Row,
  type TableEntry,
  type TableIndex,
} from './layout.ts'

interface OpenTable {
  entry: TableEntry
  /** The rows that begin with these cells; without any, all of them. */
  rows(key: readonly string[]): Iterable<Row>
  /** The rows whose first cell begins with this text. */
  starting(text: string): Iterable<Row>
}

export function openTable(bytes: Bytes, entry: TableEntry, blocks: BlockCache): OpenTable {
  let known: OpenIndex | undefined
  const index = () => (known ??= indexOf(bytes, entry))
  const linesOf = (extent: Extent) =>
    blocks.get(extent[0]) ??
    blocks.put(
      extent[0],
      guarded(bytes, () => unpackLines(bytes.read(...extent))),
    )
  function* whole(): Generator<Row> {
    for (const extent of index().extents) for (const line of linesOf(extent)) yield cellsOf(line)
  }
  /** The rows from the first that is not before a text, while they are wanted. */
  function* from(text: string, isWanted: (line: string) => boolean): Generator<Row> {
    const { firsts, extents } = index()
    // The rows of a key may begin in the block before the first that begins with it.
    for (let at = Math.max(0, firstNotBefore(firsts, text) - 1); at < extents.length; at++) {
      const lines = linesOf(must(extents[at]))
      for (let line = firstNotBefore(lines, text); line < lines.length; line++) {
        if (!isWanted(must(lines[line]))) return
        yield cellsOf(must(lines[line]))
      }
    }
  }
  return {
    entry,
    rows(key) {
      requireKey(entry, key.length)
      const text = textOf(key)
      return key.length === 0 ? whole() : from(text, (line) => beginsWith(line, text))
    },
    starting(text) {
      requireKey(entry, 1)
      return from(text, (line) => line.startsWith(text))
    },
  }
}

function requireKey({ name, key }: TableEntry, cells: number): void {
  if (cells > key) throw new Error(`Table ${name} is sorted by ${key} columns, not by ${cells}.`)
}

interface OpenIndex {
  firsts: readonly string[]
  extents: readonly Extent[]
}

function indexOf(bytes: Bytes, { at, index }: TableEntry): OpenIndex {
  // Written with the file.
  const { lengths, firsts } = guarded(bytes, () => JSON.parse(unpack(bytes.read(...index))) as TableIndex)
  let from = at
  return { firsts, extents: lengths.map((length) => [(from += length) - length, length]) }
}

/** The position of the first of some sorted texts that is not before a text. */
function firstNotBefore(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (must(sorted[middle]) < text) low = middle + 1
    else high = middle
  }
  return low
}
