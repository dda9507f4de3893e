// The API's record of a calendar event, and the events of a job or contact.
import type { Sql } from '../database/connect.ts'
import { Id, Instant } from '../kernel/fields.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import * as store from './store.ts'

export const EVENT_TYPES = ['interview', 'call', 'deadline', 'follow-up', 'other'] as const
export type EventType = (typeof EVENT_TYPES)[number]

export const CalendarEvent = lazySchema((z) =>
  z.strictObject({
    id: Id(),
    jobId: Id().nullable(),
    contactId: Id().nullable(),
    type: z.enum(EVENT_TYPES),
    title: z.string(),
    startsAt: Instant(),
    endsAt: Instant().nullable(),
    timeZone: z.string().nullable().describe('IANA name of the zone to show the event in.'),
    location: z.string().nullable(),
    notes: z.string().nullable(),
    updatedAt: Instant(),
  }),
)
export type CalendarEvent = Parsed<typeof CalendarEvent>

/** An event as stored in the audit trail, with its creation time, which counts as activity on its job. */
export type StoredEvent = CalendarEvent & { createdAt: string }

/** One event, locked; undefined when the user has no such event. */
export const findStoredEvent = (sql: Sql, userId: string, id: string): Promise<StoredEvent | undefined> =>
  store.findEventForUpdate(sql, userId, id)

/** Those of these events that the user has. */
export const listEventsWithIds = async (
  sql: Sql,
  userId: string,
  ids: readonly string[],
): Promise<CalendarEvent[]> => [...(await store.listEventsWithIds(sql, userId, ids))]

/** Every event of a job, earliest first. */
export const listStoredEventsOfJob = async (
  sql: Sql,
  userId: string,
  jobId: string,
): Promise<StoredEvent[]> => [...(await store.listEventsOfJob(sql, userId, jobId))]

/** Every event with a contact, earliest first. */
export const listStoredEventsOfContact = async (
  sql: Sql,
  userId: string,
  contactId: string,
): Promise<StoredEvent[]> => [...(await store.listEventsOfContact(sql, userId, contactId))]

/** Moves all events of one contact to another, or to none. */
export const reassignEvents = async (
  sql: Sql,
  userId: string,
  from: string,
  to: string | null,
): Promise<void> => void (await store.reassignEvents(sql, userId, from, to))
