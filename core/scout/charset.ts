// Decodes a page by its byte order mark, its declared charset, or its bytes.
import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { quietly } from '../kernel/errors.ts'
import type { FetchedPage } from '../outbound/fetch.ts'

const MARKS = [
  { charset: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { charset: 'utf-16le', bytes: [0xff, 0xfe] },
  { charset: 'utf-16be', bytes: [0xfe, 0xff] },
] as const

/** Charset declarations are within this many bytes. */
const HEAD_BYTES = 2_048

/** Uses the byte order mark, then the declared charset. If neither helps: UTF-8 if valid, else Windows-1252, as in browsers. */
export function decodePage({ body, contentType }: Pick<FetchedPage, 'body' | 'contentType'>): string {
  const marked = MARKS.find(({ bytes }) => bytes.every((byte, at) => body[at] === byte))?.charset
  const head = body.subarray(0, HEAD_BYTES).toString('latin1')
  const declared =
    /charset\s*=\s*["']?([\w-]+)/.exec(contentType)?.[1] ??
    /<(?:meta[^>]+charset|\?xml[^>]+encoding)\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]
  const charset = marked ?? declared
  const known = charset === undefined ? undefined : quietly(() => new TextDecoder(charset))
  const decoder = known ?? new TextDecoder(isUtf8(body) ? 'utf-8' : 'windows-1252')
  // Node 20: as a whole, it reads Windows-1252 as Latin-1, without the euro sign, dashes and quotes. As a stream it is right.
  return decoder.decode(body, { stream: true }) + decoder.decode()
}
