// An MCP endpoint: its methods and their results, for both eras of the protocol. Stateless: a request is one function call.
import { must, isRecord } from '../../core/kernel/narrow.ts'
import {
  type Implementation,
  type JSONRPCRequest,
  CompleteRequestParamsSchema,
  PaginatedRequestParamsSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { APPS_EXTENSION } from './apps/pages.ts'
import { callTool } from './call-tool.ts'
import { ErrorCode, errorText, resultText } from './message.ts'
import { promptMethods, skillMethods, SKILLS_EXTENSION, type Prompt } from './prompt.ts'
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
  SUBSCRIPTION,
} from './protocol.ts'
import { resourceMethods, type Document, type Resource, resourceAt } from './resource.ts'
import { leniently } from './lenient.ts'
import { isOpenTo, type Depth, type SuggestNext, type Tool, toolListing } from './tool.ts'
import { answered, type Caller, type MethodHandler, type Reply, invalidParams, rpcError } from './method.ts'
import { once } from '../../core/kernel/once.ts'
import { SECOND_MS } from '../../core/kernel/clock.ts'
import { changedOf, createFollowing, subscribe, UPDATED, type FollowedResources } from './subscriptions.ts'

/** The tools available to a caller. Each is serialised once, because that takes longer than a call. */
export function toolList({ tools, depth }: Pick<EndpointDefinition, 'tools' | 'depth'>): MethodHandler {
  const texts = new Map(tools.map((tool) => [tool, once(() => JSON.stringify(toolListing(tool, depth)))]))
  return ({ params }, caller) => {
    const read = PaginatedRequestParamsSchema.safeParse(params ?? {})
    // There is only one page, so no cursor is valid.
    if (!read.success || read.data.cursor !== undefined) return invalidParams(['cursor'], caller.requestId)
    const shown = tools.flatMap((tool) => (isOpenTo(tool, caller) ? (texts.get(tool)?.() ?? []) : []))
    return { result: `{"tools":[${shown.join(',')}]}` }
  }
}

const MAX_VALUES = 100

const completion =
  (resources: readonly Resource[], prompts: readonly Prompt[]): MethodHandler =>
  async ({ params }, caller) => {
    const read = CompleteRequestParamsSchema.safeParse(params)
    if (!read.success) return invalidParams(['ref', 'argument'], caller.requestId)
    const { ref, argument } = read.data
    const completer =
      ref.type === 'ref/resource'
        ? resources.find(({ uri, access }) => uri === ref.uri && caller.allows(access))?.complete
        : prompts.find(({ name }) => name === ref.name)?.arguments?.find(({ name }) => name === argument.name)
            ?.complete
    const values = completer
      ? await caller
          .ctx('completion', {})
          .then((ctx) => completer(ctx, argument.value.slice(0, 200)))
          // On an error the menu stays empty; the call itself will report the reason.
          .catch(() => [])
      : []
    const shown = values.slice(0, MAX_VALUES)
    const hasMore = values.length > shown.length
    return answered({ completion: { values: shown, total: values.length, hasMore } })
  }

export interface EndpointDefinition {
  serverInfo: Implementation
  instructions(withheld: readonly Tool[]): string
  tools: readonly Tool[]
  next: SuggestNext
  resources?: readonly Resource[]
  prompts?: readonly Prompt[]
  skills?: readonly Document[]
  /** The pages that hosts can show results with. */
  apps?: readonly Document[]
  besides?: { capabilities: object; methods: Record<string, MethodHandler> }
  depth?: Depth
  isSame?: boolean
}

export type EndpointAnswer = { text: string } & Pick<Reply, 'refused' | 'status' | 'stepUp'>

export type Endpoint = ReturnType<typeof createEndpoint>

