// A conversation with a model that has tools: what it says is told as it comes, what it asks for is done and told to it,
// until it is satisfied or at its bounds.
import { guessedTokens, wasWorkedOn } from './estimate.ts'
import { listen, type Call, type Hearing } from './hearing.ts'
import type { Conversation, Options, Part, Said, Tool } from './model.ts'

type Prompt = Options['prompt']
type Results = Extract<Prompt[number], { role: 'tool' }>['content']

/** Begins one answer of the model; a refusal is thrown here, before the first part. */
export type Speak = (options: Options) => Promise<AsyncIterable<Part>>

/** Which servers were found to know no tools. */
export interface ToolMemory {
  server: string
  toolless: Set<string>
}

/** Speaks with a model until it asks for nothing more. Throws what the provider's package throws. */
export async function* converse(
  speak: Speak,
  conversation: Conversation,
  memory: ToolMemory,
): AsyncGenerator<Said> {
  const { tools, mostSteps, mayGoOn } = conversation
  const prompt = promptOf(conversation)
  for (let step = 1; ; step += 1) {
    const hearing = listen()
    yield* oneAnswer(speak, hearing, { conversation, prompt, memory })
    const results: Results = []
    for (const call of hearing.calls) {
      const result = await perform(tools, call)
      yield { kind: 'result', id: call.id, name: call.name, result }
      results.push(resultOf(call, result))
    }
    if (!results.length || step >= mostSteps || !mayGoOn()) return
    const content = hearing.content.filter((part) => part.type !== 'text' || part.text !== '')
    prompt.push({ role: 'assistant', content }, { role: 'tool', content: results })
  }
}

/** What is said before an answer, as packages take it. */
export const promptOf = ({ system, messages }: Pick<Conversation, 'system' | 'messages'>): Prompt => [
  { role: 'system', content: system },
  ...messages.map(({ role, content }) => ({ role, content: [{ type: 'text' as const, text: content }] })),
]

interface Turn {
  conversation: Conversation
  prompt: Prompt
  memory: ToolMemory
}

async function* oneAnswer(speak: Speak, hearing: Hearing, turn: Turn): AsyncGenerator<Said> {
  const { spend } = turn.conversation
  let isUnused = false
  try {
    for await (const part of await begun(speak, turn)) {
      const said = hearing.hear(part)
      if (said) yield said
    }
    if (hearing.ended === undefined || hearing.ended === 'unknown') throw new Error('The answer broke off.')
  } catch (error) {
    isUnused = !hearing.written && !wasWorkedOn(error)
    throw error
  } finally {
    const guessed = guessedTokens({ read: JSON.stringify(turn.prompt).length, written: hearing.written })
    if (!isUnused) spend({ ...guessed, ...hearing.tokens })
  }
}

/** Asks with the tools, or, of a server that does not know any, without. */
async function begun(speak: Speak, { conversation, prompt, memory }: Turn): Promise<AsyncIterable<Part>> {
  const { tools, mostTokens, signal } = conversation
  const plainly: Options = { prompt, maxOutputTokens: mostTokens, abortSignal: signal }
  if (memory.toolless.has(memory.server) || !tools.length) return speak(plainly)
  const offered = tools.map(({ name, about, schema }) => ({
    ...{ type: 'function' as const, name, description: about, inputSchema: schema as object },
  }))
  try {
    return await speak({ ...plainly, tools: offered, toolChoice: { type: 'auto' } })
  } catch (error) {
    if (!refusesTools(error)) throw error
    const parts = await speak(plainly)
    memory.toolless.add(memory.server)
    return parts
  }
}

/** Servers of one's own say it in all sorts of ways: `does not support tools`, `--enable-auto-tool-choice`. */
function refusesTools(error: unknown): boolean {
  const { statusCode = 0, responseBody = '' } = error as { statusCode?: number; responseBody?: string }
  return [400, 404, 422, 500, 501].includes(statusCode) && /\btools?\b|tool[_ -]?choice/i.test(responseBody)
}

/** What the model is told of a call; never throws for what the model did wrong. */
async function perform(tools: readonly Tool[], { id, name, input }: Call): Promise<unknown> {
  const tool = tools.find((one) => one.name === name)
  if (!tool) return { error: 'There is no such tool.' }
  return input ? tool.run(input, id) : { error: 'The arguments could not be used.' }
}

const resultOf = ({ id, name }: Call, result: unknown): Results[number] => ({
  ...{ type: 'tool-result', toolCallId: id, toolName: name },
  output: { type: 'json', value: result as never },
})
