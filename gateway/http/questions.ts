// Cache of parsed queries. A pay query means the same for every
// caller at any time, so each is parsed and validated only once.
import type { Operation } from '../../core/kernel/operation.ts'
import { parse } from '../../core/kernel/schema.ts'

export interface Questions {
  /** The parsed input of a query. */
  find(query: string): Record<string, unknown> | undefined
  /** Caches the parsed input of a query, after `input` has been accepted. */
  keep(query: string, input: Record<string, unknown>): void
  /** Whether an input comes from this cache, and so needs no second validation. */
  accepts(operation: string, input: unknown): boolean
}

/** Most queries cached per operation, and the longest one cached: at most about a megabyte in all. */
const MOST = 1_000
const LONGEST = 300

/** Creates the cache of an operation; the oldest query is evicted first. */
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
