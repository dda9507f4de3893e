// Sends one request to a receiver: a signed POST without redirects. Keeps the first bytes of the response.
import type { Agent, Dispatcher } from 'undici'
import { SECOND_MS } from '../kernel/clock.ts'
import { isTlsFailure, messageOf, systemCodeOf } from '../kernel/errors.ts'
import { AddressRefusedError } from '../outbound/dial.ts'
import { deliveryHeaders, type SignedDelivery } from './signature.ts'

/** From connecting to the status of the response. A limit on idle time would not do: some receivers send byte by byte. */
const TIMEOUT_MS = 10 * SECOND_MS
/** For the body of the response. The status is known by then. */
const BODY_TIMEOUT_MS = 2 * SECOND_MS
const STORED_BYTES = 4 * 1024
const MAX_RESPONSE_BYTES = 64 * 1024

export interface Outcome {
  delivered: boolean
  /** HTTP status; null without a response. */
  status: number | null
  retryAfter?: string | undefined
  body?: string
  /** Why there was no response, for the owner of the webhook. */
  problem?: string
  /** Only for the log: it may show details of our network. */
  cause?: unknown
}

/** Sends a delivery once. Never throws: a failure is a result too. `stop` ends it. */
export async function deliver(
  dialler: Agent,
  url: string,
  signed: SignedDelivery,
  stop: AbortSignal,
): Promise<Outcome> {
  const call = new AbortController()
  const timeOut = () => call.abort(new TimeoutError())
  const end = () => call.abort(stop.reason)
  let timer = setTimeout(timeOut, TIMEOUT_MS)
  stop.addEventListener('abort', end)
  if (stop.aborted) end()
  try {
    const { origin, pathname, search } = new URL(url)
    const response = await dialler.request({
      ...{ origin, path: pathname + search },
      ...{ method: 'POST', headers: deliveryHeaders(signed), body: signed.body },
      // The limits above are stricter, and cover the whole call.
      ...{ signal: call.signal, headersTimeout: 0, bodyTimeout: 0 },
    })
    clearTimeout(timer)
    timer = setTimeout(timeOut, BODY_TIMEOUT_MS)
    return await outcomeOf(response)
  } catch (cause) {
    return { delivered: false, status: null, problem: problemOf(cause), cause }
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
  }
}

async function outcomeOf({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<Outcome> {
  const delivered = status >= 200 && status < 300
  const retryAfter = [headers['retry-after']].flat()[0]
  const isEmpty = status === 204 || headers['content-length'] === '0'
  const text = isEmpty ? await body.dump().then(() => '') : await textOf(body)
  return { delivered, status, retryAfter: delivered ? undefined : retryAfter, body: text }
}

/** The start of the body. A short body is read to the end, so that the connection can be used again. */
async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of body) {
      if (bytes < STORED_BYTES) parts.push(part)
      bytes += part.length
      if (bytes > MAX_RESPONSE_BYTES) break
    }
  } catch {
    // After a timeout or a lost connection, keep the bytes so far.
  }
  // Postgres refuses NUL. It is replaced, as decoding replaces invalid UTF-8.
  return Buffer.concat(parts).subarray(0, STORED_BYTES).toString('utf8').replaceAll('\0', '\ufffd')
}

class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

const UNREACHED = 'The address does not exist, or cannot be reached.'

/** Why a call failed, in a sentence. An internal address looks as if it did not exist. */
function problemOf(cause: unknown): string {
  const code = systemCodeOf(cause) ?? ''
  const message = messageOf(cause)
  if (cause instanceof TimeoutError || /TIMEOUT/.test(code)) return 'No answer within ten seconds.'
  if (cause instanceof AddressRefusedError) return UNREACHED
  if (isTlsFailure({ code, message })) return 'The TLS certificate is not accepted.'
  if (/ECONNRESET|UND_ERR_SOCKET|EPIPE|HPE_/.test(code))
    return 'The connection was lost before an answer came.'
  return UNREACHED
}
