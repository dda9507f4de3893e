// Parses a model request in any of the three protocols into one shape.
import type { IncomingMessage } from 'node:http'
import type { JsonSchema } from '../../core/kernel/json-schema.ts'

export type Protocol = 'chat' | 'responses' | 'messages'

export interface Asked {
  protocol: Protocol
  path: string
  model: string
  key: string
  stream: boolean
  /** The schema the response must fit, if the protocol's own field contained it. */
  schema?: JsonSchema | undefined
  /** Whether the protocol requested JSON in any form. */
  wantsJson: boolean
  system: string
  /** All user messages, in order. */
  text: string
  tools: string[]
  /** The tool results so far. */
  toolResults: string[]
  // The raw body; each test states the shape it expects.
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

/** The parsed request, or undefined for an unknown path. */
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
