// Dates and times in sentences, in four languages and two orders.
import { addDays, asIfUtc, isWallTime, type WallTime } from '../../kernel/zone.ts'

export interface Day {
  year: number
  month: number
  day: number
  /** Said as a weekday or relative to the mail. */
  relative: boolean
  /** Where in the sentence it stands. */
  from: number
  to: number
}

export interface Time {
  hour: number
  minute: number
  /** Minutes from the start to the end, where both are said. */
  length: number | null
  from: number
  to: number
}

/** The day a mail was sent, in its sender's local time, and how it writes `3/4`. */
export interface Calendar {
  today: WallTime
  monthFirst: boolean
}

const MONTHS: readonly string[] = [
  'jan(?:uary|uar|vier)?|ene(?:ro)?|januar|janner|janv',
  'feb(?:ruary|ruar|rero)?|fev(?:rier)?|febr',
  'mar(?:ch|zo|s)?|marz|maerz',
  'apr(?:il)?|abr(?:il)?|avr(?:il)?',
  'may|mai|mayo',
  'jun[ei]?|junio|juin',
  'jul[yi]?|julio|juil(?:let)?',
  'aug(?:ust)?|ago(?:sto)?|aout',
  'sep(?:t|tember|tiembre|tembre)?|setiembre',
  'oct(?:ober|ubre|obre)?|okt(?:ober)?',
  'nov(?:ember|iembre|embre)?',
  'dec(?:ember|embre)?|dez(?:ember)?|dic(?:iembre)?',
]
const MONTH = MONTHS.join('|')
const WEEKDAYS: readonly string[] = [
  'sun(?:day)?|sonntag|domingo|dimanche',
  'mon(?:day)?|montag|lunes|lundi',
  'tue(?:s|sday)?|dienstag|martes|mardi',
  'wed(?:s|nesday)?|weds|mittwoch|miercoles|mercredi',
  'thu(?:r|rs|rsday)?|donnerstag|jueves|jeudi',
  'fri(?:day)?|freitag|viernes|vendredi',
  'sat(?:urday)?|samstag|sonnabend|sabado|samedi',
]
const WEEKDAY = WEEKDAYS.join('|')

const indexIn = (names: readonly string[], word: string): number =>
  names.findIndex((name) => new RegExp(`^(?:${name})$`).test(word))

const DATE = new RegExp(
  [
    String.raw`(?<iso>\b(\d{4})-(\d{2})-(\d{2})\b)`,
    String.raw`(?<slashed>\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?\b)`,
    String.raw`(?<dotted>\b(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}|\d{2}(?!\d|[:.]\d)))?)`,
    String.raw`(?<monthDay>\b(${MONTH})\.?\s(?:the\s)?(\d{1,2})(?:st|nd|rd|th)?\b(?![:h]\d)(?:,?\s?(\d{4}))?)`,
    String.raw`(?<dayMonth>\b(\d{1,2})(?:st|nd|rd|th|er|\.)?\s(?:of\s|de\s)?(${MONTH})\b\.?(?:,?\s(?:de\s|del\s)?(\d{4}))?)`,
    String.raw`(?<nth>\b(?:${WEEKDAY}),?\s(?:the\s|den\s|dem\s|el\s|le\s)?(\d{1,2})(?:st|nd|rd|th)\b)`,
    String.raw`(?<spoken>\b(?:tomorrow|today|ubermorgen|(?<!guten )morgen|heute|pasado manana|(?<!la )manana|hoy|apres-demain|demain|aujourd'hui)\b)`,
    String.raw`(?<weekday>\b(next|this|coming|nachsten|kommenden|diesen|am|proximo|este|prochain)?\s?\b(${WEEKDAY})\b(\sprochain|\sque viene)?)`,
  ].join('|'),
  'g',
)

