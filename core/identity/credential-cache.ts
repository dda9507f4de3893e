// Caches verified credentials for at most a second, so that many requests at once make one query.
import type { Clock } from '../kernel/clock.ts'
import type { CredentialCache } from '../kernel/context.ts'

export const TTL_MS = 1_000
export const MAX_ENTRIES = 10_000

interface Entry {
  verdict: Promise<unknown>
  since: number
}

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
      if (known && isFresh(known, now)) return known.verdict as Promise<T> // The same key always has the same type.
      // The age counts from before the lookup, so that no entry is older than it says.
      const verdict = find()
      const entry: Entry = { verdict, since: now }
      // Deleted first, so that the map stays in order of age.
      entries.delete(key)
      makeRoom()
      entries.set(key, entry)
      const map = entries
      const forget = (): void => {
        if (map.get(key) === entry) map.delete(key)
      }
      // Failures are not cached: many invalid credentials must not push out valid ones.
      verdict.catch(forget)
      // The entry must go, because its key may be a secret.
      setTimeout(forget, TTL_MS).unref()
      return verdict
    },
    clear() {
      // A lookup that began before a revocation stays in the old map.
      entries = new Map()
    },
  }
}
