// A cache of finished responses: the same input gives the same response until the data changes.

/** A bounded cache. Responses are frozen, so that their serialized text can be cached too. */
export interface ResponseCache {
  get(key: string): object | undefined
  /** Stores a response and returns it, frozen. */
  put<T extends object>(key: string, answer: T): T
  /** Removes all entries; called when the data changes. */
  clear(): void
}

/** Maximum number of entries: at a few kilobytes each, about ten megabytes. */
const MAX_ENTRIES = 1_500

/** An empty cache that evicts in insertion order, oldest first. */
export function createResponseCache(maxEntries = MAX_ENTRIES): ResponseCache {
  const entries = new Map<string, object>()
  return {
    get: (key) => entries.get(key),
    put(key, answer) {
      if (entries.size >= maxEntries) entries.delete(entries.keys().next().value!)
      entries.set(key, Object.freeze(answer))
      return answer
    },
    clear: () => entries.clear(),
  }
}
