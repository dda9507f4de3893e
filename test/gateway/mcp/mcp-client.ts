// A JSON-RPC client of the intelligence endpoint that uses only fetch.
import type { Answer, TestGateway } from '../harness.ts'
import type { KeyHolder } from '../intelligence/key-holder.ts'

export const PATH = '/api/v1/intelligence/mcp'

export interface Speaker {
  /** Sends any body; text is sent as it is. */
  send(body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Sends one request and returns the response body. */
  rpc(method: string, params?: unknown, headers?: Record<string, string>): Promise<Answer>
  call(name: string, args?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>
}

/** Uses this key, and only the Content-Type header that curl users send. */
export function speaker({ request }: TestGateway, holder: KeyHolder | null): Speaker {
  const send: Speaker['send'] = (body, headers = {}) =>
    request('POST', PATH, {
      headers: {
        'content-type': 'application/json',
        ...(holder && { authorization: `Bearer ${holder.key}` }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const rpc: Speaker['rpc'] = (method, params, headers) =>
    send({ jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) }, headers)
  return {
    send,
    rpc,
    call: (name, args = {}, headers) => rpc('tools/call', { name, arguments: args }, headers),
  }
}
