// The tools for the calendar.
import { readEventTime } from '../../../core/calendar/event-time.ts'
import { addEvent, listEvents, updateEvent } from '../../../core/calendar/operations.ts'
import { EVENT_TYPES } from '../../../core/calendar/record.ts'
import { EventChange, EventIn } from '../../../core/calendar/schedule.ts'
import { DAY_MS, isoOf, MINUTE_MS, msOf } from '../../../core/kernel/clock.ts'
import { lazySchema } from '../../../core/kernel/schema.ts'
import type { ToolContext } from '../tool-context.ts'
import { toolWithInput, type Tool } from '../tool.ts'
import { findEvent, findJob, referenceIn, references } from './references.ts'
import { answerList, listIn, listOut } from './page.ts'
import { keyIn, recordOut, recordResult } from './record.ts'
import { dateIn, instantSaid, maybeInstant, saysTime, zoneIn } from './dates.ts'
import { clockText } from './record-text.ts'

const ReadEventsIn = lazySchema((z) =>
  z.strictObject({
    from: dateIn(z, 'Ending at or after.').optional(),
    to: dateIn(z, 'Starting at or before.').optional(),
    type: z.array(z.enum(EVENT_TYPES)).optional(),
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
  output: lazySchema((z) => listOut(z, 'events')),
  async run(ctx, { from, to, jobId, response_format, fields, limit, ...filter }) {
    const job = jobId === undefined ? undefined : await findJob(ctx, jobId)
    const when = {
      from: maybeInstant(ctx, { path: 'from', text: from, direction: 'ahead' }),
      to: maybeInstant(ctx, { path: 'to', text: to, direction: 'ahead' }),
    }
    return answerList(ctx, {
      noun: 'events',
      asked: { response_format, fields, limit },
      empty: 'Nothing is coming.',
      async fetch(rows) {
        const input = { ...filter, ...when, jobId: job, limit: rows }
        const { events, nextCursor, total } = await ctx.ask(listEvents, input)
        return { rows: events, nextCursor, total }
      },
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
    'Plans an interview, a call, a deadline or a follow-up. A time in words or without an offset is in timeZone: pass the person’s. A deadline without a time is the end of that day. To move one use update_event.',
  effect: 'write',
  access: 'calendar:write',
  input: PlanEventIn,
  output: lazySchema((z) => recordOut(z, 'event')),
  async run(ctx, { idempotencyKey: _, startsAt, endsAt, timeZone, jobId, contactId, ...input }) {
    const zone = timeZone ?? (ctx.timeZone === 'UTC' ? undefined : ctx.timeZone)
    const at = (path: string, text: string) => momentSaid(ctx, path, text, timeZone)
    const starts = at('startsAt', startsAt)
    const event = await ctx.ask(addEvent, {
      ...input,
      ...(await references(ctx, { jobId, contactId })),
      startsAt: input.type === 'deadline' ? endOfDayIfWhole(startsAt, starts) : starts,
      ...(endsAt && { endsAt: at('endsAt', endsAt) }),
      ...(zone && { timeZone: zone }),
    })
    return recordResult(ctx, 'Planned:', event, ABOUT_EVENT)
  },
})

const ABOUT_EVENT = { noun: 'events', name: 'event' } as const

/** A deadline given as a date ends with that day. */
const endOfDayIfWhole = (said: string, startsAt: string): string =>
  saysTime(said) ? startsAt : isoOf(msOf(startsAt) + DAY_MS - MINUTE_MS)

const ChangeEventIn = lazySchema((z) =>
  z.strictObject({
    id: referenceIn(z, 'onsite'),
    ...EventChange().omit({ type: true }).shape,
    startsAt: dateIn(z, 'It keeps its duration if only the start changes.').optional(),
    endsAt: dateIn(z, '').nullable().optional(),
    timeZone: zoneIn(z),
    jobId: referenceIn(z, 'acme').optional(),
    contactId: z.string().max(200).optional(),
  }),
)

const changeEvent = toolWithInput({
  name: 'update_event',
  title: 'Move or change an event',
  description:
    'Moves an event, or changes the named fields; null clears one. Times are read in timeZone, else in the event’s own zone. To cancel one: delete_record.',
  effect: 'write',
  access: 'calendar:write',
  idempotent: true,
  nullClears: true,
  input: ChangeEventIn,
  output: lazySchema((z) => recordOut(z, 'event')),
  async run(ctx, { id, startsAt, endsAt, timeZone, jobId, contactId, ...input }) {
    const before = await findEvent(ctx, id)
    const zone = timeZone ?? before.timeZone ?? undefined
    const at = (path: string, text: string) => momentSaid(ctx, path, text, zone)
    const event = await ctx.ask(updateEvent, {
      ...input,
      id: before.id,
      ...(await references(ctx, { jobId, contactId })),
      ...(startsAt && { startsAt: at('startsAt', startsAt) }),
      ...(endsAt !== undefined && { endsAt: endsAt && at('endsAt', endsAt) }),
      ...(timeZone && { timeZone }),
    })
    const was =
      before.startsAt === event.startsAt
        ? ''
        : ` It was on ${clockText(before.startsAt, before.timeZone ?? ctx.timeZone)} ${before.timeZone ?? ctx.timeZone}.`
    return recordResult(ctx, `Changed.${was}`, event, ABOUT_EVENT)
  },
})

/** Reads ISO, or a wall time in the context's time zone, as the calendar does; else natural language. */
function momentSaid(ctx: ToolContext, path: string, text: string, timeZone: string | undefined): string {
  if (timeZone === undefined) {
    const moment = readEventTime(text, ctx.timeZone)
    if ('at' in moment) return moment.at
  }
  return instantSaid(ctx, { path, text, direction: 'ahead', timeZone })
}

export const CALENDAR_TOOLS: readonly Tool[] = [readEvents, planEvent, changeEvent]
