// What one person asks of a gateway in a minute, with what came back: the same list for every kind of database.
import type { Acknowledged } from './writers.ts'

/** A request, whether it was answered as it should be, and what it wrote. */
export interface Done {
  request: string
  status: number
  ok: boolean
  body: string
  written?: Acknowledged
}

/** Asks for everything, several things at a time, as a program that is in a hurry does; stays under the limit. */
export async function everyRequest(url: string, token: string): Promise<Done[]> {
  const done: Done[] = []
  const ask = async (method: string, path: string, body?: object, kind?: Acknowledged['kind']) => {
    const response = await fetch(`${url}/api/mcp/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = (response.ok ? JSON.parse(text) : {}) as { id: string; total?: number }
    const requestId = response.headers.get('x-request-id') ?? ''
    done.push({
      ...{ request: `${method} ${path}`, status: response.status, ok: response.ok, body: text.slice(0, 300) },
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