/** How long a client of 2026-07-28 may cache an answer. Lists change only with the server's version or the grant. */
const KEPT_MS: Readonly<Record<string, number>> = {
  'server/discover': 3_600_000,
  'tools/list': 300_000,
  'prompts/list': 3_600_000,
  'resources/list': 300_000,
  'resources/templates/list': 300_000,
  'resources/read': 0,
  'skills/list': 3_600_000,
  'skills/get': 3_600_000,
}

const OLD = ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']
const NEW = ['server/discover', 'subscriptions/listen']

function methodsOf(offer: EndpointDefinition): Record<string, MethodHandler> {
  const { resources, prompts, skills, apps, serverInfo } = offer
  const capabilities = {
    tools: {},
    ...(resources && { resources: resources.some(({ watch }) => watch) ? { subscribe: true } : {} }),
    ...(prompts && { prompts: {} }),
    ...((resources ?? prompts) && { completions: {} }),
    ...(skills && apps && { extensions: { [SKILLS_EXTENSION]: {}, [APPS_EXTENSION]: {} } }),
    ...offer.besides?.capabilities,
  }
  const tools = new Map(offer.tools.map((tool) => [tool.name, leniently(tool)]))
  const registry = { tools, next: offer.next }
  const instructionsFor = (caller: Caller): string =>
    offer.instructions(offer.tools.filter((tool) => !isOpenTo(tool, caller)))
  return {
    initialize({ params }, caller) {
      caller.introduced?.(params ?? {})
      const protocolVersion = negotiate(params?.['protocolVersion'])
      // Stores nothing, because the next request may reach another process.
      return answered({ protocolVersion, capabilities, serverInfo, instructions: instructionsFor(caller) })
    },
    'server/discover': (_, caller) =>
      answered({ supportedVersions: [MODERN], capabilities, instructions: instructionsFor(caller) }),
    ping: () => answered({}),
    'tools/list': toolList(offer),
    'tools/call': (request, caller, round) => callTool(request, caller, registry, round),
    ...(resources && resourceMethods(resources, apps, skills)),
    ...(skills && skillMethods(skills)),
    ...(prompts && promptMethods(prompts)),
    ...((resources ?? prompts) && { 'completion/complete': completion(resources ?? [], prompts ?? []) }),
    'subscriptions/listen': listening(resources ?? []),
    ...offer.besides?.methods,
  }
}

type Answering = (request: JSONRPCRequest, caller: Caller, round?: Round) => Promise<Reply>

function answering(methods: Record<string, MethodHandler>): Answering {
  return async (request, caller, round) => {
    const { method } = request
    const served = Object.keys(methods).filter((name) => !(round ? OLD : NEW).includes(name))
    if (served.includes(method)) return must(methods[method])(request, caller, round)
    const data = { available: served, request_id: caller.requestId }
    const refused = rpcError(ErrorCode.MethodNotFound, `There is no method “${method.slice(0, 100)}”.`, data)
    return round ? { ...refused, status: 404 } : refused
  }
}

function answeringModern({ serverInfo, isSame = false }: EndpointDefinition, answer: Answering): Answering {
  const own = { [SERVER_INFO]: serverInfo }
  return async (request, caller) => {
    const { method, params } = request
    const data = { request_id: caller.requestId }
    const round = roundIn(params)
    if ('missing' in round) return refusal(ErrorCode.InvalidParams, `Missing: ${round.missing}.`, data)
    const requested = statedVersion(params)
    if (requested !== MODERN) {
      const supported = { supported: [MODERN], requested, ...data }
      return refusal(MODERN_ERRORS.unsupportedVersion, 'Unsupported protocol version.', supported)
    }
    try {
      const { result, meta, ...rest } = await answer(request, caller, round)
      if (result === undefined) return rest
      const kept = KEPT_MS[method]
      const scope = isSame ? 'public' : 'private'
      const hints = kept === undefined ? '' : `"ttlMs":${kept},"cacheScope":"${scope}",`
      const made = `{${hints}"resultType":"complete"${result === '{}' ? '' : ','}${result.slice(1)}`
      return { result: made, meta: { ...meta, ...own }, ...rest }
    } catch (thrown) {
      if (thrown instanceof StateRefused)
        return refusal(ErrorCode.InvalidParams, 'This requestState is not of this call.', data)
      if (!(thrown instanceof InputRequired)) throw thrown
      const requiredCapabilities = thrown.lacking(round)
      if (Object.keys(requiredCapabilities).length) {
        const message = 'This needs a capability that the client did not declare.'
        return refusal(MODERN_ERRORS.missingCapability, message, { requiredCapabilities, ...data })
      }
      const { inputRequests, requestState } = thrown
      return answered({ resultType: 'input_required', inputRequests, requestState }, own)
    }
  }
}

