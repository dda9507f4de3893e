// One request to a receiver: a signed POST with a ten-second timeout and no redirects, keeping the first
// bytes of the response.
import { systemCodeOf, messageOf } from '../kernel/thrown.ts'
import type { Dispatcher } from 'undici'
import { SECOND_MS } from '../kernel/clock.ts'
import { isTlsFailure } from '../kernel/tls-failure.ts'
import { AddressRefusedError } from '../outbound/dial.ts'
import { openDeadlineTimer, type DeadlineTimer, type Timed } from './deadline-timer.ts'
import { deliveryHeaders, type Signed } from './signature.ts'
import { parseUrl } from '../kernel/url.ts'

/**
 * From connecting to the response's status. An overall limit, because a receiver that drips bytes never
 * triggers an idle timeout.
 */
const TIMEOUT_MS = 10 * SECOND_MS
/** The time allowed for the response body, which is not essential: the status is known by then. */
const BODY_TIMEOUT_MS = 2 * SECOND_MS
const STORED_BYTES = 4 * 1024
const MAX_RESPONSE_BYTES = 64 * 1024

export interface Outcome {
  /** The receiver accepted it: any 2xx. */
  delivered: boolean
  /** HTTP status; null without a response. */
  status: number | null
  retryAfter?: string | undefined
  /** The first four kilobytes of the response body. */
  body?: string
  /** Why there was no response, in words for the registration's owner. */
  problem?: string
  /** For the log only; it may reveal details of our network. */
  cause?: unknown
}

/** The destination of a POST. */
export interface Target {
  origin: string
  path: string
}

/** The target of a URL; an unparsable one becomes a null origin, on which the call fails. */
export function targetOf(url: string): Target {
  const { origin, pathname, search } = parseUrl(url) ?? new URL('about:blank')
  return { origin, path: pathname + search }
}

/** The destination and content of a POST. */
export interface Post extends Target {
  headers: Record<string, string>
  body: string | Buffer
}

type Handler = Required<
  Pick<Dispatcher.DispatchHandler, 'onConnect' | 'onHeaders' | 'onData' | 'onComplete' | 'onError'>
>

/**
 * One call, and its undici handler. undici's `request()` would cost twice as much: a promise, a signal and a
 * stream for each response, most of which have no body. These are the callbacks that `request()` itself uses;
 * for the newer ones undici 7 adds an adapter, which costs 5 µs a call.
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

/** A call for `subject`, not yet sent. `ended` is called once when it ends. */
export const newCall = <T>(subject: T, ended: (call: Call<T>) => void, now = performance.now()): Call<T> => ({
  subject,
  ended,
  startedAt: now,
  deadline: now + TIMEOUT_MS,
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
export function sendCall<T>(dispatcher: Pick<Dispatcher, 'dispatch'>, call: Call<T>, post: () => Post): void {
  try {
    const { origin, path, headers, body } = post()
    // Disables undici's own timeouts: ours are stricter, and one timer enforces all of them.
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
    abortCall(call, error)
  }
}

/** Ends the call now: with the response received so far, or as a failure with this cause. */
export function abortCall<T>(call: Call<T>, cause: unknown = new TimeoutError()): void {
  end(call, cause)
  call.abort?.(cause instanceof Error ? cause : new Error(messageOf(cause)))
}

/** The outcome of an ended call. */
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
  if (this.isOver) abort(new TimeoutError())
}

function onHeaders(this: AnyCall, status: number, headers: Buffer[]): boolean {
  if (status < 200) return true
  this.status = status
  if (status >= 300) this.retryAfter = headerOf(headers, 'retry-after')
  this.deadline = performance.now() + BODY_TIMEOUT_MS
  return true
}

function onData(this: AnyCall, part: Buffer): boolean {
  if (this.bytes < STORED_BYTES) (this.parts ??= []).push(part)
  this.bytes += part.length
  // Short responses are read to the end, so that the connection can be reused.
  if (this.bytes > MAX_RESPONSE_BYTES) abortCall(this)
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
    if (raw[n]?.length === name.length && raw[n]?.toString('latin1').toLowerCase() === name)
      return raw[n + 1]?.toString('latin1')
  return undefined
}

/** A single attempt, outside any worker. Never throws: every failure becomes the outcome. */
export const deliver = (
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  url: string,
  signed: Signed,
  signal: AbortSignal,
): Promise<Outcome> =>
  new Promise((resolve) => {
    const timer: DeadlineTimer<Call<null>> = openDeadlineTimer((call, now) => {
      if (now >= call.deadline) abortCall(call)
    })
    const leave = () => abortCall(call, signal.reason)
    const call = newCall(null, () => {
      timer.remove(call)
      signal.removeEventListener('abort', leave)
      resolve(outcomeOf(call))
    })
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave)
    timer.add(call)
    sendCall(dispatcher, call, () => ({
      ...targetOf(url),
      headers: deliveryHeaders(signed),
      body: signed.body,
    }))
  })

/** The timeout or the size limit was reached. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** The start of the body. Postgres rejects NUL, so it is replaced, as decoding does with invalid UTF-8. */
const textOf = (parts: Buffer[] | null): string =>
  parts ? Buffer.concat(parts).subarray(0, STORED_BYTES).toString('utf8').replaceAll('\0', '\ufffd') : ''

/**
 * A one-sentence reason for a failed call; an internal address is indistinguishable from a nonexistent one.
 */
function problemOf(cause: unknown): string {
  const code = systemCodeOf(cause) ?? ''
  const message = messageOf(cause)
  if (cause instanceof TimeoutError || /TIMEOUT/.test(code)) return 'No answer within ten seconds.'
  if (cause instanceof AddressRefusedError) return 'The address cannot be reached.'
  if (isTlsFailure({ code, message })) return 'The TLS certificate is not accepted.'
  if (/ECONNRESET|UND_ERR_SOCKET|EPIPE|HPE_/.test(code))
    return 'The connection was lost before an answer came.'
  return 'The address cannot be reached.'
}
