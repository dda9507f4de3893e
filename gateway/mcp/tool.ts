// The declaration of a tool: name, texts, schemas and implementation, and the context of a call. Independent of the transport.
import { first, must } from '../../core/kernel/narrow.ts'
import type { CallToolResult, Tool as Listed, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import type { ErrorCode } from '../../core/kernel/errors.ts'
import { jsonSchemaOf, type JsonSchema } from '../../core/kernel/json-schema.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { LazySchema } from '../../core/kernel/schema.ts'
import type { Channel } from './client-channel.ts'
import type { ForeignText } from './foreign-text.ts'
import { type Scope, scopeOf } from '../../core/kernel/scope.ts'
import type { Round } from './protocol.ts'
import type { Z } from '../../core/kernel/zod.ts'

/**
 * Drops bounds that every safe integer meets, and patterns and `propertyNames`, which several hosts refuse. Outputs
 * lose `required`, deeper descriptions and schemas marked `x-table`, which OpenAPI has, and `additionalProperties:
 * false`: a client that caches the list would reject results of the next version.
 */
function lean(given: JsonSchema, io: 'input' | 'output', depth = 0): JsonSchema {
  const schema = joinNull(given)
  const {
    minimum,
    maximum,
    additionalProperties,
    required,
    description,
    'x-table': isTable,
    'x-transforms': _transforms,
    pattern: _pattern,
    propertyNames: _propertyNames,
    ...rest
  } = schema
  const isOutput = io === 'output'
  const about = description !== undefined && (!isOutput || depth < 2) ? { description } : {}
  if (isOutput && isTable) return { type: ['object', 'null'], ...about }
  const inner = (child: JsonSchema) => lean(child, io, depth + 1)
  return {
    ...rest,
    ...about,
    ...(isBound(minimum) && { minimum }),
    ...(isBound(maximum) && { maximum }),
    ...(rest.properties && { properties: mapFields(rest.properties, inner) }),
    ...(rest.items && { items: inner(rest.items) }),
    ...(rest.anyOf && { anyOf: rest.anyOf.map(inner) }),
    ...(required && !isOutput && { required }),
    ...(additionalProperties !== undefined && !isOutput && { additionalProperties }),
  }
}

function joinNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  const [some, none] = anyOf ?? []
  if (anyOf?.length !== 2 || typeof some?.type !== 'string' || none?.type !== 'null') return schema
  return { ...rest, ...some, type: [some.type, 'null'], ...(some.enum && { enum: [...some.enum, null] }) }
}

const isBound = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) !== Number.MAX_SAFE_INTEGER

const mapFields = (fields: Record<string, JsonSchema>, change: (field: JsonSchema) => JsonSchema) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]))

export interface Tool {
  name: string
  title: string
  /** Says what the tool does, when to use it and what to pass, in at most a kilobyte. */
  description: string
  effect: Operation['effect']
  /** The scope needed to see and call it. Of several scopes any one is enough, because each operation it invokes is authorised again. */
  access: Scope | readonly Scope[]
  /** All scopes that a call with these arguments needs, if more than `access`. */
  needs?(args: Readonly<Record<string, unknown>>): readonly Scope[]
  /** Further scopes that a call may need, depending on its records. A refusal names them too. */
  mayNeed?(args: Readonly<Record<string, unknown>>): readonly Scope[]
  onlyAdds?: boolean
  /** Whether a reading tool uses the changes of a work handle. */
  ofWork?: boolean
  idempotent?: boolean
  /** Whether null clears a field, or its name in `clear`; otherwise null means the same as omitting it. */
  nullClears?: boolean
  /** The page with which a host can show its result. */
  app?: { uri: string }
  /** Whether it reaches beyond our own records, to a model or the web. */
  isOpenWorld?: boolean
  input: LazySchema
  output?: LazySchema
  /** Corrects the arguments; every tool of an endpoint has it. */
  read?(args: Record<string, unknown>): Record<string, unknown>
  run(ctx: ToolContext, args: Record<string, unknown>): Promise<ToolOutput>
  /** The whole result, if it is more than text and structure, such as an image or sound. Used instead of `run`. */
  respond?(ctx: ToolContext, args: Record<string, unknown>): Promise<CallToolResult>
}

