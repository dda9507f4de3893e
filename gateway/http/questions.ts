// Queries that were read before. A question about pay means the same whoever asks and whenever, so what its query says
// is worked out and checked once.
import type { Operation } from '../../core/kernel/operation.ts'
import { parse } from '../../core/kernel/schema.ts'

export interface Questions {
  /** The input that this query was read as. */
  find(query: string): Record<string, unknown> | undefined
  /** Keeps what a query was read as; `input` was accepted. */
  keep(query: string, input: Record<string, unknown>): void
  /** Whether an input is one of those, and needs no second check. */
  accepts(operation: string, input: unknown): boolean
}

/** Most queries kept for an operation, and the longest: a megabyte at the very most. */
const MOST = 1_000
const LONGEST = 300

/** Remembers the queries of an operation; the oldest leaves first. */
export function createQuestions(op: Operation): Questions {
  const kept = new Map<string, Record<string, unknown>>()
  const inputs = new WeakSet<object>()
  return {
    find: (query) => kept.get(query),
    keep(query, input) {
      if (query.length > LONGEST) return
      if (kept.size >= MOST) kept.delete(kept.keys().next().value!)
      const read = Object.freeze(parse(op.input(), input) as Record<string, unknown>)
      inputs.add(read)
      kept.set(query, read)
    },
    accepts: (_operation, input) => inputs.has(input as object),
  }
}
