// A cache of finished responses: the same input gives the same response until the data changes.

/** A bounded cache. Answers are frozen, so that their serialized text can be cached too. */
export interface AnswerCache {
  get(key: string): object | undefined
  /** Stores an answer and returns it, frozen. */
  put<T extends object>(key: string, answer: T): T
  /** Drops everything; called when the data changes. */
  clear(): void
}

/** Most answers kept: at a few kilobytes each, some ten megabytes. */
const MOST = 1_500

/** An empty cache that evicts the oldest answer first. */
export function createAnswerCache(most = MOST): AnswerCache {
  const kept = new Map<string, object>()
  return {
    get: (key) => kept.get(key),
    put(key, answer) {
      if (kept.size >= most) kept.delete(kept.keys().next().value!)
      kept.set(key, Object.freeze(answer))
      return answer
    },
    clear: () => kept.clear(),
  }
}
