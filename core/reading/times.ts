// Reads times of day as people write them: 3pm, 15:00, 15h30, 14 Uhr, half past two, halb zehn, "at 5", 2-3pm.
import { countAt } from './durations.ts'
import { englishNames } from './names.ts'
import { phraseAt } from './words.ts'
import { isBeside, numberAt, wordAt, type Token } from './tokens.ts'

export interface TimeOfDay {
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
}

/** A time in a text. `bare`: the hour may be am or pm, as in `at 5`. */
export interface ClockTime extends TimeOfDay {
  readonly bare: boolean
  /** am or pm, if stated. */
  readonly half: 'a' | 'p' | null
  /** Whether it is surely a time: it has am or pm, minutes after a colon, or a word such as “o'clock”. */
  readonly isMarked: boolean
  /** Whether the hour has a leading zero, which means before noon: `05:00`. */
  readonly isPadded: boolean
  readonly next: number
}

export interface Times {
  readonly time: ClockTime
  readonly end: ClockTime | null
  readonly next: number
}

function halfAt(tokens: readonly Token[], at: number): { half: 'a' | 'p'; next: number } | null {
  const word = wordAt(tokens, at)
  const half = word.startsWith('a') ? 'a' : 'p'
  const isDotted = /^[ap]$/.test(word) && wordAt(tokens, at + 1) === '.' && wordAt(tokens, at + 2) === 'm'
  // `3:30p`
  const isShort = /^[ap]$/.test(word) && isBeside(tokens, at) && wordAt(tokens, at - 2) === ':'
  if (!isDotted && !isShort && !/^[ap]m$/.test(word)) return null
  const end = isDotted ? at + 3 : at + 1
  return { half, next: wordAt(tokens, end) === '.' ? end + 1 : end }
}

/** “Friday pm”, “tomorrow am”. The German `am` is a preposition. */
export function isHalfOf(tokens: readonly Token[], at: number): boolean {
  const [before, half] = [wordAt(tokens, at - 1), wordAt(tokens, at)]
  const isWeekday = before.length > 2 && englishNames('weekday').some((name) => name.startsWith(before))
  return /^[ap]m$/.test(half) && (isWeekday || phraseAt(tokens, at - 1, 'days', 'en') !== null)
}

export const PLAIN = { second: 0, millisecond: 0, bare: false, half: null, isMarked: true, isPadded: false }

const timeOf = (hour: number, minute: number, next: number, more?: Partial<ClockTime>): ClockTime | null =>
  hour > 23 || minute > 59 || (more?.second ?? 0) > 59 ? null : { ...PLAIN, hour, minute, next, ...more }

/** Applies am or pm. In `14:45pm` pm is ignored; `14pm` is no time. */
const withHalf = (hour: number, minute: number, half: 'a' | 'p', next: number, more?: Partial<ClockTime>) =>
  hour < 1 || hour > (half === 'p' && more ? 23 : 12)
    ? null
    : timeOf(hour > 12 ? hour : (hour % 12) + (half === 'p' ? 12 : 0), minute, next, { ...more, half })

/** `14:30:05.123`, `2.30 pm`, `15h30`, `14 Uhr 30`, `3pm`. After a word such as `at` also `5` and `13.30`. */
function timeInDigits(tokens: readonly Token[], at: number, isLed: boolean): ClockTime | null {
  const hour = numberAt(tokens, at, /^\d\d?$/)
  if (hour === null) return null
  const mark = wordAt(tokens, at + 1)
  // `15h30`, and the French `15 h 30`.
  const isJoined = isBeside(tokens, at + 2) || (mark === 'h' && !isBeside(tokens, at + 1))
  const minute = /^[:.h]$/.test(mark) && isJoined ? numberAt(tokens, at + 2, /^\d\d$/) : null
  if (minute !== null) return withMinute(tokens, at, hour, minute, isLed)
  const halfDay = halfAt(tokens, at + 1)
  if (halfDay) return withHalf(hour, 0, halfDay.half, halfDay.next)
  const clock = phraseAt(tokens, at + 1, 'clock')
  if (mark === 'h') return timeOf(hour, 0, at + 2)
  if (clock) {
    const past = numberAt(tokens, clock.next, /^\d\d$/)
    // `5 o'clock` may be am or pm; `14 Uhr` may not.
    const bare = /^(?:en|nl|zh|ja)$/.test(clock.language) && hour > 0 && hour < 8
    const half = phraseAt(tokens, clock.next, 'halfAfter')
    if (half) return timeOf(hour, 30, half.next, { bare })
    return timeOf(hour, past ?? 0, past === null ? clock.next : clock.next + 1, { bare })
  }
  return isLed ? timeOf(hour, 0, at + 1, { bare: hour > 0 && hour <= 12, isMarked: false }) : null
}

