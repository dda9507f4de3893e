// An MCP endpoint: its methods and their results. Stateless: a request is one function call.
import { must } from '../../core/kernel/must.ts'
import type { Implementation, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { callTool } from './call-tool.ts'
import { completion } from './completion.ts'
import { leniently } from './lenient.ts'
import { toolList } from './list-tools.ts'
import { ErrorCode, resultText } from './message.ts'
import { promptMethods, type Prompt } from './prompt.ts'
import { initializeResult } from './protocol.ts'
import { resourceMethods, type Resource } from './resource.ts'
import { createResults } from './results.ts'
import { isOpenTo, type Depth, type SuggestNext, type Tool } from './tool.ts'
import type { Caller, Reply, MethodHandler } from './method.ts'
import { failed } from './method.ts'

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
    ...(resources && { resources: resources.some(({ watch }) => watch) ? { subscribe: true } : {} }),
    ...(prompts && { prompts: {} }),
    ...((resources ?? prompts) && { completions: {} }),
    ...offer.besides?.capabilities,
  }
  const tools = new Map(offer.tools.map((tool) => [tool.name, leniently(tool)]))
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
        ? must(methods[request.method])(request, caller)
        : failed(request.id, {
            code: ErrorCode.MethodNotFound,
            message: `There is no method “${request.method.slice(0, 100)}”.`,
            data: { available: Object.keys(methods), request_id: caller.requestId },
          }),
  }
}
