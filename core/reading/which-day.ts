// Finds the date that a text means, from what it says about a day and when and where it was written.
import type { DateOrder } from '../kernel/date-order.ts'
import { addDays, addMonths, asIfUtc, isWallTime, type WallTime } from '../kernel/clock.ts'
import type { StatedDay, Direction, Step } from './days.ts'
import { isDayUnit, type Distance } from './durations.ts'

interface DayContext {
  clock: WallTime
  direction: Direction
  order: DateOrder | undefined
  time: Pick<WallTime, 'hour' | 'minute' | 'second'> | null
  /** Whether to take the last day of a named period. */
  atEnd: boolean
  /** Whether to take the first day of a named period, or the last with `atEnd`. */
  asPeriod?: boolean
  /** Whether to refuse a date in the other order, as in a column whose order is known. */
  isStrict?: boolean
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0 }
const weekdayOf = (wall: WallTime): number => new Date(asIfUtc(wall)).getUTCDay()
const onDay = (wall: WallTime, year: number, month: number, day: number): WallTime | null => {
  const found = { ...wall, year, month, day }
  return isWallTime(found) ? found : null
}

/** The day, at midnight. A distance such as `3 days` keeps the time of the clock. Null if no day fits, or several do. */
export function resolveDay({ weeks, ...stated }: StatedDay, about: DayContext): WallTime | null {
  if (weeks !== undefined) {
    const from = resolveDay(stated, about)
    return from && addDays(from, 7 * weeks)
  }
  const { weekday, ...rest } = stated
  const found = resolveParts(rest, weekday, about)
  if (found === null || weekday === undefined) return found
  // If a date has a weekday, it must fit.
  return weekdayOf(found) === weekday.day ? found : null
}

function resolveParts(stated: Omit<StatedDay, 'weekday'>, weekday: StatedDay['weekday'], about: DayContext) {
  const start = { ...about.clock, ...MIDNIGHT }
  const { date, slashed, distance, period } = stated
  if (distance && stated.days !== undefined) return movedBy(addDays(start, stated.days), distance)
  // “the 15th of next month”
  if (stated.nth !== undefined && period?.unit === 'month' && Object.keys(stated).length === 2) {
    const { year, month } = addMonths({ ...start, day: 1 }, period.step)
    return onDay(start, year, month, stated.nth)
  }
  if (Object.keys(stated).length > 1 || (weekday && (stated.endOf ?? (period && period.unit !== 'week'))))
    return null
  if (distance && weekday) return inWeeks(distance, weekday, about)
  if (date) return date.year === null ? inYears(date, about) : onDay(start, date.year, date.month, date.day)
  if (slashed) return resolveSlashed(slashed, weekday?.day, about)
  if (stated.nthWeekday) return resolveNth(stated.nthWeekday, about)
  if (stated.days !== undefined) return addDays(start, stated.days)
  if (stated.nth !== undefined) return nextNth(stated.nth, about)
  if (distance) return movedBy(about.clock, distance)
  if (stated.endOf) return lastOf(stated.endOf, start, about.direction)
  if (stated.weekOf) return weekFrom(stated.weekOf, about)
  if (stated.span) return stated.span.amount > 0 === about.atEnd ? movedBy(start, [stated.span]) : start
  if (period) return weekday ? weekdayIn(period.step, weekday.day, start) : ofPeriod(period, start, about)
  return weekday && Math.abs(weekday.step ?? 0) < 2 ? nearWeekday(weekday, about) : null
}

/** The day of the stated year; without one, of this year, or of the next (previous) one if it is over (still ahead). */
function yearOf<Found extends WallTime | null>(
  year: number | null,
  start: WallTime,
  direction: Direction,
  inYear: (year: number) => Found,
  from = start,
): Found {
  const [found, way] = [inYear(year ?? start.year), direction === 'behind' ? -1 : 1]
  const isThere = year !== null || (found && (asIfUtc(found) - asIfUtc(from)) * way >= 0)
  return isThere ? found : inYear(start.year + way)
}

/** The first day of a week, or the last with `atEnd`. Week 1 is the one with 4 January. */
function weekFrom(of: NonNullable<StatedDay['weekOf']>, about: DayContext): WallTime | null {
  const start = { ...about.clock, ...MIDNIGHT }
  const firstOf = (year: number): WallTime => mondayOf({ ...start, year, month: 1, day: 4 })
  // Most years have no week 53.
  const inYear = (year: number, week: number): WallTime | null => {
    const found = addDays(firstOf(year), 7 * (week - 1))
    return asIfUtc(found) < asIfUtc(firstOf(year + 1)) ? found : null
  }
  const numbered = ({ week, year }: { week: number; year: number | null }): WallTime | null =>
    yearOf(year, start, about.direction, (each) => inYear(each, week), mondayOf(start))
  const day = 'week' in of ? numbered(of) : resolveDay(of, about)
  return day && addDays(mondayOf(day), about.atEnd ? 6 : 0)
}

