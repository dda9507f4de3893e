// One attempt to deliver: a signed POST, ten seconds in all, no redirects, and of the answer its first bytes.
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { SECOND_MS } from '../kernel/clock.ts'
import { AddressRefused } from '../outbound/dial.ts'
import { deliveryHeaders, type Signed } from './signature.ts'

/** From dialling to the answer's status. An overall limit: a receiver that drips bytes outlives every idle time-out. */
const WHOLE_MS = 10 * SECOND_MS
/** What a receiver may say is worth this much time and no more: its status is known by then. */
const BODY_MS = 2 * SECOND_MS
const KEPT_BYTES = 4 * 1024
const MOST_BYTES = 64 * 1024

export interface Outcome {
  /** The receiver took it: any 2xx. */
  delivered: boolean
  /** HTTP status; null when no answer came. */
  status: number | null
  retryAfter?: string | undefined
  /** The first four kilobytes of its body. */
  body?: string
  /** Why no answer came, in words for the owner of the registration. */
  problem?: string
  /** For the log; says more than a user may learn about our network. */
  cause?: unknown
}

/** Sends one attempt. Never throws: whatever goes wrong is the outcome. */
export async function deliver(
  dispatcher: Pick<Dispatcher, 'request'>,
  url: string,
  signed: Signed,
  signal: AbortSignal,
): Promise<Outcome> {
  const whole = new AbortController()
  const late = setTimeout(() => whole.abort(new Error('late')), WHOLE_MS)
  const leave = () => whole.abort(signal.reason)
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave)
  try {
    const { origin, pathname, search } = new URL(url)
    const { statusCode, headers, body } = await dispatcher.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: deliveryHeaders(signed),
      body: signed.body,
      signal: whole.signal,
    })
    const retryAfter = headers['retry-after']
    return {
      delivered: statusCode >= 200 && statusCode < 300,
      status: statusCode,
      ...(typeof retryAfter === 'string' && { retryAfter }),
      body: await firstBytes(body),
    }
  } catch (cause) {
    return { delivered: false, status: null, problem: problemOf(cause, whole.signal), cause }
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', leave)
  }
}

/** Postgres takes no NUL; every other byte that is no UTF-8 was replaced in reading. */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd')

/** Reads to the end, so that the connection can be used again, unless the answer is long or slow; then it is cut. */
function firstBytes(body: Readable): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let bytes = 0
    const finish = () => {
      clearTimeout(timer)
      resolve(storable(Buffer.concat(parts).subarray(0, KEPT_BYTES).toString('utf8')))
    }
    // Destroying without a listener for the error would end the process.
    const cut = () => void body.destroy()
    const timer = setTimeout(cut, BODY_MS)
    body.on('data', (part: Buffer) => {
      if (bytes < KEPT_BYTES) parts.push(part)
      bytes += part.length
      if (bytes > MOST_BYTES) cut()
    })
    body.on('error', () => {})
    body.on('close', finish)
  })
}

/** One sentence for whatever kept us from the receiver; what is inside our network looks like what is not there. */
function problemOf(cause: unknown, signal: AbortSignal): string {
  const { code = '', message = '' } = cause as { code?: string; message?: string }
  if ((signal.aborted && (signal.reason as Error)?.message === 'late') || /TIMEOUT/.test(code))
    return 'No answer within ten seconds.'
  if (cause instanceof AddressRefused) return 'The address cannot be reached.'
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/.test(code) || /certificate/i.test(message))
    return 'The TLS certificate is not accepted.'
  if (/ECONNRESET|UND_ERR_SOCKET|EPIPE|HPE_/.test(code))
    return 'The connection was lost before an answer came.'
  return 'The address cannot be reached.'
}
