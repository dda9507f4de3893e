// The only access to language models: requests and responses of ours, translated to the providers' packages. The AI
// SDK's upper layer is not used: a stream through it takes megabytes (docs/decisions/0062-streams.md).
import type { createOpenAI } from '@ai-sdk/openai'
import type { JsonSchema } from '../kernel/json-schema.ts'
import { converse, promptOf } from './conversation.ts'
import { estimatedTokens } from './estimate.ts'
import { reportedTokens } from './response-reader.ts'
import type { Tokens } from './prices.ts'
import type { Choice, ProviderPackage } from './providers.ts'
import { openHttpClient, type HttpClient } from './http-client.ts'

/** A model as the package of every provider makes one. */
type Model = ReturnType<ReturnType<typeof createOpenAI>['chat']>

/** What a model is asked. */
export type Options = Parameters<Model['doGenerate']>[0]

/** A part of an answer, as it comes. */
export type Part =
  Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never

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
  maxTokens: number
  signal: AbortSignal
}

export interface Reply {
  text: string
  tokens: Tokens
  /** `length` when it was cut off, `content-filter` when the model would not. */
  finishReason: string
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
  maxSteps: number
  maxTokens: number
  /** Told the tokens of every answer, once; of one that was cut short, about. */
  onTokens(tokens: Tokens): void
  /** Asked before each further answer. */
  mayContinue(): boolean
  signal: AbortSignal
}

/** What a conversation says as it goes. */
export type ConversationEvent =
  | { kind: 'delta'; text: string }
  | { kind: 'call'; id: string; name: string; input: unknown }
  | { kind: 'result'; id: string; name: string; result: unknown }

/** Whether answers come as they are written, or each in one piece. */
type ResponseMode = 'streamed' | 'whole'

export interface Models {
  /** One answer. Throws what the provider's package throws: failures.ts reads it. */
  ask(choice: Choice, ask: Ask): Promise<Reply>
  /** A conversation with tools, as it is said. */
  converse(choice: Choice, conversation: Conversation, pace: ResponseMode): AsyncIterable<ConversationEvent>
  /** How a server was last able to answer in JSON; remembered for as long as the process runs. */
  readonly forms: Map<string, Form>
  close(): Promise<void>
}

/** The way to models at these hosts. */
export function createModels(hosts: () => ReadonlySet<string>): Models {
  let wire: Promise<HttpClient> | undefined
  const callModel = createCaller(() => (wire ??= openHttpClient(hosts())))
  const toolless = new Set<string>()
  return {
    ask: (choice, ask) => callModel(choice, (model) => askOnce(model, ask)),
    converse(choice, conversation, pace) {
      const speak = (options: Options) => callModel(choice, (model) => GENERATE[pace](model, options))
      return converse(speak, conversation, { server: nameOf(choice), withoutTools: toolless })
    },
    forms: new Map(),
    close: async () => (await wire)?.close(),
  }
}

const nameOf = ({ baseUrl, model }: Choice): string => `${baseUrl} ${model}`

type ModelCaller = <T>(choice: Choice, work: (model: Model) => Promise<T>) => Promise<T>

/** OpenAI has two protocols, and not every model and server speaks both: the newer is for where the older is not. */
function createCaller(wire: () => Promise<HttpClient>): ModelCaller {
  const newer = new Set<string>()
  const loadModel = createModelLoader(wire)
  return async (choice, work) => {
    const make = await loadModel(choice.provider)
    const name = nameOf(choice)
    if (choice.provider !== 'openai') return work(make(choice, false))
    try {
      return await work(make(choice, newer.has(name)))
    } catch (error) {
      if (newer.has(name) || (error as { statusCode?: number }).statusCode !== 404) throw error
      const answer = await work(make(choice, true))
      newer.add(name)
      return answer
    }
  }
}

/** Makes the model of a choice, for one call: its key is kept nowhere. */
type ModelFactory = (choice: Choice, newer: boolean) => Model

