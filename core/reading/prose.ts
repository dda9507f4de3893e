// Finds days, times and durations in the sentences of a letter. Most of its words are none of these.
import type { WallTime } from '../kernel/clock.ts'
import { dayWrittenAt, endOf, type StatedDay } from './days.ts'
import { resolveDay } from './which-day.ts'
import { countAt, type Distance } from './durations.ts'
import { clockAt, PLAIN, untilAt, withHalfOf, type ClockTime } from './times.ts'
import { isBeside, tokensOf, wordAt, type Token } from './tokens.ts'
import { phraseAt, unitAt } from './words.ts'

/** The day of a letter, in the local time of its writer, and the order that they use for `3/4`. */
export interface Calendar {
  today: WallTime
  monthFirst: boolean
}

export interface Day {
  year: number
  month: number
  day: number
  /** Whether it is a weekday, or relative to the letter's day. */
  relative: boolean
  from: number
  to: number
}

export interface Time {
  hour: number
  minute: number
  /** Minutes from start to end; null if the text has no end. */
  length: number | null
  from: number
  to: number
}

const weekdayOf = ({ year, month, day }: Day): number => new Date(Date.UTC(year, month - 1, day)).getUTCDay()

/** The days in a folded text, in order. If a weekday is beside a date, they are one day. */
export function daysIn(text: string, calendar: Calendar): Day[] {
  // “Tomorrow's interview” names tomorrow.
  const tokens = tokensOf(text).map((token) =>
    token.word.endsWith("'s") ? { ...token, word: token.word.slice(0, -2), to: token.to - 2 } : token,
  )
  const days: Day[] = []
  for (let at = 0; at < tokens.length;) {
    const found = dayWrittenAt(tokens, at)
    const [from, to] = [tokens[at]?.from ?? 0, tokens[(found?.next ?? 0) - 1]?.to ?? 0]
    const before = days.at(-1)
    const isBeside = before?.relative && /^[\s.,]*(?:the |den |dem )?$/.test(text.slice(before.to, from))
    const wall = found && dayOf(found.stated, isBeside ? weekdayOf(before) : null, calendar)
    const isPast = found?.stated.weekday?.step === -1
    // `3/4/5/6` is not a date.
    const isCut = found?.stated.slashed && /^[\d/]*\/\d/.test(text.slice(to - 1, to + 3))
    if (found && wall && !isPast && !isCut) {
      const relative = found.stated.weekday !== undefined || found.stated.days !== undefined
      days.push({ year: wall.year, month: wall.month, day: wall.day, relative, from, to })
    }
    at = found?.next ?? at + 1
  }
  return days.filter((day) => !(day.relative && days.some((other) => isSameDay(day, other))))
}

const isSameDay = (day: Day, other: Day): boolean =>
  !other.relative &&
  ((other.from >= day.to && other.from - day.to < 14) || (day.from >= other.to && day.from - other.to < 4))

/** `3/4`, in the order that fits the weekday beside it, or else in the writer's order. */
function dayOf(stated: StatedDay, weekday: number | null, { today, monthFirst }: Calendar): WallTime | null {
  const orders = monthFirst
    ? (['month-first', 'day-first'] as const)
    : (['day-first', 'month-first'] as const)
  const about = { clock: today, direction: 'near' as const, time: null, atEnd: false }
  const named =
    weekday === null || !stated.slashed ? [] : [{ ...stated, weekday: { day: weekday, step: null } }]
  for (const each of [...named, stated])
    for (const order of orders) {
      const found = resolveDay(each, { ...about, order })
      if (found) return found
    }
  return null
}

/** Blanks out the dates, so that their numbers are not read as times. */
export const withoutDays = (text: string, days: readonly Day[]): string =>
  days.reduce((rest, { from, to }) => rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to), text)

/** After these words, a number is no time. */
const ROOM_WORDS = /^(?:room|rooms|raum|zimmer|salle|sala|aula|suite|unit|floor|etage|stock|planta)$/
/** After these words, a full stop may separate hours from minutes. */
const LEAD_WORDS = /^(?:ab|from|von|de|a|gegen|starting|the|our|your|s|vers|las|um|at)$/
const MONEY = /^\s?(?:[€£$%/]|eur|per\b|an hour|pro\b)/

