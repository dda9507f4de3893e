// The events that a job, a contact or an offer has, for the rooms of those.
import type { Sql } from '../database/connect.ts'
import type { CalendarEvent } from './fields.ts'
import { findEventOfUid, noteEventOfUid } from './store-sources.ts'
import * as store from './store.ts'

export const findStoredEvent = (sql: Sql, userId: string, id: string): Promise<CalendarEvent | undefined> =>
  store.findEventForUpdate(sql, userId, id)

export const listEventsWithIds = async (
  sql: Sql,
  userId: string,
  ids: readonly string[],
): Promise<CalendarEvent[]> => [...(await store.listEventsWithIds(sql, userId, ids))]

export const listStoredEventsOfJob = async (
  sql: Sql,
  userId: string,
  jobId: string,
): Promise<CalendarEvent[]> => [...(await store.listEventsOfJob(sql, userId, jobId))]

export const listStoredEventsOfContact = async (
  sql: Sql,
  userId: string,
  contactId: string,
): Promise<CalendarEvent[]> => [...(await store.listEventsOfContact(sql, userId, contactId))]

export const reassignEvents = async (
  sql: Sql,
  userId: string,
  from: string,
  to: string | null,
): Promise<void> => void (await store.reassignEvents(sql, userId, from, to))

export async function findStoredEventOfUid(
  sql: Sql,
  userId: string,
  uid: string,
): Promise<CalendarEvent | undefined> {
  const id = await findEventOfUid(sql, userId, uid)
  return id === null ? undefined : store.findEventForUpdate(sql, userId, id)
}

export const noteInvitation = async (
  sql: Sql,
  userId: string,
  { uid, eventId, at, sequence }: { uid: string; eventId: string; at: string; sequence: number },
): Promise<void> =>
  void (await noteEventOfUid(sql, userId, {
    uid,
    eventId,
    sequence,
    stamp: at.replace(/\D/g, '').slice(0, 14),
  }))
