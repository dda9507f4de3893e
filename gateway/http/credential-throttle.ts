// Rejects addresses that keep sending bad credentials, using memory only, to save queries. An address
// with a valid credential is exempt: it may be an office or proxy shared with an attacker.
import { must } from '../../core/kernel/narrow.ts'
import { hash } from 'node:crypto'
import { networkOf } from '../../core/identity/sign-in-throttle.ts'
import { MINUTE_MS, SECOND_MS, type Clock } from '../../core/kernel/clock.ts'
import type { Services } from '../../core/kernel/context.ts'
import { fail } from '../../core/kernel/errors.ts'
import { idOfBytes } from '../../core/kernel/id.ts'
import { refuseOver } from '../../core/kernel/invoke.ts'

export type CredentialThrottle = ReturnType<typeof createCredentialThrottle>

export const MAX_REFUSED = 300
const MAX_ENTRIES = 10_000

interface Network {
  refused: number
  untilMs: number
}

const hashOf = (credential: string): string => hash('sha256', credential, 'base64')

function evictOldest<T>(kept: Map<string, T>): T | undefined {
  if (kept.size < MAX_ENTRIES) return undefined
  const [first] = kept
  kept.delete(must(first)[0])
  return must(first)[1]
}

export function createCredentialThrottle(clock: Clock, maxRefused: number) {
  const networks = new Map<string, Network>()
  /** Hashes of valid credentials by credential id and end; and as a set, so that `admit` finds one without a scan. */
  const ids = new Map<string, string>()
  const hashes = new Set<string>()

  const find = (name: string): Network | undefined => {
    const known = networks.get(name)
    return known && known.untilMs > clock.now() ? known : undefined
  }

  return {
    /** Throws `strangers_limited` if the address failed too often and the credential is not known to be valid. */
    admit(address: string | undefined, credential: string): void {
      if (networks.size === 0) return
      const known = find(networkOf(address))
      if (!known || known.refused < maxRefused || hashes.has(hashOf(credential))) return
      const seconds = Math.ceil((known.untilMs - clock.now()) / SECOND_MS)
      fail('strangers_limited', { seconds }, { retryAfterSeconds: seconds })
    },
    refused(address: string | undefined): void {
      const name = networkOf(address)
      const known = find(name)
      if (known) return void (known.refused += 1)
      networks.delete(name)
      evictOldest(networks)
      networks.set(name, { refused: 1, untilMs: clock.now() + MINUTE_MS })
    },
    /** Remembers a valid credential; `id` is a cheap way to tell that it is already known. */
    accepted(id: string | null, credential: string): void {
      // A grant and a feed keep their id when their secret changes.
      const name = id && `${id} ${credential.slice(-8)}`
      if (name === null || ids.has(name)) return
      const forgotten = evictOldest(ids)
      if (forgotten) hashes.delete(forgotten)
      ids.set(name, hashOf(credential))
      hashes.add(must(ids.get(name)))
    },
  }
}

/** Counts one call without a credential; throws `rate_limited`. While the database does not answer, it counts and refuses nothing. */
export async function countAddress(
  { limiter }: Pick<Services, 'limiter'>,
  limit: 'intelligence.address' | 'oauth.address',
  address: string | undefined,
): Promise<void> {
  const network = hash('sha256', networkOf(address), 'buffer').subarray(0, 16)
  const spent = await limiter.spend(limit, idOfBytes(network))
  if (spent.refused?.by !== 'storage') refuseOver(spent)
}
