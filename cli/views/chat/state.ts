// The state of the chat: the conversation, the input line and the open question.
import { withoutControls } from '../../../core/kernel/plain-characters.ts'
import { recordOf } from '../../../core/kernel/narrow.ts'
import type { Message } from '../../../core/assistants/exchange.ts'
import type { ToolCall } from '../../../core/scout/tools.ts'
import type { TurnEvent } from '../../../core/scout/turn.ts'
import { lineOf, type RefusedText, type TextLine } from '../text-line.ts'

/** The chat's access to models, operations and the clock. */
export interface ChatPort {
  talk(talk: {
    messages: readonly Message[]
    approve: (call: ToolCall) => Promise<boolean>
    signal: AbortSignal
  }): AsyncIterable<TurnEvent>
}

export interface ChatMessage {
  who: 'you' | 'scout' | 'tool' | 'note'
  text: string
}

export interface State {
  conversation: readonly ChatMessage[]
  /** The conversation as sent to the model. */
  messages: readonly Message[]
  typed: TextLine
  isThinking: boolean
  question: string | null
  up: number
}

export const FIRST: State = {
  conversation: [
    { who: 'note', text: 'Ask Scout about your search. Enter sends, Ctrl-C stops an answer, Esc quits.' },
  ],
  messages: [],
  typed: lineOf(''),
  isThinking: false,
  question: null,
  up: 0,
}

export const wrote = (state: State, typed: TextLine | RefusedText | undefined): State =>
  typed && 'refused' in typed
    ? { ...state, conversation: [...state.conversation, { who: 'note', text: typed.refused }] }
    : { ...state, typed: typed ?? state.typed }

const oneLine = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(oneLine).join(', ')
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return String(value)
}

export function callText({ name, input }: Pick<ToolCall, 'name'> & { input: unknown }): string {
  const fields = Object.entries(recordOf(input))
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && !value.length))
    .map(([field, value]) => `${field} ${oneLine(value)}`)
  const words = name.replace(/_/g, ' ')
  return withoutControls(fields.length ? `${words}: ${fields.join(', ')}` : words).replace(/\n/g, ' ')
}

export function resultText(result: unknown): string {
  const answer = recordOf(result)
  if (typeof answer['error'] === 'string') return withoutControls(`not done: ${answer['error']}`)
  if (typeof answer['total'] === 'number') return `${answer['total']} found`
  const name = [answer['company'], answer['role'], answer['name'], answer['title'], answer['status']]
  return withoutControls(name.filter((part) => typeof part === 'string').join(' — ')) || 'done'
}

function saying(conversation: readonly ChatMessage[], text: string): ChatMessage[] {
  const last = conversation.at(-1)
  if (last?.who === 'scout') return [...conversation.slice(0, -1), { who: 'scout', text: last.text + text }]
  return [...conversation, { who: 'scout', text }]
}

export function heard(state: State, { event, data }: TurnEvent): State {
  const add = (who: ChatMessage['who'], text: string): State => ({
    ...state,
    conversation: [...state.conversation, { who, text }],
  })
  if (event === 'delta')
    return { ...state, conversation: saying(state.conversation, withoutControls(data.text)) }
  if (event === 'tool')
    return add(
      'tool',
      data.status === 'running'
        ? callText({ name: data.name, input: data.input })
        : `→ ${resultText(data.result)}`,
    )
  if (event === 'error') return add('note', withoutControls(data.error))
  return state
}

export const asked = (state: State, text: string): State => ({
  ...state,
  conversation: [...state.conversation, { who: 'you', text }],
  messages: [...state.messages, { role: 'user', content: text }],
  typed: lineOf(''),
  isThinking: true,
  up: 0,
})

/** The state when a turn ends: Scout's text is added to the messages sent to the model. */
export function ended(state: State): State {
  const from = state.conversation.map(({ who }) => who).lastIndexOf('you')
  const content = state.conversation
    .slice(from + 1)
    .filter(({ who }) => who === 'scout')
    .map(({ text }) => text)
    .join('\n')
    .trim()
  const messages = content
    ? [...state.messages, { role: 'assistant' as const, content }]
    : state.messages.slice(0, -1)
  return { ...state, messages, isThinking: false, question: null }
}
