// The cursor of a mirror: its place in the log, and the instant up to which it knows all deletions.
import { DAY_MS, isoOf, msOf } from '../kernel/clock.ts'
import { fail, quietly } from '../kernel/errors.ts'
import { isId } from '../kernel/id.ts'

export interface MirrorCursor {
  /** Identifies the log. After a restore there is a new log with other places. */
  era: string
  place: number
  /** Where the first reading of all records ends; 0 when it is done. */
  until: number
  /** The mirror knows all deletions before this instant, except of records that it never had. */
  since: string
}

const LIFE_DAYS = 30

/** A day longer than a cursor is valid. */
export const DELETIONS_KEPT_MS = (LIFE_DAYS + 1) * DAY_MS

export const writeMirrorCursor = ({ era, place, until, since }: MirrorCursor): string =>
  Buffer.from(JSON.stringify([era, place, until, since])).toString('base64url')

const isPlace = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) && isoOf(Date.parse(value)) === value

/** Decodes a cursor. Throws `invalid_cursor`, or `cursor_expired` if it is too old. */
export function readMirrorCursor(text: string, now: number): MirrorCursor {
  const parts = quietly((): unknown => JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  if (!Array.isArray(parts) || parts.length !== 4) return fail('invalid_cursor', {})
  const [era, place, until, since]: unknown[] = parts
  if (typeof era !== 'string' || !isId(era) || !isPlace(place) || !isPlace(until) || !isInstant(since))
    return fail('invalid_cursor', {})
  if (msOf(since) < now - LIFE_DAYS * DAY_MS) fail('cursor_expired', { days: LIFE_DAYS })
  return { era, place, until, since }
}
