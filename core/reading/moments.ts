// Reads instants in words: a day, a time and a zone in any order ("Thursday, December 3, 2026 at 2:30 PM PT").
import { addDays, isoOf, asIfUtc, instantOf, isWallTime, wallTime, type WallTime } from '../kernel/clock.ts'
import type { DateOrder } from '../kernel/date-order.ts'
import { daysAhead, endOfQuarter, periodAlone } from './bounds.ts'
import { dayAt, stepAt, type StatedDay, type Direction } from './days.ts'
import { countAt, isDayUnit } from './durations.ts'
import { englishNames } from './names.ts'
import { movedBy, nextNth, resolveDay } from './which-day.ts'
import { inDaytime, isHalfOf, timesAt, type TimeOfDay, type Times } from './times.ts'
import { phraseAt, unitAt, withoutAbout } from './words.ts'
import { isBeside, tokensOf, wordAt, type Token } from './tokens.ts'
import { instantIn, sharedName, zoneAt, type Zone } from './zones.ts'

export type { Direction } from './days.ts'

export interface MomentOptions {
  /** Default `ahead`. */
  direction?: Direction | undefined
  /** The order of 3/4/2026. Without it, a date that both orders allow is not read. */
  order?: DateOrder | undefined
  /** The instant that the text changes. A time alone is on its day (default: today); a day alone keeps its time. */
  day?: string | undefined
  /** What to do with a day without a time: refuse it, or use its midnight. `midnight` also applies to `in 3 days`. */
  untimed?: 'refused' | 'midnight' | undefined
  /** For deadlines: a day without a time means its last millisecond, and a week or month means its end. */
  atEnd?: boolean | undefined
  /** Allows a week, month or year. It means its first day, or with `atEnd` its last. */
  asPeriod?: boolean | undefined
}

/** An instant in ISO 8601, UTC. `endsAt` is the end of a range such as "2-3pm"; null without one. */
export type Moment = Readonly<Exclude<ReturnType<typeof momentAt>, string>>

/** What a text says about an instant. `unread` has the indexes of words that were not understood. */
interface ScannedMoment extends StatedDay {
  times?: Times
  part?: number
  zone?: Zone
  isNow?: boolean
  unread: number[]
}

export const LONGEST = 120
const SIGNS = /^[,;.()–—·|]$/

/** Reads the tokens in one pass; null when two words contradict each other. */
export function scan(text: string, tokens: readonly Token[], isRough = false): ScannedMoment | null {
  const found: ScannedMoment = { unread: [], ...(isRough && { isRough }) }
  for (let at = 0; at < tokens.length;) {
    const next = step(text, tokens, at, found)
    if (next === null) return null
    at = next
  }
  return found
}

/** Records the part that begins at a token. Returns the index after it, or null if that part was set already. */
function step(text: string, tokens: readonly Token[], at: number, found: ScannedMoment): number | null {
  const put = (part: Partial<ScannedMoment>, next: number): number | null => {
    for (const name of Object.keys(part)) if (name in found) return null
    Object.assign(found, part)
    return next
  }
  if (tokens[at]?.word === 'now') return put({ isNow: true }, at + 1)
  const zone = found.times ? zoneAt(text, tokens, at) : null
  // The name of a zone may follow its offset.
  if (zone) return found.zone ? zone.next : put({ zone: zone.zone }, zone.next)
  const dated = dayAt(tokens, at)
  if (dated?.stated.distance && found.distance) return null
  if (dated) {
    const { isRough = found.isRough, ...stated } = dated.stated
    if (isRough) found.isRough = isRough
    return put(stated, dated.next)
  }
  const more = found.distance && countAt(tokens, /^(?:and|und|,)$/.test(tokens[at]?.word ?? '') ? at + 1 : at)
  const unit = more && unitAt(tokens, more.next)
  if (found.distance && more && unit) {
    found.distance.push({
      ...{ unit: unit.unit, isSigned: false },
      amount: Math.sign(found.distance[0]?.amount ?? 1) * more.count,
    })
    return unit.next
  }
  const tonight = phraseAt(tokens, at, 'tonight')
  const [hour = NaN, day = NaN] = tonight?.value.split(' ').map(Number) ?? []
  if (tonight) return put(day ? { part: hour, days: day } : { part: hour }, tonight.next)
  // A lone number after a day, or with “about”, is an hour: “tomorrow 9”.
  const isDated = (found.date?.year ?? null) !== null
  const { days, weekday, part, isRough } = found
  const isTold = isDated || [days, weekday, part, isRough].some((each) => each !== undefined)
  const times = timesAt(tokens, at, isTold)
  if (times) return put({ times }, times.next)
  const partOfDay = phraseAt(tokens, at, 'parts')
  if (partOfDay) return put({ part: Number(partOfDay.value) }, partOfDay.next)
  if (at === tokens.length - 1 && isHalfOf(tokens, at))
    return put({ part: wordAt(tokens, at) === 'am' ? 9 : 15 }, at + 1)
  return skipWord(tokens, at, found)
}

