// Days as people write them: today, "next fri", "Thu Dec 3", 05-Mar-26, 17.10.26, 2026年3月5日, "tuesday next week".
import { isKeyOf } from '../kernel/narrow.ts'
import { countAt, distanceAt, type Distance } from './durations.ts'
import { monthNamed, nameWritten, weekdayNamed } from './names.ts'
import { isBeside, numberAt, tokensOf, wordAt, type Token } from './tokens.ts'
import { phraseAt, unitAt } from './words.ts'

/**
 * How to choose a date if the year is missing or there is only a weekday. `ahead` is for plans and `behind` for filters. `near`
 * is for letters: the nearest date, the first such weekday after the letter's day, and for “next friday” the one in the next week.
 */
export type Direction = 'ahead' | 'behind' | 'near'

/** What a text says about a day, before it is a date. */
export interface StatedDay {
  date?: { year: number | null; month: number; day: number }
  /** 3/4/2026, if the order of day and month is unknown. */
  slashed?: { one: number; other: number; year: number | null }
  nth?: number
  weekday?: { day: number; step: Step | null }
  period?: {
    unit: 'weekend' | 'week' | 'month' | 'year'
    step: Step
    month?: number
    /** 1 to 4. With 0, `step` counts from the current quarter. */
    quarter?: number
    year?: number | null
  }
  /** The end of a period relative to now, or of a named month. */
  endOf?: { unit: 'week' | 'month' | 'year'; step: Step; month?: number; year?: number | null }
  /** The week of a day, or a numbered one. */
  weekOf?: StatedDay | { week: number; year: number | null }
  /** The days up to now (negative), or from now on. */
  span?: Pick<Distance, 'unit' | 'amount'>
  days?: number
  distance?: Pick<Distance, 'unit' | 'amount' | 'isSigned'>[]
  /** Whether the words name no exact day: “mid-December”. */
  isRough?: boolean
  /** Weeks to add to the stated day: “monday week”. */
  weeks?: number
  /** The first Monday of a month, or the last (-1). Without a month, `step` counts from this month. */
  nthWeekday?: { nth: number; day: number; month: number | null; year: number | null; step: Step }
}
export type Step = number

export interface DayMatch {
  readonly stated: StatedDay
  readonly next: number
}

/** Whether no blanks separate the tokens from one index to another. */
export const areJoined = (tokens: readonly Token[], from: number, to: number): boolean => {
  for (let at = from + 1; at <= to; at += 1) if (!isBeside(tokens, at)) return false
  return true
}
const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text))

/** 2026-03-05, 2026.03.05, 2026. 3. 5., 20260305, 2026年3月5日, 2026년 3월 5일. */
function yearFirst(tokens: readonly Token[], at: number): DayMatch | null {
  const packed = numberAt(tokens, at, /^(?:19|20|21)\d{6}$/)
  if (packed !== null) {
    const [year, month, day] = [Math.floor(packed / 10_000), Math.floor(packed / 100) % 100, packed % 100]
    return { stated: { date: { year, month, day } }, next: at + 1 }
  }
  const year = numberAt(tokens, at, /^\d{4}$/)
  const month = numberAt(tokens, at + 2, /^\d\d?$/)
  const day = numberAt(tokens, at + 4, /^\d\d?$/)
  if (year === null || month === null || day === null) return null
  const [mark, second] = [wordAt(tokens, at + 1), wordAt(tokens, at + 3)]
  const date = { year, month, day }
  const isDotted = mark === '.' && isBeside(tokens, at + 1) && isBeside(tokens, at + 3)
  const isMarked = /^[-/.]$/.test(mark) && mark === second && (isDotted || areJoined(tokens, at, at + 4))
  if (isMarked) return { stated: { date }, next: at + 5 }
  const isEastern =
    /^[年년]$/.test(mark) && /^[月월]$/.test(second) && /^[日일号]/.test(wordAt(tokens, at + 5))
  return isEastern ? { stated: { date }, next: at + 6 } : null
}

