// Model responses in the wire format of each protocol: complete, and as stream events.
import type { Asked } from './requests.ts'

export interface Speech {
  text: string
  calls?: { name: string; arguments: unknown }[]
  ended?: 'stop' | 'length' | 'refusal'
  tokens?: { input: number; output: number }
}

/** Tool arguments as sent: a string is passed unchanged, so that it can be invalid JSON. */
const argumentsOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const TOKENS = { input: 100, output: 20 }
const ID = 'stub-1'

/** Text in several chunks, as a model streams it. */
const piecesOf = (text: string): string[] => text.match(/[\s\S]{1,12}/gu) ?? []

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const event = (type: string, value: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`

/** The complete response. */
export function wholeOf(asked: Asked, speech: Speech): object {
  if (asked.protocol === 'chat') return chat(asked, speech)
  return asked.protocol === 'responses' ? responses(asked, speech) : messages(asked, speech)
}

/** The response as the lines of its stream. */
export function streamOf(asked: Asked, speech: Speech): string[] {
  if (asked.protocol === 'chat') return chatStream(asked, speech)
  return asked.protocol === 'responses' ? responsesStream(asked, speech) : messagesStream(asked, speech)
}

const chatEnd = ({ ended = 'stop', calls = [] }: Speech): string => {
  if (calls.length) return 'tool_calls'
  return ended === 'refusal' ? 'content_filter' : ended
}

const chatCalls = ({ calls = [] }: Speech) =>
  calls.map((call, index) => ({
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name: call.name, arguments: argumentsOf(call.arguments) },
  }))

const chatUsage = ({ tokens = TOKENS }: Speech) => ({
  prompt_tokens: tokens.input,
  completion_tokens: tokens.output,
  total_tokens: tokens.input + tokens.output,
})

const chatHead = ({ model }: Asked, object: string) => ({ id: ID, object, created: 1_700_000_000, model })

const chat = (asked: Asked, speech: Speech) => ({
  ...chatHead(asked, 'chat.completion'),
  choices: [
    {
      index: 0,
      finish_reason: chatEnd(speech),
      message: {
        role: 'assistant',
        content: speech.ended === 'refusal' ? null : speech.text,
        ...(speech.ended === 'refusal' && { refusal: speech.text }),
        ...(speech.calls?.length && { tool_calls: chatCalls(speech) }),
      },
    },
  ],
  usage: chatUsage(speech),
})

function chatStream(asked: Asked, speech: Speech): string[] {
  const chunk = (delta: object, finish: string | null = null) =>
    data({
      ...chatHead(asked, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
  return [
    chunk({ role: 'assistant', content: '' }),
    ...piecesOf(speech.text).map((content) => chunk({ content })),
    ...chatCalls(speech).map((call) => chunk({ tool_calls: [call] })),
    chunk({}, chatEnd(speech)),
    data({ ...chatHead(asked, 'chat.completion.chunk'), choices: [], usage: chatUsage(speech) }),
    'data: [DONE]\n\n',
  ]
}

const messagesUsage = ({ tokens = TOKENS }: Speech) => ({
  input_tokens: tokens.input,
  output_tokens: tokens.output,
})

const messagesEnd = ({ ended = 'stop', calls = [] }: Speech): string => {
  if (calls.length) return 'tool_use'
  return { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' }[ended]
}

/** In the mode without schema support, JSON comes as the arguments of a tool. */
const isForced = ({ body }: Asked): boolean => body.tool_choice?.name === 'json'

const messagesBlocks = (asked: Asked, { text, calls = [] }: Speech): object[] => [
  ...(isForced(asked)
    ? [{ type: 'tool_use', id: 'toolu_json', name: 'json', input: inputOf(text) }]
    : text
      ? [{ type: 'text', text }]
      : []),
  ...calls.map((call, index) => ({
    type: 'tool_use',
    id: `toolu_${index}`,
    name: call.name,
    input: call.arguments,
  })),
]

function inputOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { answer: text }
  }
}

const messages = (asked: Asked, speech: Speech) => ({
  id: ID,
  type: 'message',
  role: 'assistant',
  model: asked.model,
  content: messagesBlocks(asked, speech),
  stop_reason: isForced(asked) ? 'tool_use' : messagesEnd(speech),
  stop_sequence: null,
  usage: messagesUsage(speech),
})

function messagesStream(asked: Asked, speech: Speech): string[] {
  const usage = messagesUsage(speech)
  const head = {
    ...messages(asked, speech),
    content: [],
    stop_reason: null,
    usage: { ...usage, output_tokens: 1 },
  }
  const calls = speech.calls ?? []
  const textBlock = speech.text
    ? [
        event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
        ...piecesOf(speech.text).map((text) =>
          event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
        ),
        event('content_block_stop', { index: 0 }),
      ]
    : []
  const callBlocks = calls.flatMap((call, at) => {
    const index = at + (speech.text ? 1 : 0)
    return [
      event('content_block_start', {
        index,
        content_block: { type: 'tool_use', id: `toolu_${at}`, name: call.name, input: {} },
      }),
      event('content_block_delta', {
        index,
        delta: { type: 'input_json_delta', partial_json: argumentsOf(call.arguments) },
      }),
      event('content_block_stop', { index }),
    ]
  })
  return [
    event('message_start', { message: head }),
    event('ping', {}),
    ...textBlock,
    ...callBlocks,
    event('message_delta', { delta: { stop_reason: messagesEnd(speech), stop_sequence: null }, usage }),
    event('message_stop', {}),
  ]
}

const responsesOutput = ({ text, calls = [] }: Speech): object[] => [
  ...(text
    ? [
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        },
      ]
    : []),
  ...calls.map((call, index) => ({
    type: 'function_call',
    id: `fc_${index}`,
    call_id: `call_${index}`,
    name: call.name,
    arguments: argumentsOf(call.arguments),
    status: 'completed',
  })),
]

const responses = (asked: Asked, speech: Speech) => ({
  id: ID,
  object: 'response',
  created_at: 1_700_000_000,
  model: asked.model,
  status: 'completed',
  output: responsesOutput(speech),
  incomplete_details: speech.ended === 'length' ? { reason: 'max_output_tokens' } : null,
  usage: messagesUsage(speech),
})

function responsesStream(asked: Asked, speech: Speech): string[] {
  const whole = responses(asked, speech)
  const items = whole.output.flatMap((item, index) => {
    const { type, id } = item as { type: string; id: string }
    const deltas =
      type === 'message'
        ? piecesOf(speech.text).map((delta) =>
            event('response.output_text.delta', {
              item_id: id,
              output_index: index,
              content_index: 0,
              delta,
            }),
          )
        : []
    return [
      event('response.output_item.added', { output_index: index, item }),
      ...deltas,
      event('response.output_item.done', { output_index: index, item }),
    ]
  })
  return [
    event('response.created', { response: { ...whole, output: [] } }),
    ...items,
    event('response.completed', { response: whole }),
  ]
}
