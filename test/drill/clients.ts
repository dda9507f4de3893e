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

/** One client per token; `gateways` may change while they run. */
export function traffic(gateways: readonly string[], tokens: readonly string[]): Traffic {
  const seen: Seen[] = []
  const acknowledged: Acknowledged[] = []
  let stopped = false

  const once = async (token: string, url: string, [method, path, body, key]: Ask) => {
    const began = performance.now()
    const note = (status: number) =>
      void seen.push({
        atMs: began,
        request: `${method} ${path.replace(/[0-9a-f-]{36}/, ':id')}`,
        status,
        ms: performance.now() - began,
      })
    try {
      const response = await fetch(`${url}/api/mcp/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(10_000),
      })
      const answer = (await response.json()) as { id: string }
      note(response.status)
      return { status: response.status, id: answer.id, requestId: response.headers.get('x-request-id')! }
    } catch {
      note(0)
      return { status: 0, id: '', requestId: '' }
    }
  }

  const until = async (token: string, first: number, ask: Ask) => {
    for (let n = first; ; n += 1) {
      const answer = await once(token, gateways[n % gateways.length]!, ask)
      await sleep(PAUSE_MS)
      // 409: the first attempt is still at work.
      if (![0, 409, 429].includes(answer.status) && answer.status < 500) return answer
    }
  }

  const work = async (token: string, n: number) => {
    for (let round = n; !stopped; round += 1) {
      const job = await until(token, round, [
        'POST',
        'jobs',
        { company: `Company ${round}`, role: 'Engineer' },
        randomUUID(),
      ])
      if (job.status === 201) acknowledged.push({ kind: 'job', id: job.id, requestId: job.requestId })
      await until(token, round + 1, ['GET', `jobs/${job.id}`])
      const moved = await until(token, round, [
        'POST',
        `jobs/${job.id}/status`,
        { status: 'applied' },
        randomUUID(),
      ])
      if (moved.status === 200)
        acknowledged.push({ kind: 'status', status: 'applied', id: job.id, requestId: moved.requestId })
    }
  }
  const working = Promise.all(tokens.map(work))
  return {
    ...{ seen, acknowledged },
    async stop() {
      stopped = true
      await working
    },
  }
}

type Ask = [method: string, path: string, body?: object, key?: string]
