// The declaration of a tool: name, texts, schemas and implementation, independent of the transport.
import type { CallToolResult, Tool as Listed, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import type { ErrorCode } from '../../core/kernel/errors.ts'
import { jsonSchemaOf, type JsonSchema } from '../../core/kernel/json-schema.ts'
import type { Operation, Scope } from '../../core/kernel/operation.ts'
import { parse, type Recipe } from '../../core/kernel/schema.ts'
import type { Z } from '../../core/kernel/zod.ts'
import type { ToolContext } from './tool-context.ts'
import { lean } from './lean-schema.ts'

/** Every tool's output begins with the result as text. */
export interface Answer {
  summary: string
  /** The text, where it says more than the summary: the structure must do without it, and has it in its fields. */
  words?: string
}

export interface Tool {
  name: string
  title: string
  /** What it answers, when to use it, what to pass; at most a kilobyte. */
  description: string
  effect: Operation['effect']
  /** What one must hold to see it and to call it; of several scopes, any one: each operation it asks is judged again. */
  access: Scope | readonly Scope[]
  /** Whether the same call again changes nothing more. */
  idempotent?: boolean
  /** Whether null takes a field's value away; elsewhere it says no more than leaving the field out. */
  nullClears?: boolean
  /** Whether it reaches beyond our own records: to a model, to the web. */
  isOpenWorld?: boolean
  input: Recipe
  output: Recipe
  run(ctx: ToolContext, args: Record<string, unknown>): Promise<Answer>
  /** The whole result, where it is more than words and a structure: an image, a sound. Used instead of `run`. */
  respond?(ctx: ToolContext, args: Record<string, unknown>): Promise<CallToolResult>
}

export const scopesOf = ({ access }: Pick<Tool, 'access'>): readonly Scope[] =>
  typeof access === 'string' ? [access] : access

/** Whether a caller may see and call the tool. */
export const isOpenTo = (tool: Pick<Tool, 'access'>, caller: { allows(scope: Scope): boolean }): boolean =>
  scopesOf(tool).some((scope) => caller.allows(scope))

/** A call to try next. */
export interface Call {
  tool: string
  arguments: Record<string, unknown>
}

/** What to call after this refusal of a call, if a call can help. */
export type Next = (code: ErrorCode, failed: Call) => Call | undefined

interface Words {
  name: string
  title: string
  description: string
}

/** A tool that is one operation, its input and output as they are; `invoke` reads the arguments. */
export const operationTool = ({ operation, ...words }: Words & { operation: Operation }): Tool => ({
  ...words,
  effect: operation.effect,
  access: operation.access as Scope,
  input: operation.input,
  output: operation.output,
  run: (ctx, args) => ctx.ask(operation, args) as Promise<Answer>,
})

interface Worded<In extends Z.ZodType> extends Omit<Tool, 'input' | 'run'> {
  input: Recipe<In>
  run(ctx: ToolContext, args: Z.output<In>): Promise<Answer>
}

/** A tool with a shape of its own: its arguments are read before it runs. */
export const wordedTool = <In extends Z.ZodType>(worded: Worded<In>): Tool => ({
  ...worded,
  run: async (ctx, args) => worded.run(ctx, parse(worded.input(), args)),
})

/**
 * Every hint is set explicitly: an omitted `destructiveHint` means true. Records are our own, so openWorldHint is
 * false by default.
 */
const annotationsOf = ({ title, effect, idempotent, isOpenWorld = false }: Tool): ToolAnnotations => ({
  title,
  readOnlyHint: effect === 'read',
  destructiveHint: effect === 'destroy',
  idempotentHint: idempotent ?? effect === 'read',
  openWorldHint: isOpenWorld,
})

/** How much a list says: every bound and field, or what a model needs to call and to read on. */
export type Depth = 'full' | 'brief'

/** The tool as `tools/list` shows it. */
export const listed = (tool: Tool, depth: Depth = 'full'): Listed => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: inputSchemaOf(tool, depth) as Listed['inputSchema'],
  outputSchema: outputSchemaOf(tool, depth) as Listed['outputSchema'],
  annotations: annotationsOf(tool),
})

function inputSchemaOf({ input, nullClears = false }: Tool, depth: Depth): JsonSchema {
  const schema = lean(jsonSchemaOf(input(), 'input'), 'input')
  return depth === 'full' ? schema : withOneType(withoutUsualBounds(schema), nullClears)
}

/** Fields of one type each: several hosts hand their model a dialect of schemas that knows no lists of types. */
function withOneType(schema: JsonSchema, nullClears: boolean): JsonSchema {
  const narrowed = (field: JsonSchema): JsonSchema => {
    if (!Array.isArray(field.type)) return field
    const { description, enum: values, ...rest } = field
    const type = field.type.find((each) => each !== 'null')!
    const some = { ...rest, type, ...(values && { enum: values.filter((value) => value !== null) }) }
    const about = description === undefined ? {} : { description }
    return nullClears ? { anyOf: [some, { type: 'null' }], ...about } : { ...some, ...about }
  }
  return { ...schema, ...(schema.properties && { properties: mapFields(schema.properties, narrowed) }) }
}

/** Longer texts are worth a word: what does not fit is refused. */
const LONG = 5_000

/** Bounds that nobody meets in good faith cost tokens in every conversation; a call over them says so. */
function withoutUsualBounds({ maxLength, maxItems: _, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(maxLength !== undefined && maxLength > LONG && { maxLength }),
    ...(schema.properties && { properties: mapFields(schema.properties, withoutUsualBounds) }),
    ...(schema.items && { items: withoutUsualBounds(schema.items) }),
  }
}

/** The output and, where a list says everything, the id of the request it came with. */
function outputSchemaOf({ output }: Tool, depth: Depth): JsonSchema {
  const { type, properties = {} } = lean(jsonSchemaOf(output(), 'output'), 'output')
  const required = ['summary', ...('citation' in properties ? ['citation'] : [])]
  if (depth === 'brief') return { type: type!, properties: mapTypes(properties), required }
  const request_id = { type: 'string', description: 'Quote it when you report a problem.' }
  return { type: type!, properties: { ...properties, request_id }, required: [...required, 'request_id'] }
}

/** The fields and their types alone; of one that may be null, its name. */
const mapTypes = (properties: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  mapFields(properties, ({ type }) => (typeof type === 'string' ? { type } : {}))

const mapFields = (
  fields: Record<string, JsonSchema>,
  change: (field: JsonSchema) => JsonSchema,
): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]))
