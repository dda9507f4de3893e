// The core's context of a request, and the signal that its client has disconnected.
import type { Request, Response } from 'express'
import type { Context, OwnModel, Principal, Services } from '../../core/kernel/context.ts'
import { familyOf } from '../../core/kernel/family.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { requestStateOf } from './request-state.ts'

/** Aborts if the client disconnects early; not at every end, because each abort makes an exception with a stack. Created on demand. */
export function abortSignalOf(res: Response, atEveryEnd = false): () => AbortSignal {
  let controller: AbortController | undefined
  return () => {
    if (controller) return controller.signal
    const made = (controller = new AbortController())
    const abortIfOpen = () => {
      if (atEveryEnd || !res.writableFinished) made.abort()
    }
    if (res.closed) abortIfOpen()
    else res.once('close', abortIfOpen)
    return made.signal
  }
}

interface OperationRequest {
  req: Request
  res: Response
  principal: Principal
  op: Pick<Operation, 'name' | 'http'>
}

/** The context of a call. Its response names the caller from here on. */
export function contextOf(services: Services, { req, res, principal, op }: OperationRequest): Context {
  const state = requestStateOf(res)
  state.principal = principal
  return {
    ...services,
    principal,
    requestId: state.requestId,
    client: (req.headers['user-agent'] ?? 'unknown').slice(0, 200),
    address: state.address,
    signal: abortSignalOf(res),
    operation: op.name,
    ownModel: familyOf(op).name === 'assistants' ? ownModelOf(req) : undefined,
    agentSession: agentSessionOf(req),
    report: {},
  }
}

/** Long enough that nobody can guess it. */
const AGENT_SESSION = /^[\w.-]{16,100}$/

function agentSessionOf({ headers }: Request): string | undefined {
  const name = headers['x-agent-session']
  return typeof name === 'string' && AGENT_SESSION.test(name) ? name : undefined
}

export const MODEL_HEADERS = {
  provider: 'X-AI-Provider',
  model: 'X-AI-Model',
  key: 'X-User-API-Key',
} as const satisfies Record<keyof OwnModel, string>

const textOf = (req: Request, name: string): string | undefined => {
  const value = req.headers[name.toLowerCase()]
  return typeof value === 'string' && value.trim() ? value.trim() : undefined
}

/** The caller's model from these headers. None of it is logged. */
export const ownModelOf = (req: Request): OwnModel => ({
  provider: textOf(req, MODEL_HEADERS.provider)?.toLowerCase(),
  model: textOf(req, MODEL_HEADERS.model),
  key: textOf(req, MODEL_HEADERS.key),
})
