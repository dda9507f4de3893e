// An MCP endpoint over HTTP: validation, the order of errors, and the format of the response.
import { recordOf } from '../../core/kernel/narrow.ts'
import type { Express, Request, RequestHandler, Response } from 'express'
import { familyOf } from '../../core/kernel/family.ts'
import { asCrmError, type CrmError } from '../../core/kernel/errors.ts'
import { allowanceLeft, permit } from '../../core/kernel/invoke.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Principal, Services } from '../../core/kernel/context.ts'
import type { Core } from '../../core/index.ts'
import { authenticate } from '../http/authenticate.ts'
import { readBody } from '../http/body.ts'
import { setLimitHeaders } from '../http/headers.ts'
import { refuseMethod } from '../http/mount.ts'
import { JSON_TYPE, sendText } from '../http/send.ts'
import type { CredentialThrottle } from '../http/credential-throttle.ts'
import type { EndpointAnswer, Endpoint } from './endpoint.ts'
import type { Caller } from './method.ts'
import type { Scope } from '../../core/kernel/scope.ts'
import { ErrorCode, errorText, idOf, isId, readMessage, refusalText, type RpcProblem } from './message.ts'
import {
  allowsBatches,
  headerMismatch,
  isVersion,
  MODERN,
  MODERN_ERRORS,
  statedVersion,
  VERSIONS,
  type Version,
} from './protocol.ts'
import { cancellable, heedCancellation, signalOf } from './cancellation.ts'
import { clientNamed } from './client-channel.ts'
import { createOpenStreams, listen, lookingFor, type Listening } from './listening.ts'
import type { Session, Sessions } from './session.ts'
import { endStream, eventOf, lineFor } from './stream.ts'
import { callerOf, type HttpCaller } from './caller.ts'
import { requestStateOf } from '../http/request-state.ts'

interface EndpointOptions {
  path: string
  choose(req: Request): Endpoint | HttpRefusal
  /** The operation that guards the endpoint: a caller who may call it may use the endpoint. */
  gate: Operation
  wayTo: Caller['wayTo']
  challenge?(req: Request, res: Response, scopes: readonly Scope[]): void
  /** Rejects a request before authentication, because of its Host or Origin. */
  turnAway?(req: Request, res: Response): HttpRefusal | undefined
  refuse?(error: CrmError, req: Request, res: Response): void
  sessions?: Sessions
  closing?: AbortSignal | undefined
  /** Authenticates a request, if more credentials than the family's are accepted. */
  identify?(req: Request): Promise<Principal>
}

export function mountEndpoint(
  app: Express,
  core: Core,
  throttle: CredentialThrottle,
  options: EndpointOptions,
): void {
  const { services } = core
  const identify: Desk['identify'] =
    options.identify ?? ((req) => authenticate({ services, throttle }, familyOf(options.gate), req, false))
  const desk: Desk = { services, options, identify, streams: createOpenStreams(), closing: options.closing }
  const answer = handler(desk)
  const route = app.route(options.path).post(answer)
  if (options.sessions) route.delete(answer).get(listener(desk))
  route.all(refuseMethod(options.sessions ? ['POST', 'DELETE'] : ['POST']))
}

interface Desk extends Listening {
  options: EndpointOptions
}

function handler(desk: Desk): RequestHandler {
  const { services, options, identify } = desk
  return refusing(options, async (req, res) => {
    const endpoint = options.choose(req)
    if ('status' in endpoint) {
      await readBody(req, res) // For the id of the request.
      return sendRefusal(res, endpoint)
    }
    const principal = await admitted(services, options, res, await identify(req))
    const bodyError = await readBody(req, res)
    const isModern = isModernRequest(req)
    const session = isModern ? undefined : sessionOf(options, req, principal)
    const isEnd = req.method === 'DELETE'
    if (session === null || (isEnd && !session)) return sendRefusal(res, NO_SESSION)
    if (isEnd && session) {
      options.sessions?.end(session.id, principal)
      return void res.writeHead(204).end()
    }
    const refusal = refusalOf(req, bodyError) ?? (isModern ? modernRefusal(req) : undefined)
    if (refusal) return sendRefusal(res, refusal)
    const cancelling = session && cancellable(session, req.body)
    const cancelled = cancelling?.signal
    const caller = callerOf(services, req, res, {
      signal: signalOf(res, cancelled),
      principal,
      options,
      line: options.sessions || isModern ? lineFor(req, res, session) : undefined,
      session,
      looking: () => lookingFor(desk, req, res, principal.userId),
    })
    const { sessions } = options
    // A session separates this client's changes from others' with the same credential.
    if (sessions)
      caller.introduced = ({ capabilities, clientInfo }) => {
        const opened = sessions.open(principal, capabilities)
        opened.client = clientNamed(clientInfo)
        res.setHeader('Mcp-Session-Id', opened.id)
      }
    try {
      await serve(req, res, endpoint, { caller, session, cancelled, options })
    } finally {
      cancelling?.ended()
    }
  })
}

