// Background recovery: finishes interrupted purchases, and retries failed Stripe events.
import { contextFor } from '../../identity/on-behalf.ts'
import { HOUR_MS, isoOf, msOf, SECOND_MS } from '../../kernel/clock.ts'
import type { Services } from '../../kernel/context.ts'
import type { Worker } from '../../background/worker.ts'
import { processEvent } from '../inbox.ts'
import { listOpenEvents } from '../inbox-store.ts'
import { finish } from './finish.ts'
import { expireWaiting } from './awaiting-payment.ts'
import { listUnfinished } from './store.ts'

/** How long the original request has to finish by itself before this worker takes over. */
const GRACE_MS = 30 * SECOND_MS
/** An event that failed for so long will not heal by itself: an operator should look. */
const STUCK_MS = HOUR_MS

export const purchaseRecovery: Worker = {
  name: 'purchases',
  everyMs: 15 * SECOND_MS,
  run: (services, signal) => recoverPurchases(services, signal),
}

async function recoverPurchases(services: Services, signal: AbortSignal): Promise<number> {
  if (!services.stripe.configured) return 0
  const now = services.clock.now()
  const left = await listUnfinished(services.sql, { now: isoOf(now), before: isoOf(now - GRACE_MS) })
  let done = await expireWaiting(services, signal)
  for (const { userId, id } of left) {
    if (signal.aborted) break
    const ctx = await contextFor(services, userId, 'billing.finish')
    if (!ctx) continue
    await finish(ctx, id).then(
      () => (done += 1),
      (error: unknown) => services.log.warn({ error, purchase: id }, 'A purchase could not be finished yet.'),
    )
  }
  return done
}

/** Retries failed events, so that a fault on our side is repaired before Stripe's next attempt. */
export const eventRecovery: Worker = {
  name: 'stripe events',
  everyMs: 30 * SECOND_MS,
  async run(services, signal) {
    if (!services.stripe.configured) return 0
    const now = services.clock.now()
    const open = await listOpenEvents(services.sql, {
      now: isoOf(now),
      before: isoOf(now - GRACE_MS),
    })
    let done = 0
    for (const note of open) {
      if (signal.aborted) break
      await processEvent(services, note).then(
        () => (done += 1),
        (error: unknown) => {
          const level = now - msOf(note.receivedAt) > STUCK_MS ? 'warn' : 'info'
          services.log[level]({ error, event: note.id }, 'An event of Stripe could not be processed yet.')
        },
      )
    }
    return done
  },
}
