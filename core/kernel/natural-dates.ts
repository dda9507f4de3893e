// Parses dates in natural language ("tomorrow 3pm", "-7d", "next fri"), and formats instants briefly.
import { isoOf } from './clock.ts'
import type { DateOrder } from './date-order.ts'
import { MONTHS, readDay, WEEKDAYS, type Direction } from './named-days.ts'
import * as zone from './zone.ts'
import type { WallTime } from './zone.ts'

export type { Direction } from './named-days.ts'

/** How a text is to be understood, beyond its words. */
export interface Reading {
  /** Default ahead. */
  direction?: Direction | undefined
  /** How 3/4/2026 is read. Without it, only what can be read in one way is a date. */
  order?: DateOrder | undefined
  /** The instant whose day a time alone belongs to (default: now). */
  day?: string | undefined
  /** A day without a time is its last millisecond, as deadlines are. */
  atEnd?: boolean | undefined
}

/**
 * The instant (ISO 8601, UTC) that a text denotes in a time zone, or null when it has no meaning or is
 * ambiguous ("5m"). Throws RangeError for an unknown time zone.
 *
 * - A day without a time starts at 00:00 local time; a time without a day is today.
 * - "fri" is today when today is Friday and the time is still ahead, "next fri" the first Friday after today,
 *   "last fri" the first before it. "mar 3" is the next one, today included. `direction` "behind" looks back.
 * - "last week" is seven days ago; "tuesday next week" is in the week, from Monday, after this one.
 * - `-7d`, `+2w`, `+1mo` keep the local time of day across a DST change; hours and minutes are exact.
 * - A time skipped by DST moves forward; of a repeated time, the first is used.
 */
export function readInstant(
  text: string,
  now: Date,
  timeZone: string,
  { direction = 'ahead', order, day, atEnd = false }: Reading = {},
): string | null {
  const said = withHours(text.trim().toLowerCase().replace(/\s+/g, ' '))
  const clock = zone.wallTime(now.getTime(), timeZone)
  if (said === '' || said.length > 60) return null
  const ofDay = day === undefined ? clock : zone.wallTime(Date.parse(day), timeZone)
  const found =
    readIso(said, timeZone) ??
    readShift(said, now, clock, timeZone) ??
    readDayAndTime(said, { clock, ofDay, timeZone, direction, order })
  if (found === null || Math.abs(found.at) > 8.64e15) return null
  return isoOf(atEnd && found.isDay ? endOfDay(found.at, timeZone) : found.at)
}

/** “saturday at 10” is 10:00. From one to seven nothing says whether morning or afternoon is meant. */
const withHours = (said: string): string =>
  said.replace(/(?<=^|\s)(?:at |@ ?)(8|9|1\d|2[0-3])(?=$|[\s,])(?! ?[ap]\.?m)/, 'at $1:00')

/** An instant, and whether the text named a day without a time. */
interface Found {
  at: number
  isDay: boolean
}

const endOfDay = (instant: number, timeZone: string): number =>
  zone.instantOf({ ...zone.wallTime(instant, timeZone), hour: 23, minute: 59, second: 59 }, timeZone) + 999

const midnight = { hour: 0, minute: 0, second: 0 }

/** 2026-03-01, 2026-03-01T10:00, with or without seconds, fractions and an offset. */
function readIso(said: string, timeZone: string): Found | null {
  const form =
    /^(\d{4})([-/])(\d\d?)\2(\d\d?)(?:(?:t| |, ?)(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)? ?(z|[+-]\d\d:?\d\d)?$/
  const match = form.exec(said)
  if (match === null) return null
  const [, year, , month, day, hour, minute = 0, second = 0, fraction = '', offset] = match
  const wall = {
    ...date(year, month, day),
    hour: Number(hour ?? 0),
    minute: Number(minute),
    second: Number(second),
  }
  if (!zone.isWallTime(wall)) return null
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const isDay = hour === undefined
  if (offset === undefined) return { at: zone.instantOf(wall, timeZone) + milliseconds, isDay }
  const minutes = zone.readOffsetMinutes(offset)
  return minutes === null ? null : { at: zone.instantAtOffset(wall, minutes) + milliseconds, isDay }
}

const date = (year: unknown, month: unknown, day: unknown) => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
})

type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

// No "m": it could mean minutes or months.
const units: Readonly<Record<string, Unit>> = {
  min: 'minute',
  mins: 'minute',
  minute: 'minute',
  minutes: 'minute',
  h: 'hour',
  hr: 'hour',
  hrs: 'hour',
  hour: 'hour',
  hours: 'hour',
  d: 'day',
  day: 'day',
  days: 'day',
  w: 'week',
  wk: 'week',
  wks: 'week',
  week: 'week',
  weeks: 'week',
  mo: 'month',
  mos: 'month',
  month: 'month',
  months: 'month',
  y: 'year',
  yr: 'year',
  yrs: 'year',
  year: 'year',
  years: 'year',
}

