// The chat's tools: operations of the pipeline, described for a model.
import { recordOf } from '../kernel/narrow.ts'
import { createHash } from 'node:crypto'
import { addActivity } from '../activities/operations.ts'
import type { Tool } from '../assistants/exchange.ts'
import { modelSchema } from '../assistants/model-schema.ts'
import { addContact, listContacts } from '../contacts/operations.ts'
import { PRIORITIES } from '../jobs/fields.ts'
import { addJob, setStatus } from '../jobs/operations.ts'
import { listJobs } from '../jobs/queries.ts'
import { FIRST_STATUSES, STATUSES } from '../jobs/status.ts'
import { ACTIVITY_TYPES } from '../activities/fields.ts'
import { CONTACT_TYPES } from '../contacts/fields.ts'
import type { Context } from '../kernel/context.ts'
import { asCrmError } from '../kernel/errors.ts'
import { invokeWithin } from '../kernel/invoke.ts'
import type { JsonSchema } from '../kernel/json-schema.ts'
import type { Operation } from '../kernel/operation.ts'
import { lazySchema } from '../kernel/schema.ts'
import { withIds, type AskReferences } from '../references/resolve.ts'

export interface ToolCall {
  id: string
  name: string
  input: Record<string, unknown>
}

interface ScoutTool {
  name: string
  about: string
  writes: boolean
  arguments: () => JsonSchema
  operation: Operation
  input(given: Record<string, unknown>): Record<string, unknown>
  /** The part of the response that the model receives. */
  shown(answer: Record<string, unknown>): Record<string, unknown>
}

const same = (given: Record<string, unknown>) => given

const JOB_FIELDS = [
  'id',
  'company',
  'role',
  'status',
  'location',
  'salary',
  'priority',
  'tags',
  'notes',
  'updatedAt',
] as const
const CONTACT_FIELDS = [
  'id',
  'name',
  'title',
  'company',
  'email',
  'type',
  'notes',
  'lastContactedAt',
] as const
const MAX_NOTE_CHARACTERS = 300

const pick = (record: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => {
      const value = record[name]
      return [name, typeof value === 'string' ? value.slice(0, MAX_NOTE_CHARACTERS) : value]
    }),
  )

const pageOf = (noun: string, names: readonly string[]) => (answer: Record<string, unknown>) => ({
  [noun]: [answer[noun]].flat().map((row) => pick(recordOf(row), names)),
  total: answer['total'],
})

const FOUND = 10

const SaveJob = lazySchema((z) =>
  z.object({
    company: z.string(),
    role: z.string(),
    location: z.string().nullable(),
    salary: z.string().nullable().describe('As written.'),
    url: z.string().nullable(),
    notes: z.string().nullable(),
    tags: z.array(z.string()),
    priority: z.enum(PRIORITIES).nullable(),
    status: z.enum(FIRST_STATUSES).nullable(),
  }),
)
const UpdateStatus = lazySchema((z) =>
  z.object({
    jobId: z.string().describe('Its id, or its company or role.'),
    status: z.enum(STATUSES),
    note: z.string().nullable(),
  }),
)
const AddContact = lazySchema((z) =>
  z.object({
    name: z.string(),
    title: z.string().nullable(),
    company: z.string().nullable(),
    email: z.string().nullable(),
    type: z.enum(CONTACT_TYPES).nullable(),
    notes: z.string().nullable(),
  }),
)
const LogActivity = lazySchema((z) =>
  z.object({
    type: z.enum(ACTIVITY_TYPES),
    title: z.string(),
    body: z.string().nullable(),
    jobId: z.string().nullable().describe('Its id, or its company or role.'),
    contactId: z.string().nullable().describe('Their id, or their name.'),
  }),
)
const SearchJobs = lazySchema((z) =>
  z.object({
    query: z.string().nullable().describe('Words to look for; null for all.'),
    status: z.enum(STATUSES).nullable(),
  }),
)
const SearchContacts = lazySchema((z) =>
  z.object({ query: z.string().nullable().describe('Part of a name or a company.') }),
)

