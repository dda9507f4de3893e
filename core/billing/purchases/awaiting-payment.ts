// Purchases awaiting the buyer's authentication with their bank: resumed afterwards, abandoned after a day.
import { contextFor } from '../../identity/on-behalf.ts'
import { DAY_MS, isoOf } from '../../kernel/clock.ts'
import type { Services } from '../../kernel/context.ts'
import { asCrmError } from '../../kernel/errors.ts'
import { finish, abandonWaiting } from './finish.ts'
import * as store from './store.ts'

/** How long a buyer has to authenticate. */
const AUTHENTICATION_WINDOW_MS = DAY_MS

/** Makes a user's waiting purchases due immediately, so that the worker checks them again. */
export const resumePending = async ({ sql }: Services, userId: string): Promise<void> =>
  void (await store.updateWaiting(sql, userId))

/**
 * Expires purchases not authenticated within a day, and finishes those authenticated meanwhile. Returns how
 * many ended.
 */
export async function expireWaiting(services: Services, signal: AbortSignal): Promise<number> {
  const before = isoOf(services.clock.now() - AUTHENTICATION_WINDOW_MS)
  let ended = 0
  for (const { userId, id } of await store.listWaiting(services.sql, before)) {
    if (signal.aborted) break
    const ctx = await contextFor(services, userId, 'billing.finish')
    if (!ctx) continue
    const error = await finish(ctx, id).then(() => undefined, asCrmError)
    const purchase = await store.findPurchase(services.sql, userId, id)
    if (error?.code === 'authentication_needed' && purchase) await abandonWaiting(ctx, purchase)
    else if (error)
      services.log.warn({ error, purchase: id }, 'A purchase that waited could not be ended yet.')
    ended += 1
  }
  return ended
}
