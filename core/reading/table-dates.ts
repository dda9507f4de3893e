// Reads dates in tables of other programs, and finds the order of day and month in a column.
import { HOUR_MS, isoOf, msOf, wallTime, type WallTime } from '../kernel/clock.ts'
import type { DateOrder } from '../kernel/date-order.ts'
import { clockOf, LONGEST, scan, zoneDoubts } from './moments.ts'
import { inDaytime } from './times.ts'
import { tokensOf } from './tokens.ts'
import { resolveDay } from './which-day.ts'
import { instantIn } from './zones.ts'

const SLASHED = /^(\d\d?)[/-](\d\d?)[/-](?:\d{4}|\d\d)(?=$|[ ,])/

/** Dates in LinkedIn's exports, whatever the language of the profile: "1/5/24, 10:33 AM". */
const AMERICAN = /^\d\d?\/\d\d?\/\d\d, \d\d?:\d\d [AP]M$/

/** Newer exports put a narrow no-break space before AM. */
const plainBlanks = (text: string) => text.normalize('NFKC').trim()

/**
 * The order of dates, if a number above 12 shows it; null if none does, or values disagree. A column with only LinkedIn's dates
 * is month first. Dates with dots show nothing, because they are always day first.
 */
export function findDateOrder(values: readonly string[]): DateOrder | null {
  const found = values.map((value) => SLASHED.exec(value.trim()))
  const dayFirst = found.some((date) => Number(date?.[1]) > 12)
  const monthFirst = found.some((date) => Number(date?.[2]) > 12)
  const isAmerican = values.length > 0 && values.every((value) => AMERICAN.test(plainBlanks(value)))
  if (!dayFirst && !monthFirst && isAmerican) return 'month-first'
  if (dayFirst === monthFirst) return null
  return dayFirst ? 'day-first' : 'month-first'
}

/** Spreadsheets count days from the end of 1899. Other programs count milliseconds or seconds from 1970. */
const SHEET_DAYS = /^[34]\d{4}(?:\.\d+)?$/
function countedMs(text: string): number | null {
  if (SHEET_DAYS.test(text)) return Math.round((Number(text) - 25_569) * 86_400) * 1000
  if (/^1\d{12}$/.test(text)) return Number(text)
  return /^1\d{9}$/.test(text) ? Number(text) * 1000 : null
}

export interface DateFormat {
  readonly dateOrder: DateOrder | null
  readonly timeZone: string
}

export interface TableDate {
  readonly at: string
  readonly rest: string
  readonly doubts?: readonly string[]
}

const DATE_PARTS: readonly string[] = ['date', 'slashed', 'weekday']

/** Reads a full date as tables have it, with or without time and zone. It must have a year. */
export function readTableDate(
  text: string,
  { dateOrder, timeZone }: DateFormat,
  otherwise: Pick<WallTime, 'hour' | 'minute'>,
): TableDate | null {
  const plain = text.normalize('NFKC').trim()
  if (plain === '' || plain.length > LONGEST) return null
  const [, bare = plain, last = ''] = /^(.*\d.*?)\s*(\([^()]*\))$/.exec(plain) ?? []
  const whole = scan(plain, tokensOf(plain))
  // Brackets at the end contain the zone or a remark.
  const [date, remark, found] =
    whole?.unread.length === 0 ? [plain, '', whole] : [bare, last, scan(bare, tokensOf(bare))]
  if (!found || found.unread.length > 0 || found.times?.end) return null
  const { unread: _, times, zone, ...statedDay } = found
  // In “2026-03-05 7” the hour can be am or pm.
  if (times?.time.bare && !times.time.isMarked) return null
  const hasYear = (statedDay.date ?? statedDay.slashed ?? { year: null }).year !== null
  if (!hasYear || Object.keys(statedDay).some((kind) => !DATE_PARTS.includes(kind))) return null
  const day = resolveDay(statedDay, {
    ...{ clock: wallTime(0, 'UTC'), direction: 'behind', order: dateOrder ?? undefined },
    ...{ time: null, atEnd: false, isStrict: true },
  })
  if (day === null) return null
  // Programs write the hours from 0 to 23, also as `2:30`.
  const time = times && (date.includes(':') ? times.time : inDaytime(times.time))
  const wall = time ? { ...day, ...clockOf(time) } : { ...day, ...otherwise }
  const ms = instantIn(wall, zone ?? { name: timeZone }) + (times?.time.millisecond ?? 0)
  // Brackets after an offset contain the zone's name.
  return { at: isoOf(ms), rest: zone ? '' : remark, doubts: zoneDoubts(found, tokensOf(date)) }
}

const NOON = { hour: 12, minute: 0 }

/**
 * The instant (ISO 8601, UTC) of a date; null if it is incomplete or its order is unknown. A date without a time is at noon in
 * the zone, which is the same day almost everywhere, or at the given time of day.
 */
export function readDate(
  text: string,
  column: DateFormat,
  time: { hour: number; minute: number } = NOON,
): TableDate | null {
  const ms = countedMs(text.trim())
  const day = ms === null ? null : new Date(ms).toISOString()
  const hasTime = day !== null && !day.endsWith('T00:00:00.000Z')
  // The time of a spreadsheet is local; a count from 1970 is an instant.
  if (hasTime && !SHEET_DAYS.test(text.trim())) return { at: day, rest: '' }
  return readTableDate(day?.slice(0, hasTime ? 19 : 10) ?? text, column, time)
}

const CLOCK = /^\d\d?(?:[:.h]\d\d){1,2}(?:\s?(?:[ap]\.?m\.?|uhr|h))?$|^\d\d?\s?(?:[ap]\.?m\.?|uhr|h)$/i
const ZONE_BEHIND =
  /(?<=[\dmM]) ?\(?(?:[A-Z]{1,4}T|UTC|Z|[A-Z]\w+\/\w+|(?:UTC|GMT)?(?:[+−]\d\d?(?::?\d\d)?|-\d\d:?\d\d))\)?$/
export const isTimeAlone = (text: string): boolean => CLOCK.test(plainBlanks(text))
export const isZonedTime = (text: string): boolean => isTimeAlone(plainBlanks(text).replace(ZONE_BEHIND, ''))

/** `Oct 14`, `Mon, 2 Nov` or `14.10.`; not `Oct-14`, which spreadsheets write for a month and its year. */
const YEARLESS = /^(?=\D*\d\d?\D*$)(?=.*\p{L})[\p{L}\d., ]{1,40}$|^\d\d?\. ?\d\d?\.$/u

/** A day without a year, of something that has happened: the latest such day up to now. Null if it is not certain. */
export function readPastDay(text: string, column: DateFormat, now: number | undefined): TableDate | null {
  const day = plainBlanks(text)
  if (now === undefined || !YEARLESS.test(day)) return null
  const { year } = wallTime(now, column.timeZone)
  const days = [year, year - 1].map((each) =>
    readDate(`${day}${/\d\.$/.test(day) ? '' : ' '}${each}`, column),
  )
  return days.find((each) => each && each.rest === '' && msOf(each.at) - 12 * HOUR_MS <= now) ?? null
}
