// A cache of finished responses: the same input gives the same response until the data changes.
import { must } from '../kernel/must.ts'
import type { Context } from '../kernel/context.ts'

/** A bounded cache. Responses are frozen, so that their serialized text can be cached too. */
export interface ResponseCache {
  get(key: string): object | undefined
  put<T extends object>(key: string, answer: T): T
  clear(): void
}

/**
 * The fields and list items kept, over all responses: with their text 55 bytes each, so 14 MB. A response for one
 * city has 200, one with every city 2,500.
 */
const MAX_VALUES = 250_000

/** An empty cache that evicts the response whose last use was longest ago. */
export function createResponseCache(maxValues = MAX_VALUES): ResponseCache {
  const entries = new Map<string, { answer: object; values: number }>()
  let kept = 0
  const remove = (key: string) => {
    kept -= entries.get(key)?.values ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.answer
    },
    put(key, answer) {
      const values = valuesIn(answer)
      remove(key)
      while (entries.size > 0 && kept + values > maxValues) remove(must(entries.keys().next().value))
      entries.set(key, { answer: Object.freeze(answer), values })
      kept += values
      return answer
    },
    clear() {
      entries.clear()
      kept = 0
    },
  }
}

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, inner) => sum + valuesIn(inner), 1)
}

/** The cached response under a key, computed on a miss. */
export async function cachedResponse<T extends object>(
  { intelligence }: Pick<Context, 'intelligence'>,
  key: string,
  make: () => T | Promise<T>,
): Promise<T> {
  const { responses } = intelligence
  if (!responses) return make()
  // A key names its operation, whose answer it is.
  return (responses.get(key) as T | undefined) ?? responses.put(key, await make())
}
