// One request to a receiver: a signed POST with a ten-second limit, no redirects, and the first bytes of the
// response.
import type { Dispatcher } from 'undici'
import { SECOND_MS } from '../kernel/clock.ts'
import { AddressRefused } from '../outbound/dial.ts'
import { openCallTimer, type CallTimer, type Timed } from './call-timer.ts'
import { deliveryHeaders, type Signed } from './signature.ts'

/** From dialling to the answer's status. An overall limit: a receiver that drips bytes outlives every idle time-out. */
const MOST_MS = 10 * SECOND_MS
/** What a receiver may say is worth this much time and no more: its status is known by then. */
const MOST_BODY_MS = 2 * SECOND_MS
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

/** Where to POST. */
export interface Target {
  origin: string
  path: string
}

/** The target of an address; one that cannot be read leads nowhere, which the call finds. */
export function targetOf(url: string): Target {
  const { origin, pathname, search } = new URL(URL.canParse(url) ? url : 'about:blank')
  return { origin, path: pathname + search }
}

/** Where and what to POST. */
export interface Post extends Target {
  headers: Record<string, string>
  body: string | Buffer
}

type Handler = Required<
  Pick<Dispatcher.DispatchHandler, 'onConnect' | 'onHeaders' | 'onData' | 'onComplete' | 'onError'>
>

/**
 * One call, and the handler that undici tells of it. undici's `request()` would do, at twice the price: a promise, a
 * signal and a stream for each answer, most of which have no body. These are the callbacks that `request()` itself is
 * made of; around the newer ones undici 7 puts an adapter, which costs 5 µs a call.
 */
export interface Call<T> extends Timed, Handler {
  readonly subject: T
  readonly ended: (call: Call<T>) => void
  status: number | null
  retryAfter: string | undefined
  parts: Buffer[] | null
  bytes: number
  cause: unknown
  isOver: boolean
  abort: ((reason: Error) => void) | null
}

/** A call about something, not yet made. `ended` hears of its end, once. */
export const newCall = <T>(subject: T, ended: (call: Call<T>) => void, now = performance.now()): Call<T> => ({
  subject,
  ended,
  startedAt: now,
  deadline: now + MOST_MS,
  status: null,
  retryAfter: undefined,
  parts: null,
  bytes: 0,
  cause: undefined,
  isOver: false,
  abort: null,
  onConnect,
  onHeaders,
  onData,
  onComplete,
  onError,
})

/** Sends the request; never throws. The caller enforces the deadline. */
export function makeCall<T>(dispatcher: Pick<Dispatcher, 'dispatch'>, call: Call<T>, post: () => Post): void {
  try {
    const { origin, path, headers, body } = post()
    // Our own limits are stricter than undici's, and one timer watches all of them.
    const options = {
      origin,
      path,
      method: 'POST',
      headers,
      body,
      headersTimeout: 0,
      bodyTimeout: 0,
    } as const
    dispatcher.dispatch(options, call)
  } catch (error) {
    giveUp(call, error)
  }
}

/** Ends it now: with what was answered so far, or as a failure for this cause. */
export function giveUp<T>(call: Call<T>, cause: unknown = new Late()): void {
  end(call, cause)
  call.abort?.(cause as Error)
}

/** How an ended call went. */
export function outcomeOf<T>({ status, retryAfter, parts, cause }: Call<T>): Outcome {
  if (status === null) return { delivered: false, status, problem: problemOf(cause), cause }
  return { delivered: status >= 200 && status < 300, status, retryAfter, body: textOf(parts) }
}

type AnyCall = Call<unknown>

function end<T>(call: Call<T>, cause?: unknown): void {
  if (call.isOver) return
  call.isOver = true
  call.cause = cause
  call.ended(call)
}

function onConnect(this: AnyCall, abort: (reason?: Error) => void): void {
  this.abort = abort
  if (this.isOver) abort(new Late())
}

function onHeaders(this: AnyCall, status: number, headers: Buffer[]): boolean {
  if (status < 200) return true
  this.status = status
  if (status >= 300) this.retryAfter = headerOf(headers, 'retry-after')
  this.deadline = performance.now() + MOST_BODY_MS
  return true
}

function onData(this: AnyCall, part: Buffer): boolean {
  if (this.bytes < KEPT_BYTES) (this.parts ??= []).push(part)
  this.bytes += part.length
  // Short answers are read to their end, so that the connection can be used again.
  if (this.bytes > MOST_BYTES) giveUp(this)
  return true
}

function onComplete(this: AnyCall): void {
  end(this)
}

function onError(this: AnyCall, error: Error): void {
  end(this, error)
}

function headerOf(raw: Buffer[], name: string): string | undefined {
  for (let n = 0; n < raw.length; n += 2)
    if (raw[n]!.length === name.length && raw[n]!.toString('latin1').toLowerCase() === name)
      return raw[n + 1]!.toString('latin1')
  return undefined
}

/** A single attempt, apart from any worker. Never throws: whatever goes wrong is the outcome. */
export const deliver = (
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  url: string,
  signed: Signed,
  signal: AbortSignal,
): Promise<Outcome> =>
  new Promise((resolve) => {
    const timer: CallTimer<Call<null>> = openCallTimer((call, now) => {
      if (now >= call.deadline) giveUp(call)
    })
    const leave = () => giveUp(call, signal.reason)
    const call = newCall(null, () => {
      timer.remove(call)
      signal.removeEventListener('abort', leave)
      resolve(outcomeOf(call))
    })
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave)
    timer.add(call)
    makeCall(dispatcher, call, () => ({
      ...targetOf(url),
      headers: deliveryHeaders(signed),
      body: signed.body,
    }))
  })

/** Its time is over, or what it may say. */
class Late extends Error {
  override readonly name = 'Late'
}

/** The first bytes. Postgres takes no NUL; every other byte that is no UTF-8 is replaced in reading. */
const textOf = (parts: Buffer[] | null): string =>
  parts ? Buffer.concat(parts).subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', '\ufffd') : ''

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
