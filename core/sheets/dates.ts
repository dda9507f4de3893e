// Parses dates in other trackers' files: ISO, month names, and slashed dates whose order the file reveals.
import { instantAtOffset, instantOf, isWallTime, readOffsetMinutes } from '../kernel/zone.ts'

/** Which number in 03/04/2026 is the month. */
export type DateOrder = 'month-first' | 'day-first'

const slashes = /^(\d\d?)[/.-](\d\d?)[/.-](\d{4}|\d\d)(?=$|[ ,])/

/** LinkedIn's export format, independent of the profile's language: "1/5/24, 10:33 AM". */
const american = /^\d\d?\/\d\d?\/\d\d, \d\d?:\d\d [AP]M$/

/**
 * The date order that a column proves by a number above 12, or null without proof or when values disagree.
 * Dotted dates always put the day first. Without proof, a column entirely in LinkedIn's format has the month
 * first.
 */
export function findDateOrder(values: readonly string[]): DateOrder | null {
  const found = values.map((value) => slashes.exec(value.trim()))
  const dayFirst = found.some((date) => date !== null && (Number(date[1]) > 12 || date[0].includes('.')))
  const monthFirst = found.some((date) => date !== null && Number(date[2]) > 12)
  if (!dayFirst && !monthFirst && values.length && values.every((value) => american.test(plainBlanks(value))))
    return 'month-first'
  if (dayFirst === monthFirst) return null
  return dayFirst ? 'day-first' : 'month-first'
}

/** Newer exports put a narrow no-break space before AM. */
const plainBlanks = (text: string) => text.normalize('NFKC').trim()

interface TimeOfDay {
  readonly hour: number
  readonly minute: number
}

const NOON: TimeOfDay = { hour: 12, minute: 0 }

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const clock = String.raw`(?:[ ,T]+(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s*([ap]m)?)?\s*(z|[+-]\d\d:?\d\d)?$`
const forms = {
  iso: new RegExp(String.raw`^(\d{4})[-/](\d\d?)[-/](\d\d?)${clock}`, 'i'),
  slashes: new RegExp(String.raw`^(\d\d?)[/.-](\d\d?)[/.-](\d{4}|\d\d)${clock}`, 'i'),
  monthDay: new RegExp(String.raw`^([a-z]{3,9})\.? (\d\d?)(?:st|nd|rd|th)?,? (\d{4})${clock}`, 'i'),
  dayMonth: new RegExp(String.raw`^(\d\d?)(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4})${clock}`, 'i'),
}

/**
 * The instant (ISO 8601, UTC) of a date, or null when it is invalid or its order is unknown. A date without a
 * time becomes noon in the zone, which is the same day almost everywhere, or another time of the day.
 */
export function readDate(
  text: string,
  order: DateOrder | null,
  timeZone: string,
  time: TimeOfDay = NOON,
): string | null {
  const said = text.normalize('NFKC').trim()
  if (said.length > 60) return null
  const iso = forms.iso.exec(said)
  if (iso) return at([iso[1], iso[2], iso[3]], iso, timeZone, time)
  const byName = forms.monthDay.exec(said)
  if (byName) return at([byName[3], monthOf(byName[1]), byName[2]], byName, timeZone, time)
  const byDay = forms.dayMonth.exec(said)
  if (byDay) return at([byDay[3], monthOf(byDay[2]), byDay[1]], byDay, timeZone, time)
  const slashed = forms.slashes.exec(said)
  if (!slashed || order === null) return null
  const [day, month] = order === 'day-first' ? [slashed[1], slashed[2]] : [slashed[2], slashed[1]]
  return at([fullYear(slashed[3]), month, day], slashed, timeZone, time)
}

const fullYear = (year = '') => (year.length === 2 ? `20${year}` : year)
const monthOf = (name = '') => String(monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1)

type Texts = readonly (string | undefined)[]

function at([year, month, day]: Texts, match: Texts, timeZone: string, time: TimeOfDay): string | null {
  const [, , , , hours, minutes, seconds = '0', fraction = '', half, offset] = match
  const hour =
    hours === undefined
      ? time.hour
      : (Number(hours) % (half ? 12 : 100)) + (half?.toLowerCase() === 'pm' ? 12 : 0)
  const wall = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour,
    minute: Number(minutes ?? (hours === undefined ? time.minute : 0)),
    second: Number(seconds),
  }
  if (!isWallTime(wall)) return null
  const ahead = offset === undefined ? null : readOffsetMinutes(offset)
  const instant = ahead === null ? instantOf(wall, timeZone) : instantAtOffset(wall, ahead)
  return new Date(instant + Number(fraction.slice(0, 3).padEnd(3, '0'))).toISOString()
}
