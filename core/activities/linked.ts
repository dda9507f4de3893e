// The activities that a job or a contact has, for the rooms of jobs and contacts.
import type { Sql } from '../database/connect.ts'
import { CONTACT_ACTIVITIES, type Activity } from './fields.ts'
import * as store from './store.ts'

export const listActivitiesOfJob = async (sql: Sql, userId: string, jobId: string): Promise<Activity[]> => [
  ...(await store.listActivitiesOfJob(sql, userId, jobId)),
]

export const listActivitiesOfContact = async (
  sql: Sql,
  userId: string,
  contactId: string,
): Promise<Activity[]> => [...(await store.listActivitiesOfContact(sql, userId, contactId))]

export const listActivitiesWithIds = async (
  sql: Sql,
  userId: string,
  ids: readonly string[],
): Promise<Activity[]> => [...(await store.listActivitiesWithIds(sql, userId, ids))]

/** When a contact was last in touch, by the activities that are logged; null without any. */
export const lastContactOf = (sql: Sql, userId: string, contactId: string, now: string) =>
  store.findLastContact(sql, userId, contactId, CONTACT_ACTIVITIES, now)

export const reassignActivities = async (
  sql: Sql,
  userId: string,
  from: string,
  to: string | null,
): Promise<void> => void (await store.reassignActivities(sql, userId, from, to))