function easternDay(tokens: readonly Token[], at: number): DayMatch | null {
  const [month, day] = [numberAt(tokens, at, /^\d\d?$/), numberAt(tokens, at + 2, /^\d\d?$/)]
  const isEastern = wordAt(tokens, at + 1) === '月' && /^[日号]$/.test(wordAt(tokens, at + 3))
  if (month === null || day === null || !isEastern) return null
  return { stated: { date: { year: null, month, day } }, next: at + 4 }
}

/** 17.10.26, 31.12., 3/4/2026, 3/4, 12-31-2026. A dotted date is never month first. */
function digitsFirst(tokens: readonly Token[], at: number): DayMatch | null {
  const one = numberAt(tokens, at, /^\d\d?$/)
  const other = numberAt(tokens, at + 2, /^\d\d?$/)
  const mark = wordAt(tokens, at + 1)
  if (one === null || other === null || !/^[-/.]$/.test(mark)) return null
  const hasBlank = mark === '.' && !isBeside(tokens, at + 2)
  if (!isBeside(tokens, at + 1) || (!isBeside(tokens, at + 2) && !hasBlank)) return null
  const isMarked = wordAt(tokens, at + 3) === mark && isBeside(tokens, at + 3)
  const yearText = isMarked && tokens[at + 4]?.isNumber ? wordAt(tokens, at + 4) : ''
  const isBlankBefore = tokens[at + 4]?.from !== tokens[at + 3]?.to
  const hasYear = /^(?:\d\d|\d{4})$/.test(yearText) && !(isBlankBefore && yearText.length === 2)
  const year = hasYear ? fullYear(yearText) : null
  const next = hasYear ? at + 5 : at + 3
  if (mark === '.') {
    if (!isMarked) return null
    return { stated: { date: { year, month: other, day: one } }, next: hasYear ? next : at + 4 }
  }
  if (year === null && (mark === '-' || isMarked)) return null
  return { stated: { slashed: { one, other, year } }, next }
}

const ORDINAL = /^(?:st|nd|rd|th|er|e|o|º|ª|\.)$/

function dayNumberAt(tokens: readonly Token[], at: number) {
  const day = numberAt(tokens, at, /^\d\d?$/)
  if (day === null) return null
  const isOrdinal = ORDINAL.test(wordAt(tokens, at + 1)) && isBeside(tokens, at + 1)
  return { day, ordinal: isOrdinal && wordAt(tokens, at + 1) !== '.', next: isOrdinal ? at + 2 : at + 1 }
}

/** Skips spaces, commas and similar signs between the parts of a date. */
function skip(tokens: readonly Token[], at: number, signs: RegExp): number {
  let next = at
  while (next < tokens.length && signs.test(wordAt(tokens, next))) next += 1
  return phraseAt(tokens, next, 'of')?.next ?? next
}