function withMinute(tokens: readonly Token[], at: number, hour: number, minute: number, isLed: boolean) {
  let next = at + 3
  const second = wordAt(tokens, next) === ':' ? numberAt(tokens, next + 1, /^\d\d$/) : null
  if (second !== null) next += 2
  const fraction =
    second !== null && /^[.,]$/.test(wordAt(tokens, next)) ? numberAt(tokens, next + 1, /^\d{1,9}$/) : null
  const digits = fraction === null ? '' : wordAt(tokens, next + 1)
  const millisecond = Number(digits.slice(0, 3).padEnd(3, '0'))
  if (fraction !== null) next += 2
  const more = { second: second ?? 0, millisecond }
  const half = halfAt(tokens, next)
  if (half) return withHalf(hour, minute, half.half, half.next, more)
  const clock = phraseAt(tokens, next, 'clock')
  // Spanish writes “16.00 h”.
  const unit = clock?.next ?? (wordAt(tokens, next) === 'h' && !isBeside(tokens, next) ? next + 1 : null)
  // Without a unit or a word such as `at`, 5.30 may be a date.
  if (wordAt(tokens, at + 1) === '.' && unit === null && !isLed) return null
  const isMarked = wordAt(tokens, at + 1) !== '.' || unit !== null
  // `02:30`, `2:30:00` and “2:30 Uhr” count hours from 0 to 23. `2:30` may be pm.
  const isShort = wordAt(tokens, at).length === 1 && second === null && unit === null
  const bare = isShort && hour > 0 && hour < 7 && wordAt(tokens, at + 1) !== 'h'
  return timeOf(hour, minute, unit ?? next, { ...more, isMarked, bare })
}

/** `0930` after a word such as `at`, `1430 hrs`. */
function packedTime(tokens: readonly Token[], at: number, isLed: boolean): ClockTime | null {
  const digits = tokens[at]?.isNumber ? wordAt(tokens, at) : ''
  const unit = /^(?:hrs?|hours|uhr)$/.test(wordAt(tokens, at + 1)) ? at + 2 : null
  const isLocal = wordAt(tokens, at + 1) === 'local'
  if (!/^(?:[01]\d|2[0-3])[0-5]\d$/.test(digits)) return null
  if (unit === null && !isLocal && !(isLed && digits.startsWith('0'))) return null
  return timeOf(Number(digits.slice(0, 2)), Number(digits.slice(2)), unit ?? at + 1)
}

/** `half past two`, `halb zehn`, `quarter to 5`; noon and midnight. */
function timeInWords(tokens: readonly Token[], at: number): ClockTime | null {
  const exact = phraseAt(tokens, wordAt(tokens, at) === '12' ? at + 1 : at, 'exact')
  if (exact) return timeOf(Number(exact.value), 0, exact.next)
  const lead = phraseAt(tokens, at, 'minutesBeside')
  const hour = lead && countAt(tokens, lead.next)
  if (!lead || !hour || hour.count < 1 || hour.count > 24) return null
  // “From ten to four” is a range.
  if (phraseAt(tokens, at - 1, 'from')) return null
  // “Half 10” is 9:30 in Dutch and 10:30 in British English.
  const isDutch = lead.language === 'nl' && lead.value === '-30' && wordAt(tokens, at - 1) !== 'om'
  if (isDutch && tokens[lead.next]?.isNumber) return null
  if (!tokens[lead.next]?.isNumber && !phraseAt(tokens, lead.next, 'counts', lead.language)) return null
  const half = halfAt(tokens, hour.next)
  const whole = half ? withHalf(hour.count, 0, half.half, half.next) : timeOf(hour.count % 24, 0, hour.next)
  if (!whole) return null
  const total = (whole.hour * 60 + Number(lead.value) + 1440) % 1440
  return { ...whole, hour: Math.floor(total / 60), minute: total % 60, bare: !half && hour.count <= 12 }
}

