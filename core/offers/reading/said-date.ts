// Dates in the words of an offer.
import { msOf } from '../../kernel/clock.ts'
import { readInstant, type Reading } from '../../reading/moments.ts'
import { wallTime } from '../../kernel/zone.ts'

/** When and where the words are read. */
export interface Moment {
  now: number
  timeZone: string
}

/** The sentence's end takes the dot of `30.11.` with it. */
const inFull = (text: string): string => text.replace(/^(\D*\d\d?\.\d\d?)$/, '$1.')

/** The most words behind a date: “by friday lol”. */
const MOST_BEHIND = 3

/** The instant at the beginning of a text, and the words behind it; null when it begins with no date. */
export function dateIn(
  text: string,
  { now, timeZone }: Moment,
  reading?: Reading,
): { instant: string; rest: string } | null {
  const words = text.trim().split(/\s+/)
  for (let behind = 0; behind <= MOST_BEHIND && behind < words.length; behind += 1) {
    const end = words.length - behind
    const instant = readInstant(inFull(words.slice(0, end).join(' ')), new Date(now), timeZone, reading)
    if (instant !== null) return { instant, rest: words.slice(end).join(' ') }
  }
  return null
}

/** The day of an instant, as dates are written. */
export const dayOf = (iso: string, timeZone: string): string => {
  const { year, month, day } = wallTime(msOf(iso), timeZone)
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
}
