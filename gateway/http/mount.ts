// Mounts operations and streams as routes: authenticates, builds the input from path, query and body, invokes, and formats the result.
import { hash } from 'node:crypto'
import type { Express, Request, RequestHandler, Response } from 'express'
import { familyOf, familyOfPath } from '../../core/kernel/family.ts'
import { fail, problem } from '../../core/kernel/errors.ts'
import { admit, allowanceLeft, invoke, permit } from '../../core/kernel/invoke.ts'
import { convertFields, jsonSchemaOf } from '../../core/kernel/json-schema.ts'
import type { Context, Idempotency } from '../../core/kernel/context.ts'
import { routeOf, pathParameters, takesIdempotencyKey, type Operation } from '../../core/kernel/operation.ts'
import { isJsonText } from '../../core/kernel/json-text.ts'
import { openStream, type Stream } from '../../core/kernel/stream.ts'
import { annualReport } from '../../core/intelligence/reports/annual.ts'
import { reportMarkdown } from '../../core/intelligence/reports/markdown.ts'
import { streams } from '../../core/scout/operations.ts'
import { canonical, listIn } from '../../core/kernel/narrow.ts'
import { once } from '../../core/kernel/once.ts'
import { invalidInput } from '../../core/kernel/schema.ts'
import type { Core } from '../../core/index.ts'
import { authenticate } from './authenticate.ts'
import { fieldsOf, isJson, readBody } from './body.ts'
import { versionsIn, isKnownRecord } from './entity-tag.ts'
import { requestStateOf, collectHeader, pathOf } from './request-state.ts'
import { setLimitHeaders, setSessionCookie } from './headers.ts'
import { abortSignalOf, contextOf } from './call-context.ts'
import { sendEvents } from './event-stream.ts'
import { countAddress, type CredentialThrottle } from './credential-throttle.ts'
import { createSerializer, type Serializer, isUnchanged } from './serializer.ts'
import { dialectOf } from './dialects.ts'
import { JSON_TYPE, responseMetaOf, sendEncoded, sendPieces, sendText } from './send.ts'

/** Public pay data: the same for everybody, so caches may keep it. */
export const isOpen = (op: Pick<Operation, 'name' | 'access' | 'http'>): boolean =>
  op.access === 'public' && familyOf(op).limit === 'intelligence'

const REPORT = {
  type: 'text/markdown',
  write: (output: unknown) => reportMarkdown(output as Parameters<typeof reportMarkdown>[0]),
}

/** The document that a response also exists as, negotiated by Accept; JSON by default. */
export const representationOf = (op: Operation) => (op.name === annualReport.name ? REPORT : undefined)

/** Writes the response to a successful call: its limits, its validators, and its output in the family's dialect. */
function createResponder(op: Operation, { services }: Core, serializer: Serializer) {
  const family = familyOf(op)
  const dialect = dialectOf(family)
  const document = representationOf(op)
  const open = isOpen(op)
  return (req: Request, res: Response, output: unknown, { principal, report: { spent } }: Context) => {
    setLimitHeaders(res, family, principal.tier, spent)
    if (isJsonText(output)) return sendPieces(res, JSON_TYPE, output)
    if (family.name === 'pipeline' && isKnownRecord(req, res, output)) return void res.end()
    if (open && isUnchanged(req, res, serializer.etag(output))) return void res.end()
    if (document) collectHeader(res, 'Vary', 'Accept')
    if (document && req.accepts('application/json', document.type) === document.type)
      return sendText(res, 200, `${document.type}; charset=utf-8`, document.write(output))
    const meta = responseMetaOf(res, pathOf(req), services)
    sendEncoded(res, op.status ?? 200, JSON_TYPE, dialect.success(output, meta, serializer))
  }
}