export const scopesOf = ({ access }: Pick<Tool, 'access'>): readonly Scope[] =>
  typeof access === 'string' ? [access] : access

export const isOpenTo = (tool: Pick<Tool, 'access'>, caller: { allows(scope: Scope): boolean }): boolean =>
  scopesOf(tool).some((scope) => caller.allows(scope))

export function missingFor(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  caller: { allows(scope: Scope): boolean },
): readonly Scope[] {
  const first = isOpenTo(tool, caller) ? [] : scopesOf(tool).slice(0, 1)
  const missing = (tool.needs?.(args) ?? first).filter((scope) => !caller.allows(scope))
  if (!missing.length) return []
  const further = (tool.mayNeed?.(args) ?? []).filter((scope) => !caller.allows(scope))
  return [...new Set([...missing, ...further])]
}

export interface SuggestedCall {
  tool: string
  arguments: Record<string, unknown>
}

export type SuggestNext = (code: ErrorCode, failed: SuggestedCall) => SuggestedCall | undefined

/** Whether a call may name the work that it belongs to. */
export const takesWork = ({ effect, ofWork }: Pick<Tool, 'effect' | 'ofWork'>): boolean =>
  effect !== 'read' || ofWork === true

/** Every hint is set explicitly: an omitted `destructiveHint` means true. Records are our own, so openWorldHint is false by default. */
const annotationsOf = ({ effect, idempotent, onlyAdds, isOpenWorld = false }: Tool): ToolAnnotations => ({
  readOnlyHint: effect === 'read',
  destructiveHint: effect !== 'read' && !onlyAdds,
  idempotentHint: idempotent ?? effect === 'read',
  openWorldHint: isOpenWorld,
})

/** How much detail a list gives: all bounds and fields, or only what a model needs to call the tool and read its result. */
export type Depth = 'full' | 'brief'

export const toolListing = (tool: Tool, depth: Depth = 'full'): Listed => ({
  name: tool.name,
  title: tool.title,
  description: depth === 'brief' && isOfPay(tool) ? beginningOf(tool.description) : tool.description,
  inputSchema: { ...inputSchemaOf(tool, depth), type: 'object' },
  ...(depth === 'full' && tool.output && { outputSchema: outputSchemaOf(tool.output) }),
  annotations: { ...(depth === 'full' && { title: tool.title }), ...annotationsOf(tool) },
  ...(tool.app && { _meta: { ui: { resourceUri: tool.app.uri } } }),
})

const WORK: JsonSchema = { type: 'string' }
const AS_ADDED = 'As when adding.'
/** Replaces a null type on each nullable field. */
const CLEAR: JsonSchema = { type: 'array', items: { type: 'string' }, description: 'Fields to empty.' }

function inputSchemaOf(tool: Tool, depth: Depth): JsonSchema {
  const own = lean(jsonSchemaOf(tool.input(), 'input'), 'input')
  const schema = takesWork(tool) ? { ...own, properties: { ...own.properties, work: WORK } } : own
  if (depth === 'full') return schema
  const listed = brief(schema)
  const end = isOfPay(tool) ? /[:;.] / : '; '
  const told = mapFields(listed.properties ?? {}, ({ description, ...field }) => {
    // The adding tool already lists the parts of this field.
    if (tool.nullClears && (field.properties ?? field.items?.properties))
      return { type: must(field.type), description: AS_ADDED }
    if (tool.nullClears && (field.type === 'number' || field.type === 'integer')) return { type: field.type }
    return { ...field, ...(description !== undefined && { description: first(description.split(end)) }) }
  })
  return { ...listed, properties: { ...told, ...(tool.nullClears && { clear: CLEAR }) } }
}

/** The first sentence, because the instructions already explain how to quote figures. */
const beginningOf = (text: string): string => first(text.split(/(?<=[.?])\s+(?=[A-Z])/))

const isOfPay = (tool: Tool): boolean => first(scopesOf(tool)).startsWith('intelligence:')

/** Only length limits above this are listed, so that models do not write longer texts that would be rejected. */
const LONG_LIMIT = 5_000

