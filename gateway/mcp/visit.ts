// A request to a door over HTTP: whose it is, and what its errands may ask.
import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import type {
  Context,
  Idempotency,
  Limiter,
  OwnModel,
  Principal,
  Services,
  Spent,
} from '../../core/kernel/context.ts'
import { invalidInput } from '../../core/kernel/schema.ts'
import { admit, invoke } from '../../core/kernel/invoke.ts'
import { ownModelOf } from '../http/own-model.ts'
import { questionOver, type Line } from './channel.ts'
import { confirmer, type Question } from './confirmation.ts'
import type { Visit } from './door.ts'
import type { Errand } from './errand.ts'
import type { Entrance } from './http.ts'
import { isVersion } from './protocol.ts'

/** A visit that remembers what its errands took. */
export interface HttpVisit extends Visit {
  principal: Principal
  limiter: Limiter
  spent: Spent[]
}

interface Visitor {
  principal: Principal
  signal: AbortSignal
  /** Where the request can be answered as a stream. */
  line: Line | undefined
  /** Where the client can put a question to its person. */
  asks: boolean
  entrance: Pick<Entrance, 'gate' | 'wayTo'>
}

/** What each errand has in common. */
interface Basis {
  services: Services
  principal: Principal
  requestId: string
  client: string
  address: string | undefined
  signal: AbortSignal
  ownModel: OwnModel
}

export function visitOf(services: Services, req: Request, res: Response, visitor: Visitor): HttpVisit {
  const { principal, signal, entrance, line, asks } = visitor
  const header = req.headers['mcp-protocol-version']
  const requestId = res.locals['requestId'] as string
  const client = (req.headers['user-agent'] ?? 'unknown').slice(0, 200)
  const ownModel = ownModelOf(req)
  const basis: Basis = { services, principal, requestId, client, address: req.ip, signal, ownModel }
  const spent: Spent[] = []
  return {
    requestId,
    principal,
    limiter: services.limiter,
    spent,
    log: services.log,
    hasStatus: true,
    version: isVersion(header) ? header : undefined,
    allows: (scope) => principal.scopes.has(scope),
    wayTo: entrance.wayTo,
    refused: (tool, code) => void (res.locals['noted'] = { tool, refused: code }),
    async errand(name, args) {
      res.locals['noted'] = { tool: name }
      const ctx = contextOf(basis, name, args)
      try {
        await admit(entrance.gate, ctx)
      } finally {
        if (ctx.report.spent) spent.push(ctx.report.spent)
      }
      const errand = errandOf(ctx, name, args, line && asks ? questionOver(line, ctx.clock.now) : undefined)
      return { ...errand, channel: line }
    },
  }
}

/** A context whose operations together take one unit. */
const contextOf = ({ services, ...basis }: Basis, name: string, args: Record<string, unknown>): Context => ({
  ...services,
  ...basis,
  limiter: spendsOnce(services.limiter),
  operation: name,
  idempotency: idempotencyOf(name, args),
  report: {},
})

function errandOf(
  ctx: Context,
  tool: string,
  args: Record<string, unknown>,
  question: Question | undefined,
): Errand {
  const { clock, vault, principal } = ctx
  return {
    requestId: ctx.requestId,
    self: principal.credential.id
      ? { by: 'credential', text: principal.credential.id }
      : { by: 'client', text: ctx.client },
    ask: (op, input) => invoke(op, { ...ctx, report: {} }, input),
    allows: (scope) => principal.scopes.has(scope),
    now: () => clock.now(),
    timeZone: 'UTC',
    confirm: (what) =>
      confirmer({
        key: vault.deriveKey('confirmation'),
        subject: `${principal.userId} ${principal.credential.id ?? ''}`,
        tool,
        args,
        now: () => clock.now(),
        question,
      })(what),
    signal: ctx.signal,
  }
}

/** One call is one unit of each limit it meets, however many operations it asks. */
function spendsOnce(limiter: Limiter): Limiter {
  const spent = new Map<string, ReturnType<Limiter['spend']>>()
  return {
    ...limiter,
    spend(limit, subject) {
      const key = `${limit} ${subject}`
      const first = spent.get(key) ?? limiter.spend(limit, subject)
      spent.set(key, first)
      return first
    },
  }
}

const KEY = /^[\x21-\x7e]{1,200}$/

/** A model repeats a call that seemed lost; with a key the repeat has the first one's answer. */
export function idempotencyOf(tool: string, args: Record<string, unknown>): Idempotency | undefined {
  const { idempotencyKey: key, ...rest } = args
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !KEY.test(key))
    throw invalidInput([{ path: 'idempotencyKey', message: 'must be 1 to 200 printable ASCII characters' }])
  const named = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    key,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([tool, named]))
      .digest(),
  }
}
