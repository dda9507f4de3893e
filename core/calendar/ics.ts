// Calendar events as iCalendar text (RFC 5545), which every calendar program supports.
import type { CalendarEvent } from './record.ts'

/** The fields of an event that are written; cancelled events are included. */
type IcsEvent = Pick<
  CalendarEvent,
  'id' | 'type' | 'title' | 'startsAt' | 'endsAt' | 'location' | 'notes'
> & {
  /** How often it was changed; default 0. */
  sequence?: number
  /** ISO; default the time of writing. */
  changedAt?: string
  isCancelled?: boolean
}

interface IcsOptions {
  /** Shown by programs that subscribe to the calendar. */
  name: string
  /** The time of writing, ISO: for events without `changedAt`. */
  now?: string
  /** How often a subscriber should poll. */
  refreshHours?: number
}

/** A whole calendar: UTC times, a UID that is stable for the life of an event, lines of at most 75 bytes. */
export function writeIcs(events: readonly IcsEvent[], { name, now, refreshHours }: IcsOptions): string {
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

function eventLines(event: IcsEvent, changedAt: string): string[] {
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
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]
}

/** `2026-03-01T13:00:00.000Z` → `20260301T130000Z`. */
const utc = (iso: string): string => `${iso.slice(0, 19).replace(/[-:]/g, '')}Z`

/** Line endings become `\n`; iCalendar does not allow other control characters. */
const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

const MAX_BYTES = 75

/** Long lines continue after a line break and a space; never within a character. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= MAX_BYTES) return line
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > MAX_BYTES) {
      parts.push(part)
      // The space counts.
      ;[part, bytes] = ['', 1]
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}
