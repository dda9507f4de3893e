// Calendar events as iCalendar text (RFC 5545), which every calendar program reads.
import type { CalendarEvent } from './record.ts'

/** What of an event is written; a cancelled one is still told. */
type Written = Pick<CalendarEvent, 'id' | 'type' | 'title' | 'startsAt' | 'endsAt' | 'location' | 'notes'> & {
  /** How often it was changed; 0 unless it says. */
  sequence?: number
  /** ISO; the time of writing unless it says. */
  changedAt?: string
  isCancelled?: boolean
}

interface IcsOptions {
  /** Shown by programs that subscribe to it. */
  name: string
  /** When the text is made, ISO: for events that do not say when they were changed. */
  now?: string
  /** How often a subscriber is to ask. */
  refreshHours?: number
}

/** A whole calendar: UTC times, a UID that stays the same for the life of an event, lines of at most 75 bytes. */
export function writeIcs(events: readonly Written[], { name, now, refreshHours }: IcsOptions): string {
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

function eventLines(event: Written, changedAt: string): string[] {
  const text = (name: string, value: string | null) => (value ? [`${name}:${escapeText(value)}`] : [])
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}@crm`,
    `DTSTAMP:${utc(changedAt)}`,
    ...(event.changedAt ? [`LAST-MODIFIED:${utc(changedAt)}`] : []),
    `SEQUENCE:${event.sequence ?? 0}`,
    `DTSTART:${utc(event.startsAt)}`,
    // Without an end it is a moment, as the RFC has it.
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

/** Line ends become `\n`; other control characters may not stand in a calendar at all. */
const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

const MOST_BYTES = 75

/** Long lines go on after a line end and a blank; never in the middle of a character. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= MOST_BYTES) return line
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > MOST_BYTES) {
      parts.push(part)
      // The blank counts.
      ;[part, bytes] = ['', 1]
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}
