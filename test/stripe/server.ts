// A stateful Stripe stub for the real client library, over HTTP.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { advanceTo } from './clock.ts'
import { decide, dispute } from './disputes.ts'
import { StubError } from './errors.ts'
import { list, readForm, refuseUnknown, type Fields } from './forms.ts'
import { newPrice } from './objects.ts'
import { pageAt, showPage, submitPage } from './pages.ts'
import { PARAMS } from './params.ts'
import { authenticate } from './payment-routes.ts'
import { ROUTES } from './routes.ts'
import { authenticateSetup } from './setups.ts'
import { createSender, type Endpoint, type Sender } from './webhooks.ts'
import { createWorld, type World } from './world.ts'

/** The initial prices of every stub, by plan. */
export const STUB_PRICES = {
  'pro-monthly': { id: 'price_pro_monthly', amount: 9_900, interval: 'month' },
  'pro-yearly': { id: 'price_pro_yearly', amount: 99_000, interval: 'year' },
  'ultra-monthly': { id: 'price_ultra_monthly', amount: 19_900, interval: 'month' },
  'ultra-yearly': { id: 'price_ultra_yearly', amount: 199_900, interval: 'year' },
} as const

/** A fault for requests whose method and path match. */
export interface Fault {
  on: RegExp
  /** `before`: the request has no effect. `after`: it takes effect, but the response is lost. */
  when: 'before' | 'after'
  status?: number
  times: number
}

export interface StripeStub {
  url: string
  world: World
  sender: Sender
  faults: Fault[]
  /** Method, path and status of every request so far. */
  requests: { method: string; path: string; status: number; key: string | undefined }[]
  /** Called after a request was handled, before its response is sent. */
  onHandled: (() => void) | undefined
  /** Where events are delivered. */
  endpoint: Endpoint | undefined
  advance(seconds: number): void
  /** The user authenticates, or declines, on the bank's page. */
  authenticate(intent: string, agrees: boolean): void
  /** Answers a request; undefined if the response is lost. */
  handle(request: StubRequest): Promise<StubAnswer | undefined>
  close(): Promise<void>
}

/** A request to the stub. */
export interface StubRequest {
  method: string
  path: string
  /** The body of a form, or what follows the question mark. */
  form: string
  key: string | undefined
  authorization: string | undefined
}

/** How long Stripe certainly remembers an idempotency key. */
const KEY_TTL_SECONDS = 86_400

interface Kept {
  at: number
  fingerprint: string
  answer: Promise<StubAnswer>
  done: boolean
}

/** Its response; a text is sent as it is. */
export interface StubAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

const patterns = Object.keys(ROUTES).map((route) => {
  const [method, path] = route.split(' ') as [string, string]
  return {
    route,
    method,
    match: new RegExp(`^${path.replace(':id', '([^/]+)')}$`),
    fixed: !path.includes(':id'),
  }
})

/** The route of a request; a fixed path takes precedence over one with an id. */
function routeFor(method: string, path: string) {
  const fits = patterns.filter((one) => one.method === method && one.match.test(path))
  const found = fits.find(({ fixed }) => fixed) ?? fits[0]
  return found && { route: found.route, id: decodeURIComponent(found.match.exec(path)?.[1] ?? '') }
}

interface Options {
  prompt?: boolean
  endpoint?: Endpoint
  /** Seconds since the epoch. */
  now?: number
}

/** A stub for requests of this process, without a port. */
export function createStripeStub(options: Options = {}): StripeStub {
  const world = createWorld(options.now ?? Math.floor(Date.now() / 1_000))
  for (const [name, price] of Object.entries(STUB_PRICES)) {
    const made = newPrice(world, { ...price, currency: 'usd' })
    world.prices.set(made.id, { ...made, nickname: name })
  }
  const stub = {
    url: '',
    world,
    faults: [] as Fault[],
    requests: [] as StripeStub['requests'],
    endpoint: options.endpoint,
    advance: (seconds: number) => advanceTo(world, world.now + seconds),
    authenticate: (intent: string, agrees: boolean) =>
      intent.startsWith('seti_')
        ? authenticateSetup(world, intent, agrees)
        : void authenticate(world, intent, agrees),
  } as StripeStub
  stub.sender = createSender(world, () => stub.endpoint, options.prompt ?? false)
  const kept = new Map<string, Kept>()
  stub.handle = (request) => handle(stub, kept, request)
  stub.close = async () => {}
  return stub
}

