// The caller of an MCP endpoint over HTTP, and the tool context it gets.
import type { Request, Response } from 'express'
import { createContext, type CallFields } from '../../core/kernel/call.ts'
import type { Context, Limiter, Principal, Services, Spent } from '../../core/kernel/context.ts'
import type { Scope } from '../../core/kernel/scope.ts'
import { timeZoneOf } from '../../core/identity/person.ts'
import { localZone } from '../../core/kernel/zone.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { admit, invoke } from '../../core/kernel/invoke.ts'
import { ownModelOf } from '../http/call-context.ts'
import { cannotAsk, elicitOver, type ClientChannel, type AskUser } from './client-channel.ts'
import { claimOnce } from '../../core/index.ts'
import { askingBy } from './asking.ts'
import { idempotencyOf } from './idempotency.ts'
import { confirmer } from './confirmation.ts'
import type { Caller } from './method.ts'
import type { ToolContext } from './tool-context.ts'
import { isVersion, type Round } from './protocol.ts'
import { notWork } from './work.ts'
import type { Session, Sessions } from './session.ts'
import { addLogFields, requestStateOf } from '../http/request-state.ts'

export interface HttpCaller extends Caller {
  principal: Principal
  limiter: Limiter
  spent: Spent[]
}

interface Authenticated {
  principal: Principal
  signal: () => AbortSignal
  line: ClientChannel | undefined
  asks: boolean
  session: Session | undefined
  looking: Caller['looking']
  options: { gate: Operation; wayTo: Caller['wayTo']; sessions?: Sessions }
}

type ContextBase = Omit<CallFields, 'agentSession' | 'operation' | 'idempotency' | 'report'>

export function callerOf(
  services: Services,
  req: Request,
  res: Response,
  visitor: Authenticated,
): HttpCaller {
  const { principal, signal, options, line, asks, session, looking } = visitor
  const header = req.headers['mcp-protocol-version']
  const requestId = requestStateOf(res).requestId
  const client = (req.headers['user-agent'] ?? 'unknown').slice(0, 200)
  const ownModel = ownModelOf(req)
  const basis: ContextBase = {
    principal,
    requestId,
    client,
    address: requestStateOf(res).address,
    signal,
    ownModel,
  }
  const spent: Spent[] = []
  return {
    requestId,
    principal,
    limiter: services.limiter,
    spent,
    log: services.log,
    hasStatus: true,
    canStepUp: /^bearer +oauth_/i.test(req.headers.authorization ?? ''),
    channel: line,
    looking,
    version: isVersion(header) ? header : undefined,
    allows: (scope) => principal.scopes.has(scope),
    wayTo: options.wayTo,
    following: session?.following,
    refused: (tool, code) => void addLogFields(res, { tool, refused: code }),
    async ctx(name, args, { round, work } = {}) {
      addLogFields(res, { tool: name })
      const { sessions } = options
      if (work !== undefined && !sessions?.isWork(work, principal)) throw notWork()
      const agentSession = work ?? session?.id ?? sessions?.beginWork(principal) ?? ''
      const ctx = contextOf(services, { ...basis, agentSession }, name, args)
      try {
        await admit(options.gate, ctx)
      } finally {
        if (ctx.report.spent) spent.push(ctx.report.spent)
      }
      // The tools of pay read no dates, and their keys know no person.
      const own = principal.scopes.has('me:read') ? await timeZoneOf(ctx.sql, principal.userId) : null
      return toolContextOf(ctx, { tool: name, args, line, asks, round, timeZone: own ?? localZone() })
    },
  }
}

function contextOf(
  services: Services,
  basis: ContextBase & { agentSession: string },
  name: string,
  args: Record<string, unknown>,
): Context {
  // Every field is listed: adding fields to a spread costs V8 eight microseconds (core/kernel/call.ts).
  const ctx = createContext(services, {
    principal: basis.principal,
    requestId: basis.requestId,
    client: basis.client,
    address: basis.address,
    signal: basis.signal,
    ownModel: basis.ownModel,
    agentSession: basis.agentSession,
    operation: name,
    idempotency: idempotencyOf(name, args),
    report: {},
  })
  ctx.limiter = spendingOnce(services.limiter)
  return ctx
}

interface ToolRequest {
  tool: string
  args: Record<string, unknown>
  line: ClientChannel | undefined
  asks: boolean
  round: Round | undefined
  timeZone: string
}

function toolContextOf(ctx: Context, { tool, args, line, asks, round, timeZone }: ToolRequest): ToolContext {
  const { clock, vault, principal } = ctx
  const question: AskUser | undefined = asks ? (line ? elicitOver(line, ctx.signal) : cannotAsk) : undefined
  const changeIds: string[] = []
  const allows = (scope: Scope): boolean => principal.scopes.has(scope)
  const run = async (op: Operation, input: unknown): Promise<unknown> => {
    const report: Context['report'] = {}
    const answer = await invoke(op, { ...ctx, report }, input)
    if (report.changeId) changeIds.push(report.changeId)
    return answer
  }
  return {
    requestId: ctx.requestId,
    changeIds,
    ...askingBy(run, { allows, signal: ctx.signal }),
    allows,
    now: () => clock.now(),
    timeZone,
    confirm: (read) =>
      confirmer({
        key: vault.deriveKey('confirmation'),
        subject: `${principal.userId} ${principal.credential.id ?? ''}`,
        tool,
        args,
        now: () => clock.now(),
        question,
        round,
        spent: { spend: (token) => claimOnce(ctx, 'confirmation', token) },
      })(read),
    signal: ctx.signal,
    channel: line,
    progressToken: undefined,
    work: ctx.agentSession ?? '',
    round,
  }
}

/** Makes a tool call take one unit of each limit it meets, however many operations it invokes. */
function spendingOnce(limiter: Limiter): Limiter {
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
