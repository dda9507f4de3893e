// Records as MCP resources, for hosts whose users choose what to add to a conversation.
import { several } from '../../../core/kernel/amounts.ts'
import { listContacts } from '../../../core/contacts/operations.ts'
import { listEvents } from '../../../core/calendar/operations.ts'
import { listJobs } from '../../../core/jobs/queries.ts'
import { findContacts, findJobs } from '../../../core/references/operations.ts'
import { listSuggestions, summarise } from '../../../core/pipeline/operations.ts'
import type { RecordChange } from '../../../core/mirror/operations.ts'
import type { ChangeFilter } from '../subscriptions.ts'
import type { ToolContext } from '../tool.ts'
import type { Resource } from '../resource.ts'
import { wholeContact } from './contacts.ts'
import { find } from './arguments.ts'
import { wholeJob } from './jobs.ts'
import { DEFAULT_SUGGESTIONS, pipelineWords } from './overview.ts'
import { eventLine, momentOf } from './record-text.ts'

const always = async (): Promise<ChangeFilter> => () => true

const isLinked = ({ record }: RecordChange, jobId: string): boolean =>
  record !== null &&
  (('jobId' in record && record.jobId === jobId) || ('jobIds' in record && record.jobIds.includes(jobId)))

/** Reads and follows one record, together with the records that concern it (`isAbout`). */
const ofRecord = (
  noun: 'job' | 'contact',
  whole: typeof wholeJob,
  isAbout: (change: RecordChange, id: string) => boolean,
): Pick<Resource, 'read' | 'watch'> => ({
  async read(ctx, id) {
    const { words, summary } = await whole(ctx, await find(ctx, noun, id))
    return words ?? summary
  },
  async watch(ctx, ref) {
    const id = await find(ctx, noun, ref)
    return (change) => change.id === id || isAbout(change, id)
  },
})

const MAX_CHOICES = 50

interface Choice {
  label: string
  id: string
}

const completing =
  (find: typeof findJobs, latest: (ctx: ToolContext) => Promise<readonly Choice[]>) =>
  async (ctx: ToolContext, text: string): Promise<string[]> =>
    distinct(text ? (await ctx.ask(find, { ref: text })).matches : await latest(ctx))

export const completeJob = completing(findJobs, async (ctx) =>
  (await ctx.ask(listJobs, { limit: MAX_CHOICES })).jobs.map(({ company, id }) => ({ label: company, id })),
)

export const completeContact = completing(findContacts, async (ctx) =>
  (await ctx.ask(listContacts, { limit: MAX_CHOICES })).contacts.map(({ name, id }) => ({ label: name, id })),
)

/** Whether a label is a plain name. Labels like sentences or with symbols are completed by id instead. */
const isName = (label: string): boolean =>
  label.length <= 60 && label.split(' ').length <= 6 && !/[/<>{}[\]`:\n]/.test(label)

function distinct(rows: readonly Choice[]): string[] {
  const lower = rows.map(({ label }) => label.toLowerCase())
  const isOnly = (name: string) => lower.filter((other) => other === name.toLowerCase()).length === 1
  return rows.map(({ label, id }) => (isOnly(label) && isName(label) ? label : id))
}

export const PIPELINE_RESOURCES: readonly Resource[] = [
  {
    uri: 'crm://pipeline/summary',
    name: 'pipeline',
    title: 'Summary of the search',
    description: 'Counts, what needs attention, recent wins.',
    access: 'pipeline:read',
    read: async (ctx) => pipelineWords(ctx, await ctx.ask(summarise, {})),
    watch: always,
  },
  {
    uri: 'crm://suggestions',
    name: 'suggestions',
    title: 'Suggested next steps',
    description: 'Suggested next steps with reasons, most urgent first.',
    access: 'suggestions:read',
    async read(ctx) {
      const { suggestions, total } = await ctx.ask(listSuggestions, { limit: DEFAULT_SUGGESTIONS })
      const lines = suggestions.map(({ priority, title, reason }) => `- ${priority}: ${title}. ${reason}`)
      return [`${suggestions.length} of ${several(total, 'suggestion')}.`, ...lines].join('\n')
    },
    watch: always,
  },
  {
    uri: 'crm://calendar/upcoming',
    name: 'calendar',
    title: 'Upcoming events',
    description: 'Interviews, calls, deadlines and follow-ups ahead.',
    access: 'calendar:read',
    async read(ctx) {
      const { events, total } = await ctx.ask(listEvents, { limit: MAX_CHOICES })
      const lines = events.map((event) => `- ${eventLine(event, momentOf(ctx))}`)
      if (total > events.length) lines.unshift(`${events.length} of ${several(total, 'event')}.`)
      return lines.join('\n') || 'Nothing is coming.'
    },
    watch: async () => (change) => change.type === 'event',
  },
  {
    uri: 'crm://jobs/{id}',
    name: 'job',
    title: 'A job',
    description: 'One job in full, by id or company: fields, history, contacts, activities, events.',
    access: 'jobs:read',
    ...ofRecord('job', wholeJob, isLinked),
    complete: completeJob,
  },
  {
    uri: 'crm://contacts/{id}',
    name: 'contact',
    title: 'A contact',
    description: 'One person in full, by id or name, with the latest activities.',
    access: 'contacts:read',
    ...ofRecord(
      'contact',
      wholeContact,
      ({ record }, id) => record !== null && 'contactId' in record && record.contactId === id,
    ),
    complete: completeContact,
  },
]
