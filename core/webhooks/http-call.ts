// One request to a receiver: a signed POST with a ten-second timeout and no redirects, keeping the first bytes of the response.
import type { Agent, Dispatcher } from 'undici'
import { SECOND_MS } from '../kernel/clock.ts'
import { isTlsFailure, messageOf, systemCodeOf } from '../kernel/errors.ts'
import { AddressRefusedError } from '../outbound/dial.ts'
import { deliveryHeaders, type SignedDelivery } from './signature.ts'

/** From connecting to the response's status. One limit for all: a receiver that drips bytes is never idle. */
const TIMEOUT_MS = 10 * SECOND_MS
/** The time allowed for the response body, which is not essential: the status is known by then. */
const BODY_TIMEOUT_MS = 2 * SECOND_MS
const STORED_BYTES = 4 * 1024
const MAX_RESPONSE_BYTES = 64 * 1024

export interface Outcome {
  delivered: boolean
  /** HTTP status; null without a response. */
  status: number | null
  retryAfter?: string | undefined
  body?: string
  /** Why there was no response, in words for the registration's owner. */
  problem?: string
  /** For the log only; it may reveal details of our network. */
  cause?: unknown
}

/** Sends a delivery once. Never throws: every failure becomes the outcome. `stop` ends it. */
export async function deliver(
  dialler: Agent,
  url: string,
  signed: SignedDelivery,
  stop: AbortSignal,
): Promise<Outcome> {
  const cut = new AbortController()
  const timeOut = () => cut.abort(new TimeoutError())
  const end = () => cut.abort(stop.reason)
  let timer = setTimeout(timeOut, TIMEOUT_MS)
  stop.addEventListener('abort', end)
  if (stop.aborted) end()
  try {
    const response = await dialler.request({
      ...targetOf(url),
      ...{ method: 'POST', headers: deliveryHeaders(signed), body: signed.body },
      // The limits above are stricter, and cover the whole call.
      ...{ signal: cut.signal, headersTimeout: 0, bodyTimeout: 0 },
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

function targetOf(url: string): { origin: string; path: string } {
  const { origin, pathname, search } = new URL(url)
  return { origin, path: pathname + search }
}

async function outcomeOf({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<Outcome> {
  const delivered = status >= 200 && status < 300
  const retryAfter = [headers['retry-after']].flat()[0]
  const isEmpty = status === 204 || headers['content-length'] === '0'
  const text = isEmpty ? await body.dump().then(() => '') : await textOf(body)
  return { delivered, status, retryAfter: delivered ? undefined : retryAfter, body: text }
}

/** The start of the body. Short ones are read to the end, so that the connection can be used again. */
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
  // Postgres rejects NUL, so it is replaced, as decoding does with invalid UTF-8.
  return Buffer.concat(parts).subarray(0, STORED_BYTES).toString('utf8').replaceAll('\0', '\ufffd')
}

class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

const UNREACHED = 'The address does not exist, or cannot be reached.'

/** Why a call failed, in a sentence; an internal address looks like one that does not exist. */
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