/** The times of day in a folded text, in order. Its dates must be blanked out before. */
export function timesIn(text: string): Time[] {
  const tokens = tokensOf(text.replace(/(?<=\buhr) [sc]\. ?t\.?/g, (unit) => ' '.repeat(unit.length)))
  const times: Time[] = []
  for (let at = 0; at < tokens.length;) {
    const found = ROOM_WORDS.test(wordAt(tokens, at)) ? null : timeAt(text, tokens, at)
    if (found) times.push(found.time)
    at = found?.next ?? (ROOM_WORDS.test(wordAt(tokens, at)) ? afterNumber(tokens, at + 1) : at + 1)
  }
  return withEnds(times, text)
}

/** The index after the number of `Room 4.12`. */
function afterNumber(tokens: readonly Token[], at: number): number {
  if (!tokens[at]?.isNumber) return at
  return /^[.:]$/.test(wordAt(tokens, at + 1)) && tokens[at + 2]?.isNumber ? at + 3 : at + 1
}

type TimeMatch = { time: Time; next: number }

function timeAt(text: string, tokens: readonly Token[], at: number): TimeMatch | null {
  const { from = 0, isNumber = false } = tokens[at] ?? {}
  if (isNumber && /[\d/.$€£#:-]/.test(text.charAt(from - 1))) return null
  const first = pastAt(text, tokens, at) ?? startAt(tokens, at)
  if (!first) return null
  const range = rangeFrom(text, tokens, at, first)
  if (range) return range
  const told = partAfter(tokens, first)
  const to = tokens[told.next - 1]?.to ?? from
  if (told.next === first.next && !isTime(text, tokens, at, first)) return null
  return { time: { ...told.time, length: null, from, to }, next: told.next }
}

const startAt = (tokens: readonly Token[], at: number): ClockTime | null =>
  clockAt(tokens, at) ?? (tokens[at]?.isNumber ? clockAt(tokens, at, true) : null)

const AFTER_TIME = /^\s*(?:$|[.,;:()!?]|(?:in|on|at|for|o'clock|sharp|[ap]\.?m)\b)/

/** `five past two`, `ten to four`, but not `five to ten people`. */
function pastAt(text: string, tokens: readonly Token[], at: number): ClockTime | null {
  const minutes = phraseAt(tokens, at, 'counts', 'en')
  const side = minutes && wordAt(tokens, minutes.next)
  if (!minutes || !/^(?:5|10|20|25)$/.test(minutes.value) || !(side === 'past' || side === 'to')) return null
  const hour = countAt(tokens, minutes.next + 1)
  const isAlone = hour && AFTER_TIME.test(text.slice(tokens[hour.next - 1]?.to))
  if (!hour || !isAlone || hour.count < 1 || hour.count > 12) return null
  const clock = clockAt(tokens, minutes.next + 1, true)
  const total = (clock?.hour ?? hour.count) * 60 + (side === 'to' ? -1 : 1) * Number(minutes.value)
  return {
    ...PLAIN,
    ...(clock && { half: clock.half }),
    hour: Math.floor(total / 60),
    minute: total % 60,
    next: clock?.next ?? hour.next,
  }
}

/** Whether digits are meant as a time: they have a mark such as “pm”, or follow a word such as `at`. */
function isTime(text: string, tokens: readonly Token[], at: number, clock: ClockTime): boolean {
  const rest = text.slice(tokens[clock.next - 1]?.to)
  if (/^[\d/%]|^:\d|^-[a-z]/.test(rest)) return false
  const lead = phraseAt(tokens, at, 'at')
  const exact = phraseAt(tokens, lead?.next ?? at, 'exact')
  if (/^(?:an?|une|una|eine[rmn]?)$/.test(wordAt(tokens, lead?.next ?? at))) return false
  if (exact) return exact.value === '12' && (lead !== null || /^(?:en|es|it)$/.test(exact.language))
  if (isLength(tokens, lead?.next ?? at, clock.next))
    return lead !== null || /^(?:vers|gegen|at)$/.test(wordAt(tokens, at - 1))
  if (clock.isMarked) return true
  const isDotted = wordAt(tokens, clock.next - 2) === '.'
  if (isDotted)
    return (
      clock.minute % 5 === 0 &&
      (lead !== null ||
        LEAD_WORDS.test(wordAt(tokens, at - 1)) ||
        /^ (?:slot|appointment|termin)\b/.test(rest)) &&
      !MONEY.test(rest)
    )
  const isLed = lead !== null && (tokens[lead.next - 1]?.word !== 'a' || lead.next > at + 1)
  return (
    isLed &&
    (tokens[lead.next]?.isNumber ?? false) &&
    !/^\s?(?:st|nd|rd|th|[a-z]{3,}\s(?:st|street|ave|road|lane))/.test(rest)
  )
}

/** `Trois heures` and `3 horas` are times only after a preposition. `Une heure` is always a duration. */
function isLength(tokens: readonly Token[], at: number, next: number): boolean {
  const isUnit = unitAt(tokens, next - 1)?.unit === 'hour' && wordAt(tokens, next - 1) !== 'h'
  return isUnit && (!tokens[at]?.isNumber || wordAt(tokens, next - 1) !== 'heures')
}

/** A range with one end that is surely a time: `2-3pm`, `9.30 – 10.15`. */
function rangeFrom(text: string, tokens: readonly Token[], at: number, first: ClockTime): TimeMatch | null {
  const until = untilAt(tokens, first.next)
  const about = until !== null && /^(?:about|etwa|circa)$/.test(wordAt(tokens, until)) ? until + 1 : until
  const last = about === null ? null : (clockAt(tokens, about, true) ?? null)
  if (!last) return null
  const [to = 0] = [tokens[last.next - 1]?.to]
  const rest = text.slice(to)
  const isDotted = [first, last].every(({ next }) => wordAt(tokens, next - 2) === '.') && !MONEY.test(rest)
  const told = partAfter(tokens, last)
  const isTold = told.next > last.next
  if (/^[\d%]/.test(rest) || !(first.isMarked || last.isMarked || isDotted || isTold)) return null
  const half: ClockTime['half'] = told.time.hour < 12 ? 'a' : 'p'
  const start = isTold && first.half === null ? { ...first, half } : first
  const begins = minutesOf(withHalfOf(start, { ...last, half: last.half ?? (isTold ? half : null) }))
  const ends = minutesOf(isTold ? told.time : last)
  const isOverNoon = ends <= begins && begins < 780 && first.half === null && last.half === null
  const length = ends - begins + (isOverNoon ? 720 : 0)
  if (length <= 0 || length > 14 * 60) return null
  const time = inDaytime({ ...first, hour: Math.floor(begins / 60) })
  return {
    time: { ...time, length, from: tokens[at]?.from ?? 0, to: tokens[told.next - 1]?.to ?? to },
    next: told.next,
  }
}

export const minutesOf = ({ hour, minute }: { hour: number; minute: number }): number => hour * 60 + minute

/** Applies the part of the day that follows a time: `10 in the morning`, `3 de la tarde`. */
function partAfter(tokens: readonly Token[], clock: ClockTime) {
  let next = clock.next
  while (
    next < clock.next + 3 &&
    /^(?:in|on|the|am|du|de|la|dans)$/.test(wordAt(tokens, next)) &&
    !phraseAt(tokens, next, 'parts')
  )
    next += 1
  const part = phraseAt(tokens, next, 'parts')
  const again = phraseAt(tokens, clock.next, 'exact')
  const { hour, minute } = clock
  if (again && hour === Number(again.value)) return { time: { hour, minute }, next: again.next }
  if (!part || clock.half !== null || hour > 12) return { time: inDaytime(clock), next: clock.next }
  return { time: { hour: (hour % 12) + (Number(part.value) >= 12 ? 12 : 0), minute }, next: part.next }
}

/** Without am or pm, one to six o'clock are in the afternoon, except `05:00`. */
function inDaytime({ hour, minute, half, isPadded }: ClockTime): { hour: number; minute: number } {
  const isSpoken = half === null && !isPadded && hour * 60 + minute > 0 && hour < 7
  return { hour: isSpoken ? hour + 12 : hour, minute }
}

/** Words before the end of a meeting, if its start is elsewhere. */
export const END_WORDS =
  /\b(?:ends?|ende|fin|finish\w*|done|until|till|over|fertig|schluss|jusqu'a|hasta|termin\w+)(?:\s(?:at|by|gegen|vers|um|a|about|around|sobre))?(?:\s(?:las|les))?\s?$/
/** Words between a time and the same time in the reader's zone. */
const REPEATED_TIME =
  /^\s?\(?(?:[a-z]{2,4}|[a-z]+ time|[a-z ]{0,12}zeit|hora (?:de )?[a-z]+|heure (?:de )?[a-z]+)\)?\s?(?:\/|\(|=|,? (?:so|that is|that's|which is|i\.?e\.?|also|das (?:ist|sind)|soit|es decir|o sea)\b)[^.;]{0,12}$/

/** Leaves out times that end the previous one, or repeat it in another zone. */
function withEnds(times: readonly Time[], text: string): Time[] {
  const kept: Time[] = []
  for (const time of times) {
    const before = kept.at(-1)
    const between = before ? text.slice(before.to, time.from) : ''
    if (before && REPEATED_TIME.test(between)) continue
    const length = before ? minutesOf(time) - minutesOf(before) : 0
    if (before?.length === null && length > 0 && END_WORDS.test(between))
      kept.splice(-1, 1, { ...before, length })
    else kept.push(time)
  }
  return kept
}

/** The duration in a folded text, in minutes; null when it states none. */
export function lengthIn(text: string): number | null {
  const tokens = tokensOf(text)
  for (let at = 0; at < tokens.length; at += 1) {
    const minutes = lengthAt(tokens, at)
    if (minutes !== null && minutes >= 10 && minutes <= 600) return minutes
  }
  return null
}

function lengthAt(tokens: readonly Token[], at: number): number | null {
  const phrase = phraseAt(tokens, at, 'lengths')
  if (phrase) return Number(phrase.value)
  if (isBeside(tokens, at) && /^[.,:/]$/.test(wordAt(tokens, at - 1))) return null
  const counted = countAt(tokens, at)
  if (!counted) return null
  const isHalf = /^[.,]$/.test(wordAt(tokens, counted.next)) && wordAt(tokens, counted.next + 1) === '5'
  const start = counted.next + (isHalf ? 2 : 0)
  const unit = unitAt(tokens, wordAt(tokens, start) === '-' ? start + 1 : start)?.unit
  // `10 h` and the French `à 10 heures` are times.
  const isTime =
    wordAt(tokens, start) === 'h' || counted.count >= 10 || phraseAt(tokens, at - 1, 'at') !== null
  const each = unit === 'hour' && !isTime ? 60 : unit === 'minute' ? 1 : null
  return each === null ? null : (counted.count + (isHalf ? 0.5 : 0)) * each
}

/** The count and unit at the beginning of a folded text: `5 full days`, `two (2) weeks`, `10 dias habiles`. */
export function spanAt(text: string): Pick<Distance, 'unit' | 'amount'> | null {
  const tokens = tokensOf(text.slice(0, 80))
  const counted = countAt(tokens, 0)
  if (!counted) return null
  let at = counted.next
  if (wordAt(tokens, at) === '(') at += 3
  if (/^(?:-|calendar|full|weitere|prochaine?s)$/.test(wordAt(tokens, at))) at += 1
  if (wordAt(tokens, at) === 'fortnight') return { unit: 'week', amount: 2 * counted.count }
  const unit = unitAt(tokens, at)
  return unit && { unit: unit.unit, amount: counted.count }
}

/** A phrase such as “end of the week” in a folded text, with its position. */
export function endsIn(text: string): { end: NonNullable<StatedDay['endOf']>; from: number } | null {
  const tokens = tokensOf(text)
  for (let at = 0; at < tokens.length; at += 1) {
    const end = endOf(tokens, at)?.stated.endOf
    if (end) return { end, from: tokens[at]?.from ?? 0 }
  }
  return null
}