/** The year after a day and a month. Two digits count only if a sign joins them. */
export function yearAt(tokens: readonly Token[], at: number): { year: number; next: number } | null {
  const start = skip(tokens, at, /^[,./'’-]$/)
  const text = tokens[start]?.isNumber ? wordAt(tokens, start) : ''
  const isShort = /^\d\d$/.test(text) && /^[-/'’]$/.test(wordAt(tokens, start - 1)) && start > at
  if (!isShort && !/^(?:19|20|21)\d\d$/.test(text)) return null
  // In `Mar 5 2026:`, 2026 is no year. In `Mar 5 2026-` it is one, and the dash begins something else.
  return /^[:]$/.test(wordAt(tokens, start + 1)) ? null : { year: fullYear(text), next: start + 1 }
}

/** What a text says with the year at an index, if there is one. */
function withYearAt(tokens: readonly Token[], at: number, stated: (year: number | null) => StatedDay) {
  const year = yearAt(tokens, at)
  return { stated: stated(year?.year ?? null), next: year?.next ?? at }
}

/** The number of a day, also as a word: “fifth”. */
function spokenDayAt(tokens: readonly Token[], at: number) {
  const found = phraseAt(tokens, at, 'nthDays')
  // “You may first …” names no day.
  const isVerb = found !== null && wordAt(tokens, at - 1) === 'may'
  return found && !isVerb
    ? { day: Number(found.value), ordinal: false, next: found.next }
    : dayNumberAt(tokens, at)
}

/** Whether what follows a number makes it an hour: “3:00”, “15h”, “3pm”. */
const isHour = (tokens: readonly Token[], at: number): boolean =>
  /^[ap]m$/.test(wordAt(tokens, at)) || (/^[:h]$/.test(wordAt(tokens, at)) && isBeside(tokens, at + 1))

/** Mar 5, December fifth, 5 March 2026, 5th of March, 05-Mar-26, 5. März, 5 de marzo de 2026. */
function namedMonthDate(tokens: readonly Token[], at: number, monthOf = monthNamed): DayMatch | null {
  // In a letter, “first” is an ordinary word.
  const dayOf = monthOf === monthNamed ? spokenDayAt : dayNumberAt
  const month = tokens[at]?.isNumber === false ? monthOf(wordAt(tokens, at)) : null
  if (month !== null) {
    const start = skip(tokens, at + 1, /^[./-]$/)
    const after = dayOf(tokens, wordAt(tokens, start) === 'the' ? start + 1 : start)
    if (!after || isHour(tokens, after.next)) return null
    return withYearAt(tokens, after.next, (year) => ({ date: { year, month, day: after.day } }))
  }
  const before = dayOf(tokens, at)
  if (!before) return null
  const place = skip(tokens, before.next, /^[/-]$/)
  const behind = tokens[place]?.isNumber === false ? monthOf(wordAt(tokens, place)) : null
  if (behind === null) return null
  const end = wordAt(tokens, place + 1) === '.' ? place + 2 : place + 1
  const year = yearAt(tokens, end) ?? (wordAt(tokens, place + 1) === '.' ? yearAt(tokens, place + 1) : null)
  return {
    stated: { date: { year: year?.year ?? null, month: behind, day: before.day } },
    next: year?.next ?? end,
  }
}

export const stepAt = (tokens: readonly Token[], at: number): { step: Step; next: number } | null => {
  const found = phraseAt(tokens, at, 'steps')
  return found && { step: Number(found.value), next: found.next }
}

/** A weekday, as a word or phrase. `isOfWeek`: “next” beside it means the week, as in 下周二. */
function weekdayAt(tokens: readonly Token[], at: number) {
  const phrase = phraseAt(tokens, at, 'weekdays')
  if (phrase) return { day: Number(phrase.value), next: phrase.next, isOfWeek: phrase.language === 'zh' }
  const day = tokens[at]?.isNumber === false ? weekdayNamed(wordAt(tokens, at)) : null
  return day === null ? null : { day, next: at + 1, isOfWeek: false }
}

/** friday, "next fri", "vendredi prochain"; also "last week", "la semaine prochaine". */
function relativeWeekday(tokens: readonly Token[], at: number): DayMatch | null {
  const lead = stepAt(tokens, at)
  const start = lead?.next ?? at
  const unit = unitAt(tokens, start)
  const weekday = weekdayAt(tokens, start)
  if (weekday !== null) {
    const end = wordAt(tokens, weekday.next) === '.' ? weekday.next + 1 : weekday.next
    if (lead && weekday.isOfWeek)
      return {
        stated: { period: { unit: 'week', step: lead.step }, weekday: { day: weekday.day, step: null } },
        next: end,
      }
    const behind = lead || weekday.isOfWeek ? null : stepAt(tokens, end)
    // In “tuesday next week”, `next` belongs to the week.
    const isOwn = behind !== null && unitAt(tokens, behind.next) === null
    return {
      stated: { weekday: { day: weekday.day, step: lead?.step ?? (isOwn ? behind.step : null) } },
      next: isOwn ? behind.next : end,
    }
  }
  if (unit?.unit === 'workday' && lead && lead.step !== 0)
    return {
      stated: { days: 0, distance: [{ unit: 'workday', amount: lead.step, isSigned: false }] },
      next: unit.next,
    }
  if (unit === null || !(unit.unit === 'week' || unit.unit === 'month' || unit.unit === 'year')) return null
  const step = lead ?? stepAt(tokens, unit.next)
  if (!step) return null
  return { stated: { period: { unit: unit.unit, step: step.step } }, next: lead ? unit.next : step.next }
}

/** A period by its name or from now: “March 2027”, “next month”, “Woche”, “la semaine prochaine”. `month` is null without a name. */
function periodNamedAt(tokens: readonly Token[], at: number) {
  const lead = stepAt(tokens, at)
  // Dutch “deze” also begins a German month.
  const month = lead ? null : monthNamed(wordAt(tokens, at))
  if (month !== null) {
    const { year = null, next = at + 1 } = yearAt(tokens, at + 1) ?? {}
    return { unit: 'month' as const, step: 0, month, year, next }
  }
  const unit = unitAt(tokens, lead?.next ?? at)
  if (unit?.unit !== 'week' && unit?.unit !== 'month' && unit?.unit !== 'year') return null
  const behind = lead ? null : stepAt(tokens, unit.next)
  const step = (lead ?? behind)?.step ?? 0
  return { unit: unit.unit, step, month, year: null, next: behind?.next ?? unit.next }
}

/** “mid-December”, “early March 2027”, “Mitte nächsten Monats”: a day in that part of the month. */
function partOfMonth(tokens: readonly Token[], at: number): DayMatch | null {
  const from = phraseAt(tokens, at, 'within')?.next ?? at
  const parted = tokensOf(wordAt(tokens, from).replace('-', ' '))
  const words = [...parted, ...tokens.slice(from + 1)]
  const part = phraseAt(words, 0, 'monthParts')
  const found = part && periodNamedAt(words, phraseAt(words, part.next, 'around')?.next ?? part.next)
  if (found?.unit !== 'month') return null
  const { step, month, year } = found
  const day = Number(part?.value)
  const stated = month ? { date: { year, month, day } } : { nth: day, period: { unit: found.unit, step } }
  // “Early March 5” is neither an early day nor five o’clock.
  const after = spokenDayAt(words, found.next)
  if (after && !isHour(words, after.next)) return null
  return { stated: { ...stated, isRough: true }, next: from + found.next + 1 - parted.length }
}

const SHORT_ENDS = { eom: 'month', eow: 'week', eoy: 'year', monatsende: 'month' } as const

/** "end of month", "the end of next week", "Ende nächster Woche", eom, eow. */
export function endOf(tokens: readonly Token[], at: number): DayMatch | null {
  const word = wordAt(tokens, at)
  if (isKeyOf(SHORT_ENDS, word))
    return { stated: { endOf: { unit: SHORT_ENDS[word], step: 0 } }, next: at + 1 }
  const end = phraseAt(tokens, word === 'the' ? at + 1 : at, 'end')
  if (!end) return null
  const found = periodNamedAt(tokens, phraseAt(tokens, end.next, 'around')?.next ?? end.next)
  if (!found) return null
  const { next, unit, step, month, year } = found
  return { stated: { endOf: { unit, step, ...(month !== null && { month, year }) } }, next }
}

/** "first monday of january", "last friday of the month", "erster Montag im Januar 2027". */
function nthWeekday(tokens: readonly Token[], at: number): DayMatch | null {
  const nth = phraseAt(tokens, wordAt(tokens, at) === 'the' ? at + 1 : at, 'ordinals')
  const day = nth && weekdayNamed(wordAt(tokens, nth.next))
  const within = day === null || !nth ? null : phraseAt(tokens, nth.next + 1, 'within')
  const found = within && periodNamedAt(tokens, within.next)
  if (!nth || day === null || found?.unit !== 'month') return null
  const { next, step, month, year } = found
  return { stated: { nthWeekday: { nth: Number(nth.value), day, month, year, step } }, next }
}

/** "tuesday week", "mardi en huit", "a week on tuesday", "2 weeks from tomorrow". */
function weeksOn(tokens: readonly Token[], at: number): DayMatch | null {
  const own = tokens[at]?.isNumber === false ? weekdayNamed(wordAt(tokens, at)) : null
  const after = own === null ? null : phraseAt(tokens, at + 1, 'weekAfter')
  if (own !== null)
    return after && { stated: { weekday: { day: own, step: null }, weeks: 1 }, next: after.next }
  const counted = countAt(tokens, at)
  const unit = unitAt(tokens, counted?.next ?? at)
  const from = unit?.unit === 'week' ? phraseAt(tokens, unit.next, 'weekFrom') : null
  if (!from) return null
  const weeks = counted?.count ?? 1
  const day = weekdayNamed(wordAt(tokens, from.next))
  if (day !== null) return { stated: { weekday: { day, step: null }, weeks }, next: from.next + 1 }
  const days = phraseAt(tokens, from.next, 'days')
  // “A week from today” counts from now. It names no day.
  return days && days.value !== '0' ? { stated: { days: Number(days.value), weeks }, next: days.next } : null
}

function distances(tokens: readonly Token[], at: number): DayMatch | null {
  const found = distanceAt(tokens, at)
  return found && { stated: { distance: [found] }, next: found.next }
}

function spoken(tokens: readonly Token[], at: number): DayMatch | null {
  const found = phraseAt(tokens, at, 'days') ?? phraseAt(tokens, at, 'typed')
  return found && { stated: { days: Number(found.value) }, next: found.next }
}

function holiday(tokens: readonly Token[], at: number): DayMatch | null {
  const found = phraseAt(tokens, at, 'holidays')
  if (!found) return null
  const [month = 0, day = 0, nth] = found.value.split(' ').map(Number)
  return withYearAt(tokens, found.next, (year) => {
    const date = { month, day, year }
    return nth ? { nthWeekday: { ...date, nth, step: 0 } } : { date }
  })
}

const ARTICLE = /^(?:am|den|dia|el|il|le|the)$/

function nth(tokens: readonly Token[], at: number): DayMatch | null {
  const found = dayNumberAt(tokens, at)
  // “Il 4 alle 10” is a day and its hour.
  const isDay = found && ARTICLE.test(wordAt(tokens, at - 1)) && phraseAt(tokens, found.next, 'at')
  return found && (found.ordinal || isDay) ? { stated: { nth: found.day }, next: found.next } : null
}

export function dayAt(tokens: readonly Token[], at: number): DayMatch | null {
  for (const read of [
    yearFirst,
    easternDay,
    digitsFirst,
    namedMonthDate,
    holiday,
    nthWeekday,
    weeksOn,
    distances,
    spoken,
    endOf,
    partOfMonth,
    relativeWeekday,
    nth,
  ]) {
    const found = read(tokens, at)
    if (found) return found
  }
  return null
}

/** Reads a day in a letter: a date, `tomorrow`, a weekday, or `Wednesday the 14th`. */
export function dayWrittenAt(tokens: readonly Token[], at: number): DayMatch | null {
  const date =
    (tokens[at]?.isNumber && wordAt(tokens, at).length < 5 ? yearFirst(tokens, at) : null) ??
    easternDay(tokens, at) ??
    digitsFirst(tokens, at) ??
    namedMonthDate(tokens, at, (name) => nameWritten('month', name))
  if (date) return date
  const day = phraseAt(tokens, at, 'days')
  const isGreeting = /^(?:guten|la)$/.test(wordAt(tokens, at - 1))
  if (day)
    return isGreeting || Number(day.value) < 0
      ? null
      : { stated: { days: Number(day.value) }, next: day.next }
  const weekday = weekdayWrittenAt(tokens, at)
  const start = weekday && wordAt(tokens, weekday.next) === ',' ? weekday.next + 1 : (weekday?.next ?? at)
  const isLed = weekday !== null || /^(?:on|you)$/.test(wordAt(tokens, at - 1))
  const article = /^(?:the|den|dem|el|le)$/.test(wordAt(tokens, start))
  const found = isLed && (article || weekday) ? dayNumberAt(tokens, article ? start + 1 : start) : null
  if (found?.ordinal && /^(?:st|nd|rd|th)$/.test(wordAt(tokens, found.next - 1)))
    return { stated: { nth: found.day }, next: found.next }
  return weekday
}

function weekdayWrittenAt(tokens: readonly Token[], at: number): DayMatch | null {
  const lead = stepAt(tokens, at)
  const start = lead?.next ?? at
  const day = nameWritten('weekday', wordAt(tokens, start))
  if (day === null) return null
  const behind = lead ? null : stepAt(tokens, start + 1)
  const isOwn = behind !== null && unitAt(tokens, behind.next) === null && behind.step === 1
  const step = lead?.step ?? (isOwn ? 1 : null)
  return { stated: { weekday: { day, step } }, next: isOwn ? behind.next : start + 1 }
}
