// The tools for the calendar.
import { addEvent, listEvents, updateEvent } from '../../../core/calendar/operations.ts'
import { EVENT_TYPES, timesRead, type CalendarEvent } from '../../../core/calendar/fields.ts'
import { overlapWords, periodOf } from '../../../core/calendar/overlaps.ts'
import type { ToolContext, ToolOutput } from '../tool-context.ts'
import { EventChange, EventIn } from '../../../core/calendar/schedule.ts'
import { showPeriod } from '../../../core/kernel/show-instant.ts'
import { MISSING } from '../../../core/kernel/issue-messages.ts'
import { invalidInput, lazySchema, type Parsed } from '../../../core/kernel/schema.ts'
import { toolWithInput, type Tool } from '../tool.ts'
import { findEvent, findJob, referenceIn, references, referencesIn } from './references.ts'
import { answerList, listIn } from './page.ts'
import { keyIn, recordResult, versionIn } from './record.ts'
import { dateIn, instantSaid, maybeInstant, periodSaid, zoneIn } from './dates.ts'
import { clockText } from './record-text.ts'

const ReadEventsIn = lazySchema((z) =>
  z.strictObject({
    from: dateIn(z, 'Ending at or after.').optional(),
    to: dateIn(z, 'Starting at or before.').optional(),
    type: z.array(z.enum(EVENT_TYPES)).optional(),
    timeZone: zoneIn(z),
    jobId: referenceIn(z, 'acme').optional(),
    ...listIn(z),
  }),
)

const readEvents = toolWithInput({
  name: 'list_events',
  title: 'List events',
  description:
    'Lists interviews, calls, deadlines and planned follow-ups, earliest first; from now by default.',
  effect: 'read',
  access: 'calendar:read',
  input: ReadEventsIn,
  async run(ctx, { from, to, timeZone = ctx.timeZone, jobId, response_format, fields, limit, ...filter }) {
    const job = jobId === undefined ? undefined : await findJob(ctx, jobId)
    const when = periodSaid(ctx, { from, to, direction: 'ahead', timeZone })
    return answerList(ctx, {
      noun: 'events',
      asked: { response_format, fields, limit },
      timeZone,
      period: when.from || when.to ? showPeriod(when.from, when.to, timeZone) : undefined,
      empty: 'Nothing is coming.',
      fetch: (rows) => ctx.ask(listEvents, { ...filter, ...when, jobId: job, limit: rows }),
    })
  },
})

const PlanEventIn = lazySchema((z) =>
  z.strictObject({
    ...EventIn().shape,
    startsAt: dateIn(z, ''),
    endsAt: dateIn(z, '').nullable().optional(),
    timeZone: zoneIn(z),
    jobId: referenceIn(z, 'acme').optional(),
    contactId: referenceIn(z, 'jane').optional(),
    ...keyIn(z),
  }),
)

const planEvent = toolWithInput({
  name: 'add_event',
  title: 'Add an event',
  description:
    'Plans an interview, a call, a deadline or a follow-up. A time without an offset is in timeZone: pass the person’s. A deadline without a time is the end of that day.',
  effect: 'write',
  onlyAdds: true,
  access: 'calendar:write',
  input: PlanEventIn,
  async run(ctx, { idempotencyKey: _, startsAt, endsAt, timeZone, jobId, contactId, ...input }) {
    const zone = timeZone ?? (ctx.timeZone === 'UTC' ? undefined : ctx.timeZone)
    const plan = { direction: 'ahead', timeZone } as const
    const starts = instantSaid(ctx, { ...plan, ...timesRead(input.type), path: 'startsAt', text: startsAt })
    const ends = { ...plan, path: 'endsAt', day: starts, atEnd: true }
    const event = await ctx.ask(addEvent, {
      ...input,
      ...(await references(ctx, { jobId, contactId })),
      startsAt: starts,
      ...(endsAt && { endsAt: instantSaid(ctx, { ...ends, text: endsAt }) }),
      ...(zone && { timeZone: zone }),
    })
    const isPast = Date.parse(event.startsAt) < ctx.now()
    const done = isPast ? 'Added; it is in the past:' : 'Planned:'
    return recordResult(ctx, `${done}${await overlapOf(ctx, event)}`, event, ABOUT_EVENT)
  },
})

