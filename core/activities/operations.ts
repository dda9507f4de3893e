// Operations on activities.
import { transaction } from '../database/transaction.ts'
import { DEFAULT_LIMIT, endIn, idIn, instantIn, pageIn, pageOut, text } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { cut, readCursor } from '../kernel/page.ts'
import { lazySchema } from '../kernel/schema.ts'
import { ActivityIn, logActivity } from './log.ts'
import { Activity, ACTIVITY_TYPES } from './record.ts'
import * as store from './store.ts'

const SORT = '-occurredAt'

const ActivityQuery = lazySchema((z) =>
  z.strictObject({
    jobId: idIn(z).optional(),
    contactId: idIn(z).optional(),
    type: z.array(z.enum(ACTIVITY_TYPES)).optional().describe('Comma-separated types.'),
    from: instantIn(z).optional().describe('Not before this instant.'),
    to: endIn(z).optional().describe('Not after this instant, or this day, UTC.'),
    q: text(z, 500).optional().describe('Text in the title or body.'),
    ...pageIn(z),
  }),
)
const ActivityPage = lazySchema((z) => pageOut(z, 'activities', Activity()))

export const listActivities = operation({
  name: 'activities.list',
  summary: 'List activities, newest first.',
  http: 'GET /api/mcp/activities',
  access: 'activities:read',
  effect: 'read',
  input: ActivityQuery,
  output: ActivityPage,
  async run({ sql, principal }, { limit = DEFAULT_LIMIT, cursor, ...filter }) {
    const after = readCursor(cursor, SORT, 'instant')
    const [rows, total] = await Promise.all([
      store.listActivities(sql, principal.userId, filter, { limit, after }),
      store.countActivities(sql, principal.userId, filter),
    ])
    const page = cut(rows, limit, SORT)
    const activities = page.rows.map(({ sortValue: _, ...activity }) => activity)
    return { activities, nextCursor: page.nextCursor, total }
  },
})

export const addActivity = operation({
  name: 'activities.create',
  summary: 'Log an activity.',
  http: 'POST /api/mcp/activities',
  access: 'activities:write',
  effect: 'write',
  status: 201,
  input: ActivityIn,
  output: Activity,
  run: (ctx, input) => transaction(ctx, (tx) => logActivity(tx, input)),
})

export const operations = [listActivities, addActivity]
