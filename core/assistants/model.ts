// The one door to language models: what is asked of them, and the AI SDK behind it. Nothing else imports the SDK.
import type * as Ai from 'ai'
import type { JsonSchema } from '../kernel/json-schema.ts'
import type { Tokens } from './prices.ts'
import type { Choice } from './providers.ts'
import { openWire, type Wire } from './wire.ts'

type Sdk = typeof Ai
type Model = Parameters<Sdk['generateText']>[0]['model']

export interface Message {
  role: 'user' | 'assistant'
  content: string
}

/** How an answer in JSON is asked for, from what binds a model most to what any model understands. */
export const FORMS = ['schema', 'json', 'text'] as const
export type Form = (typeof FORMS)[number]

export interface Ask {
  system: string
  messages: readonly Message[]
  form: Form
  /** What the answer must look like. */
  schema: JsonSchema
  mostTokens: number
  signal: AbortSignal
}

export interface Reply {
  text: string
  tokens: Tokens
  /** `length` when it was cut off, `content-filter` when the model would not. */
  ended: string
}

/** Something a model may do, or look up, in a conversation. */
export interface Tool {
  name: string
  about: string
  schema: JsonSchema
  run(input: unknown, callId: string): Promise<unknown>
}

export interface Conversation {
  system: string
  messages: readonly Message[]
  tools: readonly Tool[]
  mostSteps: number
  mostTokens: number
  /** Asked before each further step, with what was used so far. */
  mayGoOn(used: Tokens): boolean
  signal: AbortSignal
}

/** What a conversation says as it goes; `used` comes after each step. */
export type Said =
  | { kind: 'delta'; text: string }
  | { kind: 'call'; id: string; name: string; input: unknown }
  | { kind: 'result'; id: string; name: string; result: unknown }
  | { kind: 'used'; tokens: Tokens; ended: string }

export interface Models {
  /** One answer. Throws what the SDK throws: failures.ts reads it. */
  ask(choice: Choice, ask: Ask): Promise<Reply>
  /** A conversation with tools, as it is said. */
  converse(choice: Choice, conversation: Conversation): AsyncIterable<Said>
  /** The same in one piece, over answers that are not streamed. */
  confer(choice: Choice, conversation: Conversation): Promise<{ text: string; said: Said[] }>
  /** How a server was last able to answer in JSON; remembered for as long as the process runs. */
  readonly forms: Map<string, Form>
  close(): Promise<void>
}

/** The way to models at these hosts. */
export function createModels(hosts: () => ReadonlySet<string>): Models {
  let wire: Promise<Wire> | undefined
  const speaking = createSpeaking(() => (wire ??= openWire(hosts())))
  return {
    ask: (choice, ask) => speaking(choice, (sdk, model) => askOnce(sdk, model, ask)),
    converse: (choice, conversation) => converseOnce(speaking, choice, conversation),
    confer: (choice, conversation) => speaking(choice, (sdk, model) => conferOnce(sdk, model, conversation)),
    forms: new Map(),
    close: async () => (await wire)?.close(),
  }
}

type Speaking = <T>(choice: Choice, work: (sdk: Sdk, model: Model) => Promise<T>) => Promise<T>

/** OpenAI has two protocols, and not every model and server speaks both: the newer is for where the older is not. */
function createSpeaking(wire: () => Promise<Wire>): Speaking {
  const newer = new Set<string>()
  return async (choice, work) => {
    const sdk = await loadSdk()
    const { fetch } = await wire()
    const name = `${choice.baseUrl} ${choice.model}`
    if (choice.provider !== 'openai') return work(sdk, await modelOf(choice, fetch, false))
    try {
      return await work(sdk, await modelOf(choice, fetch, newer.has(name)))
    } catch (error) {
      if (newer.has(name) || (error as { statusCode?: number }).statusCode !== 404) throw error
      const answer = await work(sdk, await modelOf(choice, fetch, true))
      newer.add(name)
      return answer
    }
  }
}

async function loadSdk(): Promise<Sdk> {
  // Its warnings go to the console, and stdout may be JSON-RPC.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  return import('ai')
}

/** Always a model of a provider: the SDK would send a mere name to a gateway of its makers. */
async function modelOf(
  { provider, baseUrl, model, key }: Choice,
  fetch: Wire['fetch'],
  newer: boolean,
): Promise<Model> {
  const common = { baseURL: baseUrl, apiKey: key ?? '', fetch }
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      const openai = createOpenAI(common)
      return newer ? openai.responses(model) : openai.chat(model)
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic(common)(model)
    }
    case 'grok': {
      const { createXai } = await import('@ai-sdk/xai')
      return createXai(common).chat(model)
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const { apiKey, ...rest } = common
      const settings = { ...rest, name: 'compatible', supportsStructuredOutputs: true, includeUsage: true }
      return createOpenAICompatible({ ...settings, ...(apiKey && { apiKey }) })(model)
    }
  }
}

