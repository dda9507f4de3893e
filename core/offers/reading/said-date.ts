// Dates in the words of an offer, in the languages in which letters name months.
import { msOf } from '../../kernel/clock.ts'
import { readInstant, type Reading } from '../../kernel/natural-dates.ts'
import { wallTime } from '../../kernel/zone.ts'
import { MONTHS_ELSEWHERE } from './spelled.ts'

/** When and where the words are read. */
export interface Moment {
  now: number
  timeZone: string
}

const WEEKDAY = /^((?:sun|mon|tues|wednes|thurs|fri|satur)day),?\s(?=\p{L}{3,} \d|\d)/iu

const inEnglish = (text: string): string =>
  text
    .trim()
    .replace(/^(?:the|on|this|coming|le|zum|den)\s/i, '')
    .replace(/(\d)(?:\.|st\b|nd\b|rd\b|th\b)\s?(?=\p{L})/u, '$1 ')
    .replace(/(\d)(?:st|nd|rd|th)\b/, '$1')
    .replace(/^(\d\d?\.\d\d?)$/, '$1.')
    .replace(/\p{L}+/gu, (word) => MONTHS_ELSEWHERE[word.toLowerCase()] ?? word)

const isOn = (instant: string, weekday: string, timeZone: string): boolean =>
  new Intl.DateTimeFormat('en', { weekday: 'long', timeZone }).format(msOf(instant)).toLowerCase() ===
  weekday.toLowerCase()

/** The instant that words say; null when they say none, or a weekday that is not that of the date. */
function instantIn(text: string, { now, timeZone }: Moment, reading?: Reading): string | null {
  const said = inEnglish(text)
  const weekday = WEEKDAY.exec(said)
  const instant = readInstant(
    weekday ? said.slice(weekday[0].length) : said,
    new Date(now),
    timeZone,
    reading,
  )
  return instant !== null && weekday?.[1] && !isOn(instant, weekday[1], timeZone) ? null : instant
}

/** The most words behind a date: “by friday lol”. */
const MOST_BEHIND = 3

/** The instant at the beginning of a text, and the words behind it; null when it begins with no date. */
export function dateIn(
  text: string,
  moment: Moment,
  reading?: Reading,
): { instant: string; rest: string } | null {
  const words = text.trim().split(/\s+/)
  for (let behind = 0; behind <= MOST_BEHIND && behind < words.length; behind += 1) {
    const end = words.length - behind
    const instant = instantIn(words.slice(0, end).join(' '), moment, reading)
    if (instant !== null) return { instant, rest: words.slice(end).join(' ') }
  }
  return null
}

/** The day of an instant, as dates are written. */
export const dayOf = (iso: string, timeZone: string): string => {
  const { year, month, day } = wallTime(msOf(iso), timeZone)
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
}
