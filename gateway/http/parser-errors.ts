// Responses to requests that Node's HTTP parser rejects before they reach express.
import { recordOf } from '../../core/kernel/narrow.ts'
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { attributionAt } from '../../core/intelligence/attribution.ts'
import { KINDS, problem, type CrmError } from '../../core/kernel/errors.ts'
import { familyOfPath } from '../../core/kernel/family.ts'
import { dialectOf } from './dialects.ts'
import { SECURITY_HEADERS } from './headers.ts'

/** Node says which bytes it stumbled over. */
type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer }

function problemOf({ code }: NodeJS.ErrnoException): CrmError {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('headers_too_large', {})
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('request_timeout', {})
  return problem('malformed_request', { problem: 'The request is not well-formed HTTP.' })
}

/** Placeholders: nothing is known about a request that could not be parsed. */
const UNREAD = {
  path: '',
  startedMs: performance.now(),
  publicUrl: '',
  attribution: attributionAt('', { benchmark: '', updated: '' }),
  principal: null,
}

/** The path of a request that was refused amidst its headers, as far as its first line was in the last packet. */
const pathIn = (packet: Buffer | undefined): string =>
  /^[A-Z]+ (\/[^\s?]*)/.exec(packet?.subarray(0, MAX_PATH).toString('latin1') ?? '')?.[1] ?? ''

const MAX_PATH = 2_048

function responseTo(error: CrmError, path: string): string {
  const requestId = `req_${randomUUID()}`
  const body = JSON.stringify(dialectOf(familyOfPath(path)).error(error, { ...UNREAD, path, requestId }))
  const headers = [
    `HTTP/1.1 ${KINDS[error.kind].http} ${KINDS[error.kind].wire}`,
    ...SECURITY_HEADERS.map(([name, value]) => `${name}: ${value}`),
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  return `${headers.join('\r\n')}\r\n\r\n${body}`
}

/** A response that has already begun cannot be replaced, so its socket is destroyed. */
export function answerParserError(error: ParserError, socket: Duplex): void {
  const begun = recordOf(recordOf(socket)['_httpMessage'])
  if (error.code === 'ECONNRESET' || !socket.writable || begun['headersSent']) return void socket.destroy()
  socket.end(responseTo(problemOf(error), pathIn(error.rawPacket)))
}
