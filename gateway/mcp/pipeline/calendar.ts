// The tools about the calendar, in words for models.
import { readEventTime } from '../../../core/calendar/event-time.ts'
import { addEvent, listEvents, updateEvent } from '../../../core/calendar/operations.ts'
import { EVENT_TYPES } from '../../../core/calendar/record.ts'
import { EventChange, EventIn } from '../../../core/calendar/schedule.ts'
import { DAY_MS, isoOf, MINUTE_MS, msOf } from '../../../core/kernel/clock.ts'
import { recipe } from '../../../core/kernel/schema.ts'
import type { Errand } from '../errand.ts'
import { wordedTool, type Tool } from '../tool.ts'
import { findEvent, findJob, referenceIn, references } from './find.ts'
import { answerList, listIn, listOut } from './page.ts'
import { keyIn, recordOut, tell } from './record.ts'
import { dateIn, instantSaid, maybeInstant, saysTime, zoneIn } from './when.ts'
import { clockText } from './words.ts'

const ReadEventsIn = recipe((z) =>
  z.strictObject({
    from: dateIn(z, 'Not over before.').optional(),
    to: dateIn(z, 'Not begun after.').optional(),
    type: z.array(z.enum(EVENT_TYPES)).optional(),
    jobId: referenceIn(z, 'acme').optional(),
    ...listIn(z),
  }),
)

const readEvents = wordedTool({
  name: 'list_events',
  title: 'List what is coming',
  description:
    'Lists interviews, calls, deadlines and planned follow-ups, earliest first, from now on unless from is given.',
  effect: 'read',
  access: 'calendar:read',
  input: ReadEventsIn,
  output: recipe((z) => listOut(z, 'events')),
  async run(errand, { from, to, jobId, response_format, fields, limit, ...filter }) {
    const job = jobId === undefined ? undefined : await findJob(errand, jobId)
    const when = {
      from: maybeInstant(errand, { path: 'from', text: from, direction: 'ahead' }),
      to: maybeInstant(errand, { path: 'to', text: to, direction: 'ahead' }),
    }
    return answerList(errand, {
      noun: 'events',
      asked: { response_format, fields, limit },
      empty: 'Nothing is coming.',
      async fetch(rows) {
        const input = { ...filter, ...when, jobId: job, limit: rows }
        const { events, nextCursor, total } = await errand.ask(listEvents, input)
        return { rows: events, nextCursor, total }
      },
    })
  },
})

const PlanEventIn = recipe((z) =>
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

const planEvent = wordedTool({
  name: 'add_event',
  title: 'Put an event into the calendar',
  description:
    'Plans an interview, a call, a deadline or a follow-up. A time in words, or without offset, is read in timeZone: pass the person’s. A deadline on a day without a time ends with that day. To move one use update_event.',
  effect: 'write',
  access: 'calendar:write',
  input: PlanEventIn,
  output: recipe((z) => recordOut(z, 'event')),
  async run(errand, { idempotencyKey: _, startsAt, endsAt, timeZone, jobId, contactId, ...input }) {
    const zone = timeZone ?? (errand.timeZone === 'UTC' ? undefined : errand.timeZone)
    const at = (path: string, text: string) => momentSaid(errand, path, text, timeZone)
    const starts = at('startsAt', startsAt)
    const event = await errand.ask(addEvent, {
      ...input,
      ...(await references(errand, { jobId, contactId })),
      startsAt: input.type === 'deadline' ? endOfDayIfWhole(startsAt, starts) : starts,
      ...(endsAt && { endsAt: at('endsAt', endsAt) }),
      ...(zone && { timeZone: zone }),
    })
    return tell(errand, 'Planned:', event, ABOUT_EVENT)
  },
})

const ABOUT_EVENT = { noun: 'events', name: 'event' } as const

/** A deadline on a day is missed when the day is over, not when it begins. */
const endOfDayIfWhole = (said: string, startsAt: string): string =>
  saysTime(said) ? startsAt : isoOf(msOf(startsAt) + DAY_MS - MINUTE_MS)

const ChangeEventIn = recipe((z) =>
  z.strictObject({
    id: referenceIn(z, 'onsite'),
    ...EventChange().omit({ type: true }).shape,
    startsAt: dateIn(z, 'Moved without an end, it keeps its length.').optional(),
    endsAt: dateIn(z, '').nullable().optional(),
    timeZone: zoneIn(z),
    jobId: referenceIn(z, 'acme').optional(),
    contactId: z.string().max(200).optional(),
  }),
)

const changeEvent = wordedTool({
  name: 'update_event',
  title: 'Move or change an event',
  description:
    'Moves an event, or changes the named fields; null clears one. Times are read in timeZone, else in the event’s own zone. For one that is called off: delete_record.',
  effect: 'write',
  access: 'calendar:write',
  idempotent: true,
  nullClears: true,
  input: ChangeEventIn,
  output: recipe((z) => recordOut(z, 'event')),
  async run(errand, { id, startsAt, endsAt, timeZone, jobId, contactId, ...input }) {
    const before = await findEvent(errand, id)
    const zone = timeZone ?? before.timeZone ?? undefined
    const at = (path: string, text: string) => momentSaid(errand, path, text, zone)
    const event = await errand.ask(updateEvent, {
      ...input,
      id: before.id,
      ...(await references(errand, { jobId, contactId })),
      ...(startsAt && { startsAt: at('startsAt', startsAt) }),
      ...(endsAt !== undefined && { endsAt: endsAt && at('endsAt', endsAt) }),
      ...(timeZone && { timeZone }),
    })
    const was =
      before.startsAt === event.startsAt
        ? ''
        : ` It was on ${clockText(before.startsAt, before.timeZone ?? errand.timeZone)} ${before.timeZone ?? errand.timeZone}.`
    return tell(errand, `Changed.${was}`, event, ABOUT_EVENT)
  },
})

/** The calendar's own reading of ISO, and of a wall time in a zone; else words. */
function momentSaid(errand: Errand, path: string, text: string, timeZone: string | undefined): string {
  if (timeZone === undefined) {
    const moment = readEventTime(text, errand.timeZone)
    if ('at' in moment) return moment.at
  }
  return instantSaid(errand, { path, text, direction: 'ahead', timeZone })
}

export const CALENDAR_TOOLS: readonly Tool[] = [readEvents, planEvent, changeEvent]
