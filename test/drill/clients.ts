// Clients of several gateways that go on through outages as programs should: each write has an Idempotency-Key and is
// sent again, to the other gateway, until it is answered.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Acknowledged } from './writers.ts'

/** One answer, or none (status 0), as it arrived. */
export interface Seen {
  atMs: number
  request: string
  status: number
  ms: number
}

export interface Traffic {
  seen: Seen[]
  acknowledged: Acknowledged[]
  /** Ends after every write under way was answered. */
  stop(): Promise<void>
}

/** Below the limit of sixty requests a minute for as long as a drill takes. */
const PAUSE_MS = 350

type Ask = [method: string, path: string, body?: object, key?: string]

interface Answer {
  status: number
  id: string
  requestId: string | null
}

/** Sends a request once and notes what came back. */
async function once(
  seen: Seen[],
  token: string,
  url: string,
  [method, path, body, key]: Ask,
): Promise<Answer> {
  const atMs = performance.now()
  const request = `${method} ${path.replace(/[0-9a-f-]{36}/, ':id')}`
  const note = (status: number) => void seen.push({ atMs, request, status, ms: performance.now() - atMs })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  try {
    const response = await fetch(`${url}/api/mcp/${path}`, {
      method,
      headers: { ...headers, ...(key && { 'idempotency-key': key }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    })
    const { id } = (await response.json()) as { id: string }
    note(response.status)
    const isReplayed = response.headers.get('idempotent-replayed') === 'true'
    return {
      status: response.status,
      id,
      requestId: isReplayed ? null : response.headers.get('x-request-id'),
    }
  } catch {
    note(0)
    return { status: 0, id: '', requestId: null }
  }
}

/** As often a request is sent, which takes longer than any outage of a drill. */
const MOST_TRIES = 120

/** Repeats on the next gateway until it is answered; 409 means that the first attempt is still at work. */
async function until(request: string, ask: (n: number) => Promise<Answer>): Promise<Answer> {
  for (let n = 0; n < MOST_TRIES; n += 1) {
    const answer = await ask(n)
    await sleep(PAUSE_MS)
    if (![0, 409, 429].includes(answer.status) && answer.status < 500) return answer
  }
  throw new Error(`${request} was not answered by any of ${MOST_TRIES} tries.`)
}

/** One client per token; `gateways` may change while they run. */
export function traffic(gateways: readonly string[], tokens: readonly string[]): Traffic {
  const seen: Seen[] = []
  const acknowledged: Acknowledged[] = []
  let stopped = false

  const work = async (token: string, first: number) => {
    const send = (from: number, ask: Ask) =>
      until(`${ask[0]} ${ask[1]}`, (n) => once(seen, token, gateways[(from + n) % gateways.length]!, ask))
    for (let round = first; !stopped; round += 1) {
      const body = { company: `Company ${round}`, role: 'Engineer' }
      const job = await send(round, ['POST', 'jobs', body, randomUUID()])
      const { id } = job
      if (job.status === 201) acknowledged.push({ kind: 'job', id, requestId: job.requestId })
      await send(round + 1, ['GET', `jobs/${id}`])
      const move: Ask = ['POST', `jobs/${id}/status`, { status: 'applied' }, randomUUID()]
      const { status, requestId } = await send(round, move)
      if (status === 200) acknowledged.push({ kind: 'status', status: 'applied', id, requestId })
    }
  }
  const working = Promise.all(tokens.map(work))
  // What went wrong is said when it is stopped, not in the middle of an outage.
  working.catch(() => {})
  return {
    ...{ seen, acknowledged },
    async stop() {
      stopped = true
      await working
    },
  }
}
