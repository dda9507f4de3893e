// An MCP endpoint: its methods and their results, for both eras of the protocol. Stateless: a request is one function call.
import { must } from '../../core/kernel/must.ts'
import type { CrmError } from '../../core/kernel/errors.ts'
import type { Scope } from '../../core/kernel/scope.ts'
import type { Implementation, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { callTool } from './call-tool.ts'
import { completion } from './completion.ts'
import { leniently } from './lenient.ts'
import { toolList } from './list-tools.ts'
import { ErrorCode, errorText, resultText } from './message.ts'
import { promptMethods, type Prompt } from './prompt.ts'
import {
  InputRequired,
  MODERN,
  MODERN_ERRORS,
  negotiate,
  roundIn,
  SERVER_INFO,
  statedVersion,
  StateRefused,
  type Round,
} from './protocol.ts'
import { resourceMethods, type Resource } from './resource.ts'
import { createResults } from './results.ts'
import { listening } from './listen.ts'
import { isOpenTo, type Depth, type SuggestNext, type Tool } from './tool.ts'
import { answered, type Caller, type MethodHandler, type Reply } from './method.ts'

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
  /** Whether every caller gets the same lists. */
  isSame?: boolean
}

/** The text of a response, and what the transport has to know of it. */
export interface Answered {
  text: string
  refused?: CrmError | undefined
  status?: Reply['status']
  stepUp?: readonly Scope[] | undefined
}

export interface Endpoint {
  answer(request: JSONRPCRequest, caller: Caller): Promise<Answered>
}

/** How long a client of 2026-07-28 may keep an answer. Lists change with the server's version or the grant, records at any time. */
const KEPT_MS: Readonly<Record<string, number>> = {
  'server/discover': 3_600_000,
  'tools/list': 300_000,
  'prompts/list': 3_600_000,
  'resources/list': 300_000,
  'resources/templates/list': 300_000,
  'resources/read': 0,
}

/** Methods of only one era. */
const OLD = ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']
const NEW = ['server/discover', 'subscriptions/listen']

/**
 * Creates an endpoint. Lists are serialised once per set
 * of permissions, because that takes longer than a call.
 */
export function createEndpoint(offer: EndpointDefinition): Endpoint {
  const { resources, prompts, serverInfo } = offer
  const capabilities = {
    tools: {},
    ...(resources && { resources: resources.some(({ watch }) => watch) ? { subscribe: true } : {} }),
    ...(prompts && { prompts: {} }),
    ...((resources ?? prompts) && { completions: {} }),
    ...offer.besides?.capabilities,
  }
  const tools = new Map(offer.tools.map((tool) => [tool.name, leniently(tool)]))
  const results = createResults()
  const instructionsFor = (caller: Caller): string =>
    offer.instructions(offer.tools.filter((tool) => !isOpenTo(tool, caller)))
  const methods: Record<string, MethodHandler> = {
    initialize({ params }, caller) {
      caller.introduced?.(params ?? {})
      const protocolVersion = negotiate(params?.['protocolVersion'])
      // Nothing of it is stored, because the next request may reach another process.
      return answered({ protocolVersion, capabilities, serverInfo, instructions: instructionsFor(caller) })
    },
    'server/discover': (_, caller) =>
      answered({ supportedVersions: [MODERN], capabilities, instructions: instructionsFor(caller) }),
    ping: () => answered({}),
    'tools/list': toolList(offer),
    'tools/call': (request, caller, round) =>
      callTool(request, caller, { tools, results, next: offer.next }, round),
    ...(resources && resourceMethods(resources)),
    ...(prompts && promptMethods(prompts)),
    ...((resources ?? prompts) && { 'completion/complete': completion(resources ?? [], prompts ?? []) }),
    'subscriptions/listen': listening(resources ?? []),
    ...offer.besides?.methods,
  }

  async function reply(request: JSONRPCRequest, caller: Caller, round: Round | undefined): Promise<Reply> {
    const { method } = request
    const served = Object.keys(methods).filter((name) => !(round ? OLD : NEW).includes(name))
    if (served.includes(method)) return must(methods[method])(request, caller, round)
    return {
      error: {
        code: ErrorCode.MethodNotFound,
        message: `There is no method “${method.slice(0, 100)}”.`,
        data: { available: served, request_id: caller.requestId },
      },
      ...(round && { status: 404 }),
    }
  }

  /** The answer to a request of 2026-07-28. */
  async function modernReply(request: JSONRPCRequest, caller: Caller): Promise<Reply> {
    const { method, params } = request
    const round = roundIn(params)
    const data = { request_id: caller.requestId }
    if ('missing' in round) return { ...badRequest(`Missing: ${round.missing}.`, data), status: 400 }
    const requested = statedVersion(params)
    if (requested !== MODERN) {
      const code = MODERN_ERRORS.unsupportedVersion
      const message = 'Unsupported protocol version.'
      return { error: { code, message, data: { supported: [MODERN], requested, ...data } }, status: 400 }
    }
    try {
      const { result, meta, error, ...rest } = await reply(request, caller, round)
      if (result === undefined) return { error: must(error), ...rest }
      const kept = KEPT_MS[method]
      const hints =
        kept === undefined ? '' : `"ttlMs":${kept},"cacheScope":"${offer.isSame ? 'public' : 'private'}",`
      const fields = result === '{}' ? '}' : `,${result.slice(1)}`
      const own = JSON.stringify({ ...meta, [SERVER_INFO]: serverInfo })
      return { result: `{${hints}"resultType":"complete","_meta":${own}${fields}`, ...rest }
    } catch (thrown) {
      if (thrown instanceof StateRefused) return badRequest('This requestState is not of this call.', data)
      if (!(thrown instanceof InputRequired)) throw thrown
      const requiredCapabilities = thrown.lacking(round)
      if (Object.keys(requiredCapabilities).length) {
        const message = 'This needs a capability that the client did not declare.'
        const code = MODERN_ERRORS.missingCapability
        return { error: { code, message, data: { requiredCapabilities, ...data } }, status: 400 }
      }
      const { inputRequests, requestState } = thrown
      const _meta = { [SERVER_INFO]: serverInfo }
      return answered({ resultType: 'input_required', inputRequests, requestState, _meta })
    }
  }

  return {
    async answer(request, caller) {
      const { id, method, params } = request
      const isModern = caller.version === MODERN || statedVersion(params) !== undefined || method === NEW[0]
      // A host may send `initialize` after a discovery, on the same pipe: the older era is served as well.
      const isHandshake = method === 'initialize' && !(caller.hasStatus && statedVersion(params))
      const { result, meta, error, ...rest } = await (isModern && !isHandshake
        ? modernReply(request, caller)
        : reply(request, caller, undefined))
      if (result === undefined) return { text: errorText(id, must(error)), ...rest }
      const own = meta
        ? `{"_meta":${JSON.stringify(meta)}${result === '{}' ? '}' : `,${result.slice(1)}`}`
        : result
      return { text: resultText(id, own), ...rest }
    },
  }
}

const badRequest = (message: string, data: Record<string, unknown>): Reply => ({
  error: { code: ErrorCode.InvalidParams, message, data },
})
