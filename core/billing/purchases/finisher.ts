// Purchases that were left half-way, and Stripe's events that could not be done: finished in the background.
import { contextFor } from '../../identity/users.ts'
import { isoOf, SECOND_MS } from '../../kernel/clock.ts'
import type { Services } from '../../kernel/context.ts'
import type { Worker } from '../../workers.ts'
import { perform } from '../inbox.ts'
import { listOpenEvents } from '../inbox-store.ts'
import { finish } from './finish.ts'
import { endLapsed } from './waiting.ts'
import { listUnfinished } from './store.ts'

/** Whoever asked is given so long to come back and finish it; then this worker does. */
const LEFT_ALONE_MS = 30 * SECOND_MS

/** Finishes what was paid for. */
export const purchaseFinisher: Worker = {
  name: 'purchases',
  everyMs: 15 * SECOND_MS,
  run: (services, signal) => finishLeft(services, signal),
}

async function finishLeft(services: Services, signal: AbortSignal): Promise<number> {
  if (!services.stripe.configured) return 0
  const now = services.clock.now()
  const left = await listUnfinished(services.sql, { now: isoOf(now), before: isoOf(now - LEFT_ALONE_MS) })
  let done = await endLapsed(services, signal)
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

/** Does the events again whose work failed, so that a fault of ours heals before Stripe's next try. */
export const eventFinisher: Worker = {
  name: 'stripe events',
  everyMs: 30 * SECOND_MS,
  async run(services, signal) {
    if (!services.stripe.configured) return 0
    const now = services.clock.now()
    const open = await listOpenEvents(services.sql, {
      now: isoOf(now),
      before: isoOf(now - LEFT_ALONE_MS),
    })
    let done = 0
    for (const note of open) {
      if (signal.aborted) break
      await perform(services, note).then(
        () => (done += 1),
        (error: unknown) => services.log.warn({ error, event: note.id }, 'An event could not be done yet.'),
      )
    }
    return done
  },
}
