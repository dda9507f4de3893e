// The one delete tool for all nouns, so that a host can require confirmation for it.
import { clockText } from '../../../core/kernel/clock.ts'
import { baseText } from '../../../core/reading/compensation.ts'
import { keysOf, must } from '../../../core/kernel/narrow.ts'
import { getActivity, removeActivity } from '../../../core/activities/operations.ts'
import { getEvent, removeEvent } from '../../../core/calendar/operations.ts'
import { getContact, removeContact } from '../../../core/contacts/operations.ts'
import type { Operation } from '../../../core/kernel/operation.ts'
import { requireScopes } from '../../../core/kernel/scope.ts'
import type { Z } from '../../../core/kernel/zod.ts'
import { dependentsText } from '../../../core/jobs/fields.ts'
import { removeJob, removeJobs } from '../../../core/jobs/operations.ts'
import { countDependents, getJob } from '../../../core/jobs/queries.ts'
import { getOffer, removeOffer } from '../../../core/offers/operations.ts'
import type { Noun } from '../../../core/references/resolve.ts'
import { mayAsk, type ToolContext, type Tool } from '../tool.ts'
import { find, pipelineTool } from './arguments.ts'
import { named, quoted } from '../foreign-text.ts'
import { SCOPE_NOUNS } from '../../../core/kernel/record.ts'
import { jobName } from './record-text.ts'

type ScopeNoun = (typeof SCOPE_NOUNS)[Noun]

interface Look {
  name: string
  record: unknown
  version: string
  /** Other nouns whose records the deletion removes too. */
  beside?: readonly ScopeNoun[]
}

interface Deletion {
  look(ctx: ToolContext, id: string): Promise<Look>
  remove(ctx: ToolContext, id: string, expectedUpdatedAt: string): Promise<unknown>
}

const deleting = <Row extends { updatedAt: string }>(
  get: Operation<Z.ZodType<unknown, { id: string }>, Z.ZodType<Row>>,
  remove: Operation<ReturnType<typeof removeContact.input>>,
  nameOf: (row: Row, ctx: ToolContext) => string | Promise<string>,
): Deletion => ({
  async look(ctx, id) {
    const record = await ctx.ask(get, { id })
    return { name: await nameOf(record, ctx), record, version: record.updatedAt }
  },
  remove: (ctx, id, expectedUpdatedAt) => ctx.ask(remove, { id, expectedUpdatedAt }),
})

const kindOf = (type: string, noun: Noun): string => (type === 'other' ? noun : type)

const DEPENDENTS = { activities: 'activities', events: 'calendar', offers: 'offers' } as const

const NOUNS = {
  job: {
    async look(ctx, id) {
      const [job, beside] = await Promise.all([ctx.ask(getJob, { id }), ctx.ask(countDependents, { id })])
      const name = [named(jobName(job)), dependentsText(beside)].filter(Boolean).join(' with ')
      const also = keysOf(DEPENDENTS).flatMap((noun) => (beside[noun] ? [DEPENDENTS[noun]] : []))
      return { name, record: [job, beside], version: job.updatedAt, beside: also }
    },
    remove: (ctx, id, expectedUpdatedAt) => ctx.ask(removeJob, { id, expectedUpdatedAt }),
  },
  contact: deleting(getContact, removeContact, ({ name }) => named(name)),
  event: deleting(
    getEvent,
    removeEvent,
    ({ type, title, startsAt, timeZone }, ctx) =>
      `${kindOf(type, 'event')} ${named(title)} of ${clockText(startsAt, timeZone ?? ctx.timeZone)}`,
  ),
  offer: deleting(getOffer, removeOffer, async ({ status, base, jobId }, ctx) => {
    const job = await mayAsk(ctx, getJob, { id: jobId })
    return `${status} offer of ${baseText(base)}${job ? ` of ${named(jobName(job))}` : ''}`
  }),
  activity: deleting(
    getActivity,
    removeActivity,
    ({ type, title, body, occurredAt }, ctx) =>
      `${kindOf(type, 'activity')} ${named(title ?? body ?? '')} of ${clockText(occurredAt, ctx.timeZone)}`,
  ),
} satisfies Record<Noun, Deletion>

/** The most characters of deleted records' names in the answer. */
const MAX_TOLD = 600

const deleteRecord = pipelineTool({
  name: 'delete_record',
  title: 'Delete records',
  description:
    'Deletes jobs (with their activities, events and offers), contacts, events, activities or offers, once the person has confirmed; undo restores them. For mistakes and cancelled events; a job that came to nothing is moved to rejected or withdrawn.',
  access: ['jobs:delete', 'contacts:delete', 'calendar:delete', 'activities:delete', 'offers:delete'],
  input: (z, common) => ({
    noun: z.enum(keysOf(NOUNS)),
    ids: z.array(z.string().max(200)).min(1).max(50).describe('Ids or words.'),
    ...common.confirmation(),
  }),
  async run(ctx, { noun, ids }) {
    const { look, remove }: Deletion = NOUNS[noun]
    const found = [...new Set(await Promise.all(ids.map((each) => find(ctx, noun, each, { deletes: true }))))]
    let [names, versions]: [string, string[]] = ['', []]
    const held = await ctx.confirm(async () => {
      const seen = await Promise.all(found.map((each) => look(ctx, each)))
      // Checks the scopes before the question, so that an agreed deletion cannot fail.
      const nouns = [SCOPE_NOUNS[noun], ...seen.flatMap(({ beside }) => beside ?? [])]
      requireScopes(
        ctx.allows,
        nouns.map((each) => `${each}:delete` as const),
      )
      names = seen.map(({ name }) => name).join('; ')
      versions = seen.map(({ version }) => version)
      const count = found.length > 1 ? `${found.length} ${noun}s: ` : ''
      return { question: `Delete ${count}${names}.`, records: seen.map(({ record }) => record) }
    })
    if (held) return held
    if (noun === 'job' && found.length > 1) await ctx.ask(removeJobs, { jobIds: found })
    else for (const [at, each] of found.entries()) await remove(ctx, each, must(versions[at]))
    const { changeIds } = ctx
    const how =
      changeIds.length > 1
        ? `undo with changeId "${changeIds.join(', ')}" restores them`
        : `undo restores ${found.length > 1 ? 'them' : 'it'}`
    return { summary: `Deleted ${quoted(names, MAX_TOLD)}. ${how}.`, deleted: found }
  },
})

export const DELETE_TOOLS: readonly Tool[] = [deleteRecord]
