// A conversation with tools: streams a response, runs the tools that the model calls, returns their results, and repeats. It
// ends when the model calls no tool, or at a limit.
import { responseIn } from '../kernel/errors.ts'
import { estimatedTokens, mayHaveUsedTokens } from './token-estimate.ts'
import { createResponseReader, type ToolRequest, type ResponseReader } from './response-reader.ts'
import type { Conversation, Options, Part, ConversationEvent, Tool } from './exchange.ts'

type Prompt = Options['prompt']
type Results = Extract<Prompt[number], { role: 'tool' }>['content']

type Generate = (options: Options) => Promise<AsyncIterable<Part>>

interface ToolSupport {
  server: string
  withoutTools: Set<string>
}

/** Throws the errors of the provider's package. */
export async function* converse(
  generate: Generate,
  conversation: Conversation,
  toolSupport: ToolSupport,
): AsyncGenerator<ConversationEvent> {
  const { tools, maxSteps, mayContinue } = conversation
  const prompt = promptOf(conversation)
  for (let step = 1; ; step += 1) {
    const reader = createResponseReader()
    yield* oneResponse(generate, reader, { conversation, prompt, toolSupport })
    const results: Results = []
    for (const call of reader.calls) {
      const result = await perform(tools, call)
      yield { kind: 'result', id: call.id, name: call.name, result }
      results.push(resultOf(call, result))
    }
    if (!results.length || step >= maxSteps || !mayContinue()) return
    const content = reader.content.filter((part) => part.type !== 'text' || part.text !== '')
    prompt.push({ role: 'assistant', content }, { role: 'tool', content: results })
  }
}

export const promptOf = ({ system, messages }: Pick<Conversation, 'system' | 'messages'>): Prompt => [
  { role: 'system', content: system },
  ...messages.map(({ role, content }) => ({ role, content: [{ type: 'text' as const, text: content }] })),
]

interface Turn {
  conversation: Conversation
  prompt: Prompt
  toolSupport: ToolSupport
}

async function* oneResponse(generate: Generate, reader: ResponseReader, turn: Turn) {
  const { onTokens } = turn.conversation
  let usedNoTokens = false
  try {
    for await (const part of await startResponse(generate, turn)) {
      const event = reader.read(part)
      if (event) yield event
    }
    if (reader.finishReason === undefined || reader.finishReason === 'unknown')
      throw new Error('The answer broke off.')
  } catch (error) {
    usedNoTokens = !reader.charactersWritten && !mayHaveUsedTokens(error)
    throw error
  } finally {
    const characters = { read: JSON.stringify(turn.prompt).length, written: reader.charactersWritten }
    if (!usedNoTokens) onTokens({ ...estimatedTokens(characters), ...reader.tokens })
  }
}

/** Asks for a response with tools; without them if the server does not support them. */
async function startResponse(generate: Generate, { conversation, prompt, toolSupport }: Turn) {
  const { tools, maxTokens, signal } = conversation
  const plain: Options = { prompt, maxOutputTokens: maxTokens, abortSignal: signal }
  if (toolSupport.withoutTools.has(toolSupport.server) || !tools.length) return generate(plain)
  const offered = tools.map(offeredAs)
  try {
    return await generate({ ...plain, tools: offered, toolChoice: { type: 'auto' } })
  } catch (error) {
    if (!refusesTools(error)) throw error
    const parts = await generate(plain)
    toolSupport.withoutTools.add(toolSupport.server)
    return parts
  }
}

/** Whether a server does not support tools. Servers say so in different words: `does not support tools`, `--enable-auto-tool-choice`. */
function refusesTools(error: unknown): boolean {
  const { statusCode, responseBody } = responseIn(error)
  return [400, 404, 422, 500, 501].includes(statusCode) && /\btools?\b|tool[_ -]?choice/i.test(responseBody)
}

async function perform(tools: readonly Tool[], { id, name, input }: ToolRequest): Promise<unknown> {
  const tool = tools.find((one) => one.name === name)
  if (!tool) return { error: 'There is no such tool.' }
  return input ? tool.run(input, id) : { error: 'The arguments could not be used.' }
}

/** `schema` is typed as `object`, because the providers' packages have a type that our `JsonSchema` does not fit. */
const offeredAs = ({ name, about, schema }: Omit<Tool, 'schema'> & { schema: object }) => ({
  ...{ type: 'function' as const, name, description: about, inputSchema: schema },
})

const resultOf = ({ id, name }: ToolRequest, result: unknown): Results[number] => ({
  ...{ type: 'tool-result', toolCallId: id, toolName: name },
  output: { type: 'json', value: result as never }, // A tool returns JSON.
})
