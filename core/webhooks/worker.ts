// The worker that delivers webhooks: runs when notified, and polls. Any number of processes can run in parallel.
import { openDialler } from '../outbound/dial.ts'
import type { Services } from '../kernel/context.ts'
import type { Worker } from '../background/worker.ts'
import { openDeliveryPool } from './delivery-pool.ts'
import { rulesOf } from './registration.ts'
import { createWakeup } from './wakeup.ts'

/** The polling interval when not notified. */
const POLL_MS = 500
/**
 * Connections per origin; fewer than the possible calls only where hundreds of registrations share a host.
 */
const CONNECTIONS = 1_024

/** Delivers webhooks until it is stopped. */
export const deliveryWorker: Worker = {
  name: 'webhooks',
  everyMs: POLL_MS,
  async run(services, signal) {
    const dialler = await openDialler(rulesOf(services), { connections: CONNECTIONS })
    const { wake, wait } = createWakeup()
    const unsubscribe = services.notifier.subscribe(wake)
    signal.addEventListener('abort', wake)
    const pool = openDeliveryPool(services, dialler, wake)
    try {
      while (!signal.aborted) {
        await pool.refill().catch(logAndPause(services))
        await wait(POLL_MS)
      }
    } finally {
      signal.removeEventListener('abort', wake)
      await pool.close()
      await unsubscribe()
      dialler.destroy().catch(() => {})
    }
    return 0
  },
}

/** A database outage does not end calls in flight: their results are written when it is back. */
const logAndPause =
  ({ log }: Services) =>
  async (error: unknown): Promise<void> => {
    log.warn({ error }, 'What is to be delivered cannot be looked for now.')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
