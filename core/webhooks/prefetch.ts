// A worker's prefetched deliveries: what to take, how much room is left, and when to fetch more.
import type { Clock } from '../kernel/clock.ts'
import type { PendingDelivery, LeasedRegistration, Receiver } from './leased-registrations.ts'
import type { DueWork, Room } from './store/queue.ts'

/**
 * The maximum number of deliveries in memory: waiting, in flight, or being written. Large, so that one
 * statement fetches hundreds.
 */
const MAX_PREFETCHED = 1_024
/** The share for retries and failing receivers: if those hang, they would otherwise take all the room. */
const MAX_PREFETCHED_SLOW = MAX_PREFETCHED / 2
/** The free room at which another fetch pays off, after there was too little for everything. */
const MIN_FREE_ROOM = MAX_PREFETCHED / 4

interface Prefetch {
  room(): Room
  /** Takes the fetched deliveries of a registration, as far as there is room. */
  take(registration: LeasedRegistration, receiver: Receiver, work: DueWork): void
  /** Removes deliveries that were written or released. */
  forget(deliveries: readonly PendingDelivery[]): void
  /** Records whether there was too little room for everything due. */
  setTruncated(isTruncated: boolean): void
  /** Resolves once no deliveries are left. */
  emptied(): Promise<void>
}

/** `wake` is called when there is room again for deliveries that did not fit. */
export function openPrefetch(clock: Clock, wake: () => void): Prefetch {
  let count = 0
  let slow = 0
  let isTruncated = false
  let whenEmpty = () => {}

  const forgetOne = ({ registration, id, slow: isSlow }: PendingDelivery) => {
    registration.ids.delete(id)
    count -= 1
    if (isSlow) slow -= 1
    if (registration.hasMore && registration.ids.size <= registration.maxPending / 2) wake()
  }
  return {
    room: () => ({ free: MAX_PREFETCHED - count, freeSlow: MAX_PREFETCHED_SLOW - slow }),
    take(registration, receiver, { failing, most, deliveries }) {
      const takenAt = clock.now()
      Object.assign(registration, { failing, maxPending: most })
      registration.hasMore = registration.ids.size + deliveries.length >= most
      for (const [id, event, attempts, step, dueAt, body] of deliveries) {
        const isSlow = failing || step > 0
        if (isSlow && slow >= MAX_PREFETCHED_SLOW) continue
        if (isSlow) slow += 1
        count += 1
        registration.ids.add(id)
        const attempt = attempts + 1
        const whole = { registration, receiver, id, event, attempt, step, dueAt, body, slow: isSlow, takenAt }
        registration.waiting.push(whole)
      }
    },
    forget(deliveries) {
      deliveries.forEach(forgetOne)
      if (isTruncated && MAX_PREFETCHED - count >= MIN_FREE_ROOM) wake()
      if (!count) whenEmpty()
    },
    setTruncated: (cut) => void (isTruncated = cut),
    emptied: () => (count ? new Promise((resolve) => (whenEmpty = resolve)) : Promise.resolve()),
  }
}
