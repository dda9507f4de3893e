// The types of MCP methods: caller, call and reply.
import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import type { CrmError } from '../../core/kernel/errors.ts'
import type { Log } from '../../core/kernel/log.ts'
import type { Scope } from '../../core/kernel/scope.ts'
import type { ClientChannel } from './client-channel.ts'
import { ErrorCode, type RpcProblem } from './message.ts'
import type { FollowedResources, PollOptions } from './subscriptions.ts'
import type { Round, Version } from './protocol.ts'
import type { ToolContext } from './tool.ts'

export interface CallDetails {
  round?: Round | undefined
  work?: string | undefined
}

export interface Caller {
  /** The context for a call. The call takes one unit of the caller's limits, however many operations it invokes. */
  ctx(name: string, args: Record<string, unknown>, how?: CallDetails): Promise<ToolContext>
  allows(scope: Scope): boolean
  wayTo(scopes: readonly Scope[]): string
  /** Whether the client can ask for more scopes itself, as OAuth clients do once they get a 403. */
  canStepUp: boolean
  /** Whether the transport can report credential errors itself, as HTTP does with a status. */
  hasStatus: boolean
  requestId: string
  log: Log
  version: Version | undefined
  refused(tool: string, code: string): void
  channel: ClientChannel | undefined
  /** Polls for changes for a stream. Throws if the caller has too many streams. */
  looking(): PollOptions
  /** The resources that the client follows; undefined without a session. */
  following?: FollowedResources | undefined
  introduced?(params: Record<string, unknown>): void
}

export interface Reply {
  result?: string
  meta?: Record<string, unknown>
  error?: RpcProblem
  /** Set if the call failed because of its credential, a limit or the service. */
  refused?: CrmError
  status?: 400 | 403 | 404
  /** The scopes that an OAuth client has to ask for. */
  stepUp?: readonly Scope[]
}

/** Handles one method. `round` is set for a request of 2026-07-28. */
export type MethodHandler = (request: JSONRPCRequest, caller: Caller, round?: Round) => Reply | Promise<Reply>

export const answered = (result: object, meta?: Record<string, unknown>): Reply => ({
  result: JSON.stringify(result),
  ...(meta && { meta }),
})

export const rpcError = (code: number, message: string, data: Record<string, unknown>): Reply => ({
  error: { code, message, data },
})

export const invalidParams = (paths: readonly string[], requestId: string): Reply =>
  rpcError(ErrorCode.InvalidParams, `Invalid params: ${paths.join(', ')}.`, { paths, request_id: requestId })
