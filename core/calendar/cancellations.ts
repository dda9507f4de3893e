// Taking an event out of the calendar leaves word of it for programs that subscribed: they forget it only when told.
import type { Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import * as store from './store-feed.ts'

/** To be called before the events go. */
export const noteCancelled = (tx: Transaction, ids: readonly string[]): Promise<unknown> =>
  ids.length
    ? Promise.resolve(store.insertCancellations(tx.sql, tx.principal.userId, ids, isoOf(tx.clock.now())))
    : Promise.resolve()
