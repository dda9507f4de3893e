// What other domains may do with activities: read and move those of a job or a contact.
import type { Sql } from '../database/connect.ts'
import { CONTACTING_TYPES } from './fields.ts'
import * as store from './store.ts'

export {
  listActivitiesOfContact,
  listActivitiesOfJob,
  listActivitiesWithIds,
  reassignActivities,
} from './store.ts'

export const lastContactOf = (sql: Sql, userId: string, contactId: string, now: string) =>
  store.findLastContact(sql, userId, contactId, CONTACTING_TYPES, now)
