// The API's record of an activity, and the activities of a job or contact.
import type { Sql } from '../database/connect.ts'
import { Id, Instant } from '../kernel/fields.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import * as store from './store.ts'

export const ACTIVITY_TYPES = [
  'note',
  'email',
  'call',
  'message',
  'meeting',
  'application',
  'interview',
  'follow-up',
  'offer',
  'rejection',
  'status-change',
  'other',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

/** Types that count as contact with a person. */
export const CONTACT_ACTIVITIES: readonly ActivityType[] = [
  'email',
  'call',
  'message',
  'meeting',
  'interview',
  'follow-up',
]

export const Activity = lazySchema((z) =>
  z.strictObject({
    id: Id(),
    jobId: Id().nullable(),
    contactId: Id().nullable(),
    type: z.enum(ACTIVITY_TYPES),
    title: z.string().nullable(),
    body: z.string().nullable(),
    occurredAt: Instant(),
    createdAt: Instant(),
    updatedAt: Instant(),
  }),
)
export type Activity = Parsed<typeof Activity>

/** Every activity of a job, oldest first. */
export const listActivitiesOfJob = async (sql: Sql, userId: string, jobId: string): Promise<Activity[]> => [
  ...(await store.listActivitiesOfJob(sql, userId, jobId)),
]

/** Every activity with a contact, oldest first. */
export const listActivitiesOfContact = async (
  sql: Sql,
  userId: string,
  contactId: string,
): Promise<Activity[]> => [...(await store.listActivitiesOfContact(sql, userId, contactId))]

/** Those of these activities that the user has. */
export const listActivitiesWithIds = async (
  sql: Sql,
  userId: string,
  ids: readonly string[],
): Promise<Activity[]> => [...(await store.listActivitiesWithIds(sql, userId, ids))]

/** When a contact was last in touch, by the activities that are logged; null without any. */
export const lastContactOf = (sql: Sql, userId: string, contactId: string, now: string) =>
  store.findLastContact(sql, userId, contactId, CONTACT_ACTIVITIES, now)

/** Moves all activities of one contact to another, or to none. */
export const reassignActivities = async (
  sql: Sql,
  userId: string,
  from: string,
  to: string | null,
): Promise<void> => void (await store.reassignActivities(sql, userId, from, to))
