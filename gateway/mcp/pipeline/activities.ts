// The tools for activities.
import { ActivityChange, ActivityIn } from '../../../core/activities/changes.ts'
import {
  addActivity,
  getActivity,
  listActivities,
  updateActivity,
} from '../../../core/activities/operations.ts'
import { ACTIVITY_TYPES } from '../../../core/activities/fields.ts'
import type { ToolContext, Tool } from '../tool.ts'
import { instantSaid, pipelineTool } from './arguments.ts'
import { listTool } from './page.ts'
import { onlyJobOf, recordResult } from './record.ts'

const readActivities = listTool({
  name: 'list_activities',
  title: 'List activities',
  description: 'Lists notes, e-mails, calls, interviews, follow-ups etc., newest first.',
  access: 'activities:read',
  noun: 'activities',
  period: 'behind',
  input: (z, common) => ({
    jobId: common.reference('acme').optional(),
    company: z.string().max(200).optional(),
    contactId: common.reference('jane').optional(),
    type: z.array(z.enum(ACTIVITY_TYPES)).optional(),
    from: common.date('At or after.').optional(),
    to: common.date('Up to this date.').optional(),
    timeZone: common.zone(),
    query: z.string().max(500).optional(),
  }),
  page: (ctx, { query, timeZone: _, ...filter }) => ctx.ask(listActivities, { ...filter, q: query }),
  empty: 'Nothing was logged.',
})

/** `day`: the instant that relative words start from. */
const occurredSaid = (ctx: ToolContext, text: string | undefined, timeZone = ctx.timeZone, day?: string) =>
  text === undefined
    ? {}
    : { occurredAt: instantSaid(ctx, 'occurredAt', text, timeZone, { direction: 'behind', day }) }

const logActivity = pipelineTool({
  name: 'log_activity',
  title: 'Log an activity',
  description:
    'Logs what happened: a note, a sent e-mail, a call, an interview, a follow-up. For plans use add_event.',
  onlyAdds: true,
  access: 'activities:write',
  input: (_, common) => ({
    ...ActivityIn().shape,
    jobId: common.reference('acme').optional(),
    contactId: common.reference('jane').optional(),
    occurredAt: common.date('Default: now.').optional(),
    timeZone: common.zone(),
    ...common.key(),
  }),
  async run(ctx, { occurredAt: when, timeZone, ...input }) {
    const text = when?.trim().toLowerCase() === 'today' ? undefined : when
    const { job, words } = await onlyJobOf(ctx, input)
    const activity = await ctx.ask(addActivity, { ...input, ...job, ...occurredSaid(ctx, text, timeZone) })
    return recordResult(ctx, `Logged:${words}`, 'activities', activity, timeZone)
  },
})

const changeActivity = pipelineTool({
  name: 'update_activity',
  title: 'Change an activity',
  description: 'Corrects the named fields of a logged activity. To delete one: delete_record.',
  access: 'activities:write',
  idempotent: true,
  nullClears: true,
  about: 'activity',
  input: (_, common) => ({
    ...ActivityChange().shape,
    id: common.reference('first call'),
    jobId: common.reference('acme').nullable().optional(),
    contactId: common.reference('jane').nullable().optional(),
    occurredAt: common.date().optional(),
    timeZone: common.zone(),
    ...common.version(),
  }),
  async run(ctx, { occurredAt: when, timeZone, ...input }) {
    const day = when && (await ctx.ask(getActivity, { id: input.id })).occurredAt
    const change = { ...input, ...occurredSaid(ctx, when, timeZone, day) }
    return recordResult(ctx, 'Changed:', 'activities', await ctx.ask(updateActivity, change), timeZone)
  },
})

export const ACTIVITY_TOOLS: readonly Tool[] = [readActivities, logActivity, changeActivity]
