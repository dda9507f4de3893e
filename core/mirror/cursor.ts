// The cursor of a mirror: how far it has read the log, and since when it knows of every deletion.
import { DAY_MS, isoOf, msOf } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'
import { isId } from '../kernel/id.ts'

export interface MirrorCursor {
  /** The log that it reads; another one has other places. */
  era: string
  place: number
  /** The first reading takes in the state up to here; 0 once it has. */
  until: number
  /** Deletions before this instant are known, or of records that never were. */
  since: string
}

const LIFE_DAYS = 30

/** When the log may forget deletions: a day after the last cursor that could need them. */
export const FORGOTTEN_MS = (LIFE_DAYS + 1) * DAY_MS

export const writeMirrorCursor = ({ era, place, until, since }: MirrorCursor): string =>
  Buffer.from(JSON.stringify([era, place, until, since])).toString('base64url')

const isPlace = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) && isoOf(Date.parse(value)) === value

/** Decodes a cursor; throws `invalid_cursor`, and `cursor_expired` for one that is too old to be continued. */
export function readMirrorCursor(text: string, now: number): MirrorCursor {
  const parts = decode(text)
  if (!Array.isArray(parts) || parts.length !== 4) return fail('invalid_cursor', {})
  const [era, place, until, since]: unknown[] = parts
  if (typeof era !== 'string' || !isId(era) || !isPlace(place) || !isPlace(until) || !isInstant(since))
    return fail('invalid_cursor', {})
  if (msOf(since) < now - LIFE_DAYS * DAY_MS) fail('cursor_expired', { days: LIFE_DAYS })
  return { era, place, until, since }
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
