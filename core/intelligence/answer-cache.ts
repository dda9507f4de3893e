// A cache of finished responses: the same input gives the same response until the data changes.

/** A bounded cache. Responses are frozen, so that their serialized text can be cached too. */
export interface AnswerCache {
  get(key: string): object | undefined
  /** Stores a response and returns it, frozen. */
  put<T extends object>(key: string, answer: T): T
  /** Removes all entries; called when the data changes. */
  clear(): void
}

/** Maximum number of entries: at a few kilobytes each, about ten megabytes. */
const MAX_ENTRIES = 1_500

/** An empty cache that evicts in insertion order, oldest first. */
export function createAnswerCache(maxEntries = MAX_ENTRIES): AnswerCache {
  const kept = new Map<string, object>()
  return {
    get: (key) => kept.get(key),
    put(key, answer) {
      if (kept.size >= maxEntries) kept.delete(kept.keys().next().value!)
      kept.set(key, Object.freeze(answer))
      return answer
    },
    clear: () => kept.clear(),
  }
}
