// The API's record of a calendar event.
import { Id, Instant } from '../kernel/fields.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'

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