/**
 * Drops ordinary limits and `additionalProperties`: they cost tokens in every conversation, and errors explain them.
 * Each field has one type, because several hosts' schema dialects lack lists of types. Deeply nested fields have
 * no description.
 */
function brief(given: JsonSchema, depth = 0): JsonSchema {
  const isKept = ([name, value]: [string, unknown]): boolean =>
    name === 'maxLength'
      ? Number(value) > LONG_LIMIT
      : name === 'description'
        ? depth < 2
        : !ORDINARY.includes(name)
  const schema: JsonSchema = Object.fromEntries(Object.entries(given).filter(isKept))
  const { type, enum: values, properties, items } = schema
  return {
    ...schema,
    ...(properties && { properties: mapFields(properties, (field) => brief(field, depth + 1)) }),
    ...(items && { items: brief(items, depth) }),
    ...(Array.isArray(type) && {
      type: must(type.find((each) => each !== 'null')),
      ...(values && { enum: values.filter((value) => value !== null) }),
    }),
  }
}

const ORDINARY = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'minItems', 'maxItems'],
  ...['format', 'additionalProperties'],
]

/** The output schema. Brief lists omit it, because results explain themselves and models do not need it. */
function outputSchemaOf(output: LazySchema) {
  const { properties = {} } = lean(jsonSchemaOf(output(), 'output'), 'output')
  const required = ['summary', ...('citation' in properties ? ['citation'] : [])]
  const request_id = { type: 'string', description: 'Quote it when you report a problem.' }
  return {
    type: 'object' as const,
    properties: { ...properties, request_id },
    required: [...required, 'request_id'],
  }
}

export type Ask = <I extends Z.ZodType, O extends Z.ZodType>(
  op: Operation<I, O>,
  input: Z.input<I>,
) => Promise<Z.output<O>>

export const askOf = (run: (op: Operation, input: unknown) => Promise<unknown>): Ask => run as Ask // The output has the same type.

/**
 * Reads a change to confirm: the question, and the current state of its records. It is called again after an answer,
 * because a person may take minutes.
 */
export type ReadMatter = () => Promise<{ question: string; records: unknown }>

export interface ToolContext {
  requestId: string
  changeIds: readonly string[]
  ask: Ask
  foreign: ForeignText
  allows(scope: Scope): boolean
  now(): number
  /** The user's time zone; this machine's if unknown. */
  timeZone: string
  assumesZone?: boolean | undefined
  /** Adds a sentence of ours to the result, such as how a date was read. */
  note?(sentence: string): void
  /** Asks the user to confirm a change that is hard to undo. Returns null to proceed, else the result to return. */
  confirm(read: ReadMatter): Promise<ToolOutput | null>
  work: string
  round?: Round | undefined
  progressToken?: string | number | undefined
  /** A channel to the client during the call, if the transport has one. */
  channel?: Channel | undefined
  signal: () => AbortSignal
}

/** Asks where the caller may, else answers undefined. */
export const mayAsk = async <I extends Z.ZodType, O extends Z.ZodType>(
  { allows, ask }: Pick<ToolContext, 'allows' | 'ask'>,
  op: Operation<I, O>,
  input: Z.input<I>,
): Promise<Z.output<O> | undefined> => (allows(scopeOf(op)) ? ask(op, input) : undefined)

/** The output of a tool; every output has the result as text. */
export interface ToolOutput {
  summary: string
  /** The text content, if it says more than the summary. The structured content has the same facts in its fields. */
  words?: string
  /** Rules and assumptions of ours, without outside text: they follow the words, outside all marks. */
  advice?: string
  /** The change id for `undo`; the last one of several. */
  changeId?: string
  work?: string
  changeIds?: readonly string[]
  untrusted?: { fields: readonly string[]; note: string }
  [field: string]: unknown
}

/** A summary with its lines as text, and more fields. Lines without text are left out. */
export const withLines = <Fields extends object>(
  summary: string,
  lines: readonly (string | false | 0 | null | undefined)[],
  fields: Fields,
) => ({ summary, words: [summary, ...lines].filter(Boolean).join('\n'), ...fields })
