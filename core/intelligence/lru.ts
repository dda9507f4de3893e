// A cache with a limit on the total size of its values.

interface Lru<Key, Value> {
  get(key: Key): Value | undefined
  put<Stored extends Value>(key: Key, value: Stored): Stored
}

/** Creates an empty cache, which evicts the least recently used values. A value larger than `maxSize` is kept alone. */
export function createLru<Key, Value>(maxSize: number, sizeOf: (value: Value) => number): Lru<Key, Value> {
  const entries = new Map<Key, { value: Value; size: number }>()
  let used = 0
  const remove = (key: Key) => {
    used -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    put(key, value) {
      remove(key)
      const size = sizeOf(value)
      entries.set(key, { value, size })
      used += size
      for (const oldest of entries.keys()) if (used > maxSize && oldest !== key) remove(oldest)
      return value
    },
  }
}
