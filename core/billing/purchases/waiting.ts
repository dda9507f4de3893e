// Purchases that wait for their buyer to agree at the bank: gone on with when they have, given up after a day.
import { contextFor } from '../../identity/users.ts'
import { DAY_MS, isoOf } from '../../kernel/clock.ts'
import type { Services } from '../../kernel/context.ts'
import { asCrmError } from '../../kernel/errors.ts'
import { finish, giveUpWaiting } from './finish.ts'
import * as store from './store.ts'

/** How long a bank's question is kept open. */
const PATIENCE_MS = DAY_MS

/** Has the purchases of somebody looked at again that waited for them. */
export const wakeWaiting = async ({ sql }: Services, userId: string): Promise<void> =>
  void (await store.updateWaiting(sql, userId))

/** Ends what nobody has agreed to for a day; what was agreed to meanwhile is finished instead. Answers how many ended. */
export async function endLapsed(services: Services, signal: AbortSignal): Promise<number> {
  const before = isoOf(services.clock.now() - PATIENCE_MS)
  let ended = 0
  for (const { userId, id } of await store.listWaiting(services.sql, before)) {
    if (signal.aborted) break
    const ctx = await contextFor(services, userId, 'billing.finish')
    if (!ctx) continue
    const error = await finish(ctx, id).then(() => undefined, asCrmError)
    const purchase = await store.findPurchase(services.sql, userId, id)
    if (error?.code === 'authentication_needed' && purchase) await giveUpWaiting(ctx, purchase)
    else if (error)
      services.log.warn({ error, purchase: id }, 'A purchase that waited could not be ended yet.')
    ended += 1
  }
  return ended
}
