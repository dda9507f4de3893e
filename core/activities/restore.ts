// Undo of activities: one comes back without a contact that is gone, and not without its job.
import { attached } from '../contacts/references.ts'
import { undoOf } from '../undo-handler.ts'
import { groupsOf } from '../kernel/record.ts'
import { ACTIVITY, type Activity } from './fields.ts'
import * as store from './store.ts'

export const activityUndo = undoOf<Activity>({
  noun: 'activity',
  groups: groupsOf(ACTIVITY),
  nameOf: ({ type, title }) => (title ? `${type} “${title}”` : type),
  find: ({ sql, principal }, id) => store.findActivityForUpdate(sql, principal.userId, id),
  fitting: attached,
  insert: ({ sql, principal }, activity) => store.insertActivity(sql, principal.userId, activity),
  update: ({ sql, principal }, activity) => store.updateActivity(sql, principal.userId, activity),
  remove: ({ sql, principal }, { id }) => store.removeActivity(sql, principal.userId, id),
  // Restoring the job has already emitted an event that covers it.
  events: { restored: (_, cameWithJob) => (cameWithJob ? null : 'activity.created') },
})
