// The remote client, derived from the operations: each declaration says how to call it on a gateway.
import { isRecord, keysOf, recordOf } from '../core/kernel/narrow.ts'
import {
  systemCodeOf,
  CATALOG,
  CrmError,
  KINDS,
  problem,
  quietly,
  type ErrorCode,
  type Issue,
  type KindName,
} from '../core/kernel/errors.ts'
import { unreached } from '../core/kernel/system-causes.ts'
import { request } from 'undici'
import { TERMINAL_MODEL_HINT, keyAtTerminal } from '../core/assistants/payer.ts'
import type { Config } from '../core/config.ts'
import { isPage, type Envelope } from '../core/intelligence/envelope.ts'
import { errorBehind } from '../core/intelligence/refusals.ts'
import { familyOf } from '../core/kernel/family.ts'
import { MISSING } from '../core/kernel/issue-messages.ts'
import type { OwnModel } from '../core/kernel/context.ts'
import { newId } from '../core/kernel/id.ts'
import { filledPath, routeOf, pathParameters, type Operation } from '../core/kernel/operation.ts'
import type { Z } from '../core/kernel/zod.ts'
import { VERSION } from '../core/version.ts'
import { speaksOfPay, type Envelopes } from './envelopes.ts'

type Callable = Pick<Operation, 'name' | 'http'>

const TIMEOUT_MS = 30_000
/** A server allows its models a minute by default, and may retry once. */
const MODEL_TIMEOUT_MS = 180_000
const TRIES = 3

/** The longest wait before a retry that a user at a terminal should experience. */
const MAX_WAIT_SECONDS = 5

type Reply = Awaited<ReturnType<typeof send>>

/** What a refusal needs of a reply. */
type Refusal = Omit<Reply, 'changeId' | 'location'>

/** The original client, if it is not the terminal, and the idempotency key of a call that may be a retry. */
interface CallerHeaders {
  client?: string | undefined
  idempotencyKey?: string | undefined
  ownModel?: OwnModel | undefined
  signal?: (() => AbortSignal) | undefined
  agentSession?: string | undefined
  /** Called with the id of the call's audit record. */
  onChange?: (changeId: string) => void
  envelopes?: Envelopes
}

/** Retried if the server is busy, which is safe because POST and PATCH requests carry an Idempotency-Key. */
export async function callRemote<I extends Z.ZodType, O extends Z.ZodType>(
  config: Config,
  op: Operation<I, O>,
  input: Z.input<I>,
  { idempotencyKey = newId(), envelopes, ...behalf }: CallerHeaders,
): Promise<Z.output<O>> {
  for (let attempt = 1, isUnsure = false; ; attempt += 1) {
    let reply: Reply
    try {
      reply = await send(config, op, recordOf(input), { idempotencyKey, ...behalf })
    } catch (error) {
      // Whether the server acted before the connection was lost is unknown; a retry with the same key finds out. A
      // refused connection sent nothing, unless the server restarts after a loss.
      isUnsure ||= wasLost(error)
      if (!isUnsure || !isRepeatable(op) || attempt === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, attempt * 1000))
      continue
    }
    if (reply.changeId) behalf.onChange?.(reply.changeId)
    if (reply.status < 300 && reply.body !== undefined) return answerIn(reply, op, envelopes) as Z.output<O> // The answer is of the same operation.
    if (reply.status < 400) throw foreignResponse(reply, config)
    const waitSeconds = waitOf(reply, attempt)
    if (waitSeconds === null || attempt === TRIES) throw errorOf(reply, op, config)
    await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000))
  }
}

/** Whether the connection ended while the server was at work. */
const wasLost = (error: unknown): boolean =>
  /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(systemCodeOf(recordOf(error)['cause']) ?? '')

/** A repeated deletion would find nothing, and a repeated model call costs money. */
const isRepeatable = (op: Callable): boolean => routeOf(op).method !== 'DELETE' && !asksModel(op)

