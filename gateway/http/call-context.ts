// The core's context of a request, and the signal that its client has disconnected.
import type { Request, Response } from 'express'
import { callOver } from '../../core/kernel/call.ts'
import type { Context, Principal, Services } from '../../core/kernel/context.ts'
import { familyOf } from '../../core/kernel/family.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { ownModelOf } from './model-headers.ts'
import { notedOf } from './head.ts'

/**
 * A signal that aborts if the client disconnects before the response is
 * finished, and only then, because each abort creates an exception with a stack.
 * It is created on demand: most requests finish without anything using it.
 */
export function leavingOf(res: Response): () => AbortSignal {
  let left: AbortController | undefined
  return () => {
    if (left) return left.signal
    const made = (left = new AbortController())
    const hasLeft = () => {
      if (!res.writableFinished) made.abort()
    }
    if (res.closed) hasLeft()
    else res.once('close', hasLeft)
    return made.signal
  }
}

interface Visit {
  req: Request
  res: Response
  principal: Principal
  op: Pick<Operation, 'name' | 'http'>
}

/** The context of a request's operation. */
export const contextOf = (services: Services, { req, res, principal, op }: Visit): Context =>
  callOver(services, {
    principal,
    requestId: notedOf(res).requestId,
    client: (req.headers['user-agent'] ?? 'unknown').slice(0, 200),
    address: notedOf(res).address,
    signal: leavingOf(res),
    operation: op.name,
    ownModel: familyOf(op).name === 'assistants' ? ownModelOf(req) : undefined,
    report: {},
  })
