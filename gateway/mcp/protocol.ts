// The protocol revisions: those that begin with `initialize`, and 2026-07-28, whose requests each say who calls.
import { isOneOf, isRecord, recordOf } from '../../core/kernel/narrow.ts'

export const INTELLIGENCE_MCP = '/api/v1/intelligence/mcp'

/** The endpoint of the pipeline; the pipeline's REST API is below the same path. */
export const PIPELINE_MCP = '/api/mcp'

/** All four versions of the specification, newest first. The SDK would also accept 2024-10-07. */
export const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

export const MODERN = '2026-07-28'

export type Version = (typeof VERSIONS)[number] | typeof MODERN

/** Versions with batches; 2025-06-18 removed them. */
const WITH_BATCHES: readonly Version[] = ['2025-03-26', '2024-11-05']

export const isVersion = (text: unknown): text is Version => text === MODERN || isOneOf(VERSIONS, text)

/** The version for `initialize`: the requested one if it has that method, else the latest that has. */
export const negotiate = (asked: unknown): Version => (isOneOf(VERSIONS, asked) ? asked : VERSIONS[0])

/** Whether a client with this version (undefined: none sent) may send batches. */
export const allowsBatches = (version: Version | undefined): boolean =>
  version === undefined || WITH_BATCHES.includes(version)

const PREFIX = 'io.modelcontextprotocol/'
export const SUBSCRIPTION = `${PREFIX}subscriptionId`
export const SERVER_INFO = `${PREFIX}serverInfo`

export const MODERN_ERRORS = { headerMismatch: -32020, missingCapability: -32021, unsupportedVersion: -32022 }

export interface Round {
  capabilities: Record<string, unknown>
  clientInfo: unknown
  logLevel: unknown
  responses: Record<string, unknown>
  /** The server's sealed state, which the client returns. */
  state: string | undefined
}

export const statedVersion = (params: unknown): string | undefined => {
  const version = recordOf(recordOf(params)['_meta'])[`${PREFIX}protocolVersion`]
  return typeof version === 'string' ? version : undefined
}

/** Parses the parameters of a 2026-07-28 request; returns the name of a missing required field. */
export function roundIn(params: unknown): Round | { missing: string } {
  const { _meta: meta, inputResponses, requestState } = recordOf(params)
  const field = (name: string): unknown => recordOf(meta)[`${PREFIX}${name}`]
  const capabilities = field('clientCapabilities')
  if (statedVersion(params) === undefined) return { missing: `_meta.${PREFIX}protocolVersion` }
  if (!isRecord(capabilities)) return { missing: `_meta.${PREFIX}clientCapabilities` }
  return {
    capabilities,
    clientInfo: field('clientInfo'),
    logLevel: field('logLevel'),
    responses: recordOf(inputResponses),
    state: typeof requestState === 'string' ? requestState : undefined,
  }
}

const CAPABILITY_OF: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
}

type InputRequests = Readonly<Record<string, { method: string; params: object }>>

/** Thrown when a call needs the client's answer; sent as an `input_required` result. */
export class InputRequired extends Error {
  readonly inputRequests: InputRequests
  readonly requestState: string | undefined

  constructor(inputRequests: InputRequests, requestState?: string) {
    super('The call needs an answer of the client.')
    this.inputRequests = inputRequests
    this.requestState = requestState
  }

  /** The required capabilities that the client did not declare. */
  lacking({ capabilities }: Round): Record<string, object> {
    const needed = Object.values(this.inputRequests).map(({ method }) => CAPABILITY_OF[method] ?? method)
    return Object.fromEntries(
      needed.filter((name) => !isRecord(capabilities[name])).map((name) => [name, {}]),
    )
  }
}

/** Thrown for a `requestState` that this server did not seal for this call. */
export class StateRefused extends Error {}

const decoded = (value: string): string => {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(value) ?? []
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString('utf8')
}

const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/** How the headers of a request of 2026-07-28 differ from its body; undefined if they agree. */
export function headerMismatch(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { method, params }: { method: unknown; params: unknown },
): string | undefined {
  const mismatch = (name: string, sent: unknown, body: unknown): string | undefined =>
    sent === body ? undefined : `Header mismatch: ${name} is ${header(sent)}, the body has ${header(body)}.`
  const name = headers['mcp-name']
  const field = NAMED[String(method)]
  return (
    mismatch('MCP-Protocol-Version', headers['mcp-protocol-version'], statedVersion(params)) ??
    mismatch('Mcp-Method', headers['mcp-method'], method) ??
    (field === undefined
      ? undefined
      : mismatch('Mcp-Name', typeof name === 'string' ? decoded(name) : name, recordOf(params)[field]))
  )
}

const header = (value: unknown): string =>
  value === undefined ? 'missing' : `“${String(value).slice(0, 100)}”`
