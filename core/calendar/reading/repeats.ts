// Finds the days on which an event repeats (RFC 5545). The search tests each day, so hostile rules cannot slow it down.
import { DAY_MS } from '../../kernel/clock.ts'

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const KNOWN_PARTS = /^(?:FREQ|INTERVAL|COUNT|UNTIL|BYMONTH|BYMONTHDAY|BYDAY|BYSETPOS|WKST)$/

export interface RepeatRule {
  readonly every: keyof typeof PERIODS
  readonly interval: number
  readonly count: number | null
  /** Digits, with a Z for UTC. */
  readonly until: string | null
  readonly months: readonly number[]
  readonly monthDays: readonly number[]
  /** `nth`: which such weekday of the month or year, from the end if negative; 0 for all. `day`: 0 is Sunday. */
  readonly weekdays: readonly { readonly nth: number; readonly day: number }[]
  readonly weekStart: number
}

type Day = ReturnType<typeof dayOf>

export const dayNumber = ({ year, month, day }: Pick<Day, 'year' | 'month' | 'day'>): number =>
  Math.floor(Date.UTC(year, month - 1, day) / DAY_MS)

export function dayOf(number: number) {
  const date = new Date(number * DAY_MS)
  return {
    number,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
}

/** Parses a repeat rule; null if it repeats within a day or uses unknown parts. */
export function readRepeat(text: string): RepeatRule | null {
  const parts = new Map(
    text
      .toUpperCase()
      .split(';')
      .map((part) => {
        const [name = '', value = ''] = part.split('=')
        return [name, value] as const
      }),
  )
  const list = (name: string) => (parts.get(name) ?? '').split(',').filter(Boolean)
  const numbers = (name: string) => list(name).map(Number)
  const every = parts.get('FREQ') ?? ''
  const position = numbers('BYSETPOS')
  const weekdays = list('BYDAY').map((each) => ({
    nth: Number(each.slice(0, -2)),
    day: WEEKDAYS.indexOf(each.slice(-2)),
  }))
  const [only] = weekdays
  const isPlaced = position.length === 1 && weekdays.length === 1 && only?.nth === 0 && every === 'MONTHLY'
  const rule = {
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : null,
    until: parts.get('UNTIL')?.replace(/[^\dZ]/g, '') ?? null,
    months: numbers('BYMONTH'),
    monthDays: numbers('BYMONTHDAY'),
    weekdays: isPlaced && only ? [{ nth: position[0] ?? 0, day: only.day }] : weekdays,
    weekStart: Math.max(0, WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO')),
  }
  const all = [rule.interval, rule.count ?? 1, ...rule.months, ...rule.monthDays]
  const isKnown =
    [...parts.keys()].every((name) => KNOWN_PARTS.test(name)) &&
    [...all, ...rule.weekdays.map(({ nth }) => nth)].every(Number.isInteger) &&
    weekdays.every(({ day }) => day >= 0) &&
    rule.interval > 0 &&
    (position.length === 0 || isPlaced)
  return isKnown && isPeriod(every) ? { ...rule, every } : null
}

const weekOf = ({ number, weekday }: Day, start: number): number => number - ((weekday - start + 7) % 7)
const monthOf = ({ year, month }: Day): number => year * 12 + month

const PERIODS = {
  DAILY: (first: Day, at: Day, { interval }: RepeatRule) => (at.number - first.number) % interval === 0,
  WEEKLY: (first: Day, at: Day, { interval, weekdays, weekStart }: RepeatRule) =>
    (weekOf(at, weekStart) - weekOf(first, weekStart)) % (7 * interval) === 0 &&
    (weekdays.length > 0 || at.weekday === first.weekday),
  MONTHLY: (first: Day, at: Day, rule: RepeatRule) =>
    (monthOf(at) - monthOf(first)) % rule.interval === 0 && (namesDays(rule) || at.day === first.day),
  YEARLY: (first: Day, at: Day, rule: RepeatRule) =>
    (at.year - first.year) % rule.interval === 0 &&
    (namesDays(rule) || (at.day === first.day && (rule.months.length > 0 || at.month === first.month))),
}
const isPeriod = (text: string): text is keyof typeof PERIODS => Object.hasOwn(PERIODS, text)
const namesDays = ({ weekdays, monthDays }: RepeatRule): boolean =>
  weekdays.length > 0 || monthDays.length > 0

function isOn(rule: RepeatRule, first: Day, at: Day): boolean {
  const { every, months, monthDays, weekdays } = rule
  const length = new Date(Date.UTC(at.year, at.month, 0)).getUTCDate()
  if (months.length && !months.includes(at.month)) return false
  if (monthDays.length && !monthDays.some((day) => day === at.day || day === at.day - length - 1))
    return false
  if (weekdays.length && !weekdays.some(({ nth, day }) => day === at.weekday && isNth(nth, rule, at, length)))
    return false
  return PERIODS[every](first, at, rule)
}

function isNth(nth: number, { every, months }: RepeatRule, at: Day, monthLength: number): boolean {
  if (nth === 0) return true
  const inYear = every === 'YEARLY' && !months.length
  const start = dayNumber({ year: at.year, month: 1, day: 1 })
  const place = inYear ? at.number - start + 1 : at.day
  const length = inYear ? dayNumber({ year: at.year + 1, month: 1, day: 1 }) - start : monthLength
  return nth > 0 ? Math.ceil(place / 7) === nth : Math.ceil((length - place + 1) / 7) === -nth
}

export function* repeatedDays(rule: RepeatRule, first: number, from: number, to: number): Generator<Day> {
  const start = dayOf(first)
  for (let number = Math.max(first, from); number <= to; number += 1) {
    const at = dayOf(number)
    if (isOn(rule, start, at)) yield at
  }
}

/** The end of a rule in ms: in UTC if `isUtc`, else the local time read as if it were UTC. */
export function untilMs(until: string): { ms: number; isUtc: boolean } {
  const [year = 0, month = 1, day = 1] = [until.slice(0, 4), until.slice(4, 6), until.slice(6, 8)].map(Number)
  const time = /^\d{8}(\d\d)(\d\d)(\d\d)/.exec(until)?.slice(1).map(Number)
  const [hour = 23, minute = 59, second = 59] = time ?? []
  return { ms: Date.UTC(year, month - 1, day, hour, minute, second), isUtc: until.endsWith('Z') }
}
