// The caller of an MCP endpoint over HTTP, and the tool context it gets.
import type { Request, Response } from 'express'
import type { Context, Limiter, LimitUsage, Principal, Services } from '../../core/kernel/context.ts'
import { timeZoneOf } from '../../core/identity/user.ts'
import { localZone } from '../../core/kernel/clock.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { admit, invoke } from '../../core/kernel/invoke.ts'
import { ownModelOf } from '../http/call-context.ts'
import { canAsk, cannotAsk, clientNamed, elicitOver, type ClientChannel } from './client-channel.ts'
import { claimOnce } from '../../core/index.ts'
import { toolContextOf, type TransportDetails } from './asking.ts'
import type { ToolContext } from './tool.ts'
import { idempotencyOf, keysOf } from './confirmation.ts'
import type { Caller } from './method.ts'
import { isVersion } from './protocol.ts'
import { notWork } from './work.ts'
import type { Session, Sessions } from './session.ts'
import { addLogFields, requestStateOf } from '../http/request-state.ts'

export interface HttpCaller extends Caller {
  principal: Principal
  limiter: Limiter
  spent: LimitUsage[]
}

interface AuthenticatedCall {
  principal: Principal
  signal: () => AbortSignal
  line: ClientChannel | undefined
  session: Session | undefined
  looking: Caller['looking']
  options: { gate: Operation; wayTo: Caller['wayTo']; sessions?: Sessions }
}

export function callerOf(
  services: Services,
  req: Request,
  res: Response,
  visitor: AuthenticatedCall,
): HttpCaller {
  const { principal, signal, options, line, session, looking } = visitor
  const header = req.headers['mcp-protocol-version']
  const requestId = requestStateOf(res).requestId
  const program = (req.headers['user-agent'] ?? 'unknown').slice(0, 200)
  const spent: LimitUsage[] = []
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
      const named = clientNamed(round?.clientInfo) ?? session?.client
      const client = named === undefined ? program : `${named} (mcp)`
      const ctx: Context = {
        ...services,
        ...{ principal, requestId, client, signal, agentSession, operation: name, report: {} },
        ...{ address: requestStateOf(res).address, ownModel: ownModelOf(req) },
        idempotency: idempotencyOf(name, args),
      }
      ctx.limiter = spendingOnce(services.limiter)
      try {
        await admit(options.gate, ctx)
      } finally {
        if (ctx.report.spent) spent.push(ctx.report.spent)
      }
      return contextOf(ctx, { line, session }, { tool: name, args, round, work: agentSession })
    },
  }
}

/** The context of one call of a tool; each of its operations reports its own change. */
async function contextOf(
  ctx: Context,
  { line, session }: Pick<AuthenticatedCall, 'line' | 'session'>,
  call: Pick<TransportDetails, 'tool' | 'args' | 'round' | 'work'>,
): Promise<ToolContext> {
  const { principal, requestId, signal, clock, vault } = ctx
  // Pay tools read no dates, and their keys have no user settings.
  const own = principal.scopes.has('me:read') ? await timeZoneOf(ctx.sql, principal.userId) : null
  const keyFor = keysOf(ctx.idempotency)
  const run = async (op: Operation, input: unknown) => {
    const report: Context['report'] = {}
    const output = await invoke(op, { ...ctx, report, idempotency: keyFor(op) }, input)
    return { output, changeId: report.changeId }
  }
  return toolContextOf(run, {
    ...{ ...call, requestId, signal, channel: line },
    allows: (scope) => principal.scopes.has(scope),
    now: () => clock.now(),
    timeZone: own ?? localZone(),
    assumesZone: own === null,
    question: canAsk(session?.capabilities) ? (line ? elicitOver(line, signal) : cannotAsk) : undefined,
    seal: () => ({
      key: vault.deriveKey('confirmation'),
      subject: `${principal.userId} ${principal.credential.id ?? ''}`,
      spent: { spend: (token) => claimOnce(ctx, 'confirmation', token) },
    }),
  })
}

/** Makes a tool call take one unit of each limit, however many operations it invokes. */
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