export function mount(app: Express, core: Core, throttle: CredentialThrottle): void {
  const serializer = createSerializer()
  const byPath = new Map<string, Operation[]>()
  for (const op of core.operations) listIn(byPath, routeOf(op).path).push(op)
  const plain = new Map<string, RequestHandler>()
  // Fixed paths first: express tries one pattern after another, and most frequent paths have no parameter.
  app.use((req, res, next) => {
    const answer = plain.get(pathOf(req))
    return answer ? answer(req, res, next) : next()
  })
  // A handler is built on its first request: the schemas of all operations took a fifth of a gateway's start.
  const answering = (op: Operation): RequestHandler => {
    const made = once(() => handler(op, core, throttle, serializer))
    return (req, res) => made()(req, res)
  }
  // Mount paths without parameters first, so that the order of declarations does not matter.
  for (const [path, ops] of [...byPath].sort(([a], [b]) => slotsOf(a) - slotsOf(b))) {
    const handlers = new Map(ops.flatMap((op) => methodsOf(op, answering(op))))
    const refuse = refuseMethod([...handlers.keys()])
    const answer: RequestHandler = (req, res, next) => {
      requestStateOf(res).route = path
      const handle = handlers.get(req.method)
      if (handle) return handle(req, res, next)
      return tellLimits(core, throttle, req, res).then(() => refuse(req, res, next))
    }
    if (slotsOf(path) === 0) plain.set(path, answer)
    // Clients may add a trailing slash.
    app.all(path, answer)
  }
}

const slotsOf = (path: string): number => pathParameters(path).length

/** GET answers HEAD too. */
const methodsOf = (op: Operation, handle: RequestHandler) => {
  const { method } = routeOf(op)
  return [method, ...(method === 'GET' ? ['HEAD'] : [])].map((each) => [each, handle] as const)
}

/** Adds the limit headers to a rejected path or method, if the pay key is valid. */
export async function tellLimits(
  { services, operations }: Core,
  throttle: CredentialThrottle,
  req: Request,
  res: Response,
): Promise<void> {
  const family = familyOfPath(pathOf(req))
  const op = operations.find((one) => familyOf(one) === family)
  if (!op || family?.limit !== 'intelligence' || !req.headers.authorization) return
  const authenticator = { services, throttle, acceptsCookie: false }
  const principal = await authenticate(authenticator, family, req, true).catch(() => null)
  const spent = principal && (await allowanceLeft(op, { ...services, principal }))
  if (!principal || !spent) return
  requestStateOf(res).principal = principal
  setLimitHeaders(res, family, principal.tier, spent)
}

export const refuseMethod =
  (allowed: string[]): RequestHandler =>
  (req, res) => {
    res.setHeader('Allow', [...new Set(allowed), 'OPTIONS'].join(', '))
    if (req.method === 'OPTIONS') return void res.status(204).end()
    fail('method_not_allowed', { method: req.method, allowed: allowed.join(', ') })
  }

/** The handler of one operation. Its schemas are generated once, here. */
function handler(op: Operation, core: Core, throttle: CredentialThrottle, serializer: Serializer) {
  const { method } = routeOf(op)
  const family = familyOf(op)
  const querySchema = jsonSchemaOf(op.input(), 'input')
  const reads = method === 'GET'
  const versioned = 'expectedUpdatedAt' in (querySchema.properties ?? {})
  // A terminal repeats a lost PATCH with its key, because one that appends must not do so twice.
  const keyed = takesIdempotencyKey(op) || method === 'PATCH'
  const respond = createResponder(op, core, serializer)
  const open = isOpen(op)
  const authenticator = { services: core.services, throttle, acceptsCookie: op.sessionPlan !== undefined }

  return async (req: Request, res: Response) => {
    const principal = await authenticate(authenticator, family, req, op.access === 'public')
    const ctx = contextOf(core.services, { req, res, principal, op })
    try {
      if (open && principal.credential.kind === 'anonymous')
        await countAddress(core.services, 'intelligence.address', ctx.address)
      permit(op, ctx)
      if (!reads) await readCountedBody(op, ctx, req, res)
      const hasCookie = family.credential === 'session' || principal.credential.kind === 'session'
      if (hasCookie && req.body !== undefined && !isJson(req)) fail('wrong_media_type', {})
      const input = {
        // A GET is read from the query and a write only from its body, but a DELETE may name its row in either.
        ...(reads || method === 'DELETE' ? convertFields(querySchema, req.query) : refuseQuery(req.query)),
        ...(reads ? {} : rejectPathFields(fieldsOf(req.body), req.params)),
        ...(versioned ? expectedIn(req) : !reads && refuseVersion(req)),
        ...req.params,
      }
      if (keyed) ctx.idempotency = idempotencyOf(req)
      const output = await invoke(op, ctx, input)
      if (ctx.report.session !== undefined) setSessionCookie(res, ctx.report.session, core.services.config)
      if (ctx.report.replayed) res.setHeader('Idempotent-Replayed', 'true')
      if (ctx.report.changeId) res.setHeader('X-Change-Id', ctx.report.changeId)
      await respond(req, res, output, ctx)
    } catch (error) {
      // A refused call, which was not counted, still reports what is left.
      const spent = ctx.report.spent ?? (await allowanceLeft(op, ctx)) ?? undefined
      setLimitHeaders(res, family, principal.tier, spent)
      throw error
    }
  }
}

