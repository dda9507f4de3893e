// The fields of a calendar event. kernel/record.ts derives the schemas from them.
import * as field from '../kernel/field-kinds.ts'
import { clearable, Instant, words, lazySchema, type Parsed, objectSchema } from '../kernel/schema.ts'
import { record, shapeOut } from '../kernel/record.ts'

export const EVENT_TYPES = ['interview', 'call', 'deadline', 'follow-up', 'other'] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** How a day without a time is read: refused for a meeting, the end of the day for a deadline, else midnight. */
export const readingOfDay = (type: EventType | undefined) => ({
  atEnd: type === 'deadline',
  untimed: type === 'interview' || type === 'call' ? ('refused' as const) : ('midnight' as const),
})

const moment = 'With an offset, or local time in timeZone.'
const MaybeInstant = lazySchema(() => Instant().nullable())
const MaybeZone = lazySchema((z) => z.string().nullable())

export const EVENT = record('event', 'calendar_events', 'e', {
  id: field.id(),
  jobId: field.reference({ isBrief: true }),
  contactId: field.reference({ isBrief: true, help: 'Who will be there.' }),
  type: field.choiceWithDefault(EVENT_TYPES, 'other', { isBrief: true }),
  title: field.name(200, { isBrief: true }),
  // The next three are read and restored together.
  startsAt: field.needed<string, string>(Instant, (z) => words(z, 100), {
    isBrief: true,
    undo: 'when',
    sort: 'instant',
    ask: moment,
  }),
  endsAt: field.special<string | null, string | null>(
    MaybeInstant,
    (z) => z.string().max(100).nullable().optional(),
    { isBrief: true, undo: 'when', ask: moment },
  ),
  timeZone: field.special<string | null, string | null>(MaybeZone, (z) => clearable(z, 100), {
    ...{ isBrief: true, undo: 'when', label: 'zone', ask: 'IANA name, such as Europe/Berlin.' },
    about: 'IANA name of the zone to show the event in.',
  }),
  location: field.lineOf(500, { isBrief: true, help: 'Where, or the address of the meeting.' }),
  notes: field.notesOf(5_000),
  createdAt: field.stamp({ sort: 'instant' }),
  updatedAt: field.stamp({ sort: 'instant' }),
})

export const CalendarEvent = objectSchema((z) => shapeOut(z, EVENT))
export type CalendarEvent = Parsed<typeof CalendarEvent>