const SPOKEN: Record<string, number> = {
  today: 0,
  heute: 0,
  hoy: 0,
  "aujourd'hui": 0,
  tomorrow: 1,
  morgen: 1,
  manana: 1,
  demain: 1,
  ubermorgen: 2,
  'pasado manana': 2,
  'apres-demain': 2,
}

const weekdayOf = (wall: WallTime): number => new Date(asIfUtc(wall)).getUTCDay()

const at = (year: number, month: number, day: number): WallTime => ({
  year,
  month,
  day,
  hour: 0,
  minute: 0,
  second: 0,
})

const fullYear = (text: string | undefined): number | undefined =>
  text === undefined || text === '' ? undefined : Number(text) < 100 ? 2000 + Number(text) : Number(text)

const HALF_YEAR_DAYS = 183

/** The year in which a day without one is nearest, ahead rather than behind. */
function yearFor(month: number, day: number, { today }: Calendar): number {
  const distance = (year: number) => (asIfUtc(at(year, month, day)) - asIfUtc(today)) / 86_400_000
  return distance(today.year) < -HALF_YEAR_DAYS
    ? today.year + 1
    : distance(today.year) > HALF_YEAR_DAYS + 90
      ? today.year - 1
      : today.year
}

/** 3/4 in the order that makes a date, fits the weekday beside it, or is the sender's. */
function slashed(
  first: number,
  second: number,
  year: number | undefined,
  before: string,
  calendar: Calendar,
) {
  const readings = (
    calendar.monthFirst
      ? [
          [first, second],
          [second, first],
        ]
      : [
          [second, first],
          [first, second],
        ]
  ).map(([month, day]) => ({ month: month!, day: day!, year: year ?? yearFor(month!, day!, calendar) }))
  const real = readings.filter((each) => isWallTime(at(each.year, each.month, each.day)))
  const named = new RegExp(String.raw`\b(${WEEKDAY})\.?,?\s*(?:the\s|den\s|dem\s)?$`).exec(before)?.[1]
  const fits =
    named && real.find((each) => weekdayOf(at(each.year, each.month, each.day)) === indexIn(WEEKDAYS, named))
  return fits || real[0]
}

/** Every day that a folded sentence names, in order. */
export function daysIn(folded: string, calendar: Calendar): Day[] {
  const days: Day[] = []
  for (const found of folded.matchAll(DATE)) {
    const day = readDay(found, folded, calendar)
    if (!day || !isWallTime(at(day.year, day.month, day.day))) continue
    days.push({ ...day, from: found.index, to: found.index + found[0].length })
  }
  // A weekday beside a date says the same day.
  return days.filter(
    (day) =>
      !(
        day.relative &&
        /^\s?(?:next|this|am)?\s?[a-z]/.test(folded.slice(day.from)) &&
        isBesideDate(day, days)
      ),
  )
}

const isBesideDate = (day: Day, days: readonly Day[]): boolean =>
  days.some((other) => !other.relative && other.from >= day.to && other.from - day.to < 14) ||
  days.some((other) => !other.relative && day.from >= other.to && day.from - other.to < 4)

function readDay(
  found: RegExpExecArray,
  folded: string,
  calendar: Calendar,
): Omit<Day, 'from' | 'to'> | null {
  const { iso, slashed: withSlash, dotted, monthDay, dayMonth, nth, spoken } = found.groups!
  const numbers = found[0].match(/\d+/g) ?? []
  const [first, second, third] = numbers.map(Number)
  const known = (year: number | undefined, month: number, day: number) => ({
    year: year ?? yearFor(month, day, calendar),
    month,
    day,
    relative: false,
  })
  if (iso) return known(first, second!, third!)
  if (withSlash) {
    if (
      /^[\d/]*\/\d+\/\d/.test(
        folded.slice(found.index + found[0].length - 1, found.index + found[0].length + 3),
      )
    )
      return null
    const reading = slashed(first!, second!, fullYear(numbers[2]), folded.slice(0, found.index), calendar)
    return reading ? { ...reading, relative: false } : null
  }
  if (dotted) return known(fullYear(numbers[2]), second!, first!)
  if (monthDay) return known(fullYear(numbers[1]), 1 + indexIn(MONTHS, /^[a-z]+/.exec(monthDay)![0]), first!)
  if (dayMonth) return known(fullYear(numbers[1]), 1 + indexIn(MONTHS, monthWord(dayMonth)), first!)
  if (nth) return nthDay(first!, calendar)
  if (spoken) return relativeDay(addDays(calendar.today, SPOKEN[spoken]!))
  return nextWeekday(found[0], calendar)
}