async function admitted(services: Services, { gate }: EndpointOptions, res: Response, principal: Principal) {
  requestStateOf(res).principal = principal
  try {
    permit(gate, { ...services, principal })
  } catch (refusal) {
    await setLimits(res, { spent: [], principal, limiter: services.limiter }, gate)
    throw refusal
  }
  return principal
}

/** Turns requests away, and reports errors in the endpoint's own form, if it has one. */
const refusing =
  ({ turnAway, refuse }: EndpointOptions, answer: RequestHandler): RequestHandler =>
  async (req, res, next) => {
    try {
      const unwelcome = turnAway?.(req, res)
      if (unwelcome) return sendRefusal(res, unwelcome)
      await answer(req, res, next)
    } catch (thrown) {
      const error = asCrmError(thrown)
      if (!refuse || error.kind === 'internal' || res.headersSent) throw thrown
      refuse(error, req, res)
    }
  }

function listener(desk: Desk): RequestHandler {
  const { services, options } = desk
  const nothing = refuseMethod(['POST', 'DELETE'])
  const listening = refusing(options, async (req, res) => {
    const principal = await desk.identify(req)
    permit(options.gate, { ...services, principal })
    const session = () => sessionOf(options, req, principal) ?? undefined
    if (!session()) return sendRefusal(res, NO_SESSION)
    await listen(lookingFor(desk, req, res, principal.userId), res, session)
  })
  const listens = (req: Request) => req.method === 'GET' && req.headers['mcp-session-id'] !== undefined
  return (req, res, next) => (listens(req) ? listening : nothing)(req, res, next)
}

/** The session named in a request: undefined for none, null for one that does not exist for this credential. */
function sessionOf({ sessions }: EndpointOptions, req: Request, principal: Principal) {
  const id = req.headers['mcp-session-id']
  // A client that starts a new session may still send the id of an old one.
  if (!sessions || typeof id !== 'string' || methodOf(req.body) === 'initialize') return undefined
  return sessions.find(id, principal) ?? null
}

export type HttpRefusal = RpcProblem & { status: number }

/** Refuses an option of the address. */
export const badOption = (message: string): HttpRefusal => ({
  ...{ status: 400, code: ErrorCode.InvalidParams, message: message.slice(0, 300) },
})

const TRANSPORT = -32000

const NO_SESSION: HttpRefusal = {
  ...{ status: 404, code: -32001 },
  message: 'There is no such session here. Begin again with initialize.',
}

function refusalOf(req: Request, bodyError: CrmError | undefined): HttpRefusal | undefined {
  if (bodyError?.code === 'body_too_large')
    return { status: 413, code: ErrorCode.InvalidRequest, message: bodyError.message }
  if (!isJsonEnough(req))
    return { status: 415, code: TRANSPORT, message: 'Send the body as application/json.' }
  if (bodyError?.code === 'malformed_json' || (!bodyError && req.body === undefined))
    return { status: 400, code: ErrorCode.ParseError, message: 'The body is not valid JSON.' }
  if (bodyError) throw bodyError
  const version = req.headers['mcp-protocol-version']
  // In `initialize` the version is negotiated in the message.
  if (version === undefined || isVersion(version) || methodOf(req.body) === 'initialize') return undefined
  // A request with a version in `_meta` gets the errors of 2026-07-28.
  if (statedVersion(paramsOf(req.body)) !== undefined) return undefined
  const message = `Unsupported protocol version. Supported: ${VERSIONS.join(', ')}.`
  return { status: 400, code: TRANSPORT, message, data: { supported: [...VERSIONS] } }
}

const methodOf = (body: unknown): unknown => recordOf(body)['method']
const paramsOf = (body: unknown): unknown => recordOf(body)['params']

/** Whether a request is of 2026-07-28, by its header or stated version. `initialize` always belongs to older versions. */
const isModernRequest = ({ headers, body }: Request): boolean =>
  statedVersion(paramsOf(body)) !== undefined ||
  (headers['mcp-protocol-version'] === MODERN && methodOf(body) !== 'initialize')

/** The header error of a request of 2026-07-28. A notification has no method to mirror. */
function modernRefusal({ headers, body }: Request): HttpRefusal | undefined {
  const { id, method } = recordOf(body)
  if (!isId(id) || statedVersion(paramsOf(body)) === undefined) return undefined
  const message = headerMismatch(headers, { method, params: paramsOf(body) })
  return message === undefined ? message : { status: 400, code: MODERN_ERRORS.headerMismatch, message }
}

