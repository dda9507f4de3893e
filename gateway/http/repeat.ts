// Answers a pay query again from memory, in one step that waits for nothing: for a credential that was verified
// within the last second and has calls left in memory. Anything else takes the general path (mount.ts), and so does
// every refusal, which is worded and logged there. See docs/decisions/0009-front.md.
import type { Request } from 'express'
import { MINUTE_MS } from '../../core/kernel/clock.ts'
import type { Context, Principal, Services } from '../../core/kernel/context.ts'
import { admitHeld } from '../../core/kernel/invoke.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { recallPrincipal } from './authenticate.ts'
import type { CredentialThrottle } from './credential-throttle.ts'
import { MAX_QUERIES, MAX_QUERY_CHARACTERS } from './query-cache.ts'
import { queryOf } from './request-url.ts'
import type { Answer } from './respond.ts'

export interface Repeats {
  /** The response to a query that was answered before, with this call counted; null, with nothing counted. */
  find(req: Request): Answer | null
  /** Remembers how to answer this query again, if the operation's response is a cached one. */
  note(req: Request, ctx: Context): void
}

interface Known {
  again: () => object | undefined
  untilMs: number
}

/** The answers to the queries of one operation; the oldest query is evicted first. */
export function createRepeats(op: Operation, services: Services, throttle: CredentialThrottle): Repeats {
  const { clock } = services
  const known = new Map<string, Known>()
  /** What a query returns may depend on the caller's plan, but on nothing else about the caller. */
  const keyOf = (req: Request, { tier }: Principal): string => `${tier}${queryOf(req)}`

  const find = (req: Request): Answer | null => {
    const principal = recallPrincipal({ services, throttle }, req)
    const entry = principal && known.get(keyOf(req, principal))
    if (!entry || clock.now() >= entry.untilMs) return null
    const output = entry.again()
    const spent = output && admitHeld(op, { principal, limiter: services.limiter })
    return output && spent ? { output, principal, spent } : null
  }

  return {
    find(req) {
      if (known.size === 0) return null
      try {
        return find(req)
      } catch {
        return null
      }
    },
    note(req, { principal, report: { cached } }) {
      const key = keyOf(req, principal)
      if (!cached || principal.credential.kind !== 'key' || key.length > MAX_QUERY_CHARACTERS) return
      known.delete(key)
      if (known.size >= MAX_QUERIES) known.delete(known.keys().next().value!)
      // For a minute only, because a response may depend on the date.
      known.set(key, { again: cached.again, untilMs: clock.now() + MINUTE_MS })
    },
  }
}
