// Background recovery: finishes interrupted purchases, and retries failed Stripe events.
import { contextFor } from '../../identity/on-behalf.ts'
import { asCrmError } from '../../kernel/errors.ts'
import { DAY_MS, HOUR_MS, isoOf, msOf, SECOND_MS } from '../../kernel/clock.ts'
import type { Services } from '../../kernel/context.ts'
import type { Worker } from '../../background/worker.ts'
import { processEvent } from '../inbox.ts'
import { abandonWaiting, finish } from './finish.ts'
import * as store from './store.ts'
import { listOpenEvents } from '../store.ts'

/** How long the original request has to finish before this worker takes over. */
const GRACE_MS = 30 * SECOND_MS
/** An event that still fails after this time is logged as a warning, for an operator. */
const STUCK_MS = HOUR_MS

export const purchaseRecovery: Worker = {
  name: 'purchases',
  everyMs: 15 * SECOND_MS,
  async run(services, signal) {
    if (!services.stripe.configured) return 0
    const { sql, clock, log } = services
    const now = clock.now()
    const unfinished = await store.listUnfinished(sql, { now: isoOf(now), before: isoOf(now - GRACE_MS) })
    let done = await expireWaiting(services, signal)
    for (const { userId, id } of unfinished) {
      if (signal.aborted) break
      const ctx = await contextFor(services, userId, 'billing.finish')
      if (!ctx) continue
      await finish(ctx, id).then(
        () => (done += 1),
        (error: unknown) => log.warn({ error, purchase: id }, 'A purchase could not be finished yet.'),
      )
    }
    return done
  },
}

async function expireWaiting(services: Services, signal: AbortSignal): Promise<number> {
  let ended = 0
  for (const { userId, id } of await store.listWaiting(services.sql, isoOf(services.clock.now() - DAY_MS))) {
    if (signal.aborted) break
    const ctx = await contextFor(services, userId, 'billing.finish')
    if (!ctx) continue
    const error = await finish(ctx, id).then(() => undefined, asCrmError)
    const purchase = await store.findPurchase(services.sql, userId, id)
    const isWaiting = purchase?.state === 'waiting'
    const left =
      isWaiting && error?.code === 'authentication_needed'
        ? await abandonWaiting(ctx, purchase).then(() => undefined, asCrmError)
        : isWaiting && (error ?? true)
    if (left) {
      services.log.warn({ error: left, purchase: id }, 'A purchase that waited could not be ended yet.')
      // It does not count, so that the worker rests before the next attempt.
      continue
    }
    ended += 1
  }
  return ended
}

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