/** Unwraps a pay result: the envelope's data equals the local operation's output. */
function answerIn({ body }: Reply, op: Callable, envelopes: Envelopes | undefined): unknown {
  if (!speaksOfPay(op)) return body
  // The gateway wraps every pay answer in this envelope.
  const { attribution, request, ...answer } = body as Envelope & { data: unknown }
  const inner = isPage(answer) ? answer : answer.data
  return envelopes ? envelopes.keep(inner, { attribution, request }) : inner
}

const credentialFor = (op: Callable, { token, intelligenceKey }: Config): string | null =>
  familyOf(op).credential === 'key' ? intelligenceKey : token

/** Seconds to wait before a retry; null if a retry makes no sense or the wait is too long. */
function waitOf({ status, retryAfterSeconds }: Reply, attempt: number): number | null {
  if (status !== 429 && status !== 503) return null
  if (status === 429 && retryAfterSeconds === undefined) return null
  const seconds = retryAfterSeconds ?? attempt
  return seconds <= MAX_WAIT_SECONDS ? seconds : null
}

async function send(config: Config, op: Operation, input: Record<string, unknown>, behalf: CallerHeaders) {
  const { method, path } = routeOf(op)
  const slots = pathParameters(path)
  const rest = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => !slots.includes(name) && value !== undefined),
  )
  const url = new URL(config.server + filledPath(op, input))
  const timeoutMs = asksModel(op) ? MODEL_TIMEOUT_MS : TIMEOUT_MS
  const inQuery = method === 'GET' || method === 'DELETE'
  if (inQuery) for (const [name, value] of Object.entries(rest)) url.searchParams.set(name, String(value))
  try {
    const response = await request(url, {
      method,
      headers: {
        accept: 'application/json',
        ...headersFor(config, op, behalf),
        ...(!inQuery && { 'content-type': 'application/json' }),
      },
      body: inQuery ? null : JSON.stringify(rest),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal: AbortSignal.any([
        AbortSignal.timeout(timeoutMs * 2),
        ...(behalf.signal ? [behalf.signal()] : []),
      ]),
    })
    const text = await response.body.text()
    return {
      status: response.statusCode,
      body: quietly((): unknown => JSON.parse(text)),
      retryAfterSeconds: secondsOf(response.headers['retry-after']),
      requestId: first(response.headers['x-request-id']),
      changeId: first(response.headers['x-change-id']),
      location: first(response.headers['location']),
    }
  } catch (error) {
    throw unreachable(url, error)
  }
}

export function unreachable(url: URL, error: unknown): CrmError {
  const slots = { host: url.host, reason: unreached(error) }
  return problem('server_unreachable', slots, { hint: CHECK_SERVER, cause: error })
}

const CHECK_SERVER =
  'Check that crm serve runs there and that the address is right; crm doctor shows the address in use.'

/** The error for a response that does not come from a gateway, such as a redirect or another program's page. */
function foreignResponse({ location, requestId }: Reply, { server }: Config): CrmError {
  const { host } = new URL(server ?? '')
  const target = location
    ? `The server at ${host} redirects to ${location}.`
    : `What answers at ${host} is not crm.`
  return new CrmError('server_unreachable', target, { hint: CHECK_SERVER, requestId })
}

const asksModel = (op: Callable): boolean => familyOf(op).name === 'assistants'

export function headersFor(
  config: Config,
  op: Callable,
  { client, agentSession, idempotencyKey, ownModel }: CallerHeaders,
): Record<string, string> {
  const credential = credentialFor(op, config)
  return {
    'user-agent': client ? `${client.replace(/[^\x20-\x7e]/g, '?')} crm/${VERSION}` : `crm/${VERSION}`,
    ...(credential && { authorization: `Bearer ${credential}` }),
    ...(agentSession && { 'x-agent-session': agentSession }),
    ...(idempotencyKey && /POST|PATCH/.test(routeOf(op).method) && { 'idempotency-key': idempotencyKey }),
    ...(asksModel(op) && modelHeaders(config, ownModel)),
  }
}

/** Sends this terminal's model key with the call; without one, the server's budget pays. */
function modelHeaders(config: Config, ownModel: OwnModel = {}): Record<string, string> {
  const own = keyAtTerminal({ config, ownModel })
  const provider = own?.provider ?? ownModel.provider
  return {
    ...(provider && { 'x-ai-provider': provider }),
    ...(ownModel.model && { 'x-ai-model': ownModel.model }),
    ...(own && { 'x-user-api-key': own.key }),
  }
}