/** Each provider's package is loaded once, when it is first spoken to. */
function createModelLoader(
  wire: () => Promise<HttpClient>,
): (speaker: ProviderPackage) => Promise<ModelFactory> {
  const made = new Map<ProviderPackage, Promise<ModelFactory>>()
  return (speaker) => {
    const make = made.get(speaker) ?? wire().then(({ fetch }) => FACTORIES[speaker](fetch))
    made.set(speaker, make)
    return make
  }
}

const settingsOf = ({ baseUrl, key }: Choice, fetch: HttpClient['fetch']) => ({
  ...{ baseURL: baseUrl, apiKey: key ?? '', fetch },
})

const FACTORIES: Record<ProviderPackage, (fetch: HttpClient['fetch']) => Promise<ModelFactory>> = {
  async openai(fetch) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return (choice, newer) => {
      const openai = createOpenAI(settingsOf(choice, fetch))
      return newer ? openai.responses(choice.model) : openai.chat(choice.model)
    }
  },
  async anthropic(fetch) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return (choice) => createAnthropic(settingsOf(choice, fetch))(choice.model)
  },
  async grok(fetch) {
    const { createXai } = await import('@ai-sdk/xai')
    return (choice) => createXai(settingsOf(choice, fetch)).chat(choice.model)
  },
  async 'openai-compatible'(fetch) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return (choice) => {
      const { apiKey, ...rest } = settingsOf(choice, fetch)
      const settings = { ...rest, name: 'compatible', supportsStructuredOutputs: true, includeUsage: true }
      return createOpenAICompatible({ ...settings, ...(apiKey && { apiKey }) })(choice.model)
    }
  },
}

async function askOnce(model: Model, ask: Ask): Promise<Reply> {
  const { system, messages, maxTokens, signal } = ask
  const { content, usage, finishReason } = await model.doGenerate({
    prompt: promptOf({ system, messages }),
    maxOutputTokens: maxTokens,
    abortSignal: signal,
    responseFormat: formatOf(ask),
    // For unknown models the package would force a made-up tool call instead, and drop text next to it.
    providerOptions: { anthropic: { structuredOutputMode: 'outputFormat' } },
  })
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const guessed = estimatedTokens({ read: lengthOf(ask), written: text.length })
  return { text, tokens: { ...guessed, ...reportedTokens(usage) }, finishReason: finishReason.unified }
}

/** Characters that a model is given to read. */
export const lengthOf = ({ system, messages }: Pick<Ask, 'system' | 'messages'>): number =>
  messages.reduce((sum, { content }) => sum + content.length, system.length)

function formatOf({ form, schema }: Ask): NonNullable<Options['responseFormat']> {
  if (form === 'text') return { type: 'text' }
  return form === 'json' ? { type: 'json' } : { type: 'json', schema: schema as object, name: 'answer' }
}

/** How an answer is begun at each pace. */
const GENERATE: Record<ResponseMode, (model: Model, options: Options) => Promise<AsyncIterable<Part>>> = {
  streamed: async (model, options) => (await model.doStream(options)).stream,
  whole: async (model, options) => partsOf(await model.doGenerate(options)),
}

/** A whole answer as the parts it would have come in. */
async function* partsOf({ content, usage, finishReason }: Whole): AsyncGenerator<Part> {
  for (const [at, part] of content.entries()) {
    if (part.type === 'text' || part.type === 'reasoning') {
      const { type, text, ...rest } = part
      yield { type: `${type}-delta`, id: `${at}`, delta: text, ...rest }
    } else if (part.type === 'tool-call') yield part
  }
  yield { type: 'finish', usage, finishReason: { ...finishReason, raw: finishReason.raw ?? '' } }
}

type Whole = Pick<Awaited<ReturnType<Model['doGenerate']>>, 'content' | 'usage' | 'finishReason'>
