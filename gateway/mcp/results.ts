// The result of a tool call: text and structured content, or an error with what to try.
import { jsonSchemaOf } from '../../core/kernel/json-schema.ts'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { CrmError } from '../../core/kernel/errors.ts'
import type { ForeignText } from './foreign-text.ts'
import type { SuggestedCall, SuggestNext, Tool } from './tool.ts'
import type { ToolOutput } from './tool-context.ts'

/** The JSON of a result. `repeat` adds the structure as text, for clients that show their model only that. */
export function successText({ words, ...output }: ToolOutput, requestId: string, repeat: boolean): string {
  const structuredContent = { ...output, request_id: requestId }
  const texts = [
    `${words ?? output.summary}\nRequest id: ${requestId}`,
    ...(repeat ? [JSON.stringify(structuredContent)] : []),
  ]
  return JSON.stringify({ content: texts.map((text) => ({ type: 'text', text })), structuredContent })
}

interface Circumstances {
  tool: Tool
  next: SuggestNext
  requestId: string
  foreign?: ForeignText | undefined
}

/** Limit for an error's text, because some hosts truncate errors and every host pays for their tokens. */
const MAX_MESSAGE_CHARACTERS = 1_600

/**
 * The result of a failed call: what was wrong and what to try. It has no `structuredContent`, because clients
 * would validate that against the output schema; programs find the same in `_meta`.
 */
export function refusal(
  error: CrmError,
  failed: SuggestedCall,
  { tool, next, requestId, foreign }: Circumstances,
): CallToolResult {
  const call = next(error.code, failed)
  const lines = [
    error.message,
    call ? withoutDoors(error.hint) : error.hint,
    error.code === 'invalid_input' ? `Arguments of ${tool.name}: ${argumentsOf(tool)}.` : undefined,
    call && `Try ${call.tool} ${JSON.stringify(call.arguments)}.`,
  ]
  const words = lines.filter(Boolean).join('\n')
  const cut = words.length > MAX_MESSAGE_CHARACTERS ? `${words.slice(0, MAX_MESSAGE_CHARACTERS)}…` : words
  const shown = foreign?.mark(cut) ?? cut
  const issues = error.issues.map(({ path, message }) => ({ path: path.slice(0, 60), message }))
  return {
    content: [{ type: 'text', text: `${shown}\nRequest id: ${requestId}` }],
    isError: true,
    _meta: {
      code: error.code,
      request_id: requestId,
      ...(issues.length && { issues }),
      ...error.details,
      ...(call && { next: call }),
    },
  }
}

/** A hint without the sentences that name commands and paths, where a tool does the same. */
const withoutDoors = (hint: string | undefined): string =>
  (hint ?? '')
    .split(/(?<=\.)\s+(?=[A-Z])/)
    .filter((sentence) => !/\bcrm \w|\bGET \//.test(sentence))
    .join(' ')

function argumentsOf({ input }: Tool): string {
  const { properties = {}, required = [] } = jsonSchemaOf(input(), 'input')
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(', ')
}
