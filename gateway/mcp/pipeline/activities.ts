// The tools for activities.
import { ActivityChange, ActivityIn } from '../../../core/activities/log.ts'
import {
  addActivity,
  getActivity,
  listActivities,
  updateActivity,
} from '../../../core/activities/operations.ts'
import { ACTIVITY_TYPES } from '../../../core/activities/fields.ts'
import { lazySchema } from '../../../core/kernel/schema.ts'
import { toolWithInput, type Tool } from '../tool.ts'
import { findActivity, referenceIn, references } from './references.ts'
import { answerList, listIn } from './page.ts'
import { keyIn, recordResult, versionIn } from './record.ts'
import { dateIn, maybeInstant, periodSaid, zoneIn } from './dates.ts'
import { showPeriod } from '../../../core/kernel/show-instant.ts'

const ReadActivitiesIn = lazySchema((z) =>
  z.strictObject({
    jobId: referenceIn(z, 'acme').optional(),
    contactId: referenceIn(z, 'jane').optional(),
    type: z.array(z.enum(ACTIVITY_TYPES)).optional(),
    from: dateIn(z, 'At or after.').optional(),
    to: dateIn(z, 'Up to this date.').optional(),
    timeZone: zoneIn(z),
    query: z.string().max(500).optional(),
    ...listIn(z),
  }),
)

const readActivities = toolWithInput({
  name: 'list_activities',
  title: 'List activities',
  description: 'Lists notes, e-mails, calls, interviews, follow-ups etc., newest first.',
  effect: 'read',
  access: 'activities:read',
  input: ReadActivitiesIn,
  async run(ctx, { jobId, contactId, from, to, query, response_format, fields, limit, ...rest }) {
    const { timeZone = ctx.timeZone, ...filter } = rest
    const about = await references(ctx, { jobId, contactId })
    const when = periodSaid(ctx, { from, to, direction: 'behind', timeZone })
    return answerList(ctx, {
      noun: 'activities',
      asked: { response_format, fields, limit },
      timeZone,
      period: when.from || when.to ? showPeriod(when.from, when.to, timeZone) : undefined,
      empty: 'Nothing was logged.',
      fetch: (rows) => ctx.ask(listActivities, { ...filter, ...about, ...when, q: query, limit: rows }),
    })
  },
})

const LogActivityIn = lazySchema((z) =>
  z.strictObject({
    ...ActivityIn().shape,
    jobId: referenceIn(z, 'acme').optional(),
    contactId: referenceIn(z, 'jane').optional(),
    occurredAt: dateIn(z, 'Default: now.').optional(),
    timeZone: zoneIn(z),
    ...keyIn(z),
  }),
)

const logActivity = toolWithInput({
  name: 'log_activity',
  title: 'Log an activity',
  description:
    'Logs what happened: a note, a sent e-mail, a call, an interview, a follow-up. For plans use add_event.',
  effect: 'write',
  onlyAdds: true,
  access: 'activities:write',
  input: LogActivityIn,
  async run(ctx, { idempotencyKey: _, jobId, contactId, occurredAt, timeZone, ...input }) {
    const text = occurredAt?.trim().toLowerCase() === 'today' ? undefined : occurredAt
    const at = maybeInstant(ctx, { path: 'occurredAt', text, direction: 'behind', timeZone })
    const about = await references(ctx, { jobId, contactId })
    const activity = await ctx.ask(addActivity, { ...input, ...about, occurredAt: at })
    return recordResult(ctx, 'Logged:', activity, { noun: 'activities', name: 'activity', timeZone })
  },
})

const ChangeActivityIn = lazySchema((z) =>
  z.strictObject({
    ...ActivityChange().shape,
    id: referenceIn(z, 'first call'),
    jobId: referenceIn(z, 'acme').optional(),
    contactId: referenceIn(z, 'jane').optional(),
    occurredAt: dateIn(z, '').optional(),
    timeZone: zoneIn(z),
    ...versionIn(z),
  }),
)

const changeActivity = toolWithInput({
  name: 'update_activity',
  title: 'Change an activity',
  description: 'Corrects the named fields of a logged activity. To delete one: delete_record.',
  effect: 'write',
  access: 'activities:write',
  idempotent: true,
  nullClears: true,
  input: ChangeActivityIn,
  async run(ctx, { id, jobId, contactId, occurredAt, timeZone, ...input }) {
    const found = await findActivity(ctx, id)
    const day = occurredAt && (await ctx.ask(getActivity, { id: found })).occurredAt
    const said = { path: 'occurredAt', text: occurredAt, day, direction: 'behind', timeZone } as const
    const at = maybeInstant(ctx, said)
    const about = await references(ctx, { jobId, contactId })
    const change = { ...input, ...about, ...(at && { occurredAt: at }), id: found }
    const activity = await ctx.ask(updateActivity, change)
    return recordResult(ctx, 'Changed:', activity, { noun: 'activities', name: 'activity', timeZone })
  },
})

export const ACTIVITY_TOOLS: readonly Tool[] = [readActivities, logActivity, changeActivity]
