// One door for models: which methods it knows, and what each answers. No state, no session: a call is all there is.
import {
  CallToolRequestParamsSchema,
  PaginatedRequestParamsSchema,
  type Implementation,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js'
import type { Context } from '../../core/kernel/context.ts'
import { asCrmError, KINDS, type CrmError, type KindName } from '../../core/kernel/errors.ts'
import { invoke } from '../../core/kernel/invoke.ts'
import { nearest } from '../../core/kernel/nearest.ts'
import { ErrorCode, errorText, resultText, type RpcProblem } from './message.ts'
import { initializeResult, readsStructure, type Version } from './protocol.ts'
import { createResults, refusal, type Answer, type Results } from './results.ts'
import { listed, type Next, type Tool } from './tool.ts'

/** What a door offers. */
export interface Offer {
  serverInfo: Implementation
  instructions: string
  tools: readonly Tool[]
  next: Next
}

/** A call as it reached the door. */
export interface Visit {
  /** Makes the context of one tool call; each has its own report. */
  contextOf(tool: Tool): Context
  requestId: string
  /** The version in the request's header. */
  version: Version | undefined
}

/** The text of the answer to a request; `refused` when the key, not the call, is why there is none. */
export interface Reply {
  text: string
  refused?: CrmError
  /** The HTTP status of what was no message at all; 200 unless given. */
  status?: 400
}

export interface Door {
  answer(request: JSONRPCRequest, visit: Visit): Promise<Reply>
}

/** Builds a door. The list of tools is written here, once: making it takes longer than a call. */
export function createDoor(offer: Offer): Door {
  const tools = new Map(offer.tools.map((tool) => [tool.name, tool]))
  const list = JSON.stringify({ tools: offer.tools.map(listed) })
  const results = createResults()
  const about = { serverInfo: offer.serverInfo, instructions: offer.instructions }

  const methods: Record<string, (request: JSONRPCRequest, visit: Visit) => Reply | Promise<Reply>> = {
    initialize: ({ id, params }, { requestId }) =>
      typeof params?.['protocolVersion'] === 'string'
        ? { text: resultText(id, JSON.stringify(initializeResult(params['protocolVersion'], about))) }
        : failed(id, invalidParams(['protocolVersion'], requestId)),
    ping: ({ id }) => ({ text: resultText(id, '{}') }),
    'tools/list': ({ id, params }, { requestId }) => {
      const read = PaginatedRequestParamsSchema.safeParse(params ?? {})
      // There is one page, so no cursor was ever given out.
      return read.success && read.data.cursor === undefined
        ? { text: resultText(id, list) }
        : failed(id, invalidParams(['cursor'], requestId))
    },
    'tools/call': (request, visit) => callTool(request, visit, { tools, results, next: offer.next }),
  }

  return {
    answer: async (request, visit) =>
      Object.hasOwn(methods, request.method)
        ? methods[request.method]!(request, visit)
        : failed(request.id, {
            code: ErrorCode.MethodNotFound,
            message: `There is no method “${request.method.slice(0, 100)}”.`,
            data: { available: Object.keys(methods), request_id: visit.requestId },
          }),
  }
}

const failed = (id: JSONRPCRequest['id'], problem: RpcProblem): Reply => ({ text: errorText(id, problem) })

const invalidParams = (paths: readonly string[], requestId: string): RpcProblem => ({
  code: ErrorCode.InvalidParams,
  message: `Invalid params: ${paths.join(', ')}.`,
  data: { paths, request_id: requestId },
})

interface Shelf {
  tools: ReadonlyMap<string, Tool>
  results: Results
  next: Next
}

async function callTool(request: JSONRPCRequest, visit: Visit, shelf: Shelf): Promise<Reply> {
  const { id, params } = request
  const read = CallToolRequestParamsSchema.safeParse(params)
  if (!read.success) {
    const paths = read.error.issues.slice(0, 5).map(({ path }) => path.slice(0, 3).join('.').slice(0, 60))
    return failed(id, invalidParams([...new Set(paths.map((path) => path || 'params'))], visit.requestId))
  }
  const { name, arguments: args = {} } = read.data
  const tool = shelf.tools.get(name)
  if (!tool) return failed(id, unknownTool(name, shelf, visit))
  const ctx = visit.contextOf(tool)
  try {
    const output = (await invoke(tool.operation, ctx, args)) as Answer
    const repeat = args['detail'] === 'full' && !readsStructure(visit.version)
    return { text: resultText(id, shelf.results.success(output, ctx.requestId, repeat)) }
  } catch (thrown) {
    return refused(asCrmError(thrown), { id, tool, args }, { ctx, next: shelf.next })
  }
}

function unknownTool(name: string, { tools }: Shelf, { requestId }: Visit): RpcProblem {
  const available = [...tools.keys()]
  const meant = nearest(name, available)
  return {
    code: ErrorCode.InvalidParams,
    message: `There is no tool “${name.slice(0, 100)}”.${meant ? ` Did you mean ${meant}?` : ''}`,
    data: { available, request_id: requestId },
  }
}

/** What the key, or the service, is to blame for. Everything else a model can mend by asking otherwise. */
const NOT_THE_CALL: readonly KindName[] = ['unauthenticated', 'forbidden', 'limited', 'unavailable']

function refused(
  error: CrmError,
  { id, tool, args }: { id: JSONRPCRequest['id']; tool: Tool; args: Record<string, unknown> },
  { ctx, next }: { ctx: Context; next: Next },
): Reply {
  const { requestId } = ctx
  if (NOT_THE_CALL.includes(error.kind)) {
    const { message, hint, retryAfterSeconds } = error
    const data = { code: error.code, request_id: requestId, ...(hint && { hint }), ...(retryAfterSeconds && { retry_after_seconds: retryAfterSeconds }) } // prettier-ignore
    return { ...failed(id, { code: KINDS[error.kind].rpc, message, data }), refused: error }
  }
  if (error.kind === 'internal') {
    ctx.log.error(
      { requestId, tool: tool.name, code: error.code, error: error.cause ?? error },
      error.message,
    )
    return failed(id, {
      code: ErrorCode.InternalError,
      message: error.message,
      data: { request_id: requestId },
    })
  }
  const result = refusal(error, { tool: tool.name, arguments: args }, { tool, next, requestId })
  return { text: resultText(id, JSON.stringify(result)) }
}
