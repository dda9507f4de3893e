// Parses flag values: dates, lists, files.
import { dateOrder } from '../../core/config.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { Direction, Reading } from '../../core/kernel/natural-dates.ts'
import { localZone } from '../../core/kernel/zone.ts'
import { readUpload } from './upload.ts'

export { localZone }

/** How a date is read, and in which time zone; by default in this machine's. */
interface DateReading extends Omit<Reading, 'direction' | 'order'> {
  zone?: string
}

/** “2w” alone: from now, or back where the past is asked for. */
const SPAN = /^\s*\d{1,4} ?[a-z]+\s*$/i

/**
 * Parses a relative or absolute date; `usage` if it cannot be parsed. "fri" and "mar 3" mean the next one, or
 * the last one if the direction is the past; 3/4/2026 is read in the order of the user's locale.
 */
export async function readDate(
  flag: string,
  text: string,
  direction: Direction = 'ahead',
  { zone = localZone(), ...reading }: DateReading = {},
): Promise<string> {
  const { readInstant } = await import('../../core/kernel/natural-dates.ts')
  const read = (said: string) =>
    readInstant(said, new Date(), zone, { ...reading, direction, order: dateOrder() })
  const instant =
    read(text) ?? (SPAN.test(text) ? read(`${direction === 'ahead' ? '+' : '-'}${text.trim()}`) : null)
  if (instant !== null) return instant
  const { respelt } = await import('../../core/kernel/date-words.ts')
  const guess = respelt(text)
  return fail(
    'usage',
    { problem: `${flag}: “${text}” is not a date. Try: tomorrow 3pm, -7d, next fri, 2026-03-01T14:00` },
    guess && readInstant(guess, new Date(), zone) !== null ? { hint: `Did you mean “${guess}”?` } : {},
  )
}

/** `readDate` for an option that may be absent. */
export const readDateOption = async (
  flag: string,
  text: string | undefined,
  direction: Direction = 'ahead',
): Promise<string | undefined> => (text === undefined ? undefined : readDate(flag, text, direction))

/** A deadline: a day without a time is the end of that day, and an empty text clears it. */
export const readDeadline = async (
  flag: string,
  text: string | undefined,
): Promise<string | null | undefined> =>
  text === '' ? null : text === undefined ? undefined : readDate(flag, text, 'ahead', { atEnd: true })

/** A text value; `-` reads stdin, an empty text clears the field. */
export async function textField(text: string | undefined): Promise<string | null | undefined> {
  if (text === '-') return readUpload('-')
  return text === '' ? null : text
}
