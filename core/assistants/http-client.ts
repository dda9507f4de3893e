// The HTTP client for model servers. It enforces allowed hosts, timeouts, retries and size limits.
import { must } from '../kernel/narrow.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Agent, Dispatcher } from 'undici'
import { systemClock } from '../kernel/clock.ts'
import { isCrmError, problem } from '../kernel/errors.ts'
import { readRetryAfter } from '../kernel/retry-after.ts'
import { once } from '../kernel/once.ts'

type Fetch = typeof globalThis.fetch

const MAX_BYTES = 8 * 1024 * 1024

const TRANSIENT_STATUSES = new Set([408, 409, 429, 500, 502, 503, 504, 529])
const RETRY_DELAYS_MS = [300, 1_200]

/** The longest Retry-After that crm waits for. If it is longer, the caller gets the error. */
const MAX_RETRY_AFTER_MS = 5_000

const CONNECT_MS = 5_000

export type HttpClient = Awaited<ReturnType<typeof openHttpClient>>

export async function openHttpClient(hosts: ReadonlySet<string>, most: number) {
  const { Agent } = (await import('undici')).default
  const agent = new Agent({
    connect: { timeout: CONNECT_MS },
    connections: most,
    // A model may take long to respond, so only the signal of the call ends a request.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const send = sender(agent, most)
  /** Configured URLs that fail, but work with or without `/v1`. */
  const corrected = new Set<string>()

  const guardedFetch = async (input: Parameters<Fetch>[0], init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!hosts.has(url.host)) throw new Error(`No model may be asked at ${url.host}.`)
    return sendWithRetries(() => versionedSend(url, init, send, corrected), init.signal)
  }
  return { fetch: guardedFetch, close: () => agent.destroy() }
}

type Send = (url: URL, init: RequestInit) => Promise<Response>

/** Follows no redirect, because its target may not be an allowed host. `request` is faster than undici's `fetch`. */
function sender(agent: Agent, most: number): Send {
  let open = 0
  return async (url, { method, headers, body, signal }) => {
    if (open >= most) throw problem('ai_busy', {}, { retryAfterSeconds: 5 })
    open += 1
    const releaseSlot = once(() => void (open -= 1))
    const request = agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: method ?? 'GET',
      // The providers' packages send headers as an object, and the body as text.
      headers: headers as Record<string, string>,
      body: body as string,
      signal,
    })
    const { statusCode: status, ...answer } = await request.catch((error: unknown) => {
      releaseSlot()
      throw error
    })
    answer.body.once('close', releaseSlot)
    const fields = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    return new Response(WITHOUT_BODY.has(status) ? null : streamOf(answer.body), { status, headers: fields })
  }
}

const WITHOUT_BODY = new Set([101, 103, 204, 205, 304])

function streamOf(body: Dispatcher.ResponseData['body']): ReadableStream<Uint8Array> {
  // Without a listener, the error of a body that is not read would end the process.
  body.on('error', () => {})
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array> // Without an encoding, a stream yields bytes.
  let bytes = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) return controller.close()
        bytes += value.byteLength
        if (bytes > MAX_BYTES) {
          body.destroy()
          throw new Error(`The answer is over ${MAX_BYTES} bytes.`)
        }
        controller.enqueue(value)
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  )
}

/** Uses a server's URL as configured. After a 404, tries it with or without `/v1`, and remembers what works. */
async function versionedSend(url: URL, init: RequestInit, send: Send, corrected: Set<string>) {
  const other = new URL(url)
  other.pathname = /^\/v\d+\//.test(url.pathname) ? url.pathname.replace(/^\/v\d+/, '') : `/v1${url.pathname}`
  if (corrected.has(url.href)) return send(other, init)
  const answer = await send(url, init)
  if (answer.status !== 404) return answer
  const text = await answer.text().catch(() => '')
  const again = new Response(text, { status: 404, headers: answer.headers })
  if (namesMissingModel(text)) return again
  const second = await send(other, init)
  if (second.status === 404) {
    await second.body?.cancel()
    return again
  }
  corrected.add(url.href)
  return second
}

/** For an unknown model, a provider answers with JSON. A wrong path gives something else. */
const namesMissingModel = (text: string): boolean => /model/i.test(text) && text.trimStart().startsWith('{')

/** Retries temporary failures twice at most, after a short Retry-After. */
async function sendWithRetries(send: () => Promise<Response>, signal: AbortSignal | null | undefined) {
  for (let attempt = 0; ; attempt += 1) {
    const last = attempt === RETRY_DELAYS_MS.length
    try {
      const answer = await send()
      if (last || !TRANSIENT_STATUSES.has(answer.status)) return answer
      const retryAfterMs = readRetryAfter(answer.headers.get('retry-after'), systemClock.now())
      const pause = Math.max(must(RETRY_DELAYS_MS[attempt]), retryAfterMs ?? 0)
      if (pause > MAX_RETRY_AFTER_MS) return answer
      await answer.body?.cancel()
      await wait(pause, undefined, signal ? { signal } : {})
    } catch (error) {
      if (last || signal?.aborted || isCrmError(error)) throw error
      await wait(RETRY_DELAYS_MS[attempt], undefined, signal ? { signal } : {})
    }
  }
}
