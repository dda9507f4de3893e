// Where and when a message was written, to read its times.
import type { Calendar } from './dates.ts'
import type { Tongue } from './zones.ts'

/** Where and when a message was written, to read its times. */
export interface Setting {
  sentMs: number
  offsetMinutes: number | null
  tongue: Tongue
  place: string | null
}

/** The sender's calendar: their day, and whether they write the month first. */
export function calendarOf({ sentMs, offsetMinutes, tongue }: Setting): Calendar {
  const here = new Date(sentMs + (offsetMinutes ?? 0) * 60_000)
  return {
    today: {
      year: here.getUTCFullYear(),
      month: here.getUTCMonth() + 1,
      day: here.getUTCDate(),
      hour: here.getUTCHours(),
      minute: here.getUTCMinutes(),
      second: 0,
    },
    monthFirst:
      tongue === 'en' && (offsetMinutes === null || (offsetMinutes <= -180 && offsetMinutes >= -600)),
  }
}
