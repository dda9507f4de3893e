// Operations on the calendar.
import { transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import { ById, Deleted, Nothing, pageOut, refuseEndBeforeStart } from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import { ByVersion, changeOf } from '../kernel/version.ts'
import { CalendarEvent } from './fields.ts'
import { deleteFeed, Feed, FeedIn, myFeed, createFeed, feedOf } from './feed.ts'
import { EVENT_IMPORT } from './import/columns.ts'
import { cancelEvent, changeEvent, EventChange, EventIn, scheduleEvent } from './schedule.ts'
import * as store from './store.ts'

export const listEvents = operation({
  name: 'calendar.list',
  summary: 'List upcoming events, earliest first.',
  http: 'GET /api/mcp/calendar',
  access: 'calendar:read',
  input: store.EventQuery,
  output: pageOut('events', CalendarEvent),
  async run(ctx, input) {
    refuseEndBeforeStart(input.from, input.to)
    const { from = isoOf(ctx.clock.now()), ...asked } = input
    const { rows, ...page } = await store.listEvents(ctx, { from, ...asked })
    return { events: rows, ...page }
  },
})

export const importEvents = operation({
  name: 'calendar.import',
  summary: 'Import events from a calendar or a spreadsheet; the report says what happened to each row.',
  http: 'POST /api/mcp/calendar/import',
  access: 'calendar:write',
  input: EVENT_IMPORT.In,
  output: EVENT_IMPORT.Report,
  // Loaded on use: only imports need it.
  run: async (ctx, input) => (await import('./import/import.ts')).importEventRows(ctx, input),
})

export const addEvent = operation({
  name: 'calendar.create',
  summary: 'Add an event to the calendar.',
  http: 'POST /api/mcp/calendar',
  access: 'calendar:write',
  status: 201,
  input: EventIn,
  output: CalendarEvent,
  run: (ctx, input) => transaction(ctx, (tx) => scheduleEvent(tx, input)),
})

export const getEvent = operation({
  name: 'calendar.get',
  summary: 'Show one event.',
  http: 'GET /api/mcp/calendar/:id',
  access: 'calendar:read',
  input: ById,
  output: CalendarEvent,
  run: (ctx, { id }) => store.getEvent(ctx, id),
})

const EventUpdate = changeOf(EventChange)

export const updateEvent = operation({
  name: 'calendar.update',
  summary: 'Change an event; it keeps its duration if only the start changes.',
  http: 'PATCH /api/mcp/calendar/:id',
  access: 'calendar:write',
  input: EventUpdate,
  output: CalendarEvent,
  run: (ctx, { id, expectedUpdatedAt, ...change }) =>
    transaction(ctx, (tx) => changeEvent(tx, id, change, expectedUpdatedAt)),
})

export const removeEvent = operation({
  name: 'calendar.delete',
  summary: 'Remove an event from the calendar.',
  http: 'DELETE /api/mcp/calendar/:id',
  access: 'calendar:delete',
  input: ByVersion,
  output: Deleted,
  run: (ctx, { id, expectedUpdatedAt }) => transaction(ctx, (tx) => cancelEvent(tx, id, expectedUpdatedAt)),
})

export const showFeed = operation({
  name: 'calendar.feed',
  summary: 'Show the secret feed URL that calendar programs subscribe to.',
  http: 'GET /api/mcp/calendar/feed',
  access: 'calendar:write',
  effect: 'read',
  sessionPlan: 'free',
  input: Nothing,
  output: Feed,
  run: (ctx) => myFeed(ctx),
})

export const rotateFeed = operation({
  name: 'calendar.rotateFeed',
  summary: 'Create the calendar feed, or replace its URL; the old one stops working at once.',
  http: 'POST /api/mcp/calendar/feed',
  access: 'calendar:write',
  input: FeedIn,
  output: Feed,
  run: async (ctx, input) => feedOf(ctx, await transaction(ctx, (tx) => createFeed(tx, input))),
})

export const revokeFeed = operation({
  name: 'calendar.revokeFeed',
  summary: 'Delete the calendar feed; its URL stops working at once.',
  http: 'DELETE /api/mcp/calendar/feed',
  access: 'calendar:delete',
  sessionPlan: 'free',
  input: Nothing,
  output: Deleted,
  run: (ctx) => transaction(ctx, deleteFeed),
})

export const operations = [
  listEvents,
  importEvents,
  addEvent,
  showFeed,
  rotateFeed,
  revokeFeed,
  getEvent,
  updateEvent,
  removeEvent,
]