async function askOnce(sdk: Sdk, model: Model, ask: Ask): Promise<Reply> {
  const { generateText, NoObjectGeneratedError } = sdk
  try {
    const { text, usage, finishReason } = await generateText({
      ...commonOf(ask),
      model,
      output: outputOf(sdk, ask),
      // For models it does not know the SDK would force a call of a made-up tool instead, and drop what is said beside it.
      providerOptions: { anthropic: { structuredOutputMode: 'outputFormat' } },
    })
    return { text, tokens: tokensOf(usage), ended: finishReason }
  } catch (error) {
    // What came was not JSON as it stood; it may be with its fence or its prose taken off.
    if (!NoObjectGeneratedError.isInstance(error)) throw error
    return { text: error.text ?? '', tokens: tokensOf(error.usage), ended: error.finishReason ?? 'other' }
  }
}

function outputOf({ Output, jsonSchema }: Sdk, { form, schema }: Ask) {
  if (form === 'schema') return Output.object({ schema: jsonSchema(schema as object), name: 'answer' })
  return form === 'json' ? Output.json() : Output.text()
}

/** Retries are the wire's. */
const commonOf = ({
  system,
  messages,
  mostTokens,
  signal,
}: Pick<Ask, 'system' | 'messages' | 'mostTokens' | 'signal'>) => ({
  system,
  messages: messages.map((message) => ({ ...message })),
  maxOutputTokens: mostTokens,
  maxRetries: 0,
  abortSignal: signal,
})

interface Usage {
  inputTokens?: number | undefined
  outputTokens?: number | undefined
}

const tokensOf = (usage: Usage | undefined): Tokens => ({
  input: usage?.inputTokens ?? 0,
  output: usage?.outputTokens ?? 0,
})

function toolsOf({ tool, jsonSchema }: Sdk, { tools }: Conversation) {
  const entries = tools.map(
    ({ name, about, schema, run }) =>
      [
        name,
        tool({
          description: about,
          inputSchema: jsonSchema<unknown>(schema as object),
          execute: (input: unknown, { toolCallId }) => run(input, toolCallId),
        }),
      ] as const,
  )
  return Object.fromEntries(entries)
}

const stopOf =
  ({ mostSteps, mayGoOn }: Conversation) =>
  (taken: { steps: readonly { usage: Usage }[] }) => {
    const used = taken.steps.map(({ usage }) => tokensOf(usage))
    const sum = (of: (tokens: Tokens) => number) => used.reduce((total, tokens) => total + of(tokens), 0)
    return (
      taken.steps.length >= mostSteps ||
      !mayGoOn({ input: sum((t) => t.input), output: sum((t) => t.output) })
    )
  }

async function* converseOnce(
  speaking: Speaking,
  choice: Choice,
  conversation: Conversation,
): AsyncIterable<Said> {
  const parts = await speaking(choice, (sdk, model) => {
    const { fullStream } = sdk.streamText({
      ...commonOf(conversation),
      model,
      tools: toolsOf(sdk, conversation),
      stopWhen: stopOf(conversation),
      // Failures come as parts of the stream; the default prints them.
      onError: () => {},
    })
    return begun(fullStream)
  })
  for await (const part of parts) {
    const said = saidOf(part as Part)
    if (said) yield said
  }
}

/** A stream whose first real part has come: a refusal is met here, where another protocol can still be tried. */
async function begun<T extends { type: string; error?: unknown }>(
  stream: AsyncIterable<T>,
): Promise<AsyncIterable<T>> {
  const parts = stream[Symbol.asyncIterator]()
  const early: T[] = []
  for (;;) {
    const next = await parts.next()
    if (next.done) break
    if (next.value.type === 'error') throw next.value.error
    early.push(next.value)
    if (next.value.type !== 'start' && next.value.type !== 'start-step') break
  }
  return (async function* () {
    yield* early
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value
  })()
}

/** The parts of the SDK's stream that say something to us. */
interface Part {
  type: string
  text?: string
  toolCallId?: string
  toolName?: string
  input?: unknown
  output?: unknown
  error?: unknown
  usage?: Usage
  finishReason?: string
}

function saidOf(part: Part): Said | undefined {
  const call = { id: part.toolCallId ?? '', name: part.toolName ?? '' }
  switch (part.type) {
    case 'text-delta':
      return { kind: 'delta', text: part.text ?? '' }
    case 'tool-call':
      return { kind: 'call', ...call, input: part.input }
    case 'tool-result':
      return { kind: 'result', ...call, result: part.output }
    case 'tool-error':
      return { kind: 'result', ...call, result: { error: 'The arguments could not be used.' } }
    case 'finish-step':
      return { kind: 'used', tokens: tokensOf(part.usage), ended: part.finishReason ?? 'other' }
    case 'error':
      throw part.error
    case 'abort':
      throw new DOMException('Stopped.', 'AbortError')
    default:
      return undefined
  }
}

async function conferOnce(
  sdk: Sdk,
  model: Model,
  conversation: Conversation,
): Promise<{ text: string; said: Said[] }> {
  const { text, steps } = await sdk.generateText({
    ...commonOf(conversation),
    model,
    tools: toolsOf(sdk, conversation),
    stopWhen: stopOf(conversation),
  })
  const said = steps.flatMap((step): Said[] => [
    ...step.content.flatMap((part) => saidOf(part as Part) ?? []),
    { kind: 'used', tokens: tokensOf(step.usage), ended: step.finishReason },
  ])
  return { text, said }
}
