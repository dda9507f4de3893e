// The extension's requests to its gateway: read a page, save a job, store its text.
import type { Connection } from './connection.ts'
import type { PageSnapshot } from './snapshot.ts'

export interface TrackedJob {
  id: string
  company: string
  role: string
  status: string
}

export interface ReadClip {
  url: string | null
  company: string
  role: string
  location: string
  salary: string
  text: string
  job: TrackedJob | null
  offers: { median: number; count: number; place: string } | null
  estimate: { median: number; place: string } | null
}

export type JobFields = Record<'company' | 'role' | 'location' | 'salary' | 'notes', string>

const TIMEOUT_MS = 20_000

/** Sends a request. Throws a sentence that the popup can show. */
async function send<T>({ server, token }: Connection, path: string, body?: object, key?: string): Promise<T> {
  const answer = await fetch(`${server}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(key && { 'Idempotency-Key': key }),
    },
    body: body ? JSON.stringify(body) : null,
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new Error(`${server} cannot be reached.`)
  })
  // The gateway's own answer, or its error.
  const said = (await answer.json().catch(() => null)) as (T & { error?: unknown }) | null
  if (answer.ok && said) return said
  throw new Error(refusalOf(answer.status, said?.error, server))
}

function refusalOf(status: number, error: unknown, server: string): string {
  if (status === 401) return `The token is not valid any more: make a new one at ${server}/settings.`
  if (typeof error !== 'string') return `${server} answered with status ${status}.`
  return status === 403 ? `${error} See ${server}/settings.` : error
}

export const tryConnection = (to: Connection): Promise<unknown> => send(to, '/api/mcp/jobs?limit=1')

export const readClip = (to: Connection, page: PageSnapshot): Promise<ReadClip> =>
  send(to, '/api/mcp/jobs/clip', page)

const filled = (fields: JobFields): Partial<JobFields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))

/** Saves a job with the text of its posting. Repeating the same form has no further effect. */
export async function saveJob(
  to: Connection,
  { url, text }: ReadClip,
  fields: JobFields,
  key: string,
): Promise<TrackedJob> {
  const job = { ...filled(fields), ...(url && { url }), ...(text && { description: text.slice(0, 10_000) }) }
  const saved = await send<TrackedJob>(to, '/api/mcp/jobs', job, key)
  await keepText(to, saved.id, { url, text })
  return saved
}

export async function keepText(
  to: Connection,
  id: string,
  { url, text }: Pick<ReadClip, 'url' | 'text'>,
): Promise<void> {
  if (text.trim()) await send(to, `/api/mcp/jobs/${id}/posting`, { text, url, origin: 'clip' })
}
