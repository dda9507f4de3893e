// Finds the messages in an mbox file of any dialect, in one pass and without loading the file into memory.
import { readSync } from 'node:fs'

/** Where a message is in its file, in bytes, without its `From ` line. */
export interface Extent {
  offset: number
  length: number
}

const WINDOW = 4 * 1_048_576
const LINE = 400
/** A separator line has a sender and a time, and a header follows. No header follows a sentence that begins with “From ”. */
const SEPARATOR = /^From (?:\S+|-) .{0,200}\d{1,2}:\d{2}[^\n]{0,100}\n(?:>?From |[!-9;-~]{1,100}:)/

/** A message ends at its `Content-Length` if a separator or the file's end follows (mboxcl), else at the next separator. */
export function* messagesIn(handle: number, size: number): Generator<Extent> {
  let at = 0
  while (at < size) {
    const [line = ''] = textAt(handle, at).split('\n', 1)
    const offset = at + line.length + 1
    const end = claimedEnd(handle, offset, size) ?? nextSeparator(handle, offset, size)
    yield { offset, length: Math.max(0, end - offset) }
    at = end
  }
}

export function bytesAt(handle: number, at: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length)
  return buffer.subarray(0, readSync(handle, buffer, 0, length, at))
}

/** The line, and the beginning of the next one. */
const textAt = (handle: number, at: number): string => bytesAt(handle, at, LINE).toString('latin1')

const isSeparator = (handle: number, at: number): boolean => SEPARATOR.test(textAt(handle, at))

function claimedEnd(handle: number, offset: number, size: number): number | null {
  const head = bytesAt(handle, offset, 65_536).toString('latin1')
  const blank = /\r?\n\r?\n/.exec(head)
  const claimed = blank && /^content-length:\s*(\d{1,12})\s*$/im.exec(head.slice(0, blank.index))?.[1]
  if (!blank || claimed === null || claimed === undefined) return null
  const end = offset + blank.index + blank[0].length + Number(claimed)
  for (const gap of [0, 1, 2])
    if (end + gap === size || (end + gap < size && isSeparator(handle, end + gap))) return end + gap
  return null
}

function nextSeparator(handle: number, from: number, size: number): number {
  for (let at = from; at < size; at += WINDOW - LINE) {
    const window = bytesAt(handle, at, Math.min(WINDOW, size - at))
    for (let found = window.indexOf('\nFrom '); found >= 0; found = window.indexOf('\nFrom ', found + 1))
      if (isSeparator(handle, at + found + 1)) return at + found + 1
    if (at + window.length >= size) break
  }
  return size
}

/** The original message: removes one `>` from each quoted `From ` line. */
export function unquoted(bytes: Buffer): Buffer {
  if (!/^>+From /m.test(bytes.toString('latin1'))) return bytes
  return Buffer.from(bytes.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1')
}
