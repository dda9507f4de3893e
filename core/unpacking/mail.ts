// Reads a mail. It limits size, lines, headers, and number and nesting of parts.
import type { Email } from 'postal-mime'
import { fail } from '../kernel/errors.ts'
import { MAIL, openMeter } from './bounds.ts'

const MAX_DEPTH = 20
const MAX_HEADER_BYTES = 262_144
/** Maximum lines of one part and of the whole mail, without dropped ones. The rest is dropped: of attachments, only calendars and mails are read. */
const MAX_PART_LINES = 5_000
const MAX_LINES = 20_000
const MAX_UNREAD_LINES = 100

/** The parsed mail (RFC 822). Throws `unpacking_refused` if it exceeds a limit or cannot be parsed. */
export async function readMail(name: string, bytes: Buffer): Promise<Email> {
  const meter = openMeter(name, bytes.length, MAIL)
  // Decoding never enlarges a part.
  meter.bytes(bytes.length)
  const lines = boundedLines(bytes, (count) => meter.parts(count))
  const { default: PostalMime } = await import('postal-mime')
  try {
    return await PostalMime.parse(lines, {
      maxNestingDepth: MAX_DEPTH,
      maxHeadersSize: MAX_HEADER_BYTES,
      attachmentEncoding: 'arraybuffer',
      forceRfc822Attachments: true,
    })
  } catch (error) {
    const reason = 'it is nested too deeply, has too many headers, or is no mail'
    return fail('unpacking_refused', { name, reason }, { cause: error })
  }
}

const LINE_END = 10
const DASH = 45
const EQUALS = 61

/** The mail without lines above the limits, because the parser keeps every line. `part` gets the number of possible parts. */
function boundedLines(bytes: Buffer, part: (count: number) => void): Buffer {
  const kept: Buffer[] = []
  let [from, ofPart, lines, parts, boundary] = [0, 0, 0, 0, '']
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    // Not `indexOf`: its call takes longer than this loop for most lines.
    while (end < bytes.length && bytes[end] !== LINE_END) end += 1
    end += 1
    const padding = paddingOf(bytes, at, end)
    if (padding > 0) {
      kept.push(bytes.subarray(from, end - 1 - padding))
      from = end - 1
    }
    if (bytes[at] === DASH && bytes[at + 1] === DASH) {
      part((parts += 1))
      const [head = ''] = bytes.toString('latin1', end, end + 1_000).split(/\r?\n\r?\n/, 1)
      const line = bytes.toString('latin1', at, Math.min(end, at + 72)).trimEnd()
      if (HEADER.test(head)) boundary = line
      if (HEADER.test(head) || (boundary && line.startsWith(boundary)))
        ofPart = UNREAD.test(head) ? MAX_PART_LINES - MAX_UNREAD_LINES : 0
    }
    ofPart += 1
    if (ofPart > MAX_PART_LINES || lines >= MAX_LINES) {
      if (from < at) kept.push(bytes.subarray(from, at))
      from = end
    } else lines += 1
  }
  if (from === 0) return bytes
  return Buffer.concat([...kept, bytes.subarray(from)])
}

/** How many spaces, tabs and returns separate `=` from the end of its line. With them, the parser does not join the lines. */
function paddingOf(bytes: Buffer, from: number, end: number): number {
  let at = end - 2
  while (at > from && (bytes[at] === 32 || bytes[at] === 9 || bytes[at] === 13)) at -= 1
  const isBlank = at < end - 3 || bytes[end - 2] === 32 || bytes[end - 2] === 9
  return isBlank && bytes[at] === EQUALS ? end - 2 - at : 0
}

/** The header of a part, and that of one which nobody reads. Without it, only the boundary of the part before is not a line of dashes in a text. */
const HEADER = /^content-/i
const UNREAD = /^content-type:\s*(?:(?:image|audio|video)\/|application\/(?:pdf|zip|msword|vnd\.))/im
