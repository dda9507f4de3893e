// Parses flag values: dates, lists, files.
import { dateOrder } from '../../core/config.ts'
import type { Direction, Moment, MomentOptions } from '../../core/reading/moments.ts'
import { isAhead, localZone } from '../../core/kernel/clock.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { Stdin } from '../output.ts'
import { readUpload } from './upload.ts'
import { misused } from '../command.ts'

export { localZone }

/** How to read a date. The time zone defaults to this machine's. */
export interface DateReading extends Omit<MomentOptions, 'direction' | 'order'> {
  zone?: string
  /** Reports the reading of an ambiguous date: 3/4. */
  say?: ((sentence: string) => void) | undefined
  /** What to type for a date in the future. */
  hint?: string
}

/** A bare span such as “2w” counts from now, forward or back by the direction. */
const SPAN = /^\s*\d{1,4} ?[a-z]+\s*$/i

/**
 * Reads a date, with its end if it has one. Throws `usage` for any other text. "fri" and "mar 3" mean the next one, or the last
 * one if the direction is the past. 3/4/2026 is read in the order of the user's locale.
 */
export async function readMomentOf(
  flag: string,
  text: string,
  { zone = localZone(), say, ...reading }: DateReading & { direction?: Direction } = {},
): Promise<Moment> {
  const { readMoment } = await import('../../core/reading/moments.ts')
  const { direction = 'ahead' } = reading
  const read = (typed: string) => readMoment(typed, new Date(), zone, { ...reading, order: dateOrder() })
  const first = read(text)
  const { value } =
    first.value || !SPAN.test(text) ? first : read(`${direction === 'ahead' ? '+' : '-'}${text.trim()}`)
  if (value) {
    for (const doubt of first.doubts) if (doubt.includes(' was read ')) say?.(`${flag}: ${doubt}`)
    return value
  }
  const { respelt } = await import('../../core/reading/words.ts')
  const guess = respelt(text)
  const why = first.doubts[0] ?? 'is not a date'
  const isSlip = guess !== text && read(guess).value !== null
  return misused(
    `${flag}: “${text}” ${why}. Try: tomorrow 3pm, -7d, next fri, 2026-03-01T14:00`,
    isSlip ? { hint: `Did you mean “${guess}”?` } : {},
  )
}

/** The start of what `readMomentOf` reads. A future `--at` is refused for an event that already happened. */
export async function readDate(
  flag: string,
  text: string,
  direction: Direction = 'ahead',
  { hint, ...reading }: DateReading = {},
): Promise<string> {
  const { at, endsAt } = await readMomentOf(flag, text, { ...reading, direction })
  if (flag === '--at' && direction === 'behind' && isAhead(at, Date.now()))
    fail('invalid_input', { problems: '--at must not be in the future' }, hint ? { hint } : {})
  return endsAt === null ? at : misused(`${flag}: “${text}” is a start and an end. Say one of them.`)
}

export const readDateOption = async (
  flag: string,
  text: string | undefined,
  direction: Direction = 'ahead',
  reading: DateReading = {},
): Promise<string | undefined> => (text === undefined ? undefined : readDate(flag, text, direction, reading))

/** Whether a text clears a field. */
export const isCleared = (text: string): boolean => /^(?:none)?$/i.test(text)

/** A deadline: a day without a time is the end of that day, and a text such as 12-15 is a date. An empty text clears it. */
export const readDeadline = async (
  flag: string,
  text: string | undefined,
  say?: DateReading['say'],
): Promise<string | null | undefined> =>
  text === undefined
    ? undefined
    : isCleared(text)
      ? null
      : readDate(flag, text.replace(/^(\d\d?)-(\d\d?)$/, '$1/$2'), 'ahead', { say, atEnd: true })

/** A text value; `-` reads stdin, an empty text clears the field. */
export async function textField(text: string | undefined, stdin: Stdin): Promise<string | null | undefined> {
  if (text === '-') return readUpload('-', stdin)
  return text === '' ? null : text
}
