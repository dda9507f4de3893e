// Remarks on an event's time: overlapping events, and weekends.
import { isoOf, MINUTE_MS, msOf, asIfUtc, wallTime } from '../kernel/clock.ts'
import type { CalendarEvent } from './fields.ts'

type TimedEvent = Pick<CalendarEvent, 'id' | 'type' | 'title' | 'startsAt' | 'endsAt'>

/** An event without an end counts as this long. */
const QUARTER_MS = 15 * MINUTE_MS

const endOf = ({ startsAt, endsAt }: TimedEvent): string => endsAt ?? isoOf(msOf(startsAt) + QUARTER_MS)

const isMeeting = ({ type }: TimedEvent): boolean => type !== 'deadline' && type !== 'follow-up'

/** The period to search for overlapping events. It begins a quarter of an hour early, for events without an end. */
export const periodOf = (event: TimedEvent): { from: string; to: string } => ({
  from: isoOf(msOf(event.startsAt) - QUARTER_MS),
  to: endOf(event),
})

export const overlapping = <Event extends TimedEvent>(event: TimedEvent, others: readonly Event[]): Event[] =>
  others.filter(
    (other) =>
      other.id !== event.id &&
      isMeeting(event) &&
      isMeeting(other) &&
      other.startsAt < endOf(event) &&
      endOf(other) > event.startsAt,
  )

/** `zone` is the time zone in which the user reads the calendar. */
export const timeRemarks = (event: TimedEvent, others: readonly TimedEvent[], zone: string): string =>
  [isMeeting(event) && isOnWeekend(event, zone) ? 'It is on a weekend.' : '', overlapOf(event, others)]
    .filter(Boolean)
    .join(' ')

export function overlapOf(event: TimedEvent, others: readonly TimedEvent[]): string {
  const clashes = overlapping(event, others)
  const names = clashes.slice(0, 3).map(({ title }) => `“${title}”`)
  const more = clashes.length > names.length ? ` and ${clashes.length - names.length} more` : ''
  return names.length ? `It overlaps with ${names.join(', ')}${more}.` : ''
}

const isOnWeekend = ({ startsAt }: TimedEvent, zone: string): boolean =>
  new Date(asIfUtc(wallTime(msOf(startsAt), zone))).getUTCDay() % 6 === 0
