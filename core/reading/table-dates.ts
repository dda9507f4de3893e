// Reads dates in tables of other programs, and finds the order of day and month in a column.
import { HOUR_MS, msOf, wallTime } from '../kernel/clock.ts'
import type { DateOrder } from '../kernel/date-order.ts'
import { readTableDate, type DateFormat, type TableDate } from './moments.ts'

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
export const isTimeAlone = (text: string): boolean => CLOCK.test(plainBlanks(text))

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