const monthWord = (text: string): string => new RegExp(String.raw`\b(?:${MONTH})\b`).exec(text)![0]

const relativeDay = ({ year, month, day }: WallTime) => ({ year, month, day, relative: true })

/** `Wednesday the 14th`: the next such day of a month. */
function nthDay(day: number, { today }: Calendar) {
  const month = day < today.day ? (today.month % 12) + 1 : today.month
  return { year: today.year + (day < today.day && today.month === 12 ? 1 : 0), month, day, relative: false }
}

function nextWeekday(text: string, { today }: Calendar) {
  const name = new RegExp(String.raw`\b(?:${WEEKDAY})\b`).exec(text)?.[0]
  if (!name) return null
  const ahead = (indexIn(WEEKDAYS, name) - weekdayOf(today) + 7) % 7 || 7
  const isNext = /\bnext\b|nachsten/.test(text) && ahead + weekdayOf(today) <= 7 && weekdayOf(today) !== 0
  return relativeDay(addDays(today, isNext ? ahead + 7 : ahead))
}

const CLOCK = String.raw`(\d{1,2})(?:(?:[:h.])(\d{2}))?\s?(a\.?m\b\.?|p\.?m\b\.?)?\s?(uhr|heures?|h\b)?`
const RANGE = new RegExp(
  String.raw`(?<![\d/.$€£#-])\b(?<first>${CLOCK})\s?(?:-|to|until|till|bis|a|hasta|al?)\s?(?:las\s|um\s|about\s|etwa\s|circa\s)?(?<last>${CLOCK})(?![\d/%])`,
  'g',
)
const SINGLE = new RegExp(
  String.raw`(?<lead>\b(?:at|um|@|a las|a la|ab|from|von|de|a|gegen|starting)\s)?(?<![\d/.$€£#:-])\b(?<one>${CLOCK})(?![\d/%]|:\d)`,
  'g',
)

interface Clock {
  hour: number
  minute: number
  marked: boolean
  half: 'am' | 'pm' | null
}

function readClock(text: string): Clock | null {
  const found = new RegExp(`^${CLOCK}`).exec(text)
  if (!found) return null
  const [, hours, minutes, half, unit] = found
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)]
  if (hour > 24 || minute > 59) return null
  const marked = Boolean(half || unit || (minutes !== undefined && /[:h]/.test(text)))
  return { hour, minute, marked, half: half ? (half.startsWith('p') ? 'pm' : 'am') : null }
}

const asMinutes = ({ hour, minute, half }: Clock): number =>
  (half === 'pm' && hour < 12 ? hour + 12 : half === 'am' && hour === 12 ? 0 : hour) * 60 + minute

