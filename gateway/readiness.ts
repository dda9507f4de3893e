// Readiness of this process, including the delay in which a load balancer notices that it is draining.
import { SECOND_MS, type Clock } from '../core/kernel/clock.ts'

export interface Readiness {
  /** Called for each request to /readyz; returns false once the process is shutting down. */
  look(): boolean
  /** Reports not ready from now on. Returns how many milliseconds the load balancer needs to notice. */
  leave(): number
}

/** The longest interval of load balancers' checks. */
const CHECK_INTERVAL_MS = 30 * SECOND_MS
/** How long load balancers take to notice, with their usual two failed checks. */
const DRAIN_NOTICE_MS = 5 * SECOND_MS

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
      return clock.now() - lookedMs < CHECK_INTERVAL_MS ? DRAIN_NOTICE_MS : 0
    },
  }
}
