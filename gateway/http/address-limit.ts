// Rate limit per IP address for requests without a key. Kept in memory: a restart loses at most a minute of counts, and
// each gateway counts for itself, because a query per anonymous request would cost more than the response.
import { must } from '../../core/kernel/must.ts'
import { networkOf } from '../../core/identity/sign-in-throttle.ts'
import { MINUTE_MS, SECOND_MS, type Clock } from '../../core/kernel/clock.ts'
import { problem } from '../../core/kernel/errors.ts'

/** A ring of the times of an address's latest allowed calls; `at` is the index of the oldest. */
interface Calls {
  times: Float64Array
  at: number
}

export interface AddressLimit {
  /** Counts one call; throws `rate_limited` over the limit. */
  spend(address: string | undefined): void
}

const MAX_ADDRESSES = 20_000

/** At most `perMinute` calls in any sixty seconds: a call is allowed if the call `perMinute` before it is a minute old. */
export function createAddressLimit(clock: Clock, perMinute = 60): AddressLimit {
  const known = new Map<string, Calls>()

  const callsOf = (key: string): Calls => {
    const held = known.get(key)
    if (held) return held
    if (known.size >= MAX_ADDRESSES) known.delete(must(known.keys().next().value))
    const calls = { times: new Float64Array(perMinute).fill(-Infinity), at: 0 }
    known.set(key, calls)
    return calls
  }

  return {
    spend(address) {
      const now = clock.now()
      const calls = callsOf(networkOf(address))
      const waitMs = (calls.times[calls.at] ?? -Infinity) + MINUTE_MS - now
      // A wait of more than a minute means that the clock was set back.
      if (waitMs >= 0 && waitMs <= MINUTE_MS) {
        const seconds = Math.floor(waitMs / SECOND_MS) + 1
        throw problem('rate_limited', { limit: perMinute, seconds }, { retryAfterSeconds: seconds })
      }
      calls.times[calls.at] = now
      calls.at = (calls.at + 1) % perMinute
    },
  }
}