/** Every time of day in a sentence, in order; ranges with their length. Dates are to be blanked out before. */
export function timesIn(folded: string): Time[] {
  const times: Time[] = []
  let rest = folded
    .replace(/\bnoon\b/g, '12pm')
    .replace(/\bmidday\b/g, '12pm')
    .replace(/\b12 ?uhr mittags\b/g, '12 uhr')
    .replace(/\bmezzogiorno|\bmediodia\b/g, '12:00')
  for (const found of rest.matchAll(RANGE)) {
    const time = readRange(found.groups!['first']!, found.groups!['last']!)
    if (!time) continue
    times.push({ ...time, from: found.index, to: found.index + found[0].length })
  }
  for (const { from, to } of times) rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to)
  for (const found of rest.matchAll(SINGLE)) {
    const clock = readClock(found.groups!['one']!)
    const led = /^(?:at|um|@|a las|a la)\s$/.test(found.groups!['lead'] ?? '')
    if (
      !clock ||
      !(
        clock.marked ||
        (led &&
          clock.hour <= 23 &&
          !/^\s?(?:st|nd|rd|th|[a-z]{3,}\s(?:st|street|ave|road|lane))/.test(
            rest.slice(found.index + found[0].length),
          ))
      )
    )
      continue
    times.push({ ...timeOf(clock), length: null, from: found.index, to: found.index + found[0].length })
  }
  return times.sort((one, other) => one.from - other.from)
}

function timeOf(clock: Clock): { hour: number; minute: number } {
  const minutes = asMinutes(clock)
  // An hour of the day without a half, said in conversation: eight to eleven before noon, one to six after it.
  const spoken = clock.half === null && !clock.marked && minutes < 7 * 60 ? minutes + 720 : minutes
  return { hour: Math.floor(spoken / 60) % 24, minute: spoken % 60 }
}

function readRange(first: string, last: string) {
  const [start, end] = [readClock(first.trim()), readClock(last.trim())]
  if (!start || !end || !(start.marked || end.marked)) return null
  if (end.half && !start.half && !/[:]/.test(first) ? true : end.half && !start.half) {
    const sameHalf = { ...start, half: end.half }
    start.half = asMinutes(sameHalf) <= asMinutes(end) ? end.half : 'am'
  }
  const length = asMinutes(end) - asMinutes(start)
  return length <= 0 || length > 14 * 60 ? null : { ...timeOf({ ...start, marked: true }), length }
}

/** The sentence with its dates blanked out, so that their numbers are no times. */
export const withoutDays = (folded: string, days: readonly Day[]): string =>
  days.reduce((text, { from, to }) => text.slice(0, from) + ' '.repeat(to - from) + text.slice(to), folded)

const LENGTHS: readonly [RegExp, (found: RegExpExecArray) => number][] = [
  [
    /\b(?:anderthalb|eineinhalb) stunden\b|\b(?:an|one) hour and a half\b|\bhora y media\b|\bune heure et demie\b|\b1h30\b|\b1[.,]5 (?:hours|stunden|horas|heures)\b/,
    () => 90,
  ],
  [
    /\bhalf an hour\b|\bhalf-hour\b|\beine halbe stunde\b|\bhalbe stunde\b|\bmedia hora\b|\bune demi-heure\b|\bdemi-heure\b/,
    () => 30,
  ],
  [/\b(\d{2,3})[ -]?(?:min|mins|minutes?|minuten|minutos)\b/, ([, minutes]) => Number(minutes)],
  [/\b(?:thirty) minutes\b/, () => 30],
  [/\b(?:forty-five) minutes\b/, () => 45],
  [/\b(?:twenty) minutes\b/, () => 20],
  [/\b(?:fifty) minutes\b/, () => 50],
  [
    /\b(\d(?:[.,]5)?)[ -]?(?:hours?|hrs?|stunden?|horas?|heures?)\b/,
    ([, hours]) => Number(hours!.replace(',', '.')) * 60,
  ],
  [/\b(?:two hours|zwei stunden|dos horas|deux heures)\b/, () => 120],
  [/\b(?:three hours|drei stunden|tres horas|trois heures)\b/, () => 180],
  [/\b(?:an|one) hour\b|\beine stunde\b|\buna hora\b|\bune heure\b/, () => 60],
]

/** How long something takes, in minutes, where a sentence says so; null otherwise. */
export function lengthIn(folded: string): number | null {
  for (const [said, minutes] of LENGTHS) {
    const found = said.exec(folded)
    const value = found && minutes(found)
    if (value && value >= 10 && value <= 600) return value
  }
  return null
}
