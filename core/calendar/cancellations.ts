// Keeps a tombstone of each removed event, because subscribed calendar programs remove an event only when the
// feed marks it as cancelled.
import type { Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import * as store from './store-feed.ts'

/** Must be called before the events are deleted. */
export const noteCancelled = (tx: Transaction, ids: readonly string[]): Promise<unknown> =>
  ids.length
    ? Promise.resolve(store.insertCancellations(tx.sql, tx.principal.userId, ids, isoOf(tx.clock.now())))
    : Promise.resolve()
