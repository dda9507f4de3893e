// Remarks on an event's time: overlapping events, and weekends.
import { isoOf, MINUTE_MS, msOf, asIfUtc, wallTime } from '../kernel/clock.ts'
import type { CalendarEvent } from './fields.ts'

type TimedEvent = Pick<CalendarEvent, 'id' | 'type' | 'title' | 'startsAt' | 'endsAt'>

/** An event without an end counts as a quarter of an hour. */
const endOf = ({ startsAt, endsAt }: TimedEvent): string => endsAt ?? isoOf(msOf(startsAt) + 15 * MINUTE_MS)

const isMeeting = ({ type }: TimedEvent): boolean => type !== 'deadline' && type !== 'follow-up'

export const periodOf = (event: TimedEvent): { from: string; to: string } => ({
  from: event.startsAt,
  to: endOf(event),
})

/** `zone` is the time zone in which the person reads the calendar. */
export function timeRemarks(event: TimedEvent, others: readonly TimedEvent[], zone: string): string {
  if (!isMeeting(event)) return ''
  const overlapping = others.filter(
    (other) =>
      other.id !== event.id &&
      isMeeting(other) &&
      other.startsAt < endOf(event) &&
      endOf(other) > event.startsAt,
  )
  const names = overlapping.slice(0, 3).map(({ title }) => `“${title}”`)
  const more = overlapping.length > names.length ? ` and ${overlapping.length - names.length} more` : ''
  return [
    isOnWeekend(event, zone) ? 'It is on a weekend.' : '',
    names.length ? `It overlaps with ${names.join(', ')}${more}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const isOnWeekend = ({ startsAt }: TimedEvent, zone: string): boolean =>
  new Date(asIfUtc(wallTime(msOf(startsAt), zone))).getUTCDay() % 6 === 0
