// Schedules a worker's requests: registrations take turns, with a limit per registration and one for all fast
// requests.
import { must } from '../kernel/must.ts'
import type { PendingDelivery, LeasedRegistration } from './leased-registrations.ts'

/** Concurrent requests per registration. */
const MAX_CALLS_PER_REGISTRATION = 8
/**
 * Concurrent fast requests. More would only use more connections, which makes each request a third more
 * expensive. A request that turns out to be slow gives up its slot, so slow receivers do not delay others.
 */
const MAX_QUICK_CALLS = 64

interface RoundRobin {
  /** Deliveries are waiting at this registration. */
  add(registration: LeasedRegistration): void
  /** A request to this registration has ended. */
  end(registration: LeasedRegistration, wasQuick: boolean): void
  /** A request in flight has turned out to be slow. */
  slowed(): void
}

/** `prepare` returns a function that sends the request, or null if there is nothing to send; neither may throw. */
export function openRoundRobin(prepare: (delivery: PendingDelivery) => (() => void) | null): RoundRobin {
  const ready = new Set<LeasedRegistration>()
  let quick = 0
  let isScheduled = false

  const enter = (registration: LeasedRegistration) => {
    if (registration.waiting.length && registration.calls < MAX_CALLS_PER_REGISTRATION)
      ready.add(registration)
  }
  const run = () => {
    isScheduled = false
    for (const registration of ready) {
      if (quick >= MAX_QUICK_CALLS) return
      // A set keeps insertion order, so a registration that had its turn goes to the end.
      ready.delete(registration)
      const makeCall = prepare(must(registration.waiting.shift()))
      if (makeCall) {
        registration.calls += 1
        quick += 1
      }
      enter(registration)
      // Called after counting, because a call that cannot start ends synchronously.
      makeCall?.()
    }
  }
  // Deferred: undici reuses a connection only after a turn of the event loop, and would otherwise open
  // another.
  const schedule = () => {
    if (isScheduled || !ready.size) return
    isScheduled = true
    setImmediate(() => setImmediate(run))
  }
  return {
    add(registration) {
      enter(registration)
      if (!isScheduled) run()
    },
    end(registration, wasQuick) {
      registration.calls -= 1
      if (wasQuick) quick -= 1
      enter(registration)
      schedule()
    },
    slowed() {
      quick -= 1
      schedule()
    },
  }
}
