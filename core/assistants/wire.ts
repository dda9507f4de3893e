// The wire to model servers: a fetch of our own, so that hosts, time-outs, retries and sizes hold in one place.
import { setTimeout as wait } from 'node:timers/promises'
import type { Agent, Response as Answer } from 'undici'

export type Fetch = typeof globalThis.fetch

/** More than any answer has; a server that sends more is cut off. */
const MOST_BYTES = 8 * 1024 * 1024

/** Answers that may be different in a moment. */
const PASSING = new Set([408, 409, 429, 500, 502, 503, 504, 529])
const PAUSES_MS = [300, 1_200]

/** The longest a caller is kept waiting because a provider said so; beyond it they are told instead. */
const MOST_PATIENCE_MS = 5_000

const CONNECT_MS = 5_000
const CONNECTIONS_PER_HOST = 256

export interface Wire {
  fetch: Fetch
  close(): Promise<void>
}

/** A wire to these hosts and to no others. Connections open when something is first sent. */
export async function openWire(hosts: ReadonlySet<string>): Promise<Wire> {
  const { Agent, fetch } = await import('undici')
  const agent = new Agent({
    connect: { timeout: CONNECT_MS },
    connections: CONNECTIONS_PER_HOST,
    // A model may think for long before it says anything: the call's own signal bounds it.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const send = (url: URL, init: RequestInit): Promise<Answer> =>
    fetch(url, { ...(init as object), dispatcher: agent as Agent, redirect: 'manual' })
  const versionless = new Set<string>()

  const ours = async (input: Parameters<Fetch>[0], init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!hosts.has(url.host)) throw new Error(`No model may be asked at ${url.host}.`)
    const answer = await patiently(() => versionedSend(url, init, send, versionless), init.signal)
    return capped(answer) as unknown as Response
  }
  return { fetch: ours as Fetch, close: () => agent.destroy() }
}

type Send = (url: URL, init: RequestInit) => Promise<Answer>

/**
 * Some are given a server's address with its `/v1` and some without: where nothing is found at the one, the other is
 * tried, and what worked is remembered.
 */
async function versionedSend(url: URL, init: RequestInit, send: Send, turned: Set<string>): Promise<Answer> {
  const other = new URL(url)
  other.pathname = /^\/v\d+\//.test(url.pathname) ? url.pathname.replace(/^\/v\d+/, '') : `/v1${url.pathname}`
  if (turned.has(url.href)) return send(other, init)
  const answer = await send(url, init)
  if (answer.status !== 404 || (await saysWhatIsMissing(answer.clone()))) return answer
  const second = await send(other, init)
  if (second.status === 404) {
    await second.body?.cancel()
    return answer
  }
  await answer.body?.cancel()
  turned.add(url.href)
  return second
}

/** A provider that knows the path and not the model says so in JSON; a wrong path does not. */
async function saysWhatIsMissing(answer: Answer): Promise<boolean> {
  const text = await answer.text().catch(() => '')
  return /model/i.test(text) && text.trimStart().startsWith('{')
}

/** Sends again what failed in passing, at most twice, waiting as long as the provider asks if that is short. */
async function patiently(
  send: () => Promise<Answer>,
  signal: AbortSignal | null | undefined,
): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    const last = attempt === PAUSES_MS.length
    try {
      const answer = await send()
      if (last || !PASSING.has(answer.status)) return answer
      const pause = Math.max(PAUSES_MS[attempt]!, secondsToWait(answer) * 1_000)
      if (pause > MOST_PATIENCE_MS) return answer
      await answer.body?.cancel()
      await wait(pause, undefined, signal ? { signal } : {})
    } catch (error) {
      if (last || signal?.aborted) throw error
      await wait(PAUSES_MS[attempt], undefined, signal ? { signal } : {})
    }
  }
}

/** `Retry-After` in seconds, 0 when it says nothing that can be read. */
export function secondsToWait({ headers }: { headers: { get(name: string): string | null } }): number {
  const text = headers.get('retry-after') ?? ''
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
}

/** The answer, cut off with an error when it grows past reason. */
function capped(answer: Answer): Answer {
  if (!answer.body) return answer
  let bytes = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > MOST_BYTES) controller.error(new Error(`The answer is over ${MOST_BYTES} bytes.`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = answer
  const Kind = answer.constructor as new (body: unknown, init: object) => Answer
  return new Kind(answer.body.pipeThrough(count as never), { status, statusText, headers })
}
