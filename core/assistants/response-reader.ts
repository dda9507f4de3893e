// Reads a streamed response: turns its parts into events, and keeps the content that the next request must repeat.
import { given, isRecord } from '../kernel/narrow.ts'
import { quietly } from '../kernel/errors.ts'
import type { Options, Part, ConversationEvent } from './exchange.ts'
import type { Tokens } from './prices.ts'

type AssistantMessage = Extract<Options['prompt'][number], { role: 'assistant' }>
type Content = AssistantMessage['content']
type Finish = Extract<Part, { type: 'finish' }>
type TextBlock = Extract<Content[number], { type: 'text' } | { type: 'reasoning' }>

/** A call of a tool by the model. `input` is undefined if its arguments are no JSON object. */
export interface ToolRequest {
  id: string
  name: string
  input: Record<string, unknown> | undefined
}

interface State {
  content: Content
  calls: ToolRequest[]
  charactersWritten: number
  /** Undefined until the response ends; `unknown` if it ended without a reason. */
  finishReason: string | undefined
  tokens: Partial<Tokens>
}

export type ResponseReader = Readonly<ReturnType<typeof createResponseReader>>

export function createResponseReader() {
  const content: Content = []
  const calls: ToolRequest[] = []
  const open = new Map<string, TextBlock>()
  const state: State = { content, calls, charactersWritten: 0, finishReason: undefined, tokens: {} }

  const append = (type: TextBlock['type'], { id, delta, providerMetadata }: TextPiece): string => {
    const name = `${type} ${id}`
    const block: TextBlock = open.get(name) ?? { type, text: '' }
    if (!open.has(name)) content.push(block)
    open.set(name, block)
    block.text += delta ?? ''
    state.charactersWritten += delta?.length ?? 0
    if (providerMetadata) block.providerOptions = providerMetadata
    return delta ?? ''
  }

  const call = (part: Extract<Part, { type: 'tool-call' }>): ConversationEvent => {
    const { toolCallId: id, toolName: name, providerMetadata } = part
    const input = objectIn(part.input)
    calls.push({ id, name, input })
    state.charactersWritten += part.input.length
    content.push({
      ...{ type: 'tool-call', toolCallId: id, toolName: name, input: input ?? {} },
      ...(providerMetadata && { providerOptions: providerMetadata }),
    })
    return { kind: 'call', id, name, input }
  }

  return Object.assign(state, {
    /** Reads the next part. Returns its event, if it has one. Throws the provider's errors. */
    read(part: Part): ConversationEvent | undefined {
      const { type } = part
      if (type === 'text-delta') return { kind: 'delta', text: append('text', part) }
      if (type === 'tool-call') return call(part)
      if (type === 'error') throw part.error
      if (type === 'text-start' || type === 'text-end') append('text', part)
      if (type === 'reasoning-start' || type === 'reasoning-delta' || type === 'reasoning-end')
        append('reasoning', part)
      if (type === 'finish')
        Object.assign(state, {
          finishReason: finishReasonOf(part.finishReason),
          tokens: reportedTokens(part.usage),
        })
      return undefined
    },
  })
}

/** The SDK begins with `other` and no raw reason. If that stays, the server gave no reason. */
const finishReasonOf = ({ unified, raw }: Finish['finishReason']): string =>
  unified === 'other' && raw === undefined ? 'unknown' : unified

type TextPiece = { id: string; delta?: string } & Pick<
  Extract<Part, { type: 'text-end' }>,
  'providerMetadata'
>

export const reportedTokens = ({ inputTokens, outputTokens }: Finish['usage']): Partial<Tokens> =>
  given({ input: inputTokens.total, output: outputTokens.total })

/** Models may send an empty text for a tool without arguments. */
function objectIn(text: string): Record<string, unknown> | undefined {
  const value = quietly((): unknown => JSON.parse(text.trim() || '{}'))
  return isRecord(value) ? value : undefined
}
