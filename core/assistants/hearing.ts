// Hearing one answer of a model: its parts as they come, what they say to us, and what of them the model must be told again.
import type { Options, Part, Said } from './model.ts'
import type { Tokens } from './prices.ts'

type AssistantMessage = Extract<Options['prompt'][number], { role: 'assistant' }>
export type Content = AssistantMessage['content']
type Telling = Extract<Content[number], { type: 'text' } | { type: 'reasoning' }>

/** Something the model wants done. `input` is undefined where it is no JSON object. */
export interface Call {
  id: string
  name: string
  input: Record<string, unknown> | undefined
}

export interface Hearing {
  /** Takes a part in; answers what it says, if anything. Throws what went wrong at the provider. */
  hear(part: Part): Said | undefined
  /** The answer as it is shown to the model again, with what its provider needs to know it by. */
  readonly content: Content
  readonly calls: Call[]
  /** Characters that were written so far. */
  readonly written: number
  /** Why it ended; undefined while it has not, and `unknown` when it stopped without a reason. */
  readonly ended: string | undefined
  /** What it took, as far as the provider counts. */
  readonly tokens: Partial<Tokens>
}

/** Begins to listen to one answer. */
export function listen(): Hearing {
  const content: Content = []
  const calls: Call[] = []
  const open = new Map<string, Telling>()
  const heard = { content, calls, written: 0, ended: undefined as string | undefined, tokens: {} }

  const tell = (type: Telling['type'], { id, delta, providerMetadata }: Piece): string => {
    const name = `${type} ${id}`
    const telling: Telling = open.get(name) ?? { type, text: '' }
    if (!open.has(name)) content.push(telling)
    open.set(name, telling)
    telling.text += delta ?? ''
    heard.written += delta?.length ?? 0
    if (providerMetadata) telling.providerOptions = providerMetadata
    return delta ?? ''
  }

  const call = (part: Extract<Part, { type: 'tool-call' }>): Said => {
    const { toolCallId: id, toolName: name, providerMetadata } = part
    const input = objectIn(part.input)
    calls.push({ id, name, input })
    heard.written += part.input.length
    content.push({
      ...{ type: 'tool-call', toolCallId: id, toolName: name, input: input ?? {} },
      ...(providerMetadata && { providerOptions: providerMetadata }),
    })
    return { kind: 'call', id, name, input }
  }

  return Object.assign(heard, {
    hear(part: Part): Said | undefined {
      const { type } = part
      if (type === 'text-delta') return { kind: 'delta', text: tell('text', part) }
      if (type === 'tool-call') return call(part)
      if (type === 'error') throw part.error
      if (type === 'text-start' || type === 'text-end') tell('text', part)
      if (type === 'reasoning-start' || type === 'reasoning-delta' || type === 'reasoning-end')
        tell('reasoning', part)
      if (type === 'finish')
        Object.assign(heard, { ended: reasonIn(part.finishReason), tokens: countedIn(part.usage) })
      return undefined
    },
  })
}

/** Packages begin with `other` and no word of the server's: it is still so where the server said nothing. */
const reasonIn = ({ unified, raw }: Extract<Part, { type: 'finish' }>['finishReason']): string =>
  unified === 'other' && raw === undefined ? 'unknown' : unified

type Piece = { id: string; delta?: string } & Pick<Extract<Part, { type: 'text-end' }>, 'providerMetadata'>

/** The tokens that a provider counted; a server of one's own may not. */
export const countedIn = ({
  inputTokens,
  outputTokens,
}: Extract<Part, { type: 'finish' }>['usage']): Partial<Tokens> => ({
  ...(inputTokens.total !== undefined && { input: inputTokens.total }),
  ...(outputTokens.total !== undefined && { output: outputTokens.total }),
})

/** A model that needs no arguments may send nothing. */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}')
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