/** JSON, no content type, or that of `curl -d`. This is safe: no foreign form can send a key in a header. */
const isJsonEnough = ({ headers: { 'content-type': type } }: Request): boolean =>
  type === undefined ||
  /^application\/(?:[\w.+-]+\+)?json\b|^application\/x-www-form-urlencoded\b/i.test(type)

function sendRefusal(res: Response, { status, ...problem }: HttpRefusal): void {
  if (status === 413) res.setHeader('Connection', 'close')
  const data = { ...problem.data, request_id: requestStateOf(res).requestId }
  sendText(res, status, JSON_TYPE, errorText(idOf(res.req.body), { ...problem, data }))
}

interface ServeContext {
  caller: HttpCaller
  session: Session | undefined
  cancelled: AbortSignal | undefined
  options: EndpointOptions
}

async function serve(
  req: Request,
  res: Response,
  endpoint: Endpoint,
  { caller, session, cancelled, options }: ServeContext,
): Promise<void> {
  const body: unknown = req.body
  // The response to a question asked during one of the client's own requests.
  if (session && [...session.lines].some((line) => line.answered(body)))
    return void res.writeHead(202, { 'Content-Length': 0 }).end()
  if (session) heedCancellation(body, session.running)
  const isBatch = Array.isArray(body)
  const replies = isBatch
    ? await answerBatch(body, endpoint, caller)
    : [await answerOne(body, endpoint, caller)]
  // The client does not expect replies to cancelled requests.
  if (cancelled?.aborted) replies.length = 0
  const texts = replies.flatMap((reply) => reply?.text ?? [])
  if (endStream(res, texts)) return
  await setLimits(res, caller, options.gate)
  const stepUp = isBatch ? undefined : replies[0]?.stepUp
  if (stepUp) options.challenge?.(req, res, stepUp)
  send(req, res, replies, isBatch)
}

const MAX_MESSAGES = 20

async function answerOne(body: unknown, endpoint: Endpoint, caller: Caller): Promise<EndpointAnswer | null> {
  const { request, refusal } = readMessage(body, caller.requestId)
  if (request) return endpoint.answer(request, caller)
  return refusal === undefined ? null : { text: refusal, status: 400 }
}

/** The answers to messages; null for one that gets none. */
type Answers = (EndpointAnswer | null)[]

async function answerBatch(messages: unknown[], endpoint: Endpoint, caller: Caller): Promise<Answers> {
  const { requestId, version } = caller
  const problem = batchProblem(messages, version)
  if (problem) return [{ text: refusalText(null, problem, requestId), status: 400 }]
  return Promise.all(
    messages.map(async (value) => {
      const { request, refusal } = readMessage(value, requestId)
      if (!request) return refusal === undefined ? null : { text: refusal }
      if (request.method === 'initialize')
        return { text: refusalText(request.id, 'initialize must stand alone, not in a batch.', requestId) }
      const { status: _, ...answer } = await endpoint.answer(request, caller)
      return answer
    }),
  )
}

function batchProblem(messages: unknown[], version: Version | undefined): string | undefined {
  if (!allowsBatches(version)) return `Protocol version ${version} has no batches: send one message.`
  if (messages.length === 0) return 'The batch is empty.'
  if (messages.length > MAX_MESSAGES) return `A batch holds at most ${MAX_MESSAGES} messages.`
  return undefined
}

/** Sets the limit headers as they were at the last call. A handshake or a list takes no unit and reports what is left. */
async function setLimits(
  res: Response,
  { spent, principal, limiter }: Pick<HttpCaller, 'spent' | 'principal' | 'limiter'>,
  gate: Operation,
): Promise<void> {
  const last = spent.at(-1) ?? (await allowanceLeft(gate, { limiter, principal })) ?? undefined
  setLimitHeaders(res, familyOf(gate), principal.tier, last)
}

function send(req: Request, res: Response, answered: Answers, isBatch: boolean) {
  const replies = answered.filter((reply) => reply !== null)
  const [first] = replies
  if (!first) return void res.writeHead(202, { 'Content-Length': 0 }).end()
  if (first.status) return sendText(res, first.status, JSON_TYPE, first.text)
  // If every call failed because of the credential, the error is reported as the HTTP status.
  if (first.refused && replies.every(({ refused }) => refused)) throw first.refused
  const texts = replies.map(({ text }) => text)
  if (wantsEvents(req.headers.accept)) {
    return sendText(res, 200, 'text/event-stream; charset=utf-8', texts.map(eventOf).join(''))
  }
  sendText(res, 200, JSON_TYPE, isBatch ? `[${texts.join(',')}]` : first.text)
}

/** Only a client that accepts event streams but not JSON gets its response as an event; one proxy in use does that. */
const wantsEvents = (accept: string | undefined): boolean =>
  accept !== undefined &&
  /text\/event-stream/i.test(accept) &&
  !/application\/json|\*\/\*|application\/\*/i.test(accept)
