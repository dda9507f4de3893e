// An MCP endpoint: its methods and their results. Stateless: a request is one function call.
import type { Implementation, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import type { CrmError } from '../../core/kernel/errors.ts'
import type { Log } from '../../core/kernel/log.ts'
import type { Scope } from '../../core/kernel/operation.ts'
import { callTool } from './call-tool.ts'
import { completion } from './completion.ts'
import type { ToolContext } from './tool-context.ts'
import { toolList } from './list-tools.ts'
import { ErrorCode, errorText, resultText, type RpcProblem } from './message.ts'
import { promptMethods, type Prompt } from './prompt.ts'
import { initializeResult, type Version } from './protocol.ts'
import { resourceMethods, type Resource } from './resource.ts'
import { createResults } from './results.ts'
import { isOpenTo, type Depth, type SuggestNext, type Tool } from './tool.ts'

/** What an endpoint offers. */
export interface EndpointDefinition {
  serverInfo: Implementation
  /** The instructions for a caller to whom these tools are not granted. */
  instructions(withheld: readonly Tool[]): string
  tools: readonly Tool[]
  next: SuggestNext
  resources?: readonly Resource[]
  prompts?: readonly Prompt[]
  /** Further methods, and the capabilities they implement. */
  besides?: { capabilities: object; methods: Record<string, MethodHandler> }
  /** How much detail the tool list gives. */
  depth?: (tool: Tool) => Depth
}

/** The caller of a request, as the transport provides it. */
export interface Caller {
  /**
   * The context for a call to this tool or resource. It takes one
   * unit of the caller's limits, however many operations are invoked.
   */
  ctx(name: string, args: Record<string, unknown>): Promise<ToolContext>
  allows(scope: Scope): boolean
  /** What the user has to do to grant the caller a scope. */
  wayTo(scope: Scope): string
  /** Whether the transport can report an error of the credential itself, as HTTP does with a status. */
  hasStatus: boolean
  requestId: string
  log: Log
  /** The protocol version in the request's header. */
  version: Version | undefined
  /** Called for a refused tool call, so that it can be logged. */
  refused(tool: string, code: string): void
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

export interface Endpoint {
  answer(request: JSONRPCRequest, caller: Caller): Promise<Reply>
}

/**
 * Creates an endpoint. Lists are serialised once per set
 * of permissions, because that takes longer than a call.
 */
export function createEndpoint(offer: EndpointDefinition): Endpoint {
  const { resources, prompts } = offer
  const capabilities = {
    tools: {},
    ...(resources && { resources: {} }),
    ...(prompts && { prompts: {} }),
    ...((resources ?? prompts) && { completions: {} }),
    ...offer.besides?.capabilities,
  }
  const tools = new Map(offer.tools.map((tool) => [tool.name, tool]))
  const results = createResults()
  const methods: Record<string, MethodHandler> = {
    initialize({ id, params }, caller) {
      caller.introduced?.(params ?? {})
      const withheld = offer.tools.filter((tool) => !isOpenTo(tool, caller))
      const about = { capabilities, serverInfo: offer.serverInfo, instructions: offer.instructions(withheld) }
      return { text: resultText(id, JSON.stringify(initializeResult(params?.['protocolVersion'], about))) }
    },
    ping: ({ id }) => ({ text: resultText(id, '{}') }),
    'tools/list': toolList(offer),
    'tools/call': (request, caller) => callTool(request, caller, { tools, results, next: offer.next }),
    ...(resources && resourceMethods(resources)),
    ...(prompts && promptMethods(prompts)),
    ...((resources ?? prompts) && { 'completion/complete': completion(resources ?? [], prompts ?? []) }),
    ...offer.besides?.methods,
  }

  return {
    answer: async (request, caller) =>
      Object.hasOwn(methods, request.method)
        ? methods[request.method]!(request, caller)
        : failed(request.id, {
            code: ErrorCode.MethodNotFound,
            message: `There is no method “${request.method.slice(0, 100)}”.`,
            data: { available: Object.keys(methods), request_id: caller.requestId },
          }),
  }
}

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