/** “Friday in two weeks” is clear only if both ways of counting give the same day. */
function inWeeks(
  distance: NonNullable<StatedDay['distance']>,
  weekday: NonNullable<StatedDay['weekday']>,
  about: DayContext,
): WallTime | null {
  const [one, more] = distance
  if (one?.unit !== 'week' || more || one.amount < 1 || weekday.step !== null) return null
  const after = addDays(nearWeekday(weekday, about), 7 * one.amount)
  const within = weekdayIn(one.amount, weekday.day, { ...about.clock, ...MIDNIGHT })
  return asIfUtc(after) === asIfUtc(within) ? after : null
}

function resolveNth(
  { nth, day, month, year, step }: NonNullable<StatedDay['nthWeekday']>,
  { clock, direction }: DayContext,
): WallTime | null {
  const start = { ...clock, ...MIDNIGHT, day: 1 }
  const nthOf = (first: WallTime): WallTime | null => {
    const [from, length] = [nth > 0 ? first : addMonths(first, 1), nth > 0 ? 7 * (nth - 1) : -7]
    const found = addDays(from, ((day - weekdayOf(from) + 7) % 7) + length)
    return found.month === first.month ? found : null
  }
  if (month === null) return nthOf(addMonths(start, step))
  return yearOf(year, { ...clock, ...MIDNIGHT }, direction, (of) => nthOf({ ...start, year: of, month }))
}

/** Moves a day by days, weeks, months, years and working days. Hours do not change it. */
export const movedBy = (clock: WallTime, distance: readonly Pick<Distance, 'unit' | 'amount'>[]): WallTime =>
  distance.reduce((wall, { unit, amount }) => {
    if (unit === 'workday') return addWorkdays(wall, amount)
    const months = unit === 'month' ? amount : unit === 'year' ? 12 * amount : 0
    const days = unit === 'day' ? amount : unit === 'week' ? 7 * amount : 0
    return isDayUnit(unit) ? addDays(addMonths(wall, months), days) : wall
  }, clock)

function addWorkdays(wall: WallTime, amount: number): WallTime {
  const step = Math.sign(amount)
  let [day, daysLeft] = [wall, Math.abs(amount)]
  while (daysLeft > 0) {
    day = addDays(day, step)
    if (weekdayOf(day) % 6 !== 0) daysLeft -= 1
  }
  return day
}

const mondayOf = (wall: WallTime): WallTime => addDays(wall, -((weekdayOf(wall) + 6) % 7))
const weekdayIn = (step: number, weekday: number, start: WallTime): WallTime =>
  addDays(mondayOf(start), 7 * step + ((weekday + 6) % 7))
/** The last day of a period. A week ends on Friday; on a weekend the next Friday counts, if the text looks ahead. */
export function lastOf(
  { unit, step, month, year = null }: NonNullable<StatedDay['endOf']>,
  start: WallTime,
  direction: Direction = 'ahead',
): WallTime {
  if (month !== undefined) {
    const inYear = (of: number) => addDays(addMonths({ ...start, year: of, month, day: 1 }, 1), -1)
    return yearOf(year, start, direction, inYear)
  }
  if (unit === 'week') {
    const isOver = step === 0 && direction === 'ahead' && weekdayOf(start) % 6 === 0
    return addDays(mondayOf(start), 4 + 7 * (isOver ? 1 : step))
  }
  const first = unit === 'month' ? { ...start, day: 1 } : { ...start, month: 1, day: 1 }
  return addDays(addMonths(first, unit === 'month' ? 1 + step : 12 * (1 + step)), -1)
}

