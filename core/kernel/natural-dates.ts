// Parses dates in natural language ("tomorrow 3pm", "-7d", "next fri"), and formats instants briefly.
import { isoOf } from './clock.ts'
import * as zone from './zone.ts'
import type { WallTime } from './zone.ts'

/** How a date without a year, or a weekday alone, is resolved: ahead for plans, behind for filters. */
export type Direction = 'ahead' | 'behind'

/**
 * The instant (ISO 8601, UTC) that a text denotes in a time zone, or null when it has no meaning or is
 * ambiguous ("03/04/2026", "5m", "next week"). Throws RangeError for an unknown time zone.
 *
 * - A day without a time starts at 00:00 local time; a time without a day is today.
 * - "fri" is today when today is Friday and the time is still ahead, "next fri" the first Friday after today,
 *   "last fri" the first before it. "mar 3" is the next one, today included. `direction` "behind" looks back.
 * - `-7d`, `+2w`, `+1mo` keep the local time of day across a DST change; hours and minutes are exact.
 * - A time skipped by DST moves forward; of a repeated time, the first is used.
 */
export function readInstant(
  text: string,
  now: Date,
  timeZone: string,
  direction: Direction = 'ahead',
): string | null {
  const said = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const clock = zone.wallTime(now.getTime(), timeZone)
  if (said === '' || said.length > 60) return null
  const instant =
    readIso(said, timeZone) ??
    readShift(said, now, clock, timeZone) ??
    readDayAndTime(said, clock, timeZone, direction)
  return instant === null || Math.abs(instant) > 8.64e15 ? null : isoOf(instant)
}

const midnight = { hour: 0, minute: 0, second: 0 }

/** 2026-03-01, 2026-03-01T10:00, with or without seconds, fractions and an offset. */
function readIso(said: string, timeZone: string): number | null {
  const form =
    /^(\d{4})([-/])(\d\d?)\2(\d\d?)(?:(?:t| |, ?)(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)? ?(z|[+-]\d\d:?\d\d)?$/
  const match = form.exec(said)
  if (match === null) return null
  const [, year, , month, day, hour = 0, minute = 0, second = 0, fraction = '', offset] = match
  const wall = {
    ...date(year, month, day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  }
  if (!zone.isWallTime(wall)) return null
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  if (offset === undefined) return zone.instantOf(wall, timeZone) + milliseconds
  const minutes = zone.readOffsetMinutes(offset)
  return minutes === null ? null : zone.instantAtOffset(wall, minutes) + milliseconds
}

const date = (year: unknown, month: unknown, day: unknown) => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
})

type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

// No "m": it could mean minutes or months.
const units: Readonly<Record<string, Unit>> = {
  min: 'minute', mins: 'minute', minute: 'minute', minutes: 'minute',
  h: 'hour', hr: 'hour', hrs: 'hour', hour: 'hour', hours: 'hour',
  d: 'day', day: 'day', days: 'day', w: 'week', wk: 'week', wks: 'week', week: 'week', weeks: 'week',
  mo: 'month', mos: 'month', month: 'month', months: 'month', y: 'year', yr: 'year', yrs: 'year', year: 'year', years: 'year',
} // prettier-ignore

/** now, -7d, +2w, "in 2 hours", "3 days ago", "a week from now". */
function readShift(said: string, now: Date, clock: WallTime, timeZone: string): number | null {
  if (said === 'now') return now.getTime()
  const match = /^(?:([+-]) ?|(in) )?(\d{1,4}|an?|one) ?([a-z]+)(?: (ago|from now))?$/.exec(said)
  if (match === null) return null
  const [, sign, ahead, count = '', word = '', side] = match
  const unit = Object.hasOwn(units, word) ? units[word] : undefined
  const leads = [sign, ahead, side].filter((each) => each !== undefined)
  if (unit === undefined || leads.length !== 1) return null
  const amount = (/^\d/.test(count) ? Number(count) : 1) * (sign === '-' || side === 'ago' ? -1 : 1)
  return shift(unit, amount, now, clock, timeZone)
}

function shift(unit: Unit, amount: number, now: Date, clock: WallTime, timeZone: string): number | null {
  if (unit === 'minute' || unit === 'hour')
    return now.getTime() + amount * (unit === 'hour' ? 3_600_000 : 60_000)
  const months = { day: 0, week: 0, month: 1, year: 12 }[unit]
  const days = { day: 1, week: 7, month: 0, year: 0 }[unit]
  const wall = zone.addDays(zone.addMonths(clock, amount * months), amount * days)
  return zone.isWallTime(wall) ? zone.instantOf(wall, timeZone) : null
}

/** A day, a time, or both in either order, optionally joined by "at". */
function readDayAndTime(
  said: string,
  clock: WallTime,
  timeZone: string,
  direction: Direction,
): number | null {
  for (const [day, time] of splits(said.replace(/,/g, ' ').replace(/\s+/g, ' '))) {
    const at = time === '' ? midnight : readTime(time)
    if (at === null) continue
    const wall = day === '' ? { ...clock, ...at } : readDay(day, time === '' ? null : at, clock, direction)
    if (wall !== null && zone.isWallTime(wall)) return zone.instantOf(wall, timeZone)
  }
  return null
}

