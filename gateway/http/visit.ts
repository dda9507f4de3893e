// A request as the core meets it: its context, and the signal that its sender has left.
import type { Request, Response } from 'express'
import type { Context, Principal, Services } from '../../core/kernel/context.ts'
import { familyOf } from '../../core/kernel/family.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { ownModelOf } from './own-model.ts'

/** Aborted when the client is gone before its answer is out; only then, for every abort makes an exception with a stack. */
export function whenLeft(res: Response): AbortSignal {
  const left = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) left.abort()
  })
  return left.signal
}

interface Visit {
  req: Request
  res: Response
  principal: Principal
  op: Pick<Operation, 'name' | 'http'>
  signal: AbortSignal
}

/** The context in which a request's operation runs. */
export const contextOf = (services: Services, { req, res, principal, op, signal }: Visit): Context => ({
  ...services,
  principal,
  requestId: res.locals['requestId'] as string,
  client: (req.headers['user-agent'] ?? 'unknown').slice(0, 200),
  address: req.ip,
  signal,
  operation: op.name,
  ...(familyOf(op).name === 'assistants' && { ownModel: ownModelOf(req) }),
  report: {},
})
