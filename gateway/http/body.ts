// Reads a JSON body, limited in size, depth and number of values.
import { counted } from '../../core/kernel/amounts.ts'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { isRecord, recordOf } from '../../core/kernel/narrow.ts'
import { isUtf8 } from 'node:buffer'
import { type CrmError, problem, quietly } from '../../core/kernel/errors.ts'

/** The most levels of nested arrays and objects, including the body itself. */
export const MAX_DEPTH = 64
export const MAX_VALUES = 20_000

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPENING = [0x5b, 0x7b]
const CLOSING = [0x5d, 0x7d]

/** Whether a JSON text is nested deeper, or has more values, than a request may. Its grammar is not checked. */
export function isTooComplex(text: Buffer): boolean {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]! // In bounds. `must` would be too slow for a check of every byte.
    if (byte === QUOTE) at = endOfString(text, at)
    else if (byte === COMMA) values += 1
    else if (OPENING.includes(byte)) {
      depth += 1
      values += 1
    } else if (CLOSING.includes(byte)) depth -= 1
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true
  }
  return false
}

function endOfString(text: Buffer, from: number): number {
  for (let at = text.indexOf(QUOTE, from + 1); at !== -1; at = text.indexOf(QUOTE, at + 1)) {
    let escapes = 0
    while (text[at - 1 - escapes] === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return at
  }
  return text.length
}

const MAX_BYTES = 1024 * 1024

/** Parses the body as JSON whatever its content type; `req.body` is undefined for an empty body. */
const jsonBody: RequestHandler = express.json({
  limit: MAX_BYTES,
  strict: false,
  type: () => true,
  verify(_req, _res, bytes) {
    if (!isUtf8(bytes)) throw new Error(NOT_UTF8)
    if (isTooComplex(bytes)) throw new Error(TOO_COMPLEX)
  },
})

const NOT_UTF8 = 'The request body is not UTF-8.'
const TOO_COMPLEX = `The request body is nested over ${MAX_DEPTH} deep or has over ${counted(MAX_VALUES)} values.`

/** Whether the content type names another charset, which the parser would decode after the check of the bytes. */
const isForeign = (req: Request): boolean =>
  !/^utf-?8$/i.test(/;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(req.headers['content-type'] ?? '')?.[1] ?? 'utf-8')

/** The largest complete email that a scan accepts. */
const MAIL_BYTES = 25 * 1024 * 1024

const isMail = (req: Request): boolean => /^message\/rfc822\b/i.test(req.headers['content-type'] ?? '')

const mailParser: RequestHandler = express.raw({ limit: MAIL_BYTES, type: () => true })

/** Resolves with the error of a parser, if it has one. */
const parsedBy = (parser: RequestHandler, req: Request, res: Response): Promise<unknown> =>
  new Promise((resolve) => parser(req, res, resolve))

/** Reads a message as the input of a scan: its bytes as Latin-1, one character each. */
async function readMail(req: Request, res: Response): Promise<CrmError | undefined> {
  const error = await parsedBy(mailParser, req, res)
  if (error) return bodyProblem(error)
  const bytes: unknown = req.body
  req.body = Buffer.isBuffer(bytes) ? { messages: [{ source: bytes.toString('latin1') }] } : undefined
  return undefined
}

/** Reads the body into `req.body`. Resolves with the error of an invalid body, as soon as it is certain. */
export const readBody = (req: Request, res: Response): Promise<CrmError | undefined> =>
  isMail(req) ? readMail(req, res) : readJson(req, res)

const readJson = (req: Request, res: Response): Promise<CrmError | undefined> =>
  new Promise((resolve) => {
    if (isForeign(req)) return resolve(problem('wrong_charset', {}))
    // The parser would read an oversized body to its end before reporting it, which may take up to the request timeout.
    let received = 0
    req.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > MAX_BYTES) resolve(problem('body_too_large', { limit: sizeText(MAX_BYTES) }))
    })
    jsonBody(req, res, (error?: unknown) => {
      // For an empty body (`Content-Length: 0`) the parser sets an empty object.
      if (received === 0) req.body = undefined
      resolve(error ? bodyProblem(error) : undefined)
    })
  })

/** Reads a form as a browser sends it; anything else has no fields. A field may occur several times. */
export async function readFormFields(req: Request, res: Response, parser: RequestHandler = smallForm) {
  const error = await parsedBy(parser, req, res)
  if (error) throw bodyProblem(error)
  return recordOf(req.body)
}

/** Like `readFormFields`, but also accepts the fields as JSON. */
export async function readForm(req: Request, res: Response): Promise<Record<string, unknown>> {
  if (/^application\/x-www-form-urlencoded\b/i.test(req.headers['content-type'] ?? ''))
    return readFormFields(req, res)
  const error = await readBody(req, res)
  if (error) throw error
  return fieldsOf(req.body)
}

const formUpTo = (limit: number): RequestHandler =>
  express.urlencoded({
    ...{ extended: false, limit, parameterLimit: 200 },
    verify(_req, _res, bytes) {
      // The parser would replace invalid UTF-8 by replacement characters.
      const escapes = bytes.toString('latin1').replace(/%(?![\da-f]{2})/gi, '%25')
      if (!isUtf8(bytes) || quietly(() => decodeURIComponent(escapes)) === undefined)
        throw new Error(NOT_UTF8)
    },
  })

const smallForm = formUpTo(64 * 1024)
export const largeForm = formUpTo(MAX_BYTES)

const sizeText = (bytes: number): string =>
  bytes < MAX_BYTES ? `${bytes / 1024} KiB` : `${bytes / MAX_BYTES} MiB`

function bodyProblem(error: unknown): CrmError {
  const { type, status, message, limit } = recordOf(error)
  const unread = { problem: `The request body cannot be read: ${String(message)}.` }
  if (type === 'entity.too.large')
    return problem('body_too_large', { limit: sizeText(Number(limit)) }, { cause: error })
  if (type === 'entity.verify.failed') return problem('malformed_request', { problem: String(message) })
  if (type === 'entity.parse.failed') return problem('malformed_json', {}, { cause: error })
  if (type === 'request.aborted' || status === 408) return problem('request_timeout', {}, { cause: error })
  if (typeof status === 'number' && status >= 400 && status < 500)
    return problem('malformed_request', unread, { cause: error })
  return problem('internal', {}, { cause: error })
}

/** The fields of a body. Throws unless it is an object. */
export function fieldsOf(body: unknown): Record<string, unknown> {
  if (body === undefined) return {}
  if (!isRecord(body))
    throw problem('malformed_request', { problem: 'The request body must be a JSON object.' })
  return body
}

export const isJson = (req: Request): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(req.headers['content-type'] ?? '')