/** `five o'clock`, `zehn Uhr`: an hour in words, in any language. */
function hourInWords(tokens: readonly Token[], at: number, isLed: boolean): ClockTime | null {
  const counted = tokens[at]?.isNumber ? null : phraseAt(tokens, at, 'counts')
  const clock = counted && phraseAt(tokens, counted.next, 'clock')
  if (!counted || (!clock && !isLed)) return null
  const half = halfAt(tokens, counted.next)
  if (half) return withHalf(Number(counted.value), 0, half.half, half.next)
  const more = { bare: clock?.language !== 'de', isMarked: clock !== null }
  return timeOf(Number(counted.value), 0, clock?.next ?? counted.next, more)
}

export function clockAt(tokens: readonly Token[], at: number, isLed = false): ClockTime | null {
  const lead = phraseAt(tokens, at, 'at')
  // “kl. 14”
  const start = lead === null ? at : lead.next + (wordAt(tokens, lead.next) === '.' ? 1 : 0)
  const led = isLed || lead !== null
  const isPadded = /^0\d$/.test(wordAt(tokens, start))
  // “At half two” means half past two.
  if (lead?.language === 'en' && phraseAt(tokens, at, 'minutesBeside')) return timeInWords(tokens, at)
  const found =
    packedTime(tokens, start, lead !== null) ??
    timeInDigits(tokens, start, led) ??
    timeInWords(tokens, start) ??
    hourInWords(tokens, start, led)
  return found && { ...found, isPadded }
}

export const untilAt = (tokens: readonly Token[], at: number): number | null =>
  /^[-–—~〜]$/.test(wordAt(tokens, at)) ? at + 1 : (phraseAt(tokens, at, 'until')?.next ?? null)

/** A time, or a start and an end: `2-3pm`, `from 2 to 3:30pm`, `10 to 11:30`. */
export function timesAt(tokens: readonly Token[], at: number, isLed = false): Times | null {
  const from = phraseAt(tokens, at, 'from')
  const start = from?.next ?? at
  const first = clockAt(tokens, start, isLed || from !== null)
  const range = rangeAt(tokens, start, isLed)
  if (range) return range
  return first && from === null ? { time: first, end: null, next: first.next } : null
}

/** Whether a sign begins an offset, as in `2026-12-03T14:00-08:00` or `14:00:05-08`. A range has neither T nor seconds. */
const isOffset = (tokens: readonly Token[], start: number, sign: number): boolean =>
  isBeside(tokens, sign) &&
  isBeside(tokens, sign + 1) &&
  numberAt(tokens, sign + 1, /^\d\d$/) !== null &&
  (wordAt(tokens, start - 1) === 't' || [1, 3].every((after) => wordAt(tokens, start + after) === ':'))

function rangeAt(tokens: readonly Token[], start: number, isLed: boolean): Times | null {
  const first = clockAt(tokens, start, true)
  const until = first && untilAt(tokens, first.next)
  const last = until === null ? null : clockAt(tokens, until, true)
  if (!first || !last || isOffset(tokens, start, first.next)) return null
  // `2-3` alone may be a date, so one end must surely be a time.
  const isSaid = isLed || phraseAt(tokens, start - 1, 'from') || phraseAt(tokens, start, 'at')
  if (!isSaid && first.bare && last.bare && /^[-–—]$/.test(wordAt(tokens, first.next))) return null
  return { time: withHalfOf(first, last), end: last, next: last.next }
}

/** `2-3pm` and `2:30-3:15pm` begin after noon; `10-1pm` begins in the morning. */
export function withHalfOf(first: ClockTime, last: ClockTime): ClockTime {
  if (first.half !== null || last.half === null || first.hour > 12 || first.hour === 0) return first
  const minutes = (clock: ClockTime) => (clock.hour % 12) * 60 + clock.minute
  const isSame = minutes(first) <= minutes(last)
  const isPm = isSame ? last.half === 'p' : last.half === 'a'
  return { ...first, bare: false, hour: (first.hour % 12) + (isPm ? 12 : 0) }
}

/** Without am or pm, one to seven o'clock mean the afternoon, and “ten to one” means 12:50. */
export const inDaytime = (time: ClockTime): TimeOfDay =>
  time.bare && time.hour + time.minute > 0 && time.hour <= 7 ? { ...time, hour: time.hour + 12 } : time
