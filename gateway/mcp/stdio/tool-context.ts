// The tool context of an agent on this machine: operations run in this process as the owner, or on a remote gateway.
import type { Idempotency } from '../../../core/kernel/context.ts'
import { fail } from '../../../core/kernel/errors.ts'
import type { Operation } from '../../../core/kernel/operation.ts'
import { scopeOf, type Scope } from '../../../core/kernel/scope.ts'
import { elicitOver, type Channel } from '../client-channel.ts'
import type { SpentTokens } from '../confirmation.ts'
import { toolContextOf } from '../asking.ts'
import type { Round } from '../protocol.ts'
import type { ToolContext } from '../tool-context.ts'
import { idempotencyOf } from '../idempotency.ts'
import { wayToOf, type Permission } from './offer.ts'

export interface About {
  client: string
  requestId: string
  signal: () => AbortSignal
  agentSession: string
  idempotency?: Idempotency | undefined
  scopes: ReadonlySet<Scope>
}

export interface Answered {
  output: unknown
  changeId?: string | undefined
}

export interface Reach {
  call(op: Operation, input: unknown, about: About): Promise<Answered>
  lookEveryMs: number
}

interface Surroundings {
  permission: Permission
  reach: Reach
  timeZone: string
  now(): number
  key: Buffer
  spentTokens: SpentTokens
  channel: Channel
  canAsk: boolean
  round: Round | undefined
}

/** Creates a tool context. Every operation is limited to the granted scopes, whichever tool invokes it. */
export function localToolContext(
  { permission, reach, timeZone, now, key, spentTokens: spent, channel, canAsk, round }: Surroundings,
  about: Omit<About, 'idempotency' | 'scopes'>,
  { tool, args }: { tool: string; args: Record<string, unknown> },
): ToolContext {
  const idempotency = idempotencyOf(tool, args)
  const { scopes } = permission
  const allows = (scope: Scope): boolean => scopes.has(scope)
  const run = async (op: Operation, input: unknown) => {
    const scope = scopeOf(op)
    if (!allows(scope)) fail('scope_missing', { scope }, { hint: wayToOf(permission)([scope]) })
    return reach.call(op, input, { ...about, idempotency, scopes })
  }
  return toolContextOf(run, {
    ...{ tool, args, allows, now, timeZone, channel, round },
    ...{ requestId: about.requestId, signal: about.signal, work: about.agentSession },
    question: canAsk ? elicitOver(channel, about.signal) : undefined,
    seal: () => ({ key, subject: 'local', spent }),
  })
}
