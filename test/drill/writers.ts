// Clients that write continuously and record what the gateway acknowledged.

/** A write with a 2xx response. */
export interface Acknowledged {
  kind: 'job' | 'status' | 'activity'
  id: string
  /** Under which it is on record; null when the answer was the stored one of an attempt whose own answer was lost. */
  requestId: string | null
  /** The status that the job was moved to. */
  status?: string
  jobId?: string
}

export interface Writing {
  acknowledged(): Acknowledged[]
  /** Resolves once every open request is answered or lost. */
  stop(): Promise<Acknowledged[]>
}

const STATUSES = ['applied', 'screening', 'interviewing', 'offer', 'rejected']

/** One writer per token: adds a job, moves it, logs a call about it, and repeats. Failures are expected. */
export function writers(url: string, tokens: readonly string[]): Writing {
  const done: Acknowledged[] = []
  let stopped = false

  const post = async (token: string, path: string, body: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(12_000),
    })
    const answer = (await response.json()) as { id: string }
    if (!response.ok) throw new Error(String(response.status))
    return { id: answer.id, requestId: response.headers.get('x-request-id')! }
  }

  const round = async (token: string, n: number) => {
    const job = await post(token, '/api/mcp/jobs', {
      company: `Company ${n}`,
      role: 'Engineer',
      tags: ['drill'],
    })
    done.push({ kind: 'job', ...job })
    const status = STATUSES[n % STATUSES.length]!
    done.push({
      kind: 'status',
      status,
      ...(await post(token, `/api/mcp/jobs/${job.id}/status`, { status })),
    })
    const call = { jobId: job.id, type: 'call', title: 'Called.' }
    done.push({ kind: 'activity', jobId: job.id, ...(await post(token, '/api/mcp/activities', call)) })
  }

  const work = async (token: string) => {
    for (let n = 0; !stopped; n += 1)
      await round(token, n).catch(() => new Promise((resolve) => setTimeout(resolve, 50)))
  }
  const working = Promise.all(tokens.map(work))

  return {
    acknowledged: () => [...done],
    async stop() {
      stopped = true
      await working
      return [...done]
    },
  }
}
