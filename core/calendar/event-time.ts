// Parses the time of an event: an instant with an offset, or local time in a named zone.
import { must } from '../kernel/must.ts'
import { isoOf } from '../kernel/clock.ts'
import { readInstant } from '../kernel/fields.ts'
import { instantOf, isWallTime } from '../kernel/zone.ts'

const WALL = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?$/i

/** Milliseconds of a local time in a zone; NaN if it does not exist. */
function readWall(text: string, timeZone: string): number {
  const [year, month, day, hour, minute, second] = (WALL.exec(text) ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0))
  if (year === undefined) return NaN
  const wall = {
    year,
    month: must(month),
    day: must(day),
    hour: must(hour),
    minute: must(minute),
    second: must(second),
  }
  return isWallTime(wall) && year >= 1900 && year < 2200 ? instantOf(wall, timeZone) : NaN
}

export function readEventTime(text: string, timeZone: string | null): { at: string } | { problem: string } {
  const isWall = WALL.test(text)
  if (isWall && text.length > 10 && timeZone === null)
    return { problem: 'needs an offset (2026-12-01T15:00:00+01:00), or a timeZone field' }
  const ms = isWall && timeZone !== null ? readWall(text, timeZone) : readInstant(text)
  return Number.isNaN(ms) ? { problem: 'is not a date or a date-time' } : { at: isoOf(ms) }
}
