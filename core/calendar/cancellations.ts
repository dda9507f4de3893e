// Keeps a tombstone of each removed event, because subscribed calendar programs forget an event only when told it was
// cancelled.
import type { Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import * as store from './store-feed.ts'

/** To be called before the events go. */
export const noteCancelled = (tx: Transaction, ids: readonly string[]): Promise<unknown> =>
  ids.length
    ? Promise.resolve(store.insertCancellations(tx.sql, tx.principal.userId, ids, isoOf(tx.clock.now())))
    : Promise.resolve()
