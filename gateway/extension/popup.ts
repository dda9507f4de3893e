// The popup: connects to a gateway, shows whether the posting is already saved, and saves it with or without edits.
import { cut } from '../../core/kernel/plain-characters.ts'
import { readTab } from './snapshot.ts'

interface TrackedJob {
  id: string
  company: string
  role: string
  status: string
}

interface ReadClip {
  url: string | null
  company: string
  role: string
  location: string
  salary: string
  deadline: string | null
  notes: string
  text: string
  job: TrackedJob | null
  offers: { median: number; count: number; place: string } | null
  estimate: { median: number; place: string } | null
}

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

/** Saves a job with the text of its posting. Repeating the same form has no further effect. */
async function saveJob(to: Connection, { url, text, deadline }: ReadClip, fields: object, key: string) {
  const job = {
    ...fields,
    ...(url && { url }),
    ...(deadline && { deadline }),
    ...(text && { description: cut(text, 10_000) }),
  }
  const saved = await send<TrackedJob>(to, '/api/mcp/jobs', job, key)
  await keepText(to, saved.id, { url, text })
  return saved
}

async function keepText(to: Connection, id: string, { url, text }: Pick<ReadClip, 'url' | 'text'>) {
  if (text.trim()) await send(to, `/api/mcp/jobs/${id}/posting`, { text, url, origin: 'clip' })
}

const FIELDS = ['role', 'company', 'location', 'salary', 'notes'] as const

const part = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T
const show = (id: string, isShown = true): void => void (part(id).hidden = !isShown)
const input = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement

function say(text: string, isBad = false): void {
  part('message').textContent = text
  part('message').classList.toggle('bad', isBad)
}

/** Runs an action of the person. Shows an error, after which they can try again. */
async function attempt(button: HTMLButtonElement, work: () => Promise<void>): Promise<void> {
  button.disabled = true
  try {
    await work()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true)
  } finally {
    button.disabled = false
  }
}

function askForConnection(): void {
  show('connect')
  say('')
  const form = part<HTMLFormElement>('connect')
  form.onsubmit = (event) => {
    event.preventDefault()
    void attempt(form.querySelector('button')!, async () => {
      const server = await requestHost(input(form, 'server').value.trim())
      const connection = { server, token: input(form, 'token').value.trim() }
      await send(connection, '/api/mcp/jobs?limit=1')
      await chrome.storage.local.set(connection)
      show('connect', false)
      await showPage(connection)
    })
  }
}

const dollars = (amount: number): string => `$${Math.round(amount).toLocaleString('en-US')}`

/** Shows the last day to apply, and both pay figures under their own names, never mixed. */
function payLine({ offers, estimate, deadline }: ReadClip): string {
  const parts = [
    deadline && `Last day to apply: ${new Date(deadline).toLocaleDateString()}`,
    offers &&
      `Filed offers for the title: median ${dollars(offers.median)} (${offers.place}, ${offers.count})`,
    estimate && `Survey of the occupation: median ${dollars(estimate.median)} (${estimate.place})`,
  ]
  return parts.filter(Boolean).join('. ')
}

function showTracked(connection: Connection, clip: ReadClip & { job: NonNullable<ReadClip['job']> }): void {
  const { id, company, role, status } = clip.job
  part('tracked-line').textContent = `Already tracked, status ${status}: ${company} — ${role}.`
  show('tracked')
  const button = part<HTMLButtonElement>('keep')
  button.onclick = () =>
    void attempt(button, async () => {
      await keepText(connection, id, clip)
      say('The text is kept with the job.')
    })
}

function showForm(connection: Connection, clip: ReadClip): void {
  const form = part<HTMLFormElement>('job')
  for (const name of FIELDS) input(form, name).value = clip[name]
  show('job')
  part('save').focus()
  // One idempotency key per form, so that a second click or a lost response saves nothing twice.
  const key = crypto.randomUUID()
  form.onsubmit = (event) => {
    event.preventDefault()
    void attempt(part<HTMLButtonElement>('save'), async () => {
      const said = FIELDS.map((name) => [name, input(form, name).value] as const)
      const filled = said.filter(([, value]) => value.trim() !== '')
      const job = await saveJob(connection, clip, Object.fromEntries(filled), key)
      show('job', false)
      say(`Saved: ${job.company} — ${job.role}.`)
    })
  }
}

async function showPage(connection: Connection): Promise<void> {
  part('server').textContent = new URL(connection.server).host
  document.querySelector('footer')!.hidden = false
  const clip = await send<ReadClip>(connection, '/api/mcp/jobs/clip', await readTab())
  const pay = payLine(clip)
  part('pay').textContent = pay
  show('pay', pay !== '')
  say('')
  const { job } = clip
  if (job) showTracked(connection, { ...clip, job })
  else showForm(connection, clip)
}

async function start(): Promise<void> {
  const connection = await savedConnection()
  if (!connection) return askForConnection()
  const button = part<HTMLButtonElement>('disconnect')
  button.onclick = () =>
    void attempt(button, async () => {
      // The token stays valid until the user revokes it in /settings.
      await chrome.storage.local.clear()
      await chrome.permissions.remove(originsOf(connection.server)).catch(() => false)
      location.reload()
    })
  await showPage(connection)
}

start().catch((error: unknown) => say(error instanceof Error ? error.message : String(error), true))

interface Connection {
  server: string
  token: string
}

/** The saved connection; null before the first one. */
async function savedConnection(): Promise<Connection | null> {
  const { server, token } = await chrome.storage.local.get(['server', 'token'])
  return typeof server === 'string' && typeof token === 'string' ? { server, token } : null
}

const originsOf = (server: string) => ({ origins: [`${server}/*`] })

/** Asks the user for access to one host. Throws a readable sentence if they decline or the address is invalid. */
async function requestHost(address: string): Promise<string> {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new Error('The address begins with https:// (or http:// on this machine).')
  const { origin } = new URL(address)
  if (await chrome.permissions.request(originsOf(origin))) return origin
  throw new Error(`Without access to ${origin} nothing can be saved there.`)
}
