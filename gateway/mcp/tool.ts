// A tool as a model meets it: an operation, a name, and words. What the two doors share; it knows no transport.
import type { Tool as Listed, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import type { ErrorCode } from '../../core/kernel/errors.ts'
import { jsonSchemaOf, type JsonSchema } from '../../core/kernel/json-schema.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { lean } from './lean-schema.ts'

export interface Tool {
  name: string
  title: string
  /** What it answers, when to use it, what to pass; at most a kilobyte. */
  description: string
  operation: Operation
}

/** A call to try next. */
export interface Call {
  tool: string
  arguments: Record<string, unknown>
}

/** What to call after this refusal of a call, if a call can help. */
export type Next = (code: ErrorCode, failed: Call) => Call | undefined

/** Every hint is said: an omitted `destructiveHint` means true. Figures are ours, so the world is closed. */
const annotationsOf = ({ title, operation: { effect } }: Tool): ToolAnnotations => ({
  title,
  readOnlyHint: effect === 'read',
  destructiveHint: effect === 'destroy',
  idempotentHint: effect === 'read',
  openWorldHint: false,
})

/** The tool as `tools/list` shows it. */
export const listed = (tool: Tool): Listed => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: lean(jsonSchemaOf(tool.operation.input(), 'input'), 'input') as Listed['inputSchema'],
  outputSchema: outputSchemaOf(tool.operation) as Listed['outputSchema'],
  annotations: annotationsOf(tool),
})

/** The operation's output and the id of the request it came with. */
function outputSchemaOf(operation: Operation): JsonSchema {
  const { type, properties } = lean(jsonSchemaOf(operation.output(), 'output'), 'output')
  const request_id = { type: 'string', description: 'Quote it when you report a problem.' }
  return {
    type: type!,
    properties: { ...properties, request_id },
    required: ['summary', 'citation', 'request_id'],
  }
}