/** All ways to split the words into a day and a time. */
function splits(said: string): [day: string, time: string][] {
  const words = said.split(' ')
  const parted = words.flatMap((_, at): [string, string][] => {
    const [head, tail] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    const [left, right] = [head.replace(/(?: at| @|^at|^@)$/, ''), tail.replace(/^(?:at|@|on) /, '')]
    return [[left, right], [right, left]] // prettier-ignore
  })
  return parted
}

type TimeOfDay = Pick<WallTime, 'hour' | 'minute' | 'second'>

/** 3pm, 3:30 pm, 15:00, noon. A bare number is not a time. */
function readTime(text: string): TimeOfDay | null {
  if (text === 'noon') return { ...midnight, hour: 12 }
  const [, hours, minutes, half] = /^(\d\d?)(?:[:.](\d\d))? ?([ap])\.?m\.?$/.exec(text) ?? []
  if (hours !== undefined) {
    const hour = Number(hours)
    return hour < 1 || hour > 12
      ? null
      : { hour: (hour % 12) + (half === 'p' ? 12 : 0), minute: Number(minutes ?? 0), second: 0 }
  }
  const [, hour, minute] = /^(\d\d?):(\d\d)$/.exec(text) ?? []
  return hour === undefined ? null : { hour: Number(hour), minute: Number(minute), second: 0 }
}

const relativeDays: Readonly<Record<string, number>> = {
  today: 0, tod: 0, tomorrow: 1, tom: 1, tmr: 1, yesterday: -1,
} // prettier-ignore
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october',
  'november', 'december'] // prettier-ignore

/**
 * The index of the name that a word of at least three letters is a prefix of, such as "tues", "thurs" or
 * "sept".
 */
const indexOf = (names: readonly string[], word: string) =>
  word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word.replace(/\.$/, '')))

function readDay(text: string, at: TimeOfDay | null, clock: WallTime, direction: Direction): WallTime | null {
  const start = { ...clock, ...(at ?? midnight) }
  const days = Object.hasOwn(relativeDays, text) ? relativeDays[text] : undefined
  if (days !== undefined) return zone.addDays(start, days)
  if (/^\d{4}-\d\d-\d\d$/.test(text))
    return { ...start, ...date(...(text.split('-') as [string, string, string])) }
  return readWeekday(text, at, start, clock, direction) ?? readMonthDay(text, start, clock, direction)
}

function readWeekday(
  text: string,
  at: TimeOfDay | null,
  start: WallTime,
  clock: WallTime,
  direction: Direction,
): WallTime | null {
  const [, lead = '', name = ''] = /^(?:on )?(?:(next|last|this) )?([a-z]+\.?)$/.exec(text) ?? []
  const weekday = indexOf(weekdays, name)
  if (weekday < 0) return null
  const away = (weekday - new Date(zone.asIfUtc(clock)).getUTCDay() + 7) % 7
  const back = lead === 'last' || (lead === '' && direction === 'behind')
  const over = at !== null && zone.asIfUtc(start) < zone.asIfUtc(clock) !== back
  const skipToday = away === 0 && (lead === 'next' || lead === 'last' || (lead === '' && over))
  if (back) return zone.addDays(start, away === 0 ? (skipToday ? -7 : 0) : away - 7)
  return zone.addDays(start, skipToday ? 7 : away)
}

/** "mar 3", "3 march", "march 3rd 2026". Without a year: the next such day, today included, or the one before. */
function readMonthDay(text: string, start: WallTime, clock: WallTime, direction: Direction): WallTime | null {
  const month = /^([a-z]+\.?) (\d\d?)(?:st|nd|rd|th)?(?: (\d{4}))?$/.exec(text)
  const day = /^(\d\d?)(?:st|nd|rd|th)? (?:of )?([a-z]+\.?)(?: (\d{4}))?$/.exec(text)
  const [name = '', number = '', year] = month?.slice(1) ?? (day === null ? [] : [day[2], day[1], day[3]])
  const index = indexOf(months, name)
  if (index < 0) return null
  const wall = (inYear: number) => ({ ...start, ...date(inYear, index + 1, number) })
  if (year !== undefined) return wall(Number(year))
  const today = zone.asIfUtc({ ...clock, ...midnight })
  const step = direction === 'ahead' ? 1 : -1
  // Up to eight years: around 2100, leap days are that far apart.
  for (let tries = 0; tries <= 8; tries += 1) {
    const candidate = wall(clock.year + tries * step)
    const distance = (zone.asIfUtc({ ...candidate, ...midnight }) - today) * step
    if (zone.isWallTime(candidate) && distance >= 0) return candidate
  }
  return null
}

/**
 * Display styles. `short`: "today 15:00", "Fri 14:00" within six days ahead, else "12 Mar", with the year
 * when it is a different one. `date`: the same without times. `long`: "Fri 12 Mar 2027 14:00 GMT+1".
 */
export type InstantStyle = 'short' | 'date' | 'long'

/**
 * Formats an ISO instant as local time in the zone; midnight is shown as a day without a time. An invalid
 * instant is returned unchanged.
 */
export function showInstant(iso: string, now: Date, timeZone: string, style: InstantStyle = 'short'): string {
  const instant = Date.parse(iso)
  if (Number.isNaN(instant)) return iso
  const [wall, clock] = [zone.wallTime(instant, timeZone), zone.wallTime(now.getTime(), timeZone)]
  const time = `${two(wall.hour)}:${two(wall.minute)}`
  const weekday = title(weekdays[new Date(zone.asIfUtc(wall)).getUTCDay()])
  const day = `${wall.day} ${title(months[wall.month - 1])}`
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
