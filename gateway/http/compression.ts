// Large answers are sent compressed to clients that take it. Small ones are not: compressing a lookup takes longer than it.
import { must } from '../../core/kernel/must.ts'
import type { Response } from 'express'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { collectHeader, requestStateOf } from './request-state.ts'
import type { EncodedText } from './serializer.ts'

export const COMPRESSED_FROM = 16 * 1_024

type Done = (error: Error | null, bytes: Buffer) => void

const ENCODINGS: Readonly<Record<string, (bytes: Buffer, done: Done) => void>> = {
  // The quality at which brotli is about as fast as gzip.
  br: (bytes, done) => brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, done),
  gzip: (bytes, done) => gzip(bytes, done),
}

/** A strong tag stands for the very bytes, so an answer with one stays as it is. */
const hasStrongTag = (res: Response): boolean => {
  const { headers } = requestStateOf(res)
  const at = headers.indexOf('ETag')
  return at >= 0 && String(headers[at + 1]).startsWith('"')
}

/** Sends a large answer compressed; false if the client does not take that, and nothing was done. */
export function sendCompressed(res: Response, body: EncodedText): boolean {
  if (hasStrongTag(res)) return false
  const { headers } = requestStateOf(res)
  const at = headers.indexOf('Vary')
  collectHeader(res, 'Vary', at < 0 ? 'Accept-Encoding' : `${headers[at + 1]}, Accept-Encoding`)
  const encoding = ['br', 'gzip'].find((name) => res.req.acceptsEncodings(name))
  if (!encoding) return false
  must(ENCODINGS[encoding])(Buffer.from(body, 'latin1'), (error, bytes) => {
    if (error || res.destroyed) return void res.destroy()
    collectHeader(res, 'Content-Encoding', encoding)
    collectHeader(res, 'Content-Length', bytes.length)
    res.end(res.req.method === 'HEAD' ? undefined : bytes)
  })
  return true
}
