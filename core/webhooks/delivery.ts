// One attempt to deliver: a signed POST, ten seconds in all, no redirects, and of the answer its first bytes.
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
export const deliver = (
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  url: string,
  signed: Signed,
  signal: AbortSignal,
): Promise<Outcome> =>
  new Promise((resolve) => {
    const call = openCall((outcome) => {
      signal.removeEventListener('abort', leave)
      resolve(outcome)
    })
    const leave = () => call.giveUp(signal.reason)
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave)
    try {
      const { origin, pathname, search } = new URL(url)
      const headers = deliveryHeaders(signed)
      dispatcher.dispatch(
        { origin, path: pathname + search, method: 'POST', headers, body: signed.body },
        call.handler,
      )
    } catch (error) {
      call.giveUp(error)
    }
  })

interface Call {
  handler: Dispatcher.DispatchHandler
  /** Ends it now: with what was answered so far, or as a failure for this cause. */
  giveUp(cause: unknown): void
}

/**
 * One call as undici tells of it. Its `request()` would do, at twice the price: a promise, a signal and a stream for each
 * answer, most of which have no body.
 */
function openCall(ended: (outcome: Outcome) => void): Call {
  const parts: Buffer[] = []
  let bytes = 0
  let status: number | null = null
  let retryAfter: string | undefined
  let wire: Dispatcher.DispatchController | undefined
  let isOver = false

  const end = (cause?: unknown) => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    if (status === null) return ended({ delivered: false, status, problem: problemOf(cause), cause })
    ended({ delivered: status >= 200 && status < 300, status, retryAfter, body: textOf(parts) })
  }
  const giveUp = (cause: unknown) => {
    end(cause)
    wire?.abort(cause as Error)
  }
  let timer = setTimeout(() => giveUp(new Late()), WHOLE_MS)
  return {
    giveUp,
    handler: {
      onRequestStart(controller) {
        wire = controller
        if (isOver) controller.abort(new Late())
      },
      onResponseStart(_, statusCode, headers) {
        if (statusCode < 200) return
        status = statusCode
        const asked = headers['retry-after']
        if (typeof asked === 'string') retryAfter = asked
        clearTimeout(timer)
        timer = setTimeout(() => giveUp(new Late()), BODY_MS)
      },
      onResponseData(_, part) {
        if (bytes < KEPT_BYTES) parts.push(part)
        bytes += part.length
        // Short answers are read to their end, so that the connection can be used again.
        if (bytes > MOST_BYTES) giveUp(new Late())
      },
      onResponseEnd: () => end(),
      onResponseError: (_, error) => end(error),
    },
  }
}

/** Its time is over, or what it may say. */
class Late extends Error {
  override readonly name = 'Late'
}

/** The first bytes. Postgres takes no NUL; every other byte that is no UTF-8 is replaced in reading. */
const textOf = (parts: Buffer[]): string =>
  parts.length ? Buffer.concat(parts).subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', '\ufffd') : ''

/** One sentence for whatever kept us from the receiver; what is inside our network looks like what is not there. */
function problemOf(cause: unknown): string {
  const { code = '', message = '' } = cause as { code?: string; message?: string }
  if (cause instanceof Late || /TIMEOUT/.test(code)) return 'No answer within ten seconds.'
  if (cause instanceof AddressRefused) return 'The address cannot be reached.'
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/.test(code) || /certificate/i.test(message))
    return 'The TLS certificate is not accepted.'
  if (/ECONNRESET|UND_ERR_SOCKET|EPIPE|HPE_/.test(code))
    return 'The connection was lost before an answer came.'
  return 'The address cannot be reached.'
}
