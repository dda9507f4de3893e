// A request to a model as the three protocols carry it, read into one shape.
import type { IncomingMessage } from 'node:http'
import type { JsonSchema } from '../../core/kernel/json-schema.ts'

export type Protocol = 'chat' | 'responses' | 'messages'

export interface Asked {
  protocol: Protocol
  path: string
  model: string
  key: string
  stream: boolean
  /** The schema the answer must fit, where the protocol's own field carried it. */
  schema?: JsonSchema | undefined
  /** Whether any kind of JSON was asked for by the protocol. */
  wantsJson: boolean
  system: string
  /** Every text of the user, one after the other. */
  text: string
  tools: string[]
  /** What tools answered so far. */
  toolResults: string[]
  // The body as it came; each test says what it expects in there.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any
}

const protocolOf = (path: string): Protocol | undefined => {
  if (path.endsWith('/chat/completions')) return 'chat'
  if (path.endsWith('/responses')) return 'responses'
  return path.endsWith('/messages') ? 'messages' : undefined
}

/* eslint-disable @typescript-eslint/no-explicit-any */
const textOf = (content: any): string => {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : ''
}

const textsBy = (messages: any[], ...roles: string[]): string =>
  messages
    .filter(({ role }) => roles.includes(role))
    .map(({ content }) => textOf(content))
    .join('\n')

function resultsOf(protocol: Protocol, messages: any[]): string[] {
  if (protocol === 'chat')
    return messages.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content))
  if (protocol === 'responses')
    return messages.filter(({ type }) => type === 'function_call_output').map(({ output }) => String(output))
  return messages
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter(({ type }) => type === 'tool_result')
    .map(({ content }) => textOf(content))
}

/** The request, or undefined for a path that no protocol has. */
export function askedOf(req: IncomingMessage, body: any): Asked | undefined {
  const path = req.url ?? ''
  const protocol = protocolOf(path)
  if (!protocol) return undefined
  const messages = body.messages ?? (Array.isArray(body.input) ? body.input : [])
  const format = body.response_format ?? body.text?.format ?? body.output_config?.format
  const forced =
    body.tool_choice?.name === 'json' ? body.tools?.find((tool: any) => tool.name === 'json') : undefined
  const authorization = String(req.headers['authorization'] ?? '').replace(/^Bearer /, '')
  return {
    protocol,
    path,
    model: String(body.model),
    key: authorization || String(req.headers['x-api-key'] ?? ''),
    stream: body.stream === true,
    schema: format?.json_schema?.schema ?? format?.schema ?? forced?.input_schema,
    wantsJson: Boolean(format && format.type !== 'text') || Boolean(forced),
    system: protocol === 'messages' ? textOf(body.system) : textsBy(messages, 'system', 'developer'),
    text: textsBy(messages, 'user'),
    tools: (body.tools ?? []).map((tool: any) => tool.function?.name ?? tool.name),
    toolResults: resultsOf(protocol, messages),
    body,
  }
}
