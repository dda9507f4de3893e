// The tools of the chats: operations on jobs, contacts and activities, described for a model.
import { recordOf } from '../kernel/narrow.ts'
import { hash } from 'node:crypto'
import { addActivity } from '../activities/operations.ts'
import type { Tool } from '../assistants/exchange.ts'
import { keepSupportedKeywords } from '../assistants/model-schema.ts'
import { addContact, listContacts } from '../contacts/operations.ts'
import { addJob, setStatus } from '../jobs/operations.ts'
import { listJobs } from '../jobs/queries.ts'
import type { Context } from '../kernel/context.ts'
import { asCrmError } from '../kernel/errors.ts'
import { invokeWithin } from '../kernel/invoke.ts'
import { convertFields, jsonSchemaOf, type JsonSchema } from '../kernel/json-schema.ts'
import type { Operation } from '../kernel/operation.ts'
import { withIds, type AskReferences } from '../references/resolve.ts'

export interface ToolCall {
  id: string
  name: string
  input: Record<string, unknown>
}

interface ScoutTool {
  name: string
  about: string
  operation: Operation
  takes: Readonly<Record<string, string>>
  shown: readonly string[]
}

export const writes = ({ operation }: ScoutTool): boolean => operation.effect !== 'read'

const JOB_FIELDS = [
  ...['id', 'company', 'role', 'status', 'location', 'salary'],
  ...['priority', 'tags', 'notes', 'updatedAt'],
]
const CONTACT_FIELDS = ['id', 'name', 'title', 'company', 'email', 'type', 'notes', 'lastContactedAt']

const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]))

export const TOOLS: readonly ScoutTool[] = [
  {
    name: 'save_job',
    about: 'Save a job to the person’s pipeline.',
    operation: addJob,
    takes: named(...['company', 'role', 'location', 'salary', 'url', 'notes', 'tags', 'priority', 'status']),
    shown: JOB_FIELDS,
  },
  {
    name: 'update_job_status',
    about: 'Move a job to another status. Look the job up first.',
    operation: setStatus,
    takes: { jobId: 'id', ...named('status', 'note') },
    shown: JOB_FIELDS,
  },
  {
    name: 'add_contact',
    about: 'Add somebody to the person’s contacts.',
    operation: addContact,
    takes: named('name', 'title', 'company', 'email', 'type', 'notes'),
    shown: CONTACT_FIELDS,
  },
  {
    name: 'log_activity',
    about: 'Note something that happened: a call, a message, an interview, a note.',
    operation: addActivity,
    takes: named('type', 'title', 'body', 'jobId', 'contactId'),
    shown: ['id', 'type', 'title', 'jobId', 'contactId', 'occurredAt'],
  },
  {
    name: 'search_jobs',
    about: 'Look jobs up in the person’s pipeline, latest change first.',
    operation: listJobs,
    takes: { query: 'q', status: 'status' },
    shown: JOB_FIELDS,
  },
  {
    name: 'search_contacts',
    about: 'Look people up in the person’s contacts.',
    operation: listContacts,
    takes: { query: 'q' },
    shown: CONTACT_FIELDS,
  },
]

const REFERENCES: Readonly<Record<string, string>> = {
  jobId: 'Its id, or its company or role.',
  contactId: 'Their id, or their name.',
}

function argumentsOf({ operation, takes }: ScoutTool): JsonSchema {
  const schema = jsonSchemaOf(operation.input(), 'input')
  const { properties = {}, required = [] } = keepSupportedKeywords(schema, false)
  const fields = Object.entries(takes).map(([name, field]) => [
    name,
    REFERENCES[name] ? { type: 'string', description: REFERENCES[name] } : properties[field],
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    required: Object.keys(takes).filter((name) => required.includes(takes[name] ?? '')),
    additionalProperties: false,
  }
}

const MAX_NOTE_CHARACTERS = 300
const MAX_FOUND = 10

/** An operation's input. A search returns few records, whatever limit the model asks for. The model may write a list as one text. */
function inputOf(tool: ScoutTool, args: Record<string, unknown>): Record<string, unknown> {
  const named = Object.entries(args).map(([name, value]) => [tool.takes[name] ?? name, value])
  const input: Record<string, unknown> = Object.fromEntries(named)
  if (writes(tool)) return input
  return convertFields(jsonSchemaOf(tool.operation.input(), 'input'), { ...input, limit: MAX_FOUND })
}

/** What the model gets of a record, or of a page of records. */
function shownOf({ shown }: ScoutTool, answer: Record<string, unknown>): Record<string, unknown> {
  const cut = (record: unknown) =>
    Object.fromEntries(
      shown.map((name) => {
        const value = recordOf(record)[name]
        return [name, typeof value === 'string' ? value.slice(0, MAX_NOTE_CHARACTERS) : value]
      }),
    )
  const { total, nextCursor: _, ...rest } = answer
  if (total === undefined) return cut(answer)
  return {
    ...Object.fromEntries(Object.entries(rest).map(([noun, rows]) => [noun, [rows].flat().map(cut)])),
    total,
  }
}

export interface ToolBox {
  only: 'all' | 'reading'
  /** Called before a change. If the user declines, the model is told. */
  approve?: ((call: ToolCall) => Promise<boolean>) | undefined
}

/** Runs a tool: calls its operation, locally or remotely. */
type Perform = (tool: ScoutTool, args: Record<string, unknown>) => Promise<unknown>

/** Removes null and empty arguments. Models send them for missing ones. */
const withoutEmpty = (input: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(recordOf(input)).filter(([, value]) => value !== null && value !== ''))

/** The tools of a conversation. If a call fails, the model gets the reason, and nothing changes. */
export function toolsCalling(
  perform: Perform,
  asking: AskReferences,
  { only, approve }: ToolBox,
  { log, requestId }: Pick<Context, 'log' | 'requestId'>,
): Tool[] {
  return TOOLS.filter((tool) => only === 'all' || !writes(tool)).map((tool) => ({
    name: tool.name,
    about: tool.about,
    schema: argumentsOf(tool),
    async run(input, callId) {
      const args = withoutEmpty(input)
      if (writes(tool) && approve && !(await approve({ id: callId, name: tool.name, input: args })))
        return { error: 'The person said no. Nothing was changed.' }
      try {
        const meant = await withIds(asking, args)
        return shownOf(tool, recordOf(await perform(tool, inputOf(tool, meant))))
      } catch (thrown) {
        const error = asCrmError(thrown)
        if (error.kind === 'internal')
          log.error({ requestId, tool: tool.name, error: error.cause ?? error }, error.message)
        return { error: error.message }
      }
    },
  }))
}

/** A repeated tool call takes effect once, within a turn and in retries with the same Idempotency-Key. */
export function toolsFor(ctx: Context, box: ToolBox): Tool[] {
  const turn = ctx.idempotency?.key ?? ctx.requestId
  const perform: Perform = (tool, args) => {
    const { name, operation } = tool
    const digest = hash('sha256', JSON.stringify([turn, name, args]), 'buffer')
    const idempotency = writes(tool)
      ? { key: `scout_${digest.toString('hex').slice(0, 40)}`, fingerprint: digest }
      : undefined
    const own = { ...ctx, client: `scout (${ctx.client})`.slice(0, 200), report: {}, idempotency }
    return invokeWithin(operation, own, args)
  }
  return toolsCalling(perform, (op, input) => invokeWithin(op, ctx, input), box, ctx)
}
