// Caches verified credentials for at most a second, so that a burst of requests costs one query.
import type { Clock } from '../kernel/clock.ts'
import type { CredentialCache } from '../kernel/context.ts'

/** Half of the time the contract allows other replicas for noticing a revocation. */
export const TTL_MS = 1_000
/** Enough for every credential a process sees in a second. */
export const MAX_ENTRIES = 10_000

interface Entry {
  verdict: Promise<unknown>
  since: number
}

/** Creates an empty cache. Concurrent requests for a key share one lookup. */
export function createCredentialCache(clock: Clock): CredentialCache {
  let entries = new Map<string, Entry>()

  const isFresh = ({ since }: Entry, now: number): boolean => now >= since && now - since < TTL_MS

  const makeRoom = (): void => {
    if (entries.size < MAX_ENTRIES) return
    const oldest = entries.keys().next()
    if (!oldest.done) entries.delete(oldest.value)
  }

  return {
    getOrLoad<T>(key: string, find: () => Promise<T>): Promise<T> {
      const now = clock.now()
      const known = entries.get(key)
      if (known && isFresh(known, now)) return known.verdict as Promise<T>
      // The age counts from before the lookup, so that an entry is never older than its age says.
      const entry: Entry = { verdict: find(), since: now }
      // Deleted before it is set again, to keep the map in order of age.
      entries.delete(key)
      makeRoom()
      entries.set(key, entry)
      const mine = entries
      // Failures are not cached: a flood of invalid credentials must not evict valid ones.
      entry.verdict.catch(() => {
        if (mine.get(key) === entry) mine.delete(key)
      })
      return entry.verdict as Promise<T>
    },
    clear() {
      // A new map rather than `clear()`, so that a lookup begun before a revocation cannot be stored after
      // it.
      entries = new Map()
    },
  }
}
