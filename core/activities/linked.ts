// The activities that a job or a contact has, for the rooms of jobs and contacts.
import type { Sql } from '../database/connect.ts'
import { CONTACT_ACTIVITIES } from './fields.ts'
import * as store from './store.ts'

export {
  listActivitiesOfContact,
  listActivitiesOfJob,
  listActivitiesWithIds,
  reassignActivities,
} from './store.ts'

/** When a contact was last in touch, by the activities that are logged; null without any. */
export const lastContactOf = (sql: Sql, userId: string, contactId: string, now: string) =>
  store.findLastContact(sql, userId, contactId, CONTACT_ACTIVITIES, now)