/** What is in the calendar at the same time; nothing for who may not read it. */
async function overlapOf(ctx: ToolContext, event: CalendarEvent): Promise<string> {
  const found = await ctx.ask(listEvents, { ...periodOf(event), limit: 20 }).catch(() => null)
  const words = found && overlapWords(event, found.events)
  return words ? ` ${words}` : ''
}

const ABOUT_EVENT = { noun: 'events', name: 'event' } as const

const ChangeEventIn = lazySchema((z) =>
  z.strictObject({
    id: referenceIn(z, 'onsite').optional(),
    ids: referencesIn(z).optional().describe('Several, as with startsAt +1d.'),
    ...EventChange().omit({ type: true }).shape,
    startsAt: dateIn(z, 'It keeps its duration if only the start changes.').optional(),
    endsAt: dateIn(z, '').nullable().optional(),
    timeZone: zoneIn(z),
    jobId: referenceIn(z, 'acme').optional(),
    contactId: z.string().max(200).optional(),
    ...versionIn(z),
  }),
)

const changeEvent = toolWithInput({
  name: 'update_event',
  title: 'Move or change an event',
  description:
    'Moves an event, or changes the named fields. Times are read in timeZone, else in the event’s own zone. To cancel one: delete_record.',
  effect: 'write',
  access: 'calendar:write',
  idempotent: true,
  nullClears: true,
  input: ChangeEventIn,
  async run(ctx, { id, ids = [], ...input }) {
    const said = id === undefined ? ids : [id, ...ids]
    if (!said.length) throw invalidInput([{ path: 'id', message: MISSING }])
    const named = await Promise.all(said.map((each) => findEvent(ctx, each)))
    const found = new Map(named.map((event) => [event.id, event])).values()
    const done: ToolOutput[] = []
    for (const before of found) done.push(await changeOne(ctx, before, input))
    const [only, second] = done
    if (only && !second) return only
    const summary = `Changed ${done.length} events; undo with changeId "${ctx.changeIds.join(', ')}" takes it back.`
    const words = [summary, ...done.map(({ words: each, summary: short }) => each ?? short)].join('\n')
    return { summary, words, events: done.map(({ event }) => event) }
  },
})

type EventInput = Omit<Parsed<typeof ChangeEventIn>, 'id' | 'ids'>

async function changeOne(ctx: ToolContext, before: CalendarEvent, said: EventInput): Promise<ToolOutput> {
  const { startsAt, endsAt, timeZone, jobId, contactId, ...input } = said
  const zone = timeZone ?? before.timeZone ?? undefined
  const plan = { direction: 'ahead', timeZone: zone, day: before.startsAt } as const
  const starts = maybeInstant(ctx, { ...plan, path: 'startsAt', text: startsAt })
  const ends = { ...plan, path: 'endsAt', day: starts ?? before.startsAt, atEnd: true }
  const event = await ctx.ask(updateEvent, {
    ...input,
    id: before.id,
    ...(await references(ctx, { jobId, contactId })),
    ...(starts && { startsAt: starts }),
    ...(endsAt !== undefined && { endsAt: endsAt && instantSaid(ctx, { ...ends, text: endsAt }) }),
    ...(timeZone && { timeZone }),
  })
  const place = before.timeZone ?? ctx.timeZone
  const isMoved = before.startsAt !== event.startsAt
  const was = isMoved ? ` It was on ${clockText(before.startsAt, place)} ${place}.` : ''
  return recordResult(ctx, `Changed.${was}${starts ? await overlapOf(ctx, event) : ''}`, event, ABOUT_EVENT)
}

export const CALENDAR_TOOLS: readonly Tool[] = [readEvents, planEvent, changeEvent]
