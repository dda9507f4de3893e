// Reads one mail within bounds: its size, the number and nesting of its parts, and the size of its headers.
import type { Email } from 'postal-mime'
import { fail } from '../kernel/errors.ts'
import { MAIL, openMeter } from './bounds.ts'

/** Mails within mails, and multiparts within each other. */
const MAX_DEPTH = 20
const MAX_HEADER_BYTES = 1_000_000

/** In front of each part of a multipart mail, and at its end. */
const BOUNDARY = Buffer.from('\n--')

/** The parsed mail (RFC 822). Throws `unpacking_refused` for one beyond the bounds, or that cannot be parsed. */
export async function readMail(name: string, bytes: Buffer): Promise<Email> {
  const meter = openMeter(name, bytes.length, MAIL)
  // Decoding makes no part larger than it came.
  meter.bytes(bytes.length)
  for (let at = bytes.indexOf(BOUNDARY), count = 0; at !== -1; at = bytes.indexOf(BOUNDARY, at + 3))
    meter.parts((count += 1))
  const { default: PostalMime } = await import('postal-mime')
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: MAX_DEPTH, maxHeadersSize: MAX_HEADER_BYTES })
  } catch (error) {
    return fail('unpacking_refused', { name, reason: 'it is no mail that can be read' }, { cause: error })
  }
}
