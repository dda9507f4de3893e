// Undo of activities. A restored activity loses its link to a deleted contact. Without its job it is not restored.
import { withoutDeletedContact } from '../contacts/references.ts'
import { withItsJob } from '../jobs/references.ts'
import { undoOf } from '../undo-handler.ts'
import { groupsOf } from '../kernel/record.ts'
import { ACTIVITY, type Activity } from './fields.ts'
import * as store from './store.ts'

export const activityUndo = undoOf<Activity>({
  noun: 'activity',
  groups: groupsOf(ACTIVITY),
  nameOf: ({ type, title }) => (title ? `${type} “${title}”` : type),
  find: ({ sql, principal }, id) => store.findActivityForUpdate(sql, principal.userId, id),
  withoutBrokenLinks: withoutDeletedContact,
  insert: ({ sql, principal }, activity) => store.insertActivity(sql, principal.userId, activity),
  update: ({ sql, principal }, activity) => store.updateActivity(sql, principal.userId, activity),
  remove: ({ sql, principal }, { id }) => store.removeActivity(sql, principal.userId, id),
  // The webhook event of the restored job covers its activities.
  events: { restored: (_, cameWithJob) => (cameWithJob ? null : 'activity.created'), eventData: withItsJob },
})