/** Skips words and signs that often surround a date, and records others as not understood. */
function skipWord(tokens: readonly Token[], at: number, found: ScannedMoment): number {
  const bound = at > 0 ? null : (phraseAt(tokens, at, 'from') ?? phraseAt(tokens, at, 'until'))
  const [of, lead, word] = [phraseAt(tokens, at, 'of'), stepAt(tokens, at), wordAt(tokens, at)]
  const around =
    bound ??
    phraseAt(tokens, at, 'around') ??
    phraseAt(tokens, at, 'at') ??
    (lead?.step === 0 ? lead : null) ??
    (of && (stepAt(tokens, of.next) || wordAt(tokens, of.next) === 'the') ? of : null)
  // The `w` of “2w” is a unit, the one of Polish “w piątek” a preposition.
  const isUnit = word === 'w' && tokens[at - 1]?.isNumber === true && isBeside(tokens, at)
  if (around && !isUnit) return around.next
  const year = /^(?:19|20|21)\d\d$/.test(word) ? Number(word) : null
  if (found.date?.year === null && year !== null) found.date = { ...found.date, year }
  else if (!SIGNS.test(word) && !(word === 't' && found.date)) found.unread.push(at)
  return at + 1
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0 }

/** The first and last hour of each part of a day, keyed by the part's default hour. */
const HOURS: Readonly<Record<number, readonly [number, number]>> = {
  ...{ 3: [0, 6], 9: [4, 12] },
  ...{ 15: [12, 18], 16: [12, 21] },
}
const EVENING = [16, 23] as const

/** The time of day; null for none. A part of the day decides am or pm. Undefined if the part contradicts the time. */
function timeOf({ times, part }: ScannedMoment): TimeOfDay | null | undefined {
  if (!times) return part === undefined ? null : { ...MIDNIGHT, hour: part, millisecond: 0 }
  const { time } = times
  if (part === undefined) return inDaytime(time)
  const hour = part >= 15 && time.hour < 12 && time.half === null ? time.hour + 12 : time.hour
  const [first, last] = HOURS[part] ?? EVENING
  return hour < first || hour > last ? undefined : { ...time, hour }
}

/** “Thursday 10”, if that Thursday is the 10th: 10 may be the day or the hour. */
const isEither = ({ weekday, times, part, ...rest }: ScannedMoment, clock: WallTime): boolean => {
  if (!weekday || weekday.step !== null || part !== undefined || !times || Object.keys(rest).length > 1)
    return false
  const { hour, half, isMarked } = times.time
  const isBare = half === null && !isMarked && !times.end && hour > 0
  const day = isBare ? nextNth(hour, { clock, direction: 'ahead' }) : null
  return day !== null && new Date(asIfUtc(day)).getUTCDay() === weekday.day
}

/** “Mid-December”, said on the 20th of December, may mean five days ago or next year. */
function isOverOrFar({ date, period }: StatedDay, start: WallTime, clock: WallTime, direction: Direction) {
  const { year = null } = date ?? period ?? { year: 0 }
  const isOver = direction === 'ahead' && asIfUtc(start) < asIfUtc({ ...clock, ...MIDNIGHT })
  return year === null && start.month === clock.month && (isOver || start.year !== clock.year)
}

function whyUnresolved({ weekday, ...date }: StatedDay, context: Parameters<typeof resolveDay>[1]): string {
  if (date.slashed && !context.order) return 'is a day and a month in either order'
  if (weekday && (date.distance || Math.abs(weekday.step ?? 0) === 2)) return 'can be two days: say the date'
  const day = weekday ? resolveDay(date, context) : null
  if (!day || !(date.date ?? date.slashed)) return 'is not a date'
  const at = asIfUtc(day)
  return `has a wrong weekday: ${isoOf(at).slice(0, 10)} is a ${capital(englishNames('weekday')[new Date(at).getUTCDay()])}`
}

const capital = (word = ''): string => word.replace(/^./, (first) => first.toUpperCase())

/** The doubt to report if a date such as 3/4 was read in an assumed order. */
const orderDoubts = ({ slashed, weekday }: ScannedMoment, { order }: MomentOptions): string[] =>
  slashed && order && !weekday && slashed.one <= 12 && slashed.other <= 12 && slashed.one !== slashed.other
    ? [`${slashed.one}/${slashed.other} was read with the ${order === 'day-first' ? 'day' : 'month'} first.`]
    : []

export const zoneDoubts = ({ zone }: ScannedMoment, tokens: readonly Token[]): string[] =>
  zone && tokens.some(({ word }) => word === 'ist') ? [sharedName('ist') ?? ''] : []

