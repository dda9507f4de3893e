// The only access to language models: turns requests into calls of the providers' packages. It does not use the higher layer of
// the AI SDK, which takes megabytes per stream (docs/decisions/0062-streams.md).
import { responseIn } from '../kernel/errors.ts'
import { converse, promptOf } from './conversation.ts'
import { estimatedTokens } from './token-estimate.ts'
import { reportedTokens } from './response-reader.ts'
import type { ModelChoice, ProviderPackage } from './providers.ts'
import { openHttpClient, type HttpClient } from './http-client.ts'
import type { Model, Options, Part, AnswerFormat, Ask, Conversation } from './exchange.ts'

type ResponseMode = 'streamed' | 'whole'

export type Models = ReturnType<typeof createModels>

/** Maximum open calls to a provider, unless a test sets fewer: for 32 users with eight each. */
const MAX_OPEN_CALLS = 256

/** Access to the models at these hosts. Each provider has connections of its own, so that a busy one delays no other. */
export function createModels(hosts: () => ReadonlySet<string>, mostOpen = MAX_OPEN_CALLS) {
  const connections = new Map<ProviderPackage, Promise<ProviderConnection>>()
  const open = async (provider: ProviderPackage): Promise<ProviderConnection> => {
    const client = await openHttpClient(hosts(), mostOpen)
    return { client, make: await FACTORIES[provider](client.fetch) }
  }
  const callModel = createCaller((provider) => {
    const connection = connections.get(provider) ?? open(provider)
    connections.set(provider, connection)
    connection.catch(() => connections.delete(provider))
    return connection
  })
  const toolless = new Set<string>()
  return {
    /** Makes one request. Throws the provider package's errors, which failures.ts maps. */
    ask: (choice: ModelChoice, ask: Ask) => callModel(choice, (model) => generateOnce(model, ask)),
    converse(choice: ModelChoice, conversation: Conversation, mode: ResponseMode) {
      const generate = (options: Options) => callModel(choice, (model) => GENERATE[mode](model, options))
      return converse(generate, conversation, { server: nameOf(choice), withoutTools: toolless })
    },
    answerFormats: new Map<string, AnswerFormat>(),
    async close(): Promise<void> {
      for (const connection of connections.values()) await (await connection).client.close()
    },
  }
}

const nameOf = ({ baseUrl, model }: ModelChoice): string => `${baseUrl} ${model}`

/** A provider's connections and package, loaded once, on first use. */
interface ProviderConnection {
  client: HttpClient
  make: ModelFactory
}

type ModelCaller = <T>(choice: ModelChoice, work: (model: Model) => Promise<T>) => Promise<T>

/** OpenAI has two protocols, and some models and servers support only one. After a 404 for the older one, crm uses the newer one. */
function createCaller(connectionTo: (provider: ProviderPackage) => Promise<ProviderConnection>): ModelCaller {
  const newer = new Set<string>()
  return async (choice, work) => {
    const { make } = await connectionTo(choice.provider)
    const name = nameOf(choice)
    if (choice.provider !== 'openai') return work(make(choice, false))
    try {
      return await work(make(choice, newer.has(name)))
    } catch (error) {
      if (newer.has(name) || responseIn(error).statusCode !== 404) throw error
      const answer = await work(make(choice, true))
      newer.add(name)
      return answer
    }
  }
}

/** Makes the model for one call. Its key is not kept. */
type ModelFactory = (choice: ModelChoice, newer: boolean) => Model

const settingsOf = ({ baseUrl, key }: ModelChoice, fetch: HttpClient['fetch']) => ({
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

export type Reply = Awaited<ReturnType<typeof generateOnce>>

/** `finishReason` is `length` if the answer was cut off, `content-filter` if the model refused. */
async function generateOnce(model: Model, ask: Ask) {
  const { system, messages, maxTokens, signal } = ask
  const { content, usage, finishReason } = await model.doGenerate({
    prompt: promptOf({ system, messages }),
    maxOutputTokens: maxTokens,
    abortSignal: signal,
    responseFormat: formatOf(ask.format, ask.schema),
    // For a model that the package does not know, it would otherwise make up a tool call and drop the text beside it.
    providerOptions: { anthropic: { structuredOutputMode: 'outputFormat' } },
  })
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const guessed = estimatedTokens({ read: lengthOf(ask), written: text.length })
  return { text, tokens: { ...guessed, ...reportedTokens(usage) }, finishReason: finishReason.unified }
}

export const lengthOf = ({ system, messages }: Pick<Ask, 'system' | 'messages'>): number =>
  messages.reduce((sum, { content }) => sum + content.length, system.length)

/** The packages declare a precise schema type; here it is any object. */
function formatOf(format: AnswerFormat, schema: object): NonNullable<Options['responseFormat']> {
  if (format === 'text') return { type: 'text' }
  return format === 'json' ? { type: 'json' } : { type: 'json', schema, name: 'answer' }
}

const GENERATE: Record<ResponseMode, (model: Model, options: Options) => Promise<AsyncIterable<Part>>> = {
  streamed: async (model, options) => (await model.doStream(options)).stream,
  whole: async (model, options) => partsOf(await model.doGenerate(options)),
}

async function* partsOf({ content, usage, finishReason }: FullResponse): AsyncGenerator<Part> {
  for (const [at, part] of content.entries()) {
    if (part.type === 'text' || part.type === 'reasoning') {
      const { type, text, ...rest } = part
      yield { type: `${type}-delta`, id: `${at}`, delta: text, ...rest }
    } else if (part.type === 'tool-call') yield part
  }
  yield { type: 'finish', usage, finishReason: { ...finishReason, raw: finishReason.raw ?? '' } }
}

type FullResponse = Pick<Awaited<ReturnType<Model['doGenerate']>>, 'content' | 'usage' | 'finishReason'>

declare module '../kernel/context.ts' {
  interface Services {
    /** Access to language models. Their packages are loaded on first use. */
    models: Models
  }
}