/** now, -7d, +2w, "in 2 hours", "3 days ago", "a week from now". */
function readShift(said: string, now: Date, clock: WallTime, timeZone: string): Found | null {
  if (said === 'now') return { at: now.getTime(), isDay: false }
  const match =
    /^(?:([+-]) ?|(in) )?(\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten) ?([a-z]+)(?: (ago|from now))?$/.exec(
      said,
    )
  if (match === null) return null
  const [, sign, ahead, count = '', word = '', side] = match
  const unit = Object.hasOwn(units, word) ? units[word] : undefined
  const leads = [sign, ahead, side].filter((each) => each !== undefined)
  if (unit === undefined || leads.length !== 1) return null
  const amount = (counts[count] ?? Number(count)) * (sign === '-' || side === 'ago' ? -1 : 1)
  return shift(unit, amount, now, clock, timeZone)
}

const counts: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
}

function shift(unit: Unit, amount: number, now: Date, clock: WallTime, timeZone: string): Found | null {
  if (unit === 'minute' || unit === 'hour')
    return { at: now.getTime() + amount * (unit === 'hour' ? 3_600_000 : 60_000), isDay: false }
  const months = { day: 0, week: 0, month: 1, year: 12 }[unit]
  const days = { day: 1, week: 7, month: 0, year: 0 }[unit]
  const wall = zone.addDays(zone.addMonths(clock, amount * months), amount * days)
  return zone.isWallTime(wall) ? { at: zone.instantOf(wall, timeZone), isDay: true } : null
}

/** A day, a time, or both in either order, optionally joined by "at". */
function readDayAndTime(
  said: string,
  { clock, ofDay, timeZone, direction, order }: Surroundings,
): Found | null {
  for (const [day, time] of splits(said.replace(/,/g, ' ').replace(/\s+/g, ' '))) {
    const at = time === '' ? midnight : readTime(time)
    if (at === null) continue
    const start = { ...clock, ...at }
    const isDay = time === ''
    const wall = day === '' ? { ...ofDay, ...at } : readDay(day, { start, isDay, clock, direction, order })
    if (wall !== null && zone.isWallTime(wall)) return { at: zone.instantOf(wall, timeZone), isDay }
  }
  return null
}

interface Surroundings {
  /** Now. */
  clock: WallTime
  /** The day of a time alone. */
  ofDay: WallTime
  timeZone: string
  direction: Direction
  order: DateOrder | undefined
}

/** All ways to split the words into a day and a time. */
function splits(said: string): [day: string, time: string][] {
  const words = said.split(' ')
  const parted = words.flatMap((_, at): [string, string][] => {
    const [head, tail] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    const left = head.replace(/(?: at| @|^at|^@)$/, '').replace(/^(?:at|@) /, '')
    const right = tail.replace(/^(?:at|@|on) /, '')
    return [
      [left, right],
      [right, left],
    ]
  })
  return parted
}

type TimeOfDay = Pick<WallTime, 'hour' | 'minute' | 'second'>

/** 3pm, 3:30 pm, 15:00, 15h, 15h30, noon. A bare number is not a time. */
function readTime(text: string): TimeOfDay | null {
  if (text === 'noon') return { ...midnight, hour: 12 }
  const [, hours, minutes, half] = /^(\d\d?)(?:[:.](\d\d))? ?([ap])\.?m\.?$/.exec(text) ?? []
  if (hours !== undefined) {
    const hour = Number(hours)
    return hour < 1 || hour > 12
      ? null
      : { hour: (hour % 12) + (half === 'p' ? 12 : 0), minute: Number(minutes ?? 0), second: 0 }
  }
  const [, hour, minute = 0] =
    /^(\d\d?)(?::(\d\d)|h(\d\d)?)$/.exec(text)?.filter((part) => part !== undefined) ?? []
  return hour === undefined ? null : { hour: Number(hour), minute: Number(minute), second: 0 }
}

/**
 * Display styles. `short`: "today 15:00", "Fri 14:00" within six days ahead, else "12 Mar", with the year
 * when it is a different one. `date`: the same without times. `long`: "Fri 12 Mar 2027 14:00 GMT+1".
 */
type InstantStyle = 'short' | 'date' | 'long'

/**
 * Formats an ISO instant as local time in the zone; midnight is shown as a day without a time. An invalid
 * instant is returned unchanged.
 */
export function showInstant(iso: string, now: Date, timeZone: string, style: InstantStyle = 'short'): string {
  const instant = Date.parse(iso)
  if (Number.isNaN(instant)) return iso
  const [wall, clock] = [zone.wallTime(instant, timeZone), zone.wallTime(now.getTime(), timeZone)]
  const time = `${two(wall.hour)}:${two(wall.minute)}`
  const weekday = title(WEEKDAYS[new Date(zone.asIfUtc(wall)).getUTCDay()])
  const day = `${wall.day} ${title(MONTHS[wall.month - 1])}`
  if (style === 'long') return `${weekday} ${day} ${wall.year} ${time} ${zoneName(instant, timeZone)}`
  const away = Math.round(
    (zone.asIfUtc({ ...wall, ...midnight }) - zone.asIfUtc({ ...clock, ...midnight })) / 86_400_000,
  )
  const near = nearDays[away] ?? (away > 1 && away < 7 ? weekday : undefined)
  if (near === undefined) return wall.year === clock.year ? day : `${day} ${wall.year}`
  return style === 'date' || time === '00:00' ? near : `${near} ${time}`
}

const nearDays: Readonly<Record<number, string>> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' }

const two = (value: number) => String(value).padStart(2, '0')
const title = (name = '') => name.slice(0, 1).toUpperCase() + name.slice(1, 3)

function zoneName(instant: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(instant)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}
