// Writes instants in few words for people.
import { dayNumber, twoDigits, wallTime } from './clock.ts'
import { keptIn } from './narrow.ts'

/** `short`: "today 15:00", "Fri 14:00", else "12 Mar"; `date`: without times; `long`: "Fri 12 Mar 2027 14:00 GMT+1". */
type InstantStyle = 'short' | 'date' | 'long'

/** Exactly midnight is shown as a day without a time. An invalid instant is returned unchanged. */
export function showInstant(iso: string, now: Date, timeZone: string, style: InstantStyle = 'short'): string {
  const instant = Date.parse(iso)
  if (Number.isNaN(instant)) return iso
  const [wall, today] = [wallTime(instant, timeZone), wallTime(now.getTime(), timeZone)]
  const isDay = wall.hour === 0 && wall.minute === 0 && instant % 60_000 === 0
  const time = isDay ? '' : `${twoDigits(wall.hour)}:${twoDigits(wall.minute)}`
  const weekday = partOf(instant, timeZone, 'weekday')
  const day = `${wall.day} ${partOf(instant, timeZone, 'month')}`
  if (style === 'long')
    return `${weekday} ${day} ${wall.year}${time && ` ${time} ${partOf(instant, timeZone, 'timeZoneName')}`}`
  const away = dayNumber(instant, timeZone) - dayNumber(now.getTime(), timeZone)
  const near = nearDays[away] ?? (away > 1 && away < 7 ? weekday : undefined)
  if (near === undefined) return wall.year === today.year ? day : `${day} ${wall.year}`
  return style === 'date' || !time ? near : `${near} ${time}`
}

/** A period: "from Fri 27 Nov 00:00 to 23:59 PST", or one of its ends. */
export function showPeriod(from: string | undefined, to: string | undefined, timeZone: string): string {
  const [start, end] = [from, to].map((iso) => (iso === undefined ? null : stampOf(iso, timeZone)))
  const zone = partOf(Date.parse(to ?? from ?? ''), timeZone, 'timeZoneName')
  if (!start) return end ? `until ${end.day} ${end.time} ${zone}` : ''
  if (!end) return `from ${start.day} ${start.time} ${zone}`
  return `from ${start.day} ${start.time} to ${end.day === start.day ? '' : `${end.day} `}${end.time} ${zone}`
}

function stampOf(iso: string, timeZone: string): { day: string; time: string } {
  const instant = Date.parse(iso)
  const { day, hour, minute } = wallTime(instant, timeZone)
  const [weekday, month] = [partOf(instant, timeZone, 'weekday'), partOf(instant, timeZone, 'month')]
  return { day: `${weekday} ${day} ${month}`, time: `${twoDigits(hour)}:${twoDigits(minute)}` }
}

const nearDays: Readonly<Record<number, string>> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' }

/** British English names the European zones; US English abbreviates all days and months to three letters. */
const LOCALES = { weekday: 'en-US', month: 'en-US', timeZoneName: 'en-GB' } as const
const formats = new Map<string, Intl.DateTimeFormat>()

function partOf(instant: number, timeZone: string, part: keyof typeof LOCALES): string {
  const make = () => new Intl.DateTimeFormat(LOCALES[part], { timeZone, [part]: 'short' })
  const format = keptIn(formats, `${part} ${timeZone}`, make)
  return format.formatToParts(instant).find(({ type }) => type === part)?.value ?? timeZone
}
