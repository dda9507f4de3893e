// The two chats. One streams and only reads; the other returns a whole response and can make changes.
import { answeredOnce } from '../database/idempotency.ts'
import { operation } from '../kernel/operation.ts'
import { objectSchema } from '../kernel/schema.ts'
import { stream } from '../kernel/stream.ts'
import { streamTurn, TurnIn, runWholeTurn } from './turn.ts'

const ChatOut = objectSchema((z) => ({
  content: z.string(),
  toolResults: z.array(z.strictObject({ name: z.string(), result: z.record(z.string(), z.unknown()) })),
}))

export const scoutChat = stream({
  name: 'scout.stream',
  summary: 'Chat with Scout, read-only, as server-sent events: delta, tool, usage, error and done.',
  http: 'POST /api/scout-chat',
  access: 'assistants:write',
  input: TurnIn,
  events: (ctx, input) => streamTurn(ctx, input, { only: 'reading' }),
})

export const scoutChatV2 = operation({
  name: 'scout.chat',
  summary: 'Chat with Scout, which may save and move jobs, add contacts and log activities.',
  http: 'POST /api/scout-chat-v2',
  access: 'assistants:write',
  input: TurnIn,
  output: ChatOut,
  run: (ctx, input) => answeredOnce(ctx, () => runWholeTurn(ctx, input, { only: 'all' })),
})
