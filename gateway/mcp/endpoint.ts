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
import { isOpenTo, type Depth, type Next, type Tool } from './tool.ts'

/** What an endpoint offers. */
export interface Offer {
  serverInfo: Implementation
  /** For whoever may not call these tools. */
  instructions(withheld: readonly Tool[]): string
  tools: readonly Tool[]
  next: Next
  resources?: readonly Resource[]
  prompts?: readonly Prompt[]
  /** Methods beside those that follow from the rest, and the capabilities they are. */
  besides?: { capabilities: object; methods: Record<string, Answering> }
  /** How much the list says of what comes out. */
  depth?: (tool: Tool) => Depth
}

/** A request as it reached the endpoint. */
export interface Caller {
  /** A tool context for a tool or a resource of this name. It takes from the caller's allowance once, whatever it asks. */
  ctx(name: string, args: Record<string, unknown>): Promise<ToolContext>
  allows(scope: Scope): boolean
  /** What the person has to do for the caller to have a scope. */
  wayTo(scope: Scope): string
  /** Whether a refusal for the credential's sake can be said by the transport. */
  hasStatus: boolean
  requestId: string
  log: Log
  /** The version in the request's header. */
  version: Version | undefined
  /** Called for a refused tool call, so that it can be logged. */
  refused(tool: string, code: string): void
  /** Told what a client says of itself. */
  introduced?(params: Record<string, unknown>): void
}

/** The text of the answer to a request; `refused` when the key, not the call, is why there is none. */
export interface Reply {
  text: string
  refused?: CrmError
  /** The HTTP status of what was no message at all; 200 unless given. */
  status?: 400
}

/** Answers one method. */
export type Answering = (request: JSONRPCRequest, caller: Caller) => Reply | Promise<Reply>

export interface Endpoint {
  answer(request: JSONRPCRequest, caller: Caller): Promise<Reply>
}

/** Builds an endpoint. Lists are written once for each set of permissions: making one takes longer than a call. */
export function createEndpoint(offer: Offer): Endpoint {
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
  const methods: Record<string, Answering> = {
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

/** An answer that refuses the call by JSON-RPC. */
export const failed = (id: JSONRPCRequest['id'], problem: RpcProblem): Reply => ({
  text: errorText(id, problem),
})

/** What is wrong with the parameters of a method: which of them. */
export const invalidParams = (paths: readonly string[], requestId: string): RpcProblem => ({
  code: ErrorCode.InvalidParams,
  message: `Invalid params: ${paths.join(', ')}.`,
  data: { paths, request_id: requestId },
})
