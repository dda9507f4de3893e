// An MCP endpoint on stdin and stdout, for an agent on this machine: one message per line, one client.
import type { Idempotency } from '../../core/kernel/context.ts'
import { asCrmError, fail, KINDS, quietly } from '../../core/kernel/errors.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { scopeOf, type Scope } from '../../core/kernel/scope.ts'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { listChanges } from '../../core/mirror/operations.ts'
import { VERSION } from '../../core/version.ts'
import { createSpentTokens, idempotencyOf, keysOf } from './confirmation.ts'
import { begin, heedCancellation, type RunningCalls } from './cancellation.ts'
import { canAsk, clientNamed, elicitOver, openClientChannel, type ClientChannel } from './client-channel.ts'
import { toolContextOf, type OperationAnswer, type TransportDetails } from './asking.ts'
import { createEndpoint, type Endpoint, type EndpointDefinition } from './endpoint.ts'
import type { Caller, CallDetails } from './method.ts'
import { ErrorCode, errorText, readMessage, refusalText } from './message.ts'
import { isRecentWork, newWork, notWork } from './work.ts'
import { allowsBatches, negotiate, type Version } from './protocol.ts'
import {
  changedOf,
  createFollowing,
  UPDATED,
  type FollowedResources,
  type PollOptions,
} from './subscriptions.ts'
import type { Log } from '../../core/kernel/log.ts'
import { denialsOf, allowFlagsFor } from '../../core/identity/grants.ts'
import { type ToolContext, scopesOf } from './tool.ts'
import { OFFER, pipelineInstructions, toolsOf } from './pipeline/tools.ts'

export interface About {
  client: string
  requestId: string
  signal: () => AbortSignal
  agentSession: string
  idempotency?: Idempotency | undefined
  scopes: ReadonlySet<Scope>
}

/** Runs operations in this process as the owner, or on a remote gateway. */
export interface Reach {
  call(op: Operation, input: unknown, about: About): Promise<OperationAnswer>
  lookEveryMs: number
}

interface StdioOptions {
  input: Readable
  output: Writable
  permission: Permission
  reach: Reach
  timeZone: string
  log: Log
  now(): number
}

interface Client {
  name: string
  version: Version | undefined
  line: ClientChannel
  canAsk: boolean
  running: RunningCalls
  following: FollowedResources
}

const DRAIN_MS = 10_000

export async function serveStdio(options: StdioOptions): Promise<void> {
  const send = (text: string): void => void options.output.write(`${text}\n`)
  const client: Client = {
    name: 'an agent',
    version: undefined,
    line: openClientChannel('question', send),
    canAsk: false,
    running: new Map(),
    following: createFollowing(),
  }
  const endpoint = createEndpoint(stdioOffer(options.permission))
  const ended = new AbortController()
  const caller = visitor(options, client, ended.signal)
  const underWay = new Set<Promise<void>>()
  void tell(client, caller(() => ended.signal).looking())
  for await (const line of createInterface({ input: options.input, crlfDelay: Infinity })) {
    if (!line.trim()) continue
    const work = answerLine(line, { endpoint, client, caller, send })
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }
  ended.abort()
  client.line.close()
  const patience = new AbortController()
  const waited = setTimeout(DRAIN_MS, undefined, { signal: patience.signal }).catch(() => {})
  await Promise.race([Promise.allSettled([...underWay]), waited])
  patience.abort()
}

/** Tells the client of changes to what it follows, until the input ends. */
async function tell({ following, line }: Client, looking: PollOptions): Promise<void> {
  for await (const uri of changedOf(() => following, looking)) line.notify(UPDATED, { uri })
}

function visitor(options: StdioOptions, client: Client, ended: AbortSignal) {
  const own = newWork(options)
  const session = own.slice(-8)
  const key = randomBytes(32)
  const spent = createSpentTokens()
  const seal = () => ({ key, subject: 'local', spent })
  let count = 0
  const { permission, log } = options
  return (signal: () => AbortSignal): Caller => {
    count += 1
    const requestId = `mcp_${session}_${count}`
    const contextFor = (
      tool: string,
      args: Record<string, unknown>,
      { round, work = own }: CallDetails = {},
    ) => toolContextFor(options, client, { tool, args, requestId, signal, work, round, seal })
    return {
      requestId,
      log,
      hasStatus: false,
      canStepUp: false,
      // On stdio each request states its version; the one from `initialize` only matters for batches.
      version: undefined,
      channel: client.line,
      following: client.following,
      looking: () => ({
        read: readingChanges(contextFor('subscriptions', {}), log),
        everyMs: options.reach.lookEveryMs,
        gone: AbortSignal.any([signal(), ended]),
        ended() {},
      }),
      allows: (scope) => permission.scopes.has(scope),
      wayTo: wayToOf(permission),
      refused: (tool, code) =>
        log.info({ requestId, client: client.name, tool, refused: code }, 'A call was refused.'),
      introduced({ protocolVersion, clientInfo, capabilities }) {
        client.version = negotiate(protocolVersion)
        client.name = clientNamed(clientInfo) ?? client.name
        client.canAsk = canAsk(capabilities)
      },
      async ctx(tool, args, details) {
        const work = details?.work
        if (work !== undefined && work !== own && !isRecentWork(work, options)) throw notWork()
        return contextFor(tool, args, details)
      },
    }
  }
}

