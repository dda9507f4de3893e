// One message or several in a request over HTTP, and the answer to each.
import type { RequestId } from '@modelcontextprotocol/sdk/types.js'
import type { Endpoint } from './endpoint.ts'
import { errorText, invalidRequest, readMessage } from './message.ts'
import type { Caller, Reply } from './method.ts'
import { allowsBatches, type Version } from './protocol.ts'

/** Most messages in a batch. */
const MAX_MESSAGES = 20

/** The response to a message; null if it needs none. */
export type Answered = Reply | null

/** Answers one message. */
export async function answerOne(body: unknown, endpoint: Endpoint, caller: Caller): Promise<Answered> {
  const message = readMessage(body)
  if (message.kind === 'silent') return null
  if (message.kind === 'request') return endpoint.answer(message.request, caller)
  return { ...invalid(message.id, message.problem, caller), status: 400 }
}

/** Answers each message of a batch, or the batch if it may not be one. */
export async function answerBatch(
  messages: unknown[],
  endpoint: Endpoint,
  caller: Caller,
): Promise<Answered[]> {
  const problem = batchProblem(messages, caller.version)
  if (problem) return [{ ...invalid(null, problem, caller), status: 400 }]
  return Promise.all(
    messages.map(async (value) => {
      const message = readMessage(value)
      if (message.kind === 'silent') return null
      if (message.kind === 'invalid') return invalid(message.id, message.problem, caller)
      return message.request.method === 'initialize'
        ? invalid(message.request.id, 'initialize must stand alone, not in a batch.', caller)
        : endpoint.answer(message.request, caller)
    }),
  )
}

const invalid = (id: RequestId | null, problem: string, { requestId }: Caller): Reply => ({
  text: errorText(id, invalidRequest(problem, requestId)),
})

function batchProblem(messages: unknown[], version: Version | undefined): string | undefined {
  if (!allowsBatches(version)) return `Protocol version ${version} has no batches: send one message.`
  if (messages.length === 0) return 'The batch is empty.'
  if (messages.length > MAX_MESSAGES) return `A batch holds at most ${MAX_MESSAGES} messages.`
  return undefined
}
