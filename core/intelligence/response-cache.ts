// A cache of finished responses: the same input gives the same response until the data changes.
import type { Context } from '../kernel/context.ts'
import { createLru } from './lru.ts'

/**
 * Maximum fields and list items in the cache. With its text, each takes 55 bytes: 14 MB in all. A response for one city has
 * 200 of them, a response for all cities 2,500.
 */
const MAX_VALUES = 250_000

export const createResponseCache = (maxValues = MAX_VALUES) => createLru<string, object>(maxValues, valuesIn)

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, inner) => sum + valuesIn(inner), 1)
}

export async function cachedResponse<T extends object>(
  { intelligence }: Pick<Context, 'intelligence'>,
  key: string,
  make: () => T | Promise<T>,
): Promise<T> {
  const { responses } = intelligence
  if (!responses) return make()
  // A key belongs to one operation, so the cast is safe. The gateway caches the JSON of frozen answers only.
  return (responses.get(key) as T | undefined) ?? responses.put(key, frozen(await make()))
}

function frozen<T extends object>(answer: T): T {
  Object.freeze(answer)
  return answer
}