/** Reads the body of a permitted call. One that cannot be read counts against the limit too. */
async function readCountedBody(op: Stream | Operation, ctx: Context, req: Request, res: Response) {
  const problem = await readBody(req, res)
  if (!problem) return
  await admit(op, ctx)
  throw problem
}

/** Mounts streams: errors before the first event are ordinary responses. */
export function mountStreams(
  app: Express,
  { services }: Core,
  throttle: CredentialThrottle,
  closing: AbortSignal | undefined,
): void {
  const answering =
    (of: Stream): RequestHandler =>
    async (req, res) => {
      const principal = await authenticate({ services, throttle }, familyOf(of), req, false)
      // A stream that was cut short aborts its model's call, as a client that left does.
      const ctx = {
        ...contextOf(services, { req, res, principal, op: of }),
        signal: abortSignalOf(res, true),
      }
      const limits = () => setLimitHeaders(res, familyOf(of), principal.tier, ctx.report.spent)
      try {
        permit(of, ctx)
        await readCountedBody(of, ctx, req, res)
        if (req.body !== undefined && !isJson(req)) fail('wrong_media_type', {})
        const events = await openStream(of, ctx, fieldsOf(req.body))
        limits()
        await sendEvents(res, events, closing)
      } catch (error) {
        if (!res.headersSent) limits()
        throw error
      }
    }
  for (const of of streams)
    app
      .route(routeOf(of).path)
      .post(answering(of))
      .all(refuseMethod(['POST']))
}

/** The version that `If-Match` expects, which overrides one in the body. */
function expectedIn(req: Request): { expectedUpdatedAt?: string[] } {
  const versions = versionsIn(req.headers['if-match'])
  return versions ? { expectedUpdatedAt: versions } : {}
}

/** Refuses a condition that cannot be checked, because ignoring it would allow the change it should prevent. */
function refuseVersion(req: Request): void {
  if (versionsIn(req.headers['if-match']))
    throw problem('malformed_request', {
      problem: 'If-Match compares the version of a record, and this changes none that has one: leave it out.',
    })
}

/** Refuses query parameters of a call that is read from its body, because ignoring one would be silently wrong. */
function refuseQuery(query: Request['query']): void {
  const names = Object.keys(query)
  if (names.length)
    throw invalidInput(
      names.map((path) => ({ path, message: 'is not read from the address: pass it in the body' })),
    )
}

/** A body must not repeat a path parameter: it could name a different row. */
function rejectPathFields(fields: Record<string, unknown>, params: Request['params']) {
  for (const name of Object.keys(params)) {
    if (Object.hasOwn(fields, name)) throw invalidInput([{ path: name, message: 'is not a known field' }])
  }
  return fields
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

function idempotencyOf(req: Request): Idempotency | undefined {
  const key = req.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))
    throw problem('malformed_request', {
      problem: 'Idempotency-Key must be 1 to 255 printable ASCII characters.',
    })
  const text = `${req.method} ${req.path}\n${JSON.stringify(canonical(req.body))}`
  return { key, fingerprint: hash('sha256', text, 'buffer') }
}