const unreadable = (text: string, why: string) => ({
  value: null,
  words: '',
  unread: text,
  doubts: [why],
})

/**
 * The instant that a text states, in a time zone, and the words that it came from. `doubts` are the meanings that were chosen,
 * or why there is no instant. Throws RangeError for an unknown time zone.
 *
 * - A day without a time starts at 00:00 local time; a time without a day is today, if it is still ahead.
 * - "fri" is today when today is Friday and the time is still ahead, "next fri" the first Friday after today,
 *   "last fri" the first before it. "mar 3" is the next one, today included. `direction` "behind" looks back.
 * - Weeks begin on Monday: "next week" is its Monday; "last week" is seven days ago.
 * - `-7d`, `+2w`, `+1mo` keep the local time of day across a DST change; hours and minutes are exact.
 * - A time skipped by DST moves forward; of a repeated time, the first is used.
 */
export function readMoment(text: string, now: Date, timeZone: string, options: MomentOptions = {}) {
  const clock = wallTime(now.getTime(), timeZone)
  const plain = text.normalize('NFKC').trim()
  if (plain === '' || plain.length > LONGEST) return unreadable(text, 'is not a date')
  const all = tokensOf(plain)
  // “Since monday” looks back, whatever the command.
  const since = phraseAt(all, 0, 'since')
  const reading: MomentOptions = since ? { ...options, direction: 'behind' } : options
  const said = all.slice(since?.next)
  const tokens = withoutAbout(said)
  const isRough = tokens.length < said.length
  const period =
    endOfQuarter(tokens) ??
    (reading.asPeriod ? periodAlone(tokens) : reading.atEnd ? daysAhead(tokens) : null)
  const found: ScannedMoment | null = period
    ? { ...period, isRough, unread: [] }
    : scan(plain, tokens, isRough)
  if (!found) return unreadable(text, 'says two different things')
  const unread = found.unread.map((at) => plain.slice(tokens[at]?.from, tokens[at]?.to)).join(' ')
  const words = tokensOf(unread.replaceAll('-', ' '))
  const vague = words.map((_, at) => phraseAt(words, at, 'vague')).find(Boolean)
  if (vague) return unreadable(text, VAGUE[vague.value === 'day' ? 'day' : 'time'])
  // “Midnight” as a deadline is the end of the day.
  if (reading.atEnd && isMidnight(tokens, found)) delete found.times
  const moment = unread === '' ? resolve(found, { now, clock, timeZone, reading }) : 'is not a date'
  if (typeof moment === 'string') return unreadable(text, moment)
  return {
    value: moment,
    words: plain,
    unread,
    doubts: [
      ...orderDoubts(found, reading),
      ...zoneDoubts(found, tokens),
      ...(tokens.some(({ word }) => word === 'thanksgiving') ? [THANKSGIVING] : []),
      ...(found.isRough ? ['An approximate time was read as exact.'] : []),
      ...(found.times?.time.bare ? ['It does not say morning or afternoon.'] : []),
    ],
  }
}

const THANKSGIVING = 'Thanksgiving was read as the one of the United States.'
const VAGUE = {
  time: 'names no time: say one, as in “today 17:00”',
  day: 'names no one day: say the date',
}

const isMidnight = (tokens: readonly Token[], { times }: ScannedMoment): boolean =>
  times?.end === null && phraseAt(tokens, times.time.next - 1, 'exact')?.value === '0'

interface About {
  now: Date
  clock: WallTime
  timeZone: string
  reading: MomentOptions
}