/** Creates a tool context that limits every operation to the granted scopes. */
function toolContextFor(
  { permission, reach, timeZone, now }: StdioOptions,
  { name, line, canAsk: asks }: Client,
  call: Pick<TransportDetails, 'tool' | 'args' | 'requestId' | 'signal' | 'work' | 'round' | 'seal'>,
): ToolContext {
  const { requestId, signal, work: agentSession, round } = call
  const { scopes } = permission
  const client = `${clientNamed(round?.clientInfo) ?? name} (crm mcp)`
  const keyFor = keysOf(idempotencyOf(call.tool, call.args))
  const about = { client, requestId, signal, agentSession, scopes }
  const allows = (scope: Scope): boolean => scopes.has(scope)
  const run = async (op: Operation, input: unknown) => {
    const scope = scopeOf(op)
    if (!allows(scope)) fail('scope_missing', { scope }, { hint: wayToOf(permission)([scope]) })
    return reach.call(op, input, { ...about, idempotency: keyFor(op) })
  }
  const question = asks && !round ? elicitOver(line, signal) : undefined
  return toolContextOf(run, { ...call, allows, now, timeZone, channel: line, question })
}

/** Reads changes. After an error, a later poll reports them. */
const readingChanges =
  ({ ask }: ToolContext, log: Log): PollOptions['read'] =>
  (cursor) =>
    ask(listChanges, { cursor, limit: 100 }).catch((error: unknown) => {
      if (asCrmError(error).code === 'cursor_expired') throw error
      log.debug({ error }, 'The changes to followed resources cannot be read at the moment.')
      return { changes: [], nextCursor: cursor, more: false }
    })

interface StdioDeps {
  endpoint: Endpoint
  client: Client
  caller(signal: () => AbortSignal): Caller
  send(text: string): void
}

const PROCESS = `crm ${VERSION}, process ${process.pid}`

async function answerLine(line: string, desk: StdioDeps): Promise<void> {
  const value = quietly((): unknown => JSON.parse(line))
  if (value === undefined)
    return desk.send(errorText(null, { code: ErrorCode.ParseError, message: 'The line is not valid JSON.' }))
  if (!Array.isArray(value)) {
    const text = await answerOne(value, desk)
    return text === null ? undefined : desk.send(text)
  }
  if (!allowsBatches(desk.client.version) || value.length === 0)
    return desk.send(refusalText(null, 'Send one message a line.', PROCESS))
  const texts = await Promise.all(value.map((each) => answerOne(each, desk)))
  const lines = texts.filter((text) => text !== null)
  if (lines.length) desk.send(`[${lines.join(',')}]`)
}

/** The response as text; null if the message needs none. */
async function answerOne(value: unknown, desk: StdioDeps): Promise<string | null> {
  if (desk.client.line.answered(value)) return null
  const { request, refusal } = readMessage(value, PROCESS)
  if (request) return answerRequest(request, desk)
  if (refusal === undefined) heedCancellation(value, desk.client.running)
  return refusal ?? null
}

async function answerRequest(request: JSONRPCRequest, { endpoint, client, caller }: StdioDeps) {
  const { signal, ended } = begin(client.running, request.id)
  const me = caller(() => signal)
  try {
    const { text } = await endpoint.answer(request, me)
    return signal.aborted ? null : text
  } catch (thrown) {
    const { kind, message, cause } = asCrmError(thrown)
    const data = { request_id: me.requestId }
    if (kind === 'internal') me.log.error({ ...data, error: cause ?? thrown }, message)
    return errorText(request.id, { code: KINDS[kind].rpc, message, data })
  } finally {
    ended()
  }
}

export interface Permission {
  scopes: ReadonlySet<Scope>
  denied: ReadonlySet<Scope>
  /** The sets of tools that are offered, as a comma list; all by default. */
  sets?: string | undefined
}

const wayToOf =
  ({ denied }: Permission) =>
  (scopes: readonly Scope[]): string => {
    const shut = scopes.filter((scope) => denied.has(scope))
    const steps = [
      ...allowFlagsFor(scopes.filter((scope) => !shut.includes(scope))).map((flag) => `add ${flag} to`),
      ...denialsOf(shut).map((flag) => `take ${flag} out of`),
    ]
    return `NOT GRANTED: your person has to ${steps.join(' and ')} the command that starts crm mcp; nothing else grants it. Tell them; do not look for a way around it.`
  }

const stdioOffer = (permission: Permission): EndpointDefinition => ({
  ...OFFER,
  instructions(withheld) {
    const flags = allowFlagsFor(withheld.flatMap(scopesOf)).join(' ')
    const how = `Your person grants them by adding to the command of this server: ${flags}.`
    return pipelineInstructions(withheld, how)
  },
  tools: toolsOf(permission.sets),
})
