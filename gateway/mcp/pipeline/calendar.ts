// The tools for the calendar.
import { several } from '../../../core/kernel/amounts.ts'
import { addEvent, getEvent, listEvents, updateEvent } from '../../../core/calendar/operations.ts'
import { typeOfTitle } from '../../../core/calendar/event-words.ts'
import { EVENT_TYPES, readingOfDay, type CalendarEvent } from '../../../core/calendar/fields.ts'
import { overlapping, timeRemarks, periodOf } from '../../../core/calendar/overlaps.ts'
import { mayAsk, withLines, type ToolContext, type ToolOutput, type Tool } from '../tool.ts'
import { EventChange, EventIn } from '../../../core/calendar/schedule.ts'
import { OPEN_OFFER_STATUSES } from '../../../core/offers/fields.ts'
import { listOffers } from '../../../core/offers/operations.ts'
import { clockText, dayNumber, isoOf, MINUTE_MS, msOf } from '../../../core/kernel/clock.ts'
import { shortId } from '../../../core/kernel/id.ts'
import { MISSING } from '../../../core/kernel/issue-messages.ts'
import { invalidInput } from '../../../core/kernel/schema.ts'
import { type Args, instantSaid, pipelineTool, type Common } from './arguments.ts'
import { readMinutes } from '../../../core/reading/durations.ts'
import { everyRow, listTool } from './page.ts'
import { onlyJobOf, recordResult } from './record.ts'
import { startText } from './record-text.ts'
import type { Zod } from '../../../core/kernel/zod.ts'

const readEvents = listTool({
  name: 'list_events',
  title: 'List events',
  description:
    'Lists interviews, calls, deadlines and planned follow-ups, earliest first; from today by default.',
  access: 'calendar:read',
  noun: 'events',
  period: 'ahead',
  input: (z, common) => ({
    from: common.date('Ending at or after.').optional(),
    to: common.date('Starting at or before.').optional(),
    type: z.array(z.enum(EVENT_TYPES)).optional(),
    timeZone: common.zone(),
    jobId: common.reference('acme').optional(),
    company: z.string().max(200).optional(),
  }),
  async page(ctx, { timeZone = ctx.timeZone, from = startOfToday(ctx, timeZone), ...filter }) {
    const page = await ctx.ask(listEvents, { from, ...filter })
    return { ...page, events: await withOverlaps(ctx, page.events) }
  },
  empty: 'Nothing is coming.',
})

/** With the titles of the meetings at the same time, also of those that the filter leaves out. */
async function withOverlaps(ctx: ToolContext, events: readonly CalendarEvent[]) {
  const spans = events.map(periodOf)
  const ends = spans.map(({ to }) => to).toSorted()
  const span = { from: spans[0]?.from, to: ends.at(-1) }
  const all = events.length
    ? await everyRow('events', (more) => ctx.ask(listEvents, { ...span, ...more }))
    : []
  return events.map((event) => ({ ...event, overlaps: overlapping(event, all).map(({ title }) => title) }))
}

const startOfToday = ({ now }: ToolContext, timeZone: string): string =>
  instantSaid({ now }, 'from', 'today', timeZone, { direction: 'ahead', untimed: 'midnight' })

/** An end without a date falls on the day of the start; “2 hours” lasts so long from the start. */
function endSaid(ctx: ToolContext, text: string, zone: string, day: string): string {
  const minutes = readMinutes(text)
  if (minutes !== null) return isoOf(msOf(day) + minutes * MINUTE_MS)
  return instantSaid(ctx, 'endsAt', text, zone, { direction: 'ahead', day, atEnd: true })
}

const planEvent = pipelineTool({
  name: 'add_event',
  title: 'Add an event',
  description:
    'Plans an interview, a call, a deadline or a follow-up. A time without an offset is in timeZone: pass the person’s. A deadline without a time is the end of that day.',
  onlyAdds: true,
  access: 'calendar:write',
  input: (_, common) => ({
    ...EventIn().shape,
    startsAt: common.date(),
    endsAt: common.date().nullable().optional(),
    timeZone: common.zone(),
    jobId: common.reference('acme').optional(),
    contactId: common.reference('jane').optional(),
    ...common.key(),
  }),
  async run(ctx, { startsAt, endsAt, timeZone, ...input }) {
    const zone = timeZone ?? (ctx.timeZone === 'UTC' ? undefined : ctx.timeZone)
    const guess = input.type ?? typeOfTitle(input.title)
    const isMeeting = input.type === undefined && readingOfDay(guess).untimed === 'refused'
    const at = instantSaid(ctx, 'startsAt', startsAt, timeZone ?? ctx.timeZone, {
      direction: 'ahead',
      ...readingOfDay(isMeeting ? undefined : guess),
    })
    // A meeting needs a time; without one it is an event of that day.
    const type = isMeeting && isWholeDay(at, timeZone ?? ctx.timeZone) ? undefined : guess
    const { job, words } = await onlyJobOf(ctx, input)
    const event = await ctx.ask(addEvent, {
      ...input,
      ...job,
      ...(type && { type }),
      startsAt: at,
      ...(endsAt && { endsAt: endSaid(ctx, endsAt, timeZone ?? ctx.timeZone, at) }),
      ...(zone && { timeZone: zone }),
    })
    const done = `${isPast(ctx, event) ? 'Added; it is in the past' : 'Planned'}:`
    return recordResult(ctx, `${done}${words}${await remarksOf(ctx, event)}`, 'events', event)
  },
})

