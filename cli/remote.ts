// The derived client: an operation's own declaration says where and how to call it on a gateway.
import { request } from 'undici'
import type { Config } from '../core/config.ts'
import { CATALOG, CrmError, KINDS, problem, type ErrorCode, type KindName } from '../core/kernel/errors.ts'
import { newId } from '../core/kernel/id.ts'
import { routeOf, slotsOf, type Operation } from '../core/kernel/operation.ts'
import type { Z } from '../core/kernel/zod.ts'
import { VERSION } from '../core/version.ts'

const TIMEOUT_MS = 30_000
const TRIES = 3

interface Reply {
  status: number
  body: unknown
  retryAfterSeconds: number | undefined
}

/** Calls an operation on `CRM_SERVER`. Busy servers are asked again; writes carry an Idempotency-Key, so that is safe. */
export async function callRemote<I extends Z.ZodType, O extends Z.ZodType>(
  config: Config,
  op: Operation<I, O>,
  input: Z.input<I>,
): Promise<Z.output<O>> {
  const idempotencyKey = newId()
  for (let attempt = 1; ; attempt += 1) {
    const reply = await send(config, op, input as Record<string, unknown>, idempotencyKey)
    if (reply.status < 300) return reply.body as Z.output<O>
    const isPassing = reply.status === 503 || (reply.status === 429 && (reply.retryAfterSeconds ?? 60) <= 5)
    if (!isPassing || attempt === TRIES) throw errorOf(reply)
    await new Promise((resolve) => setTimeout(resolve, (reply.retryAfterSeconds ?? attempt) * 1000))
  }
}

async function send(
  config: Config,
  op: Operation,
  input: Record<string, unknown>,
  key: string,
): Promise<Reply> {
  const { method, path } = routeOf(op)
  const slots = slotsOf(path)
  const filled = slots.reduce(
    (text, slot) => text.replace(`:${slot}`, encodeURIComponent(String(input[slot]))),
    path,
  )
  const rest = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => !slots.includes(name) && value !== undefined),
  )
  const url = new URL(config.server + filled)
  const inQuery = method === 'GET' || method === 'DELETE'
  if (inQuery) for (const [name, value] of Object.entries(rest)) url.searchParams.set(name, String(value))
  try {
    const response = await request(url, {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': `crm/${VERSION}`,
        ...(config.token && { authorization: `Bearer ${config.token}` }),
        ...(method === 'POST' && { 'idempotency-key': key }),
        ...(!inQuery && { 'content-type': 'application/json' }),
      },
      body: inQuery ? null : JSON.stringify(rest),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS * 2),
    })
    const text = await response.body.text()
    const retryAfter = Number(response.headers['retry-after'])
    return {
      status: response.statusCode,
      body: parseJson(text),
      retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
    }
  } catch (error) {
    const code = (error as { code?: string }).code ?? (error as Error).message
    throw problem('server_unreachable', { host: url.host, reason: code }, { cause: error })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The gateway's refusal as the error it was there. */
function errorOf({ status, body, retryAfterSeconds }: Reply): CrmError {
  const { error, code, hint, requestId } = (body ?? {}) as Record<string, string | undefined>
  const kind = (Object.keys(KINDS) as KindName[]).find(
    (name) => KINDS[name].wire === code && KINDS[name].http === status,
  )
  const known = kind && (Object.keys(CATALOG) as ErrorCode[]).find((name) => CATALOG[name].kind === kind)
  if (!known || !error)
    return problem('failed', { problem: `The server answered ${status} without saying why.` })
  return new CrmError(known, error, {
    hint: hint ?? (requestId && `Request ${requestId}`),
    retryAfterSeconds,
  })
}