export const TOOLS: readonly ScoutTool[] = [
  {
    name: 'save_job',
    about: 'Save a job to the person’s pipeline.',
    writes: true,
    arguments: modelSchema(SaveJob),
    operation: addJob,
    input: same,
    shown: (job) => pick(job, JOB_FIELDS),
  },
  {
    name: 'update_job_status',
    about: 'Move a job to another status. Look the job up first.',
    writes: true,
    arguments: modelSchema(UpdateStatus),
    operation: setStatus,
    input: ({ jobId, ...move }) => ({ id: jobId, ...move }),
    shown: (job) => pick(job, JOB_FIELDS),
  },
  {
    name: 'add_contact',
    about: 'Add somebody to the person’s contacts.',
    writes: true,
    arguments: modelSchema(AddContact),
    operation: addContact,
    input: same,
    shown: (contact) => pick(contact, CONTACT_FIELDS),
  },
  {
    name: 'log_activity',
    about: 'Note something that happened: a call, a message, an interview, a note.',
    writes: true,
    arguments: modelSchema(LogActivity),
    operation: addActivity,
    input: same,
    shown: (activity) => pick(activity, ['id', 'type', 'title', 'jobId', 'contactId', 'occurredAt']),
  },
  {
    name: 'search_jobs',
    about: 'Look jobs up in the person’s pipeline, latest change first.',
    writes: false,
    arguments: modelSchema(SearchJobs),
    operation: listJobs,
    input: ({ query, status }) => ({
      limit: FOUND,
      ...(query ? { q: query } : {}),
      ...(status ? { status: [status] } : {}),
    }),
    shown: pageOf('jobs', JOB_FIELDS),
  },
  {
    name: 'search_contacts',
    about: 'Look people up in the person’s contacts.',
    writes: false,
    arguments: modelSchema(SearchContacts),
    operation: listContacts,
    input: ({ query }) => ({ limit: FOUND, ...(query ? { q: query } : {}) }),
    shown: pageOf('contacts', CONTACT_FIELDS),
  },
]

export interface ToolBox {
  only: 'all' | 'reading'
  /** Called before a change; if it is declined, the model is informed. */
  approve?: ((call: ToolCall) => Promise<boolean>) | undefined
}

/** Runs a tool: calls its operation, locally or remotely. */
type Perform = (tool: ScoutTool, args: Record<string, unknown>) => Promise<unknown>

/** Drops null and empty arguments, which models use for absent ones. */
const given = (input: unknown): Record<string, unknown> =>
  typeof input === 'object' && input !== null
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== ''))
    : {}

/** The tools of a conversation. A failed call reports the reason to the model and changes nothing. */
export function toolsCalling(
  perform: Perform,
  asking: AskReferences,
  { only, approve }: ToolBox,
  { log, requestId }: Pick<Context, 'log' | 'requestId'>,
): Tool[] {
  return TOOLS.filter(({ writes }) => only === 'all' || !writes).map((tool) => ({
    name: tool.name,
    about: tool.about,
    schema: tool.arguments(),
    async run(input, callId) {
      const args = given(input)
      if (tool.writes && approve && !(await approve({ id: callId, name: tool.name, input: args })))
        return { error: 'The person said no. Nothing was changed.' }
      try {
        const meant = await withIds(asking, args)
        return tool.shown(recordOf(await perform(tool, meant)))
      } catch (thrown) {
        const error = asCrmError(thrown)
        if (error.kind === 'internal')
          log.error({ requestId, tool: tool.name, error: error.cause ?? error }, error.message)
        return { error: error.message }
      }
    },
  }))
}

/** Repeated calls with the same arguments have one effect within a turn, and within retries with an Idempotency-Key. */
export function toolsFor(ctx: Context, box: ToolBox): Tool[] {
  const turn = ctx.idempotency?.key ?? ctx.requestId
  const perform: Perform = ({ name, writes, operation, input }, args) => {
    const digest = createHash('sha256')
      .update(JSON.stringify([turn, name, args]))
      .digest()
    const idempotency = writes
      ? { key: `scout_${digest.toString('hex').slice(0, 40)}`, fingerprint: digest }
      : undefined
    const own = { ...ctx, client: `scout (${ctx.client})`.slice(0, 200), report: {}, idempotency }
    return invokeWithin(operation, own, input(args))
  }
  return toolsCalling(perform, (op, input) => invokeWithin(op, ctx, input), box, ctx)
}
