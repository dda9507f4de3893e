// Finished answers by what was asked: the same question has the same answer until the data changes.

/** A bounded memory of answers; each is frozen, so that whoever writes it out may keep its text as well. */
export interface Answers {
  get(key: string): object | undefined
  /** Keeps an answer and returns it, frozen. */
  put<T extends object>(key: string, answer: T): T
  /** Forgets all: the data changed. */
  clear(): void
}

/** Most answers kept: at a few kilobytes each, some ten megabytes. */
const MOST = 1_500

/** An empty memory. The oldest answer leaves first. */
export function keepAnswers(most = MOST): Answers {
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
