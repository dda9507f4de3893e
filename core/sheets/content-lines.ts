// The lines of iCalendar and vCard files: escaped, and folded after 75 bytes (RFC 5545, 3.1 and 3.3.11).
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
      // The space counts.
      ;[part, bytes] = ['', 1]
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}

/**
 * What must be kept beside a text for it to come back to the letter, percent-encoded; null when the format's own form is
 * enough. `form` is what the format makes of it.
 */
export const exactOf = (text: string, form: (text: string) => string): string | null =>
  form(text) === text ? null : encodeURIComponent(text)

/** The text as it was written, unless what stands beside it was changed in another program. */
export function restored(shown: string, exact: string | null, form: (text: string) => string): string {
  if (!exact) return shown
  try {
    const text = decodeURIComponent(exact)
    return form(text) === form(shown) ? text : shown
  } catch {
    return shown
  }
}