/** A period. Weeks begin on Monday. As an instant, "last week" is seven days ago, and "next month" keeps the day. */
function ofPeriod(
  { unit, step, month, quarter, year = null }: NonNullable<StatedDay['period']>,
  start: WallTime,
  { atEnd, asPeriod = atEnd, direction }: DayContext,
): WallTime {
  if (unit === 'weekend') return addDays(mondayOf(start), 7 * step + (atEnd ? 6 : 5))
  if (quarter !== undefined) {
    const [way, ahead] = [direction === 'behind' ? -1 : 1, quarter - Math.ceil(start.month / 3)]
    // A quarter that has begun is meant, in either direction.
    const ofYear = year ?? start.year + (ahead * way < 0 ? way : 0)
    const first = quarter
      ? { ...start, year: ofYear, month: 3 * quarter - 2, day: 1 }
      : addMonths({ ...start, month: start.month - ((start.month - 1) % 3), day: 1 }, 3 * step)
    return atEnd ? addDays(addMonths(first, 3), -1) : first
  }
  if (month !== undefined) {
    const end = lastOf({ unit: 'month', step, month, year }, { ...start, day: 1 }, direction)
    // A month that has begun is meant, in either direction.
    const isNow = year === null && month === start.month
    const of = isNow ? { ...end, year: start.year, month } : end
    return atEnd ? (isNow ? lastOf({ unit: 'month', step: 0 }, start) : of) : { ...of, day: 1 }
  }
  if (unit === 'week')
    return addDays(step < 0 && !asPeriod ? start : mondayOf(start), 7 * step + (atEnd ? 6 : 0))
  const length = unit === 'month' ? 1 : 12
  const moved = addMonths(start, step * length)
  if (!asPeriod) return moved
  const first = { ...moved, day: 1, ...(unit === 'year' && { month: 1 }) }
  return atEnd ? addDays(addMonths(first, length), -1) : first
}

/** On a Tuesday “next Friday” is ten days away and “next Monday” six. */
const daysToWeekday = (away: number, today: number, step: Step | null): number =>
  step === 1 && today !== 0 && away + today <= 7 ? away + 7 : step === -1 ? away - 7 : away

function nearWeekday(
  { day, step }: NonNullable<StatedDay['weekday']>,
  { clock, direction, time }: DayContext,
): WallTime {
  const start = { ...clock, ...MIDNIGHT }
  const away = (day - weekdayOf(clock) + 7) % 7
  if (direction === 'near') return addDays(start, daysToWeekday(away || 7, weekdayOf(clock), step))
  const back = step === -1 || (step === null && direction === 'behind')
  const over = time !== null && asIfUtc({ ...start, ...time }) < asIfUtc(clock) !== back
  const skipToday = away === 0 && (step === 1 || step === -1 || (step === null && over))
  if (back) return addDays(start, away === 0 ? (skipToday ? -7 : 0) : away - 7)
  return addDays(start, skipToday ? 7 : away)
}

function resolveSlashed(
  { one, other, year }: NonNullable<StatedDay['slashed']>,
  weekday: number | undefined,
  about: DayContext,
): WallTime | null {
  const read = (month: number, day: number) =>
    year === null ? inYears({ month, day }, about) : onDay({ ...about.clock, ...MIDNIGHT }, year, month, day)
  const both = [read(other, one), read(one, other)] as const
  // The weekday may show which of the two dates it is.
  const fitting = both.filter((each) => each && weekdayOf(each) === weekday)
  if (fitting[0] && fitting.length === 1) return fitting[0]
  const [dayFirst, monthFirst] = both
  if (about.order === 'day-first') return about.isStrict ? dayFirst : (dayFirst ?? monthFirst)
  if (about.order === 'month-first') return about.isStrict ? monthFirst : (monthFirst ?? dayFirst)
  return dayFirst && monthFirst && one !== other ? null : (dayFirst ?? monthFirst)
}

const HALF_YEAR_DAYS = 183
/** The year that is nearest to now for this day. A future day may be up to 90 days further away than a past one. */
function yearNear({ month, day }: { month: number; day: number }, clock: WallTime): number {
  const days = (asIfUtc({ ...clock, ...MIDNIGHT, month, day }) - asIfUtc(clock)) / 86_400_000
  return clock.year + (days < -HALF_YEAR_DAYS ? 1 : days > HALF_YEAR_DAYS + 90 ? -1 : 0)
}

/** A date without a year: the next one, today included, or the previous one. */
function inYears({ month, day }: { month: number; day: number }, { clock, direction }: DayContext) {
  const start = { ...clock, ...MIDNIGHT }
  if (direction === 'near') return onDay(start, yearNear({ month, day }, clock), month, day)
  // Leap days can be eight years apart, as around 2100.
  return firstFrom(start, direction, (tries) => onDay(start, clock.year + tries, month, day))
}

/** The first day that is there, counting from now by years or months; null if none of the next twelve is. */
function firstFrom(start: WallTime, direction: Direction, dayOf: (tries: number) => WallTime | null) {
  const step = direction === 'behind' ? -1 : 1
  for (let tries = 0; tries <= 12; tries += 1) {
    const found = dayOf(tries * step)
    if (found && (asIfUtc(found) - asIfUtc(start)) * step >= 0) return found
  }
  return null
}

/** The next day with this number, today included, or the previous one. */
export function nextNth(day: number, { clock, direction }: Pick<DayContext, 'clock' | 'direction'>) {
  const start = { ...clock, ...MIDNIGHT }
  return firstFrom(start, direction, (tries) => {
    const month = addMonths({ ...start, day: 1 }, tries)
    return onDay(start, month.year, month.month, day)
  })
}