/** The instant, or the reason why there is none. */
function resolve(found: ScannedMoment, about: About): Moment | string {
  const { now, timeZone, reading } = about
  const { direction = 'ahead', order, day, untimed, atEnd = false, asPeriod = atEnd } = reading
  const { unread: _, isRough: _rough, times, part: _part, zone, isNow, ...daySaid } = found
  const time = timeOf(found)
  if (time === undefined) return 'says two different times'
  if (isEither(found, about.clock)) return 'can be a time or a day of the month: say “10:00” or the month'
  const isDaySaid = Object.keys(daySaid).length > 0
  if (isNow)
    return isDaySaid || time ? 'says two different things' : momentAt(now.getTime(), null, false, null)
  // A signed distance such as `+1d` moves the existing instant.
  if (day !== undefined && !time && daySaid.distance?.[0]?.isSigned) {
    const from = new Date(Date.parse(day))
    return exactly(daySaid.distance, { ...about, now: from, clock: wallTime(from.getTime(), timeZone) })
  }
  const exact = daySaid.distance?.some(({ unit }) => !isDayUnit(unit))
  if (exact)
    return time || Object.keys(daySaid).length > 1
      ? 'says two different things'
      : exactly(daySaid.distance ?? [], about)
  const { span } = daySaid
  if (span && !isDayUnit(span.unit)) return exactly(span.amount > 0 === atEnd ? [span] : [], about)
  if (!isDaySaid && !time) return 'is not a date'
  if (daySaid.period?.step === 0 && !daySaid.weekday && !daySaid.nth && !asPeriod) return 'is no one day'
  const place = zone ?? { name: timeZone }
  const clock = zone ? clockIn(now.getTime(), zone) : about.clock
  const ofDay = day === undefined ? clock : clockIn(Date.parse(day), place)
  const kept = day !== undefined && !time && !atEnd ? { ...ofDay, millisecond: Date.parse(day) % 1000 } : time
  const context = { clock, direction, order, time: kept && clockOf(kept), atEnd, asPeriod }
  const start = isDaySaid ? resolveDay(daySaid, context) : { ...ofDay, ...MIDNIGHT }
  if (start === null) return whyUnresolved(daySaid, context)
  if (found.isRough && isOverOrFar(daySaid, start, clock, direction)) return 'can be two days: say the date'
  // “Midnight today” may be the end of the day.
  const isToday = !isDaySaid || (daySaid.days === 0 && time?.hour === 0)
  if (isToday && day === undefined && time && direction === 'ahead')
    if (asIfUtc({ ...start, ...clockOf(time) }) < asIfUtc(clock)) return 'is already past today: say the day'
  const isDay = kept === null
  if (isDay && untimed === 'refused') return 'names no time: say one, as in “friday 10:00”'
  const wall = { ...start, ...(kept ? clockOf(kept) : untimed && MIDNIGHT) }
  if (!isWallTime(wall)) return 'is not a date'
  const at = instantIn(wall, place) + (kept?.millisecond ?? 0)
  const ends = times?.end ? endOf(wall, times, place) : null
  if (ends !== null && ends - at > LONGEST_NIGHT_MS && wall.hour >= (times?.end?.hour ?? 24))
    return 'ends before it starts'
  return momentAt(isDay && atEnd ? endOfDay(wall, timeZone) : at, ends, isDay, zone ?? null)
}

export const clockOf = ({ hour, minute, second }: Omit<TimeOfDay, 'millisecond'>) => ({
  hour,
  minute,
  second,
})

const clockIn = (ms: number, zone: Zone): WallTime =>
  'name' in zone ? wallTime(ms, zone.name) : wallTime(ms + zone.offset * 60_000, 'UTC')

function momentAt(ms: number, endsMs: number | null, isDay: boolean, zone: Zone | null) {
  if (!(Math.abs(ms) <= 8.64e15)) return 'is too far away'
  return { at: isoOf(ms), endsAt: endsMs === null ? null : isoOf(endsMs), isDay, zone }
}

/** “22:00 to 6:00” ends on the next day. “10:00 to 9:00” is a mistake. */
const LONGEST_NIGHT_MS = 12 * 3_600_000

/** The end of a range: on the day of its start, or on the next day if it would precede the start. */
function endOf(wall: WallTime, { time, end }: Times, zone: Zone): number | null {
  if (!end) return null
  const ahead = (hour: number) => (hour - wall.hour) * 60 + end.minute - wall.minute
  const isPm = end.bare && ahead(end.hour) <= 0 && end.hour < 12
  // After 22:00, neither 6:00 nor 18:00 is on that day, so the next morning is meant.
  const isNight = isPm && time.half === null && ahead(end.hour + 12) < 0
  const isMorning = end.bare && !time.bare && (isNight || ahead(end.hour) > 0)
  const hour = isMorning ? end.hour : isPm ? end.hour + 12 : inDaytime(end).hour
  const sameDay = { ...wall, ...clockOf(end), hour }
  const ends = instantIn(sameDay, zone)
  return ends > instantIn(wall, zone) ? ends : instantIn(addDays(sameDay, 1), zone)
}

const endOfDay = (wall: WallTime, timeZone: string): number =>
  instantOf({ ...wall, hour: 23, minute: 59, second: 59 }, timeZone) + 999

function exactly(distance: readonly NonNullable<StatedDay['span']>[], { now, clock, timeZone }: About) {
  const times = distance.filter(({ unit }) => !isDayUnit(unit))
  const ms = times.reduce((sum, { unit, amount }) => sum + amount * (unit === 'hour' ? 3_600_000 : 60_000), 0)
  const days = distance.filter(({ unit }) => isDayUnit(unit))
  const from = days.length ? instantOf(movedBy(clock, days), timeZone) : now.getTime()
  return momentAt(from + ms, null, false, null)
}

/** The instant (ISO 8601, UTC) in a text; null when it states none, several, or a range. */
export function readInstant(
  text: string,
  now: Date,
  timeZone: string,
  reading: MomentOptions = {},
): string | null {
  const { value } = readMoment(text, now, timeZone, reading)
  return value && value.endsAt === null ? value.at : null
}