export function createEndpoint(offer: EndpointDefinition) {
  const old = answering(methodsOf(offer))
  const modern = answeringModern(offer, old)
  return {
    async answer(request: JSONRPCRequest, caller: Caller): Promise<EndpointAnswer> {
      const { id, method, params } = request
      const isModern = caller.version === MODERN || statedVersion(params) !== undefined || method === NEW[0]
      // A host may send `initialize` after a discovery on the same pipe, so the older protocol is served as well.
      const isHandshake = method === 'initialize' && !(caller.hasStatus && statedVersion(params))
      const answer = isModern && !isHandshake ? modern : old
      const { result, meta, error, ...rest } = await answer(request, caller)
      if (result === undefined) return { text: errorText(id, must(error)), ...rest }
      const comma = result === '{}' ? '' : ','
      const whole = meta ? `{"_meta":${JSON.stringify(meta)}${comma}${result.slice(1)}` : result
      return { text: resultText(id, whole), ...rest }
    },
  }
}

const refusal = (...problem: Parameters<typeof rpcError>): Reply => ({ ...rpcError(...problem), status: 400 })

/** Shorter than proxies wait for a silent stream. */
const BEAT_MS = 15 * SECOND_MS

const listening =
  (resources: readonly Resource[]): MethodHandler =>
  async ({ id, params }, caller) => {
    const { channel, requestId } = caller
    const asked = params?.['notifications']
    if (!isRecord(asked)) return invalidParams(['notifications'], requestId)
    if (!channel) {
      const message = 'Send Accept: application/json, text/event-stream: the answer is a stream.'
      return { error: { code: ErrorCode.InvalidRequest, message }, status: 400 }
    }
    const _meta = { [SUBSCRIPTION]: id }
    const tell = (method: string, told: object): void => channel.notify(method, { _meta, ...told })
    const following = createFollowing()
    const { resourceSubscriptions: uris } = asked
    const honoured =
      Array.isArray(uris) && resources.length ? await followAll(following, uris, resources, caller) : []
    const looking = caller.looking()
    const beat = setInterval(() => channel.beat(), BEAT_MS)
    try {
      tell('notifications/subscriptions/acknowledged', {
        notifications: honoured.length ? { resourceSubscriptions: honoured } : {},
      })
      for await (const uri of changedOf(() => following, looking)) tell(UPDATED, { uri })
    } finally {
      clearInterval(beat)
      looking.ended()
    }
    return answered({}, _meta)
  }

async function followAll(
  following: FollowedResources,
  uris: readonly unknown[],
  resources: readonly Resource[],
  caller: Caller,
): Promise<string[]> {
  const ctx = await caller.ctx('subscriptions/listen', {})
  const honoured: string[] = []
  for (const uri of uris) {
    const [resource, id] = (typeof uri === 'string' && resourceAt(resources, uri)) || []
    if (typeof uri !== 'string' || !resource?.watch || !caller.allows(resource.access)) continue
    const watching = await resource.watch(ctx, id ?? '').catch(() => null)
    if (watching && (await subscribe(following, ctx, uri, watching))) honoured.push(uri)
  }
  return honoured
}
