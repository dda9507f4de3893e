// Caches analyses in the gateway: the same input gives the same result until the data changes.
import type { Context } from '../../kernel/context.ts'

/** The cached response for this input, computed on a miss. Parsed inputs have a stable field order. */
export async function cachedAnalysis<T extends object>(
  { intelligence: { responses }, operation }: Context,
  input: object,
  make: () => Promise<T>,
): Promise<T> {
  const key = `${operation} ${JSON.stringify(input)}`
  const held = responses?.get(key) as T | undefined
  if (held) return held
  const made = await make()
  return responses ? responses.put(key, made) : made
}
