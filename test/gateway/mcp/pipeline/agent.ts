// A JSON-RPC client of the pipeline's endpoint that uses only fetch.
import type { Answer, Caller, TestGateway } from '../../harness.ts'

export const PATH = '/api/mcp'

/** The result of a tool call. */
export interface Told {
  text: string
  isError: boolean
  // Results have many shapes; each assertion states the expected one.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  structure: any
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  meta: any
}

export interface Agent {
  send(body: unknown, headers?: Record<string, string>): Promise<Answer>
  rpc(method: string, params?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Calls a tool and parses its result. */
  call(name: string, args?: Record<string, unknown>): Promise<Told>
  tools(): Promise<string[]>
  /** The same agent within a session of its own. */
  inSession(): Promise<Agent>
}

/** An agent with this token that sends only the Content-Type header, as curl users do. */
export function agent(gateway: TestGateway, caller: Pick<Caller, 'token'> | null, session?: string): Agent {
  const { request } = gateway
  const send: Agent['send'] = (body, headers = {}) =>
    request('POST', PATH, {
      headers: {
        'content-type': 'application/json',
        ...(caller && { authorization: `Bearer ${caller.token}` }),
        ...(session && { 'mcp-session-id': session }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const rpc: Agent['rpc'] = (method, params, headers) =>
    send({ jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) }, headers)
  return {
    send,
    rpc,
    async call(name, args = {}) {
      const { body, text } = await rpc('tools/call', { name, arguments: args })
      const { result } = body as { result?: Record<string, unknown> }
      if (!result) throw new Error(text)
      const [first] = result['content'] as { text: string }[]
      return {
        text: first!.text,
        isError: result['isError'] === true,
        structure: result['structuredContent'],
        meta: result['_meta'],
      }
    },
    async inSession() {
      const { headers } = await rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {} })
      return agent(gateway, caller, headers.get('mcp-session-id')!)
    },
    async tools() {
      const { body } = await rpc('tools/list')
      return (body as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name)
    },
  }
}
