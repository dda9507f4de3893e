// Days as people name them: today, "next fri", "tuesday next week", "mar 3", 3/4/2026.
import { must } from './must.ts'
import type { DateOrder } from './date-order.ts'
import * as zone from './zone.ts'
import type { WallTime } from './zone.ts'

/** How a date without a year, or a weekday alone, is resolved: ahead for plans, behind for filters. */
export type Direction = 'ahead' | 'behind'

/** What surrounds a named day. */
interface DayContext {
  /** Today, at the time that was said, or at 00:00. */
  start: WallTime
  /** Whether no time was said. */
  isDay: boolean
  /** Now. */
  clock: WallTime
  direction: Direction
  order: DateOrder | undefined
}

/** The day that words or digits name, at the time of `start`; null when they name none, or more than one. */
export function readDay(text: string, about: DayContext): WallTime | null {
  const { start } = about
  const days = Object.hasOwn(RELATIVE, text) ? RELATIVE[text] : undefined
  if (days !== undefined) return zone.addDays(start, days)
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year !== undefined) return { ...start, ...dateOf(year, month, day) }
  return (
    readPeriod(text, about) ??
    readWeekday(text, about) ??
    readMonthDay(text, about) ??
    readDigits(text, about)
  )
}

const RELATIVE: Readonly<Record<string, number>> = {
  today: 0,
  tod: 0,
  tomorrow: 1,
  tom: 1,
  tmr: 1,
  yesterday: -1,
  'day after tomorrow': 2,
  'the day after tomorrow': 2,
  'day before yesterday': -2,
  'the day before yesterday': -2,
}
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const dateOf = (year: unknown, month: unknown, day: unknown) => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
})

/**
 * The index of the name that a word of at least three letters is a prefix of, such as "tues", "thurs" or
 * "sept".
 */
const indexOf = (names: readonly string[], word: string) =>
  word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word.replace(/\.$/, '')))

const weekdayOf = (wall: WallTime): number => new Date(zone.asIfUtc(wall)).getUTCDay()

const STEPS: Readonly<Record<string, number>> = { last: -1, this: 0, next: 1 }

/** "last week", "next month": the same day, one on or back; "end of month"; "tuesday next week", in weeks from Monday. */
function readPeriod(text: string, { start }: DayContext): WallTime | null {
  const [, step, unit] = /^(last|next) (week|month|year)$/.exec(text) ?? []
  if (step !== undefined) {
    const by = must(STEPS[step])
    if (unit === 'week') return zone.addDays(start, 7 * by)
    return zone.addMonths(start, (unit === 'month' ? 1 : 12) * by)
  }
  if (/^(?:(?:the )?end of (?:the |this )?month|eom)$/.test(text))
    return zone.addDays(zone.addMonths({ ...start, day: 1 }, 1), -1)
  const [, first, week, last] =
    /^(?:(?:on )?([a-z]+\.? ))?(last|this|next) week(?: (?:on )?([a-z]+\.?))?$/.exec(text) ?? []
  const weekday = indexOf(WEEKDAYS, (first ?? last ?? '').trim())
  if (week === undefined || weekday < 0 || (first && last)) return null
  const monday = zone.addDays(start, -((weekdayOf(start) + 6) % 7))
  return zone.addDays(monday, 7 * must(STEPS[week]) + ((weekday + 6) % 7))
}

function readWeekday(text: string, { start, isDay, clock, direction }: DayContext): WallTime | null {
  const [, lead = '', name = ''] = /^(?:on )?(?:(next|last|this) )?([a-z]+\.?)$/.exec(text) ?? []
  const weekday = indexOf(WEEKDAYS, name)
  if (weekday < 0) return null
  const away = (weekday - weekdayOf(clock) + 7) % 7
  const back = lead === 'last' || (lead === '' && direction === 'behind')
  const over = !isDay && zone.asIfUtc(start) < zone.asIfUtc(clock) !== back
  const skipToday = away === 0 && (lead === 'next' || lead === 'last' || (lead === '' && over))
  if (back) return zone.addDays(start, away === 0 ? (skipToday ? -7 : 0) : away - 7)
  return zone.addDays(start, skipToday ? 7 : away)
}

/** "mar 3", "3 march", "march 3rd 2026". */
function readMonthDay(text: string, about: DayContext): WallTime | null {
  const month = /^([a-z]+\.?) (\d\d?)(?:st|nd|rd|th)?(?: (\d{4}))?$/.exec(text)
  const day = /^(\d\d?)(?:st|nd|rd|th|\.)? (?:of )?([a-z]+\.?)(?: (\d{4}))?$/.exec(text)
  const [name = '', number = '', year] = month?.slice(1) ?? (day === null ? [] : [day[2], day[1], day[3]])
  const index = indexOf(MONTHS, name)
  return index < 0 ? null : inYear(about, index + 1, Number(number), year)
}

/** 3/4/2026, 3/4/26, 3/4, 31.12.2026, 31.12., 12-31-2026. Dots put the day first wherever an order is known. */
function readDigits(text: string, about: DayContext): WallTime | null {
  const [, one = '', , other = '', year, mark] =
    /^(\d\d?)([/.-])(\d\d?)(?:\2(\d{4}|\d\d)|(\.))?$/.exec(text) ?? []
  const separator = /[/.-]/.exec(text)?.[0]
  if (one === '' || (year === undefined && separator !== '/' && mark === undefined)) return null
  if (mark !== undefined && separator !== '.') return null
  const full = year?.length === 2 ? `20${year}` : year
  const dayFirst = inYear(about, Number(other), Number(one), full)
  const monthFirst = inYear(about, Number(one), Number(other), full)
  if (about.order === 'day-first' || (about.order && separator === '.')) return dayFirst ?? monthFirst
  if (about.order === 'month-first') return monthFirst ?? dayFirst
  return dayFirst && monthFirst && one !== other ? null : (dayFirst ?? monthFirst)
}

/** A day of a month; without a year the next such day, today included, or the one before. */
function inYear({ start, clock, direction }: DayContext, month: number, day: number, year?: string) {
  const wall = (each: number): WallTime => ({ ...start, ...dateOf(each, month, day) })
  if (year !== undefined) return zone.isWallTime(wall(Number(year))) ? wall(Number(year)) : null
  const midnight = { hour: 0, minute: 0, second: 0 }
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
