// Days that sentences name, in four languages and two orders.
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
    String.raw`(?<nth>(?:(?:\b\s)?\b(?:${WEEKDAY}),?\s(?:the\s|den\s|dem\s|el\s|le\s)?|\b(?:on|you)\s(?:on\s)?the\s)(\d{1,2})(?:st|nd|rd|th)\b)`,
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

/** `Wednesday the 14th`: the next such day of a month, ahead. */
export function nthDay(day: number, { today }: Calendar) {
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

/** The sentence with its dates blanked out, so that their numbers are no times. */
export const withoutDays = (folded: string, days: readonly Day[]): string =>
  days.reduce((text, { from, to }) => text.slice(0, from) + ' '.repeat(to - from) + text.slice(to), folded)