/** Starts a stub on a free port. */
export async function startStripe(options: Options & { port?: number } = {}): Promise<StripeStub> {
  const stub = createStripeStub(options)
  const server = createServer((req, res) => void serve(stub, req, res))
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  stub.world.url = stub.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  stub.close = () => close(server)
  return stub
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

async function serve(stub: StripeStub, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(req.url ?? '/', 'http://stub')
  const { authorization, 'idempotency-key': key } = req.headers
  const form = (await textOf(req)) || search.slice(1)
  const request = { method: req.method ?? 'GET', path: pathname, form, key: key as string | undefined }
  const answer = await stub.handle({ ...request, authorization })
  if (!answer) return void res.destroy()
  res.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
  res.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
}

async function handle(
  stub: StripeStub,
  kept: Map<string, Kept>,
  request: StubRequest,
): Promise<StubAnswer | undefined> {
  const { method, path, key } = request
  const line = `${method} ${path}`
  const fault = stub.faults.find((one) => one.times > 0 && one.on.test(line))
  if (fault) fault.times -= 1
  const answer = fault?.when === 'before' ? faulty(fault) : await answerOnce(stub, kept, request)
  stub.requests.push({ method, path, status: answer.status, key })
  stub.onHandled?.()
  if (fault?.when === 'after') return undefined
  return { ...answer, headers: { 'request-id': `req_stub${stub.requests.length}`, ...answer.headers } }
}

const faulty = ({ status = 500 }: Fault): StubAnswer => ({
  status,
  body: {
    error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message: 'The stand-in fails.' },
  },
  headers: { 'stripe-should-retry': 'false', ...(status === 429 && { 'retry-after': '1' }) },
})

/**
 * The first response for an Idempotency-Key is always repeated; different parameters with the same key are an
 * error.
 */
async function answerOnce(
  stub: StripeStub,
  kept: Map<string, Kept>,
  request: StubRequest,
): Promise<StubAnswer> {
  const { method, path, form, key } = request
  if (!key || method !== 'POST') return answer(stub, request)
  const fingerprint = createHash('sha256').update(`${path}\n${form}`).digest('hex')
  const { now } = stub.world
  const earlier = kept.get(key)
  if (!earlier || now - earlier.at > KEY_TTL_SECONDS) {
    const entry: Kept = { at: now, fingerprint, answer: Promise.resolve(answer(stub, request)), done: false }
    kept.set(key, entry)
    const result = await entry.answer
    entry.done = true
    // Requests rejected before execution are not stored.
    if (result.status === 400 || result.status === 429) kept.delete(key)
    return result
  }
  if (earlier.fingerprint !== fingerprint)
    return asAnswer(
      new StubError(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters.',
      ),
    )
  if (!earlier.done)
    return asAnswer(
      new StubError(409, 'idempotency_error', 'Another request with this key is in progress.', {
        code: 'idempotency_key_in_use',
      }),
    )
  return { ...(await earlier.answer), headers: { 'idempotent-replayed': 'true' } }
}

const asAnswer = ({ status, body }: StubError): StubAnswer => ({ status, body })

function answer(stub: StripeStub, { method, path, form, authorization }: StubRequest): StubAnswer {
  try {
    const page = pageAt(path)
    if (page && method === 'GET') return { status: 200, body: showPage(page), headers: HTML }
    if (page) return redirect(submitPage(stub.world, page, readForm(form)), stub)
    if (path.startsWith('/test/')) return { status: 200, body: control(stub, path, readForm(form)) }
    if (!/^Bearer (?:sk|rk)_/.test(authorization ?? ''))
      throw new StubError(401, 'invalid_request_error', 'Invalid API Key provided.')
    const found = routeFor(method, path)
    if (!found)
      throw new StubError(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`)
    const fields = readForm(form)
    refuseUnknown(fields, PARAMS[found.route] ?? [])
    const expand = list(fields, 'expand').map(String)
    const handler = ROUTES[found.route]!
    // A copy, so that later changes do not affect the response.
    return {
      status: 200,
      body: structuredClone(handler({ world: stub.world, id: found.id, fields, expand })),
    }
  } catch (error) {
    if (error instanceof StubError) return asAnswer(error)
    console.error(error)
    return { status: 500, body: { error: { type: 'api_error', message: String(error) } } }
  }
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }

const redirect = (to: string, { url }: StripeStub): StubAnswer => ({
  status: 303,
  body: '',
  headers: { location: to || url },
})

/** Test-only actions: move the clock, act for a bank or its customer. */
function control(stub: StripeStub, path: string, fields: Fields): object {
  if (path === '/test/advance') stub.advance(Number(fields['seconds']))
  else if (path === '/test/authenticate')
    stub.authenticate(
      String(fields['payment_intent'] ?? fields['setup_intent']),
      fields['outcome'] !== 'refuse',
    )
  else if (path === '/test/dispute') return dispute(stub.world, String(fields['payment_intent']))
  else if (path === '/test/decide')
    return decide(stub.world, String(fields['dispute']), fields['outcome'] === 'won' ? 'won' : 'lost')
  else throw new StubError(404, 'invalid_request_error', `No such test route: ${path}`)
  return { now: stub.world.now }
}

async function textOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of req as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
