// Parses flag values: dates, lists, files.
import { fail } from '../../core/kernel/errors.ts'
import type { Direction } from '../dates.ts'
import { readUpload } from './upload.ts'

/** `a,b` → ['a', 'b']. */
export const words = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/** The time zone of this machine. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * A relative or absolute date as an instant; `usage` when it cannot be read. "fri" and "mar 3" are looked for ahead, or
 * behind where the past is meant.
 */
export async function readDate(
  flag: string,
  text: string,
  direction: Direction = 'ahead',
  zone: string = localZone(),
): Promise<string> {
  const { readInstant } = await import('../dates.ts')
  const instant = readInstant(text, new Date(), zone, direction)
  return (
    instant ??
    fail('usage', {
      problem: `${flag}: “${text}” is not a date. Try: tomorrow 3pm, -7d, next fri, 2026-03-01T14:00`,
    })
  )
}

/** `readDate` for an option that may be absent. */
export const readDateOption = async (
  flag: string,
  text: string | undefined,
  direction: Direction = 'ahead',
): Promise<string | undefined> => (text === undefined ? undefined : readDate(flag, text, direction))

/** Text typed as a value; `-` reads stdin, an empty text clears. */
export function textField(text: string | undefined): string | null | undefined {
  if (text === '-') return readUpload('-')
  return text === '' ? null : text
}
