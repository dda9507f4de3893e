// Schedules a worker's requests: registrations take turns, with a limit per registration and one for all fast
// requests.
import type { InMemory, Leased } from './leased.ts'

/** Calls to one registration at a time. */
const MOST_CALLS_EACH = 8
/**
 * Quick calls at a time. More make nothing faster: they only spread over more connections, which costs a call a third
 * more. A call that turns out not to be quick leaves its place, so that slow receivers hold up nobody.
 */
const MOST_QUICK = 64

export interface Turns {
  /** What has begun to wait at this registration gets its turn. */
  add(registration: Leased): void
  /** A call to this registration has ended. */
  end(registration: Leased, wasQuick: boolean): void
  /** A call under way takes longer than quick ones do. */
  slowed(): void
}

/** `prepare` answers how to make the call, or null where there is none to make; neither may throw. */
export function openTurns(prepare: (delivery: InMemory) => (() => void) | null): Turns {
  const ready = new Set<Leased>()
  let quick = 0
  let isScheduled = false

  const enter = (registration: Leased) => {
    if (registration.waiting.length && registration.calls < MOST_CALLS_EACH) ready.add(registration)
  }
  const run = () => {
    isScheduled = false
    for (const registration of ready) {
      if (quick >= MOST_QUICK) return
      // A set keeps the order in which members came: whoever had a turn goes to the end.
      ready.delete(registration)
      const makeCall = prepare(registration.waiting.shift()!)
      if (makeCall) {
        registration.calls += 1
        quick += 1
      }
      enter(registration)
      // Counted before: one that cannot even begin ends at once.
      makeCall?.()
    }
  }
  // Not at once: undici uses a connection again only after a turn of the event loop, and would open another.
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
