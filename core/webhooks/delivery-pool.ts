// The deliveries of one worker: takes due deliveries of leased registrations, sends them, and writes the results.
import type { Dispatcher } from 'undici'
import { SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { newId } from '../kernel/id.ts'
import { openReceivers } from './attempt.ts'
import { openSender } from './sender.ts'
import { openLeases } from './leases.ts'
import { openLeasedRegistrations } from './leased-registrations.ts'
import { openPrefetch } from './prefetch.ts'
import { openResultWriter } from './result-writer.ts'

/** Part of the ten seconds that a stopping process has; calls without a response by then are released. */
const DRAIN_MS = 8 * SECOND_MS

interface DeliveryPool {
  /** Fetches due deliveries as far as there is room. Calls must not overlap. */
  refill(): Promise<void>
  /** Lets calls finish, and releases those that do not. */
  close(): Promise<void>
}

/** `wake` is called when there is room again for deliveries that did not fit. */
export function openDeliveryPool(services: Services, dialler: Dispatcher, wake: () => void): DeliveryPool {
  const worker = newId()
  const leased = openLeasedRegistrations()
  const leases = openLeases(services, worker, leased)
  const receiverOf = openReceivers(services)
  const memory = openPrefetch(services.clock, wake)
  const results = openResultWriter(services, worker, leased, memory.forget)
  const sender = openSender(services, dialler, {
    attempted: results.add,
    released: (delivery) => memory.forget([delivery]),
  })
  return {
    async refill() {
      const { work, isTruncated } = await leases.fetchDue(memory.room())
      memory.setTruncated(isTruncated)
      for (const each of leased.held()) each.hasMore = each.ids.size >= each.maxPending
      for (const each of work) {
        const registration = leased.get(each.webhookId)
        // A registration released during the read may be leased by another worker by now.
        if (!registration || registration.isReleasing) continue
        memory.take(registration, receiverOf(registration.userId, each), each)
        sender.add(registration)
      }
      await leases.release(leased.idle())
    },
    async close() {
      sender.stop()
      const cut = setTimeout(sender.abort, DRAIN_MS)
      await memory.emptied()
      clearTimeout(cut)
      await leases.release(leased.held())
    },
  }
}
