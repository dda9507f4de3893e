// Reading what people type: dates, lists, files.
import { readFileSync } from 'node:fs'
import { fail } from '../../core/kernel/errors.ts'

/** `a,b` → ['a', 'b']. */
export const words = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/** A relative or absolute date as an instant; `usage` when it cannot be read. */
export async function readDate(flag: string, text: string): Promise<string> {
  const { readInstant } = await import('../dates.ts')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const instant = readInstant(text, new Date(), zone)
  return (
    instant ??
    fail('usage', {
      problem: `${flag}: “${text}” is no date. Try: tomorrow 3pm, -7d, next fri, 2026-03-01T14:00`,
    })
  )
}

/** The text of a file, or of stdin for `-`. */
export function readText(file: string): string {
  if (file === '-' && process.stdin.isTTY)
    fail('usage', { problem: 'There is nothing on stdin. Pipe a file in, or name one.' })
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    const reason = (error as { code?: string }).code === 'ENOENT' ? 'does not exist' : 'cannot be read'
    return fail('usage', { problem: `${file} ${reason}.` }, { cause: error })
  }
}
