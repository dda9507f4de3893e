// A method of an MCP endpoint: who calls it, and what it answers.
import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import type { CrmError } from '../../core/kernel/errors.ts'
import type { Log } from '../../core/kernel/log.ts'
import type { Scope } from '../../core/kernel/scope.ts'
import { ErrorCode, errorText, type RpcProblem } from './message.ts'
import type { Following } from './subscriptions.ts'
import type { Version } from './protocol.ts'
import type { ToolContext } from './tool-context.ts'

/** The caller of a request, as the transport provides it. */
export interface Caller {
  /**
   * The context for a call to this tool or resource. It takes one
   * unit of the caller's limits, however many operations are invoked.
   */
  ctx(name: string, args: Record<string, unknown>): Promise<ToolContext>
  allows(scope: Scope): boolean
  /** What the user has to do to grant the caller these scopes. */
  wayTo(scopes: readonly Scope[]): string
  /** Whether the transport can report an error of the credential itself, as HTTP does with a status. */
  hasStatus: boolean
  requestId: string
  log: Log
  /** The protocol version in the request's header. */
  version: Version | undefined
  /** Called for a refused tool call, so that it can be logged. */
  refused(tool: string, code: string): void
  /** What the client follows; undefined for a client without a session. */
  following?: Following | undefined
  /** Called with the parameters of `initialize`. */
  introduced?(params: Record<string, unknown>): void
}

/**
 * The text of a response. `refused` is set if the call
 * failed because of its credential, a limit or the service.
 */
export interface Reply {
  text: string
  refused?: CrmError
  /** The HTTP status of an invalid message or batch; 200 by default. */
  status?: 400
}

/** Handles one method. */
export type MethodHandler = (request: JSONRPCRequest, caller: Caller) => Reply | Promise<Reply>

/** A response with a JSON-RPC error. */
export const failed = (id: JSONRPCRequest['id'], problem: RpcProblem): Reply => ({
  text: errorText(id, problem),
})

/** The error for invalid parameters, naming them. */
export const invalidParams = (paths: readonly string[], requestId: string): RpcProblem => ({
  code: ErrorCode.InvalidParams,
  message: `Invalid params: ${paths.join(', ')}.`,
  data: { paths, request_id: requestId },
})
