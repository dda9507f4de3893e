// A calendar event as the API shows it, and which of them belong to a job or a contact.
import type { Sql } from '../database/connect.ts'
import { Id, Instant } from '../kernel/fields.ts'
import { recipe, type Parsed } from '../kernel/schema.ts'
import * as store from './store.ts'

export const EVENT_TYPES = ['interview', 'call', 'deadline', 'follow-up', 'other'] as const
export type EventType = (typeof EVENT_TYPES)[number]

export const CalendarEvent = recipe((z) =>
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
  }),
)
export type CalendarEvent = Parsed<typeof CalendarEvent>

/** Every event of a job, earliest first. */
export const listEventsOfJob = async (sql: Sql, userId: string, jobId: string): Promise<CalendarEvent[]> => [
  ...(await store.listEventsOfJob(sql, userId, jobId)),
]

/** Every event with a contact, earliest first. */
export const listEventsOfContact = async (
  sql: Sql,
  userId: string,
  contactId: string,
): Promise<CalendarEvent[]> => [...(await store.listEventsOfContact(sql, userId, contactId))]
