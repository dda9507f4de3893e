// Rate limit per IP address for requests without a key. Kept
// in memory: a restart loses at most a minute of counts.
import { networkOf } from '../../core/identity/sign-in-throttle.ts'
import { MINUTE_MS, type Clock } from '../../core/kernel/clock.ts'
import { problem } from '../../core/kernel/errors.ts'

interface Window {
  minute: number
  count: number
  before: number
}

export interface AddressLimit {
  /** Counts one call; throws `rate_limited` over the limit. */
  spend(address: string | undefined): void
}

/** Most addresses tracked; the one whose last call was the most minutes ago is evicted first. */
const MAX_ADDRESSES = 20_000

/**
 * At most `perMinute` calls in a sliding window: the current
 * minute plus the remaining share of the previous one.
 */
export function createAddressLimit(clock: Clock, perMinute = 60): AddressLimit {
  const windows = new Map<string, Window>()

  const windowOf = (key: string, minute: number): Window => {
    const held = windows.get(key)
    if (held?.minute === minute) return held
    if (!held && windows.size >= MAX_ADDRESSES) windows.delete(windows.keys().next().value!)
    const window = { minute, count: 0, before: held?.minute === minute - 1 ? held.count : 0 }
    windows.delete(key)
    windows.set(key, window)
    return window
  }

  return {
    spend(address) {
      const now = clock.now()
      const window = windowOf(networkOf(address), Math.floor(now / MINUTE_MS))
      const left = 1 - (now % MINUTE_MS) / MINUTE_MS
      if (window.count + window.before * left >= perMinute) {
        const seconds = Math.max(1, Math.ceil((left * MINUTE_MS) / 1_000))
        throw problem('rate_limited', { limit: perMinute, seconds }, { retryAfterSeconds: seconds })
      }
      window.count += 1
    },
  }
}
