// Escapes and folds the lines of iCalendar and vCard files at 75 bytes (RFC 5545, 3.1 and 3.3.11).
import { withoutControls } from '../kernel/plain-characters.ts'

export const escapeText = (text: string, escapes: RegExp = /[\\;,]/g): string =>
  withoutControls(text).replace(escapes, '\\$&').replace(/\n/g, '\\n')

const MAX_BYTES = 75

export function fold(line: string): string {
  if (Buffer.byteLength(line) <= MAX_BYTES) return line
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > MAX_BYTES) {
      parts.push(part)
      // The leading space counts as a byte.
      ;[part, bytes] = ['', 1]
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}

/**
 * The percent-encoded original to store beside a text, so that it can be restored exactly; null if the format's own form
 * preserves it. `form` applies the format.
 */
export const exactForm = (text: string, form: (text: string) => string): string | null =>
  form(text) === text ? null : encodeURIComponent(text)

/** The original text, unless another program changed the visible one. */
export function restoreText(shown: string, exact: string | null, form: (text: string) => string): string {
  if (!exact) return shown
  try {
    const text = decodeURIComponent(exact)
    return form(text) === form(shown) ? text : shown
  } catch {
    return shown
  }
}
