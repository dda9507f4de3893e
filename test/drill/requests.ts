// What one person asks of a gateway in a minute, with what came back: the same list for every kind of database.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Acknowledged } from './writers.ts'

/** A request, whether it was answered as it should be, and what it wrote. */
export interface Done {
  request: string
  status: number
  ok: boolean
  body: string
  written?: Acknowledged
}

/** A busy machine may say “try again later” as often. */
const MOST_TRIES = 120
const PAUSE_MS = 1_000

/**
 * Sends a request until it is answered; its key keeps a repeated write from being done twice. 409: the first try is still at work.
 * 429: each try counts against the limit of a minute. A 404 for a repeated removal: the first try was done, though its answer was lost.
 */
async function answerOf(url: string, request: RequestInit): Promise<{ response: Response; ok: boolean }> {
  const headers = {
    ...request.headers,
    ...(request.method === 'POST' && { 'idempotency-key': randomUUID() }),
  }
  for (let n = 1; ; n += 1) {
    const response = await fetch(url, { ...request, headers })
    const isGone = n > 1 && request.method === 'DELETE' && response.status === 404
    if (![409, 429, 503].includes(response.status) || n === MOST_TRIES)
      return { response, ok: response.ok || isGone }
    await response.body?.cancel()
    await sleep(PAUSE_MS)
  }
}

/** Asks for everything, several things at a time, as a program that is in a hurry does; stays under the limit. */
export async function everyRequest(url: string, token: string): Promise<Done[]> {
  const done: Done[] = []
  const ask = async (method: string, path: string, body?: object, kind?: Acknowledged['kind']) => {
    const { response, ok } = await answerOf(`${url}/api/mcp/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = (response.ok ? JSON.parse(text) : {}) as { id: string; total?: number }
    const isReplayed = response.headers.get('idempotent-replayed') === 'true'
    const requestId = isReplayed ? null : response.headers.get('x-request-id')
    done.push({
      ...{ request: `${method} ${path}`, status: response.status, ok, body: text.slice(0, 300) },
      ...(kind && response.ok && { written: { kind, id: answer.id, requestId } }),
    })
    return answer
  }
  const jobs = await Promise.all(
    [1, 2, 3, 4].map((n) => ask('POST', 'jobs', { company: `Company ${n}`, role: 'Engineer' }, 'job')),
  )
  const [first, second] = jobs.map(({ id }) => id)
  const contact = await ask('POST', 'contacts', { name: 'Ada', email: 'ada@example.com', jobIds: [first] })
  await Promise.all([
    ask('POST', `jobs/${first}/status`, { status: 'applied' }, 'status'),
    ask(
      'POST',
      'activities',
      { jobId: first, contactId: contact.id, type: 'call', title: 'Called.' },
      'activity',
    ),
    ask('PATCH', `jobs/${second}`, { notes: 'Ask about the team.', tags: ['remote'] }),
    ask('POST', 'calendar', {
      jobId: second,
      type: 'interview',
      title: 'Talk',
      startsAt: '2030-01-02T10:00:00Z',
      endsAt: '2030-01-02T11:00:00Z',
      timeZone: 'UTC',
    }),
    ask('POST', 'offers', { jobId: first, base: { amount: 120000, currency: 'USD', period: 'year' } }),
  ])
  const reads = [
    'jobs',
    'jobs?q=engineer&status=saved,applied',
    `jobs/${first}`,
    'contacts',
    'activities',
    'calendar',
  ]
  await Promise.all(
    [...reads, 'offers', 'pipeline', 'suggestions', 'audit', 'me'].map((path) => ask('GET', path)),
  )
  await ask('POST', 'audit/undo', {})
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => ask('GET', 'jobs?limit=10')))
  await ask('DELETE', `jobs/${jobs[3]!.id}`)
  return done
}