/** An event that begins at midnight lasts the whole day. */
const isWholeDay = (startsAt: string, zone: string): boolean =>
  startText(startsAt, zone) !== clockText(startsAt, zone)

function isPast({ now, timeZone: own }: ToolContext, { startsAt, timeZone }: CalendarEvent): boolean {
  const zone = timeZone ?? own
  return isWholeDay(startsAt, zone)
    ? dayNumber(msOf(startsAt), zone) < dayNumber(now(), zone)
    : msOf(startsAt) < now()
}

/** Conflicts and other remarks on an event's time; empty for a caller who may not read the calendar. */
async function remarksOf(ctx: ToolContext, event: CalendarEvent): Promise<string> {
  const found = await ctx.ask(listEvents, { ...periodOf(event), limit: 20 }).catch(() => null)
  const words = found && timeRemarks(event, found.events, event.timeZone ?? ctx.timeZone)
  return words ? ` ${words}` : ''
}

const changeIn = (z: Zod, common: Common) => ({
  ...EventChange().omit({ type: true }).shape,
  startsAt: common.date('It keeps its duration if only the start changes.').optional(),
  endsAt: common.date().nullable().optional(),
  timeZone: common.zone(),
  jobId: common.reference('acme').nullable().optional(),
  contactId: z.string().max(200).nullable().optional(),
  ...common.version(),
})

const changeEvent = pipelineTool({
  name: 'update_event',
  title: 'Move or change an event',
  description:
    'Moves an event, or changes the named fields; without id, the one coming event of jobId. Times are read in timeZone, else in the event’s own zone. To cancel one: delete_record.',
  access: 'calendar:write',
  idempotent: true,
  nullClears: true,
  about: 'event',
  input: (z, common) => ({
    id: common.reference('onsite').optional(),
    ids: common.references().optional().describe('Several events to move: startsAt +1d.'),
    ...changeIn(z, common),
  }),
  async run(ctx, { id, ids = [], ...input }) {
    const meant = [...new Set(id === undefined ? ids : [id, ...ids])]
    if (!meant.length) meant.push(await onlyEventOf(ctx, input.jobId))
    const done: ToolOutput[] = []
    for (const each of meant) done.push(await changeOne(ctx, each, input))
    const [only, second] = done
    if (only && !second) return only
    const summary = `Changed ${several(done.length, 'event')}; undo takes all of them back.`
    const lines = done.map(({ words: each, summary: short }) => each ?? short)
    return withLines(summary, lines, { events: done.map(({ event }) => event) })
  },
})

async function onlyEventOf(ctx: ToolContext, jobId: string | null | undefined): Promise<string> {
  const missing = (why: string) => invalidInput([{ path: 'id', message: `${MISSING}${why}` }])
  if (!jobId) throw missing('')
  const { events, total } = await ctx.ask(listEvents, { jobId, from: isoOf(ctx.now()) })
  const [only] = events
  if (!only) throw missing(': the job has no coming event')
  if (total > 1) {
    const names = events.map((event) => `[${shortId(event.id)}] ${event.type} ${event.title}`).join(', ')
    throw missing(`: the job has ${total} coming events, ${names}; ids takes several`)
  }
  return only.id
}

async function changeOne(
  ctx: ToolContext,
  id: string,
  { startsAt, endsAt, timeZone, ...input }: Args<ReturnType<typeof changeIn>>,
): Promise<ToolOutput> {
  const before = await ctx.ask(getEvent, { id })
  const zone = timeZone ?? before.timeZone ?? ctx.timeZone
  const starts =
    startsAt === undefined
      ? undefined
      : instantSaid(ctx, 'startsAt', startsAt, zone, { direction: 'ahead', day: before.startsAt })
  const ends = endsAt && endSaid(ctx, endsAt, zone, starts ?? before.startsAt)
  const event = await ctx.ask(updateEvent, {
    ...input,
    id,
    ...(starts && { startsAt: starts }),
    ...(ends !== undefined && { endsAt: ends }),
    ...(timeZone && { timeZone }),
  })
  const place = before.timeZone ?? ctx.timeZone
  const isMoved = before.startsAt !== event.startsAt
  const [from, to] = [before, event].map(({ startsAt }) => startText(startsAt, place))
  const was = isMoved ? ` It was on ${from} and is on ${to} now, ${place}.` : ''
  const remarks = isMoved ? `${await remarksOf(ctx, event)}${await offerRemark(ctx, before)}` : ''
  const done = isMoved && isPast(ctx, event) ? 'Changed; it is in the past now.' : 'Changed.'
  return recordResult(ctx, `${done}${was}${remarks}`, 'events', event)
}

/** Says that an offer keeps its deadline when only the calendar's entry of it moves. */
async function offerRemark(ctx: ToolContext, { type, jobId, startsAt }: CalendarEvent): Promise<string> {
  if (type !== 'deadline' || jobId === null) return ''
  const found = await mayAsk(ctx, listOffers, { jobId, status: [...OPEN_OFFER_STATUSES] })
  const isOfOffer = found?.offers.some(({ deadline }) => deadline === startsAt)
  const until = clockText(startsAt, ctx.timeZone)
  return isOfOffer ? ` The offer still has to be answered by ${until}: update_offer moves that.` : ''
}

export const CALENDAR_TOOLS: readonly Tool[] = [readEvents, planEvent, changeEvent]
