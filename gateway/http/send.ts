// Sends a JSON response with its length.
import type { Response } from 'express'
import { serviceUrl } from '../../core/config.ts'
import { asCrmError, KINDS, systemCodeOf } from '../../core/kernel/errors.ts'
import { familyOfPath } from '../../core/kernel/family.ts'
import type { Services } from '../../core/kernel/context.ts'
import { dialectOf } from './dialects.ts'
import { requestStateOf, collectHeader } from './request-state.ts'
import { entityTag } from './entity-tag.ts'
import { concatText, encodeText, type EncodedText } from './serializer.ts'
import { setErrorHeaders } from './headers.ts'
import { must } from '../../core/kernel/narrow.ts'
import { pipeline } from 'node:stream/promises'
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib'

// Only larger responses are compressed: compressing a small lookup would take longer than the lookup.
const COMPRESSED_FROM = 16 * 1_024

type OnCompressed = (error: Error | null, bytes: Buffer) => void

const ENCODINGS: Readonly<Record<string, (bytes: Buffer, done: OnCompressed) => void>> = {
  // The quality at which brotli is about as fast as gzip.
  br: (bytes, done) => brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, done),
  gzip: (bytes, done) => gzip(bytes, done),
}

/** A strong tag identifies the exact bytes, so such a response must not be compressed. */
const hasStrongTag = (res: Response): boolean => {
  const { headers } = requestStateOf(res)
  const at = headers.indexOf('ETag')
  return at >= 0 && String(headers[at + 1]).startsWith('"')
}

/** Sends a large response compressed; returns false without effect if the client does not accept that. */
function sendCompressed(res: Response, body: EncodedText): boolean {
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

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends a value as JSON. Not `res.json`, which computes an ETag and looks up settings for every response. */
export const sendJson = (res: Response, status: number, value: unknown): void =>
  sendText(res, status, JSON_TYPE, JSON.stringify(value))

export function sendPage(res: Response, status: number, body: string, policy: string): void {
  res.setHeader('Content-Security-Policy', policy)
  sendText(res, status, 'text/html; charset=utf-8', body)
}

export const sendText = (res: Response, status: number, type: string, body: string): void =>
  sendEncoded(res, status, type, [encodeText(body)])

/** Writes the parts separately: V8 would copy a joined response, and Node keeps written text until a full garbage collection. */
export function sendEncoded(res: Response, status: number, type: string, parts: readonly EncodedText[]) {
  res.statusCode = status
  collectHeader(res, 'Content-Type', type)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length >= COMPRESSED_FROM && sendCompressed(res, concatText(...parts))) return
  collectHeader(res, 'Content-Length', length)
  if (res.req.method !== 'HEAD') for (const part of parts.slice(0, -1)) res.write(part, 'latin1')
  res.end(res.req.method === 'HEAD' ? undefined : parts.at(-1), 'latin1')
}

/** Streams a response with backpressure. After an error the end is missing, so the client sees that it is incomplete. */
export async function sendPieces(res: Response, type: string, pieces: AsyncIterable<string>): Promise<void> {
  collectHeader(res, 'Content-Type', type)
  collectHeader(res, 'Vary', 'Accept-Encoding')
  if (res.req.method === 'HEAD') return void res.end()
  const isGzip = res.req.acceptsEncodings('gzip') !== false
  if (isGzip) collectHeader(res, 'Content-Encoding', 'gzip')
  try {
    await (isGzip ? pipeline(pieces, createGzip(), res) : pipeline(pieces, res))
  } catch (error) {
    if (systemCodeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

export function responseMetaOf(res: Response, path: string, { config, intelligence }: Services) {
  const { requestId, startedMs, principal = null } = requestStateOf(res)
  const publicUrl = serviceUrl(config)
  const attribution = intelligence.attribution(publicUrl)
  return { requestId, path, startedMs, publicUrl, attribution, principal }
}

/** Not logged as errors: another process works on the same event or user, or a bank declined a card. */
const EXPECTED_ERRORS = new Set<string>(['billing_busy', 'card_declined'])

export function sendError(res: Response, thrown: unknown, path: string, services: Services): void {
  const error = asCrmError(thrown)
  const meta = responseMetaOf(res, path, services)
  const { requestId } = meta
  const { http } = KINDS[error.kind]
  if (http >= 500)
    services.log[EXPECTED_ERRORS.has(error.code) ? 'info' : 'error'](
      { requestId, path, code: error.code, error: error.cause ?? error },
      error.message,
    )
  if (res.headersSent) return void res.destroy()
  setErrorHeaders(res, error)
  // The unread rest of an oversized body makes the connection useless for another request.
  if (http === 413 || http === 408) res.setHeader('Connection', 'close')
  const tag = entityTag(error.details?.['current'])
  if (tag) collectHeader(res, 'ETag', tag)
  const dialect = dialectOf(familyOfPath(path))
  const code = dialect.headerCode?.(error)
  if (code) collectHeader(res, 'X-Error-Code', code)
  sendJson(res, http, dialect.error(error, meta))
}