const first = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header

/** `Retry-After` in seconds; the header may also be a date. */
export function secondsOf(header: string | string[] | undefined): number | undefined {
  const text = first(header)
  if (!text) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

export function errorOf(reply: Refusal, op: Callable, config: Config): CrmError {
  const { status, retryAfterSeconds, requestId } = reply
  const { error, code, hint, issues, country } = refusalIn(reply, op)
  const host = new URL(config.server ?? '').host
  const text = saidBy(host, error)
  const known = (speaksOfPay(op) && errorBehind(code)) || codeOfKind(kindOf(code, status))
  return new CrmError(known, text, {
    hint:
      hintFor(CATALOG[known].kind, op, host, config) ??
      (typeof hint === 'string' ? hint : defaultHint(reply, CATALOG[known].kind)),
    issues: Array.isArray(issues) ? (issues as Issue[]) : missingIn(code, text), // Our servers' format.
    retryAfterSeconds,
    requestId,
    ...(country !== undefined && { details: { country } }),
  })
}

/** The server's message. One about unknown routes means that the server lacks this terminal's operation. */
function saidBy(host: string, error: unknown): string {
  if (typeof error !== 'string') return `The server at ${host} refused it without saying why.`
  return /^There is nothing at |is not allowed here\. Allowed: /.test(error)
    ? `The server at ${host} cannot do this: its crm is of another version.`
    : error
}

function defaultHint({ body }: Refusal, kind: KindName): string | undefined {
  if (body === undefined) return CHECK_SERVER
  return kind === 'forbidden'
    ? 'It takes a token that allows it: crm tokens create --name laptop --scope read-write, on the server’s machine.'
    : undefined
}

function refusalIn({ body }: Refusal, op: Callable): Record<string, unknown> {
  const refusal = recordOf(body)
  if (!speaksOfPay(op) || !isRecord(refusal['error'])) return refusal
  const { message, ...rest } = refusal['error']
  return { error: message, ...rest }
}

/** Restores the issue of a missing field, which the response identifies only by its code. */
const missingIn = (code: unknown, message: string): Issue[] | undefined =>
  code === 'missing_parameter' ? [{ path: message.split(' ')[0] ?? '', message: MISSING }] : undefined

function kindOf(code: unknown, status: number): KindName {
  const alike = keysOf(KINDS).filter((name) => KINDS[name].http === status)
  const named = alike.find((name) => KINDS[name].wire === code)
  // A proxy returns 502 to 504 when the gateway is down; the gateway's own errors have a body.
  if (named || status >= 502) return named ?? 'unavailable'
  return alike.find((name) => name !== 'usage') ?? (status >= 500 ? 'internal' : 'invalid')
}

const codeOfKind = (kind: KindName): ErrorCode =>
  keysOf(CATALOG).find((name) => CATALOG[name].kind === kind) ?? 'failed'

/** A token allows only the pipeline, a key only pay, and accounts need a signed-in user. */
function hintFor(kind: KindName, op: Callable, host: string, config: Config): string | undefined {
  if (KINDS[kind].wire === 'AI_KEY_REQUIRED') return TERMINAL_MODEL_HINT
  if (kind !== 'unauthenticated' && kind !== 'forbidden') return undefined
  const { credential } = familyOf(op)
  if (asksModel(op) || familyOf(op).name === 'scout')
    return 'It takes a token with the grant ai: crm tokens create --name laptop --scope read-write,ai, on the server’s machine.'
  if (credential === 'session')
    return `A token cannot do this remotely. Run it on the machine of ${host}, or sign in at its /settings page.`
  if (kind !== 'unauthenticated' || credentialFor(op, config) !== null) return undefined
  return credential === 'key'
    ? 'Set CRM_INTELLIGENCE_KEY to an intelligence key: crm keys create, on the server’s machine.'
    : 'Set CRM_TOKEN to a token: crm tokens create, on the server’s machine.'
}
