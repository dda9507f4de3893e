// Formats instants for tables.
import { showInstant } from '../../core/kernel/show-instant.ts'
import { localZone, twoDigits, wallTime } from '../../core/kernel/clock.ts'

const STEPS: readonly (readonly [unitMs: number, letter: string])[] = [
  [365 * 86_400_000, 'y'],
  [30 * 86_400_000, 'mo'],
  [7 * 86_400_000, 'w'],
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
]

export function agoOf(iso: string | null, now: number): string {
  if (iso === null) return '?'
  const ms = now - Date.parse(iso)
  const step = STEPS.find(([unitMs]) => Math.abs(ms) >= unitMs)
  if (!step) return 'now'
  const amount = `${Math.floor(Math.abs(ms) / step[0])}${step[1]}`
  return ms < 0 ? `in ${amount}` : `${amount} ago`
}

/** An instant in words, by default in this machine’s time zone: `tomorrow 14:00`. */
export const momentText = (iso: string, style?: Parameters<typeof showInstant>[3], zone = localZone()) =>
  showInstant(iso, new Date(), zone, style)

/** A sentence of the API, with its days and instants as people read them: `by 4 Dec` for `by 2026-12-04`. */
export const withDays = (sentence: string): string =>
  sentence.replace(/\b(\d{4}-\d\d-\d\d)\b(?: (\d\d:\d\d) UTC)?/g, (said, day: string, time?: string) => {
    // A number in a name may look like a date.
    if (Number.isNaN(Date.parse(`${day}T${time ?? '12:00'}`))) return said
    return time === undefined ? momentText(`${day}T12:00`, 'date') : whenOf(`${day}T${time}Z`)
  })

export function localDay(iso: string): string {
  const at = new Date(iso)
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
}

export function localTime(iso: string): string {
  const at = new Date(iso)
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/** The local day, with its time unless the day ends with it: `2026-03-13`, `2026-03-13 17:00`. */
export const dayOf = (iso: string): string =>
  localTime(iso) === '23:59' ? localDay(iso) : `${localDay(iso)} ${localTime(iso)}`

/** Date and time in this machine's time zone. The time is always shown, also for distant dates. */
export function whenOf(iso: string, zone = localZone()): string {
  const short = momentText(iso, 'short', zone)
  if (/:\d\d$/.test(short)) return short
  const { hour, minute } = wallTime(Date.parse(iso), zone)
  return hour || minute ? `${short} ${twoDigits(hour)}:${twoDigits(minute)}` : short
}
