// Readiness of this process, including the delay in which a load balancer notices that it is draining.
import { SECOND_MS, type Clock } from '../core/kernel/clock.ts'

export type Readiness = ReturnType<typeof createReadiness>

/** The longest interval of load balancers' checks. */
const CHECK_INTERVAL_MS = 30 * SECOND_MS
/** How long load balancers take to notice, with their usual two failed checks. */
const DRAIN_NOTICE_MS = 5 * SECOND_MS

export function createReadiness(clock: Clock) {
  let lookedMs = -Infinity
  let leaving = false
  return {
    /** Called for each request to /readyz; returns false once the process is shutting down. */
    look(): boolean {
      lookedMs = clock.now()
      return !leaving
    },
    /** Reports not ready from now on. Returns how many milliseconds the load balancer needs to notice. */
    leave(): number {
      leaving = true
      return clock.now() - lookedMs < CHECK_INTERVAL_MS ? DRAIN_NOTICE_MS : 0
    },
  }
}
