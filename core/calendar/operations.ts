// What can be asked of the calendar.
import { transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import { DEFAULT_LIMIT, Deleted, endIn, idIn, instantIn, pageIn, pageOut, PathId } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { cut, readCursor } from '../kernel/page.ts'
import { recipe } from '../kernel/schema.ts'
import { CalendarEvent, EVENT_TYPES } from './record.ts'
import { closeFeed, Feed, FeedIn, myFeed, openFeed, shown } from './feed.ts'
import { cancelEvent, changeEvent, EventChange, EventIn, scheduleEvent } from './schedule.ts'
import * as store from './store.ts'

const SORT = 'startsAt'

const EventQuery = recipe((z) =>
  z.strictObject({
    from: instantIn(z).optional().describe('Not over before this instant; now unless given.'),
    to: endIn(z).optional().describe('Not begun after this instant, or this day, UTC.'),
    type: z.array(z.enum(EVENT_TYPES)).optional().describe('Comma list of types.'),
    jobId: idIn(z).optional(),
    ...pageIn(z),
  }),
)
const EventPage = recipe((z) => pageOut(z, 'events', CalendarEvent()))

export const listEvents = operation({
  name: 'calendar.list',
  summary: 'List what is coming, earliest first.',
  http: 'GET /api/mcp/calendar',
  access: 'calendar:read',
  effect: 'read',
  input: EventQuery,
  output: EventPage,
  async run(
    { sql, principal, clock },
    { limit = DEFAULT_LIMIT, cursor, from = isoOf(clock.now()), ...rest },
  ) {
    const filter = { from, ...rest }
    const after = readCursor(cursor, SORT, 'instant')
    const [rows, total] = await Promise.all([
      store.listEvents(sql, principal.userId, filter, { limit, after }),
      store.countEvents(sql, principal.userId, filter),
    ])
    const page = cut(rows, limit, SORT)
    const events = page.rows.map(({ sortValue: _, ...event }) => event)
    return { events, nextCursor: page.nextCursor, total }
  },
})

export const addEvent = operation({
  name: 'calendar.create',
  summary: 'Put an event into the calendar.',
  http: 'POST /api/mcp/calendar',
  access: 'calendar:write',
  effect: 'write',
  status: 201,
  input: EventIn,
  output: CalendarEvent,
  run: (ctx, input) => transaction(ctx, (tx) => scheduleEvent(tx, input)),
})

const EventChangeOfOne = recipe((z) => z.strictObject({ id: PathId(), ...EventChange().shape }))

export const updateEvent = operation({
  name: 'calendar.update',
  summary: 'Change an event; moved without an end, it keeps its length.',
  http: 'PATCH /api/mcp/calendar/:id',
  access: 'calendar:write',
  effect: 'write',
  input: EventChangeOfOne,
  output: CalendarEvent,
  run: (ctx, { id, ...change }) => transaction(ctx, (tx) => changeEvent(tx, id, change)),
})

const EventId = recipe((z) => z.strictObject({ id: PathId() }))

export const removeEvent = operation({
  name: 'calendar.delete',
  summary: 'Take an event out of the calendar.',
  http: 'DELETE /api/mcp/calendar/:id',
  access: 'calendar:delete',
  effect: 'destroy',
  input: EventId,
  output: Deleted,
  run: (ctx, { id }) => transaction(ctx, (tx) => cancelEvent(tx, id)),
})

const NoInput = recipe((z) => z.strictObject({}))

export const showFeed = operation({
  name: 'calendar.feed',
  summary: 'Show the secret address that calendar programs subscribe to.',
  http: 'GET /api/mcp/calendar/feed',
  access: 'calendar:read',
  effect: 'read',
  input: NoInput,
  output: Feed,
  run: (ctx) => myFeed(ctx),
})

export const rotateFeed = operation({
  name: 'calendar.rotateFeed',
  summary: 'Open the subscription, or give it a new address; the old one is worth nothing at once.',
  http: 'POST /api/mcp/calendar/feed',
  access: 'calendar:write',
  effect: 'write',
  input: FeedIn,
  output: Feed,
  run: async (ctx, input) => shown(ctx, await transaction(ctx, (tx) => openFeed(tx, input))),
})

export const revokeFeed = operation({
  name: 'calendar.revokeFeed',
  summary: 'Close the subscription: nobody reads your calendar any more.',
  http: 'DELETE /api/mcp/calendar/feed',
  access: 'calendar:delete',
  effect: 'destroy',
  input: NoInput,
  output: Deleted,
  run: (ctx) => transaction(ctx, closeFeed),
})

export const operations = [listEvents, addEvent, showFeed, rotateFeed, revokeFeed, updateEvent, removeEvent]
