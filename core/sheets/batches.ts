// Splits a long file into requests, keeping rows that may be the same record together.
import { listIn, must, recordBy } from '../kernel/narrow.ts'
import type { Row } from './sheet.ts'

type MatchKeysOfRow = (row: Row) => readonly string[]

const MEASURES = ['rows', 'values', 'bytes'] as const
type BatchSize = Record<(typeof MEASURES)[number], number>

/**
 * Splits rows into batches. Rows with the same id, URL or name stay together if possible; otherwise the later one would
 * overwrite the earlier one on every run. A row above the limit gets a problem.
 */
export function batchesOf(rows: readonly Row[], limit: BatchSize, matchKeysOf: MatchKeysOfRow): Row[][] {
  const batches: Row[][] = []
  let roomLeft: BatchSize = { rows: 0, values: 0, bytes: 0 }
  const addGroup = (group: readonly Row[]): void => {
    const size = sizeOf(group)
    if (!fits(size, roomLeft)) {
      if (group.length > 1 && !fits(size, limit)) return group.forEach((row) => addGroup([row]))
      batches.push([])
      roomLeft = limit
    }
    batches.at(-1)?.push(...group)
    roomLeft = recordBy(MEASURES, (each) => roomLeft[each] - size[each])
  }
  const fitting = rows.map((row) => (fits(sizeOf([row]), limit) ? row : tooLarge(row)))
  for (const group of groupsOf(fitting, matchKeysOf)) addGroup(group)
  return batches.map((part) => part.sort((a, b) => a.line - b.line))
}

const tooLarge = ({ line }: Row): Row => ({
  line,
  cells: [],
  problem: 'The row is too large to be a record.',
})

const sizeOf = (rows: readonly Row[]): BatchSize => ({
  rows: rows.length,
  values: rows.reduce(
    (sum, { cells }) => sum + 3 + cells.reduce((n, [, v]) => n + 1 + (Array.isArray(v) ? v.length : 0), 0),
    0,
  ),
  bytes: Buffer.byteLength(JSON.stringify(rows)),
})

const fits = (size: BatchSize, limit: BatchSize): boolean =>
  MEASURES.every((each) => size[each] <= limit[each])

function groupsOf(rows: readonly Row[], matchKeysOf: MatchKeysOfRow): Row[][] {
  const leader = rows.map((_, at) => at)
  const find = (at: number): number => (leader[at] === at ? at : (leader[at] = find(must(leader[at]))))
  const firstWithKey = new Map<string, number>()
  rows.forEach((row, at) => {
    for (const key of matchKeysOf(row)) {
      const other = firstWithKey.get(key)
      if (other === undefined) firstWithKey.set(key, at)
      else leader[Math.max(find(other), find(at))] = Math.min(find(other), find(at))
    }
  })
  const groups = new Map<number, Row[]>()
  for (const [at, row] of rows.entries()) listIn(groups, find(at)).push(row)
  return [...groups.values()]
}
