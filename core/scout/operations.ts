// Operations of Scout: fetching a posting, chat actions, and chat.
import { type Operation, operation } from '../kernel/operation.ts'
import { type Stream, stream } from '../kernel/stream.ts'
import { fetchJd } from './fetch-posting.ts'
import { keysOf, recordOf } from '../kernel/narrow.ts'
import { addActivity, listActivities } from '../activities/operations.ts'
import { addContact, listContacts, updateContact } from '../contacts/operations.ts'
import { addJob, updateJob } from '../jobs/operations.ts'
import { listJobs } from '../jobs/queries.ts'
import type { Context } from '../kernel/context.ts'
import { asCrmError, type CrmError } from '../kernel/errors.ts'
import { invokeWithin } from '../kernel/invoke.ts'
import { convertFields, jsonSchemaOf } from '../kernel/json-schema.ts'
import { objectSchema } from '../kernel/schema.ts'
import { withIds, type Noun } from '../references/resolve.ts'
import { answeredOnce } from '../database/idempotency.ts'
import { streamTurn, TurnIn, runWholeTurn } from './turn.ts'

const ACTIONS = {
  saveJob: addJob,
  updateJob: updateJob,
  saveContact: addContact,
  updateContact: updateContact,
  addActivity: addActivity,
  getJobs: listJobs,
  getContacts: listContacts,
  getActivities: listActivities,
} as const satisfies Record<string, object>

const ActionIn = objectSchema((z) => ({
  action: z.enum(keysOf(ACTIONS)),
  params: z
    .record(z.string(), z.unknown())
    .describe(
      'The parameters of the corresponding pipeline operation; `id`, or `jobId` and `contactId`, identifies what to change.',
    ),
}))

const ActionOut = objectSchema((z) => ({
  success: z.boolean(),
  data: z
    .record(z.string(), z.unknown())
    .describe('The record, or the page of records; empty when it failed.'),
  error: z.string().describe('Why it failed; empty when it did not.'),
}))

/** Errors in the request itself, not in the action. They keep their status. */
const REQUEST_ERRORS = ['internal', 'unavailable', 'unauthenticated', 'forbidden', 'limited']
const isOfRequest = ({ kind, code }: CrmError): boolean =>
  REQUEST_ERRORS.includes(kind) || code === 'idempotency_mismatch' || code === 'idempotency_running'

const NOUN_OF_ACTION: Readonly<Record<string, Noun>> = { updateJob: 'job', updateContact: 'contact' }

function inputOf(action: string, params: Record<string, unknown>): Record<string, unknown> {
  const name = `${NOUN_OF_ACTION[action]}Id`
  if (!NOUN_OF_ACTION[action] || params['id'] !== undefined) return params
  const { [name]: id, ...rest } = params
  return { id, ...rest }
}

const act = operation({
  name: 'scout.act',
  summary: 'Run one of the chat’s actions: save, change or list jobs, contacts and activities.',
  http: 'POST /api/scout-actions',
  access: 'scout:write',
  input: ActionIn,
  output: ActionOut,
  async run(ctx, { action, params }) {
    try {
      const data = recordOf(await perform(ctx, action, inputOf(action, params)))
      return { success: true, data, error: '' }
    } catch (thrown) {
      const error = asCrmError(thrown)
      if (isOfRequest(error)) throw error
      return { success: false, data: {}, error: error.message }
    }
  },
})

/** Runs an action. When reading, a list may be a text with commas, as in a query string: `applied,offer`. */
async function perform(ctx: Context, action: keyof typeof ACTIONS, input: Record<string, unknown>) {
  const target: Operation = ACTIONS[action]
  const own: Record<string, Noun> = NOUN_OF_ACTION[action] ? { id: NOUN_OF_ACTION[action] } : {}
  const meant = await withIds((op, ref) => invokeWithin(op, ctx, ref), input, own)
  const read = target.effect === 'read' ? convertFields(jsonSchemaOf(target.input(), 'input'), meant) : meant
  return invokeWithin(target, ctx, read)
}

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

export const operations: readonly Operation[] = [fetchJd, act, scoutChatV2]

export const streams: readonly Stream[] = [scoutChat]
