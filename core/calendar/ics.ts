// Writes calendar events as iCalendar text (RFC 5545), which every calendar program reads.
import { withoutControls } from '../kernel/plain-characters.ts'
import { escapeText, exactForm, fold } from '../sheets/content-lines.ts'
import type { CalendarEvent } from './fields.ts'

export type WrittenEvent = Pick<
  CalendarEvent,
  'id' | 'type' | 'title' | 'startsAt' | 'endsAt' | 'location' | 'notes'
> & {
  /** How often it was changed; default 0. */
  sequence?: number
  /** ISO; default `now`, else the start of the event. */
  changedAt?: string
  isCancelled?: boolean
  own?: Pick<CalendarEvent, 'jobId' | 'contactId' | 'timeZone' | 'createdAt' | 'updatedAt'>
}

interface IcsOptions {
  name: string
  now?: string
  refreshHours?: number
}

/** Writes a whole calendar: times in UTC, stable UIDs, lines of at most 75 bytes. */
export function writeIcs(events: readonly WrittenEvent[], { name, now, refreshHours }: IcsOptions): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//crm//calendar//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...(refreshHours
      ? [`REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`, `X-PUBLISHED-TTL:PT${refreshHours}H`]
      : []),
    ...events.flatMap((event) => eventLines(event, event.changedAt ?? now ?? event.startsAt)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function eventLines(event: WrittenEvent, changedAt: string): string[] {
  const text = (name: string, value: string | null) => (value ? [`${name}:${escapeText(value)}`] : [])
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}@crm`,
    `DTSTAMP:${utc(changedAt)}`,
    ...(event.changedAt ? [`LAST-MODIFIED:${utc(changedAt)}`] : []),
    `SEQUENCE:${event.sequence ?? 0}`,
    `DTSTART:${utc(event.startsAt)}`,
    // An event without an end has no duration, as the RFC defines.
    ...(event.endsAt && event.endsAt > event.startsAt ? [`DTEND:${utc(event.endsAt)}`] : []),
    ...text('SUMMARY', event.title),
    ...text('LOCATION', event.location),
    ...text('DESCRIPTION', event.notes),
    `CATEGORIES:${event.type.toUpperCase()}`,
    ...(event.own ? ownLines(event, event.own) : []),
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]
}

/** crm's own properties, which other programs keep. On import, a change made in another program wins (`restoreText`). */
function ownLines(event: WrittenEvent, own: NonNullable<WrittenEvent['own']>): string[] {
  const line = (name: string, value: string | null) => (value ? [`X-CRM-${name}:${value}`] : [])
  const exact = (name: string, value: string | null) =>
    line(`EXACT-${name}`, value && exactForm(value, withoutControls))
  return [
    ...line('JOB', own.jobId),
    ...line('CONTACT', own.contactId),
    ...line('TIME-ZONE', own.timeZone),
    ...line('CREATED', own.createdAt),
    ...line('UPDATED', own.updatedAt),
    ...line('STARTS', event.startsAt),
    ...line('ENDS', event.endsAt),
    ...exact('TITLE', event.title),
    ...exact('LOCATION', event.location),
    ...exact('NOTES', event.notes),
  ]
}

/** `2026-03-01T13:00:00.000Z` → `20260301T130000Z`. */
const utc = (iso: string): string => `${iso.slice(0, 19).replace(/[-:]/g, '')}Z`
