// What other domains may do with events: read, move and cancel those of a job or a contact.
import type { Sql } from '../database/connect.ts'
import * as store from './store.ts'
import type { Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import { periodOf, timeRemarks } from './overlaps.ts'

export {
  findEventForUpdate as findStoredEvent,
  listEventsOfContact as listStoredEventsOfContact,
  listEventsOfJob as listStoredEventsOfJob,
  listEventsWithIds,
  noteInvitation,
  reassignEvents,
} from './store.ts'

export async function findStoredEventOfUid(sql: Sql, userId: string, uid: string) {
  const source = await store.findSourceOfUid(sql, userId, uid)
  return source?.eventId ? store.findEventForUpdate(sql, userId, source.eventId) : undefined
}

/** Call it before deleting events: calendar programs remove an event only if the feed reports it as cancelled. */
export async function noteCancelled(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length) await store.insertCancellations(tx.sql, tx.principal.userId, ids, isoOf(tx.clock.now()))
}

/** Remarks on an event's time (weekend, overlaps) as sentences; empty if none. `zone` is for an event without a time zone. */
export async function remarksOn(tx: Transaction, id: string, zone: string): Promise<string> {
  const event = await store.findEventForUpdate(tx.sql, tx.principal.userId, id)
  if (!event) return ''
  return timeRemarks(event, await eventsDuring(tx, event), event.timeZone ?? zone)
}

export const eventsDuring = async (tx: Transaction, event: Parameters<typeof periodOf>[0]) =>
  (await store.listEvents(tx, { ...periodOf(event), limit: 20 })).rows
