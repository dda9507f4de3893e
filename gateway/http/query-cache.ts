// Cache of parsed queries. A pay query means the same for every
// caller at any time, so each is parsed and validated only once.
import { must } from '../../core/kernel/must.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { parse } from '../../core/kernel/schema.ts'

export interface QueryCache {
  /** The parsed input of a query. */
  get(query: string): Record<string, unknown> | undefined
  /** Caches the parsed input of a query, after `input` has been accepted. */
  set(query: string, input: Record<string, unknown>): void
  /** Whether an input comes from this cache, and so needs no second validation. */
  accepts(operation: string, input: unknown): boolean
}

/** Most queries cached per operation, and the longest one cached: about a megabyte at most. */
const MAX_QUERIES = 1_000
const MAX_QUERY_CHARACTERS = 300

/** Creates the cache of an operation; the oldest query is evicted first. */
export function createQueryCache(op: Operation): QueryCache {
  const entries = new Map<string, Record<string, unknown>>()
  const inputs = new WeakSet<object>()
  return {
    get: (query) => entries.get(query),
    set(query, input) {
      if (query.length > MAX_QUERY_CHARACTERS) return
      if (entries.size >= MAX_QUERIES) entries.delete(must(entries.keys().next().value))
      const read = Object.freeze(parse(op.input(), input))
      inputs.add(read)
      entries.set(query, read)
    },
    accepts: (_operation, input) => typeof input === 'object' && input !== null && inputs.has(input),
  }
}
