// Operations on activities.
import { transaction } from '../database/transaction.ts'
import { ById, Deleted, pageOut, refuseEndBeforeStart, refuseFuture } from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import { ByVersion, changeOf } from '../kernel/version.ts'
import { changeActivity, deleteActivity, ActivityChange, ActivityIn, logActivity } from './changes.ts'
import { ACTIVITY_IMPORT } from './import/columns.ts'
import { Activity } from './fields.ts'
import * as store from './store.ts'

export const listActivities = operation({
  name: 'activities.list',
  summary: 'List activities, newest first.',
  http: 'GET /api/mcp/activities',
  access: 'activities:read',
  input: store.ActivityQuery,
  output: pageOut('activities', Activity),
  async run(ctx, input) {
    refuseEndBeforeStart(input.from, input.to)
    const { rows, ...page } = await store.listActivities(ctx, input)
    return { activities: rows, ...page }
  },
})

export const importActivities = operation({
  name: 'activities.import',
  summary: 'Import logged activities from a file; the report says what happened to each row.',
  http: 'POST /api/mcp/activities/import',
  access: 'activities:write',
  input: ACTIVITY_IMPORT.In,
  output: ACTIVITY_IMPORT.Report,
  run: async (ctx, input) => (await import('./import/import.ts')).importActivityRows(ctx, input),
})

export const addActivity = operation({
  name: 'activities.create',
  summary: 'Log an activity.',
  http: 'POST /api/mcp/activities',
  access: 'activities:write',
  status: 201,
  input: ActivityIn,
  output: Activity,
  run: (ctx, input) =>
    transaction(ctx, (tx) => {
      refuseFuture('occurredAt', input.occurredAt, tx.clock.now())
      return logActivity(tx, input)
    }),
})

export const getActivity = operation({
  name: 'activities.get',
  summary: 'Show one activity.',
  http: 'GET /api/mcp/activities/:id',
  access: 'activities:read',
  input: ById,
  output: Activity,
  run: (ctx, { id }) => store.getActivity(ctx, id),
})

const ActivityUpdate = changeOf(ActivityChange)

export const updateActivity = operation({
  name: 'activities.update',
  summary: 'Change a logged activity; null clears a field.',
  http: 'PATCH /api/mcp/activities/:id',
  access: 'activities:write',
  input: ActivityUpdate,
  output: Activity,
  run: (ctx, { id, expectedUpdatedAt, ...change }) =>
    transaction(ctx, (tx) => {
      refuseFuture('occurredAt', change.occurredAt, tx.clock.now())
      return changeActivity(tx, id, change, expectedUpdatedAt)
    }),
})

export const removeActivity = operation({
  name: 'activities.delete',
  summary: 'Delete a logged activity.',
  http: 'DELETE /api/mcp/activities/:id',
  access: 'activities:delete',
  input: ByVersion,
  output: Deleted,
  run: (ctx, { id, expectedUpdatedAt }) =>
    transaction(ctx, (tx) => deleteActivity(tx, id, expectedUpdatedAt)),
})

export const operations = [
  listActivities,
  importActivities,
  addActivity,
  getActivity,
  updateActivity,
  removeActivity,
]
