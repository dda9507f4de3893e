// Readiness of this process, including the delay in which a load balancer notices that it is draining.
import { SECOND_MS, type Clock } from '../core/kernel/clock.ts'

export interface Readiness {
  /** Called for each look at /readyz; false once leaving. */
  look(): boolean
  /** Reports not ready from now on. Returns how long the load balancer needs to notice. */
  leave(): number
}

/** How often a balancer looks, at the least. */
const WATCHED_MS = 30 * SECOND_MS
/** What balancers need to notice, with their usual two failed looks. */
const NOTICE_MS = 5 * SECOND_MS

export function createReadiness(clock: Clock): Readiness {
  let lookedMs = -Infinity
  let leaving = false
  return {
    look() {
      lookedMs = clock.now()
      return !leaving
    },
    leave() {
      leaving = true
      return clock.now() - lookedMs < WATCHED_MS ? NOTICE_MS : 0
    },
  }
}
