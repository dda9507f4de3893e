// An MCP endpoint: its methods and their results, for both eras of the protocol. Stateless: a request is one function call.
import { must } from '../../core/kernel/must.ts'
import type { CrmError } from '../../core/kernel/errors.ts'
import type { Scope } from '../../core/kernel/scope.ts'
import {
  type Implementation,
  type JSONRPCRequest,
  CompleteRequestParamsSchema,
  PaginatedRequestParamsSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { APPS_EXTENSION } from './apps/page.ts'
import { callTool } from './call-tool.ts'
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
import { resourceMethods, type Document, type Resource } from './resource.ts'
import { skillMethods, SKILLS_EXTENSION } from './skills.ts'
import { listening } from './listen.ts'
import { isOpenTo, type Depth, type SuggestNext, type Tool, toolListing } from './tool.ts'
import { answered, type Caller, type MethodHandler, type Reply, invalidParams } from './method.ts'
import type { ToolContext } from './tool-context.ts'
import { isRecord, recordOf } from '../../core/kernel/narrow.ts'
import { arrayIn, convert, jsonSchemaOf, typesOf, type JsonSchema } from '../../core/kernel/json-schema.ts'
import { once } from '../../core/kernel/once.ts'
import { typeNamed } from '../../core/calendar/event-words.ts'
import { readStatus } from '../../core/jobs/import/status-aliases.ts'
import { readMoney } from '../../core/reading/money.ts'

// Corrects models' arguments if their meaning is certain: "applied" for a list of one, "5" for 5, "HIGH" for high.
type Args = Record<string, unknown>

const choicesOf = (schema: JsonSchema): string[] =>
  [...(schema.enum ?? []), ...(schema.anyOf ?? []).flatMap(choicesOf)].filter(
    (each): each is string => typeof each === 'string',
  )

const plain = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** “HIGH”, “e-mail”, “Interviews”; for a status also “Phone screen”, and for a kind “phone call”, “onsite”. */
function choiceFor(choices: readonly string[], value: string): string | undefined {
  // Before others: `updatedAt` and `-updatedAt` are alike without punctuation.
  if (choices.includes(value)) return value
  const word = plain(value)
  const same = choices.find((each) => plain(each) === word || `${plain(each)}s` === word)
  if (same) return same
  if (choices.includes('applied')) return statusFor(choices, value)
  const type = choices.includes('call') ? typeNamed(value) : undefined
  return type && choices.includes(type) ? type : undefined
}

/** Maps another tracker's word to a status that begins the same. “open” and “no response” stay uncertain. */
function statusFor(choices: readonly string[], value: string): string | undefined {
  const read = readStatus(value)
  const isSure =
    read?.exact && choices.includes(read.status) && plain(value).includes(read.status.slice(0, 5))
  return isSure ? read.status : undefined
}

/** “85k”, “$62,000”, “10 %” */
const AMOUNT = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?\s*(k?)\s*(%?)$/i

function numberFor(value: string): number | undefined {
  const [, whole = '', part = '', k] = AMOUNT.exec(value.trim().replace(/^\$\s*/, '')) ?? []
  return whole ? Number(`${whole.replaceAll(',', '')}${part}`) * (k ? 1_000 : 1) : undefined
}

/** An amount where an object with one is expected: “€62k a year”. */
function amountFor(value: string | number): Args | undefined {
  const read = typeof value === 'number' ? { amount: value, currency: null, period: null } : readMoney(value)
  if (!read) return undefined
  const { amount, currency, period } = read
  return { amount, ...(currency && { currency }), ...(period && { period }) }
}

const BARE_ADDRESS = /^(?!\w+:)[\w-]+(?:\.[\w-]+)+(?=[/?#]|$)/

function meant(schema: JsonSchema, value: unknown): unknown {
  const list = arrayIn(schema)
  if (list && value !== null && value !== undefined) {
    const items = list.items ?? {}
    const parts = Array.isArray(value) ? value : typeof value === 'string' ? listed(items, value) : [value]
    return parts.map((part) => meant(items, part))
  }
  const choices = choicesOf(schema)
  if (typeof value === 'string' && choices.length) return choiceFor(choices, value) ?? value
  const types = typesOf(schema)
  const isAmount = typeof value === 'number' || typeof value === 'string'
  if (isAmount && schema.properties?.['amount']) return amountFor(value) ?? value
  if (typeof value === 'number' && types.includes('string') && !types.includes('number')) return String(value)
  if (isRecord(value) && schema.properties) return fieldsMeant(schema, value, false)
  const isNumber = types.includes('number') || types.includes('integer')
  if (typeof value === 'string' && isNumber && !types.includes('string')) return numberFor(value) ?? value
  return convert(schema, value)
}

/** Splits a list written as one text if its items are choices; otherwise the text is the only item. */
const listed = (items: JsonSchema, text: string): string[] =>
  choicesOf(items).length ? text.split(',').map((part) => part.trim()) : [text]

/** What turns a field's name into ours: `job` into `jobId`, `start` into `startsAt`, `tags` into `tag`. */
const NAME_ENDINGS = ['', 's', 'Id', 'Ids', 'At', 'sAt']

/** The only argument that an unknown name can mean, if the call has it not: `job`, `job_id`, `tags`. */
function nameMeant(names: readonly string[], fields: Args, name: string): string {
  if (names.includes(name)) return name
  const isSaid = (own: string): boolean =>
    NAME_ENDINGS.some((end) => plain(own) === plain(name + end) || plain(own + end) === plain(name))
  const [only, second] = names.filter((own) => !Object.hasOwn(fields, own) && isSaid(own))
  return only !== undefined && second === undefined ? only : name
}

/** With `clears`, null empties a field; otherwise null means that the field is omitted. */
function fieldsMeant(schema: JsonSchema, fields: Args, clears: boolean): Args {
  const names = Object.keys(schema.properties ?? {})
  const told = Object.entries(fields).flatMap(([said, given]): [string, unknown][] => {
    const name = nameMeant(names, fields, said)
    const field = schema.properties?.[name] ?? {}
    // A list of one where a text is expected.
    const isOne = name !== said && Array.isArray(given) && given.length === 1 && !arrayIn(field)
    const value: unknown = isOne ? given[0] : given
    if (value === null && !clears && field.type && !typesOf(field).includes('null')) return []
    const isAddress =
      /^(?:url|linkedinUrl)$/.test(name) && typeof value === 'string' && BARE_ADDRESS.test(value)
    return [[name, isAddress ? `https://${value}` : meant(field, value)]]
  })
  return Object.fromEntries(told)
}

function leniently(tool: Tool): Tool {
  const schema = once(() => jsonSchemaOf(tool.input(), 'input'))
  return { ...tool, read: (args) => fieldsMeant(schema(), recordOf(args), tool.nullClears ?? false) }
}

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

type Completer = (ctx: ToolContext, text: string) => Promise<string[]>

const completion =
  (resources: readonly Resource[], prompts: readonly Prompt[]): MethodHandler =>
  async ({ params }, caller) => {
    const read = CompleteRequestParamsSchema.safeParse(params)
    if (!read.success) return invalidParams(['ref', 'argument'], caller.requestId)
    const { ref, argument } = read.data
    const completer: Completer | undefined =
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

export interface Answered {
  text: string
  refused?: CrmError | undefined
  status?: Reply['status']
  stepUp?: readonly Scope[] | undefined
}

export interface Endpoint {
  answer(request: JSONRPCRequest, caller: Caller): Promise<Answered>
}

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
    return {
      error: {
        code: ErrorCode.MethodNotFound,
        message: `There is no method “${method.slice(0, 100)}”.`,
        data: { available: served, request_id: caller.requestId },
      },
      ...(round && { status: 404 }),
    }
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
      return asking(thrown, round, data, own)
    }
  }
}

function asking(
  required: InputRequired,
  round: Round,
  data: Record<string, unknown>,
  meta: Record<string, unknown>,
): Reply {
  const requiredCapabilities = required.lacking(round)
  if (Object.keys(requiredCapabilities).length) {
    const message = 'This needs a capability that the client did not declare.'
    return refusal(MODERN_ERRORS.missingCapability, message, { requiredCapabilities, ...data })
  }
  const { inputRequests, requestState } = required
  return answered({ resultType: 'input_required', inputRequests, requestState }, meta)
}

export function createEndpoint(offer: EndpointDefinition): Endpoint {
  const old = answering(methodsOf(offer))
  const modern = answeringModern(offer, old)
  return {
    async answer(request, caller) {
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

const refusal = (code: number, message: string, data: Record<string, unknown>): Reply => ({
  error: { code, message, data },
  status: 400,
})
