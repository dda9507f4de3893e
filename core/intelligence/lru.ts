// A cache with a limit on the total size of its values.

/** Creates an empty cache, which evicts the least recently used values. A value larger than `maxSize` is kept alone. */
export function createLru<Key, Value>(maxSize: number, sizeOf: (value: Value) => number) {
  const entries = new Map<Key, { value: Value; size: number }>()
  let used = 0
  const remove = (key: Key) => {
    used -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  return {
    get(key: Key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    put<Stored extends Value>(key: Key, value: Stored) {
      remove(key)
      const size = sizeOf(value)
      entries.set(key, { value, size })
      used += size
      for (const oldest of entries.keys()) if (used > maxSize && oldest !== key) remove(oldest)
      return value
    },
  }
}
