// The tool context of an agent on this machine: operations in this process for its owner, or on a remote gateway.
import type { Idempotency } from '../../../core/kernel/context.ts'
import { fail } from '../../../core/kernel/errors.ts'
import type { Operation, Scope } from '../../../core/kernel/operation.ts'
import { questionOver, type Channel } from '../channel.ts'
import { confirmer } from '../confirmation.ts'
import type { Ask, ToolContext } from '../tool-context.ts'
import { idempotencyOf } from '../caller.ts'
import { wayToOf, type Permission } from './offer.ts'

/** What is said of a call, for the record. */
export interface About {
  client: string
  requestId: string
  signal: () => AbortSignal
  idempotency?: Idempotency | undefined
  /** What was granted: no more than that may be done with the caller's own authority. */
  scopes: ReadonlySet<Scope>
}

/** The way to an operation, wherever it runs. */
export interface Reach {
  call(op: Operation, input: unknown, about: About): Promise<unknown>
}

interface Surroundings {
  permission: Permission
  reach: Reach
  timeZone: string
  now(): number
  /** Signs the confirmations of this process. */
  key: Buffer
  channel: Channel
  canAsk: boolean
}

/** Nothing a tool context asks is beyond what was granted, whichever tool asks it. */
export function localToolContext(
  { permission, reach, timeZone, now, key, channel, canAsk }: Surroundings,
  about: Omit<About, 'idempotency' | 'scopes'>,
  { tool, args }: { tool: string; args: Record<string, unknown> },
): ToolContext {
  const idempotency = idempotencyOf(tool, args)
  const question = canAsk ? questionOver(channel, now) : undefined
  const allows = (scope: Scope): boolean => permission.scopes.has(scope)
  const ask = async (op: Operation, input: unknown): Promise<unknown> => {
    const scope = op.access as Scope
    if (!allows(scope)) fail('scope_missing', { scope }, { hint: wayToOf(permission)(scope) })
    return reach.call(op, input, { ...about, idempotency, scopes: permission.scopes })
  }
  return {
    requestId: about.requestId,
    self: { by: 'client', text: about.client },
    ask: ask as Ask,
    allows,
    now,
    timeZone,
    confirm: (what) => confirmer({ key, subject: 'local', tool, args, now, question })(what),
    channel,
    signal: about.signal,
  }
}
