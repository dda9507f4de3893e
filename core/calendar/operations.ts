// What can be asked of the calendar.
import { transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import { DEFAULT_LIMIT, idIn, instantIn, pageIn, pageOut } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { cut, readCursor } from '../kernel/page.ts'
import { recipe } from '../kernel/schema.ts'
import { CalendarEvent, EVENT_TYPES } from './record.ts'
import { EventIn, scheduleEvent } from './schedule.ts'
import * as store from './store.ts'

const SORT = 'startsAt'

const EventQuery = recipe((z) =>
  z.strictObject({
    from: instantIn(z).optional().describe('Not over before this instant; now unless given.'),
    to: instantIn(z).optional().describe('Not begun after this instant.'),
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

export const operations = [listEvents, addEvent]
