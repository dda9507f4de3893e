// SQL for activities.
import type { Sql } from '../database/connect.ts'
import { afterUpdate, containsPattern } from '../database/fragments.ts'
import { changesOf, columnsOf, valuesOf } from '../database/record-columns.ts'
import type { Window } from '../kernel/page.ts'
import { ACTIVITY, type Activity, type ActivityType } from './fields.ts'

interface ActivityFilter {
  updatedSince?: string | undefined
  jobId?: string | undefined
  contactId?: string | undefined
  type?: ActivityType[] | undefined
  from?: string | undefined
  to?: string | undefined
  q?: string | undefined
}

const where = (sql: Sql, userId: string, filter: ActivityFilter) => sql`
  a.user_id = ${userId}
  ${filter.updatedSince ? sql`and a.updated_at >= ${filter.updatedSince}` : sql``}
  ${filter.jobId ? sql`and a.job_id = ${filter.jobId}` : sql``}
  ${filter.contactId ? sql`and a.contact_id = ${filter.contactId}` : sql``}
  ${filter.type?.length ? sql`and a.type in ${sql(filter.type)}` : sql``}
  ${filter.from ? sql`and a.occurred_at >= ${filter.from}` : sql``}
  ${filter.to ? sql`and a.occurred_at <= ${filter.to}` : sql``}
  ${filter.q?.trim() ? sql`and concat_ws(' ', a.title, a.body) ilike ${containsPattern(filter.q)}` : sql``}`

/** Up to `limit + 1` rows after the cursor, latest first. */
export function listActivities(sql: Sql, userId: string, filter: ActivityFilter, page: Window) {
  const { after, limit } = page
  return sql<(Activity & { sortValue: string })[]>`
    select ${columnsOf(sql, ACTIVITY)}, a.occurred_at as sort_value from activities a
    where ${where(sql, userId, filter)}
    ${after ? sql`and (a.occurred_at, a.id) < (${after.value}, ${after.id})` : sql``}
    order by a.occurred_at desc, a.id desc
    limit ${limit + 1}`
}

export async function countActivities(sql: Sql, userId: string, filter: ActivityFilter): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from activities a where ${where(sql, userId, filter)}`
  return row?.total ?? 0
}

export const listActivitiesOfJob = (sql: Sql, userId: string, jobId: string) =>
  sql<Activity[]>`
    select ${columnsOf(sql, ACTIVITY)} from activities a
    where a.user_id = ${userId} and a.job_id = ${jobId} order by a.occurred_at, a.id
    for update`

export const listActivitiesOfContact = (sql: Sql, userId: string, contactId: string) =>
  sql<Activity[]>`
    select ${columnsOf(sql, ACTIVITY)} from activities a
    where a.user_id = ${userId} and a.contact_id = ${contactId} order by a.occurred_at, a.id
    for update`

export const insertActivity = (sql: Sql, userId: string, activity: Activity) => sql`
  insert into activities ${sql({ user_id: userId, ...valuesOf(sql, ACTIVITY, activity) })}`

export async function findActivity(sql: Sql, userId: string, id: string): Promise<Activity | undefined> {
  const [row] = await sql<Activity[]>`
    select ${columnsOf(sql, ACTIVITY)} from activities a where a.user_id = ${userId} and a.id = ${id}`
  return row
}

export const listActivitiesWithIds = (sql: Sql, userId: string, ids: readonly string[]) =>
  sql<Activity[]>`
    select ${columnsOf(sql, ACTIVITY)} from activities a where a.user_id = ${userId} and a.id in ${sql([...ids])}`

/** An activity of the same kind, time and words, and not of another job. */
export async function findSameActivity(
  sql: Sql,
  userId: string,
  one: Pick<Activity, 'type' | 'title' | 'body' | 'occurredAt' | 'jobId'>,
): Promise<Activity | undefined> {
  const [row] = await sql<Activity[]>`
    select ${columnsOf(sql, ACTIVITY)} from activities a
    where a.user_id = ${userId} and a.occurred_at = ${one.occurredAt} and a.type = ${one.type}
      and a.title is not distinct from ${one.title} and a.body is not distinct from ${one.body}
      and a.job_id is not distinct from ${one.jobId}
    order by a.id limit 1 for update of a`
  return row
}

export async function findLastContact(
  sql: Sql,
  userId: string,
  contactId: string,
  types: readonly ActivityType[],
  now: string,
): Promise<string | null> {
  const [row] = await sql<{ at: string | null }[]>`
    select max(a.occurred_at) as at from activities a
    where a.user_id = ${userId} and a.contact_id = ${contactId} and a.type in ${sql([...types])}
      and a.occurred_at <= ${now}`
  return row?.at ?? null
}

export async function findActivityForUpdate(
  sql: Sql,
  userId: string,
  id: string,
): Promise<Activity | undefined> {
  const [row] = await sql<Activity[]>`
    select ${columnsOf(sql, ACTIVITY)} from activities a where a.user_id = ${userId} and a.id = ${id} for update of a`
  return row
}

export const updateActivity = (sql: Sql, userId: string, activity: Activity) => sql`
  update activities set ${sql(changesOf(sql, ACTIVITY, activity))} where user_id = ${userId} and id = ${activity.id}`

export const removeActivity = (sql: Sql, userId: string, id: string) =>
  sql`delete from activities where user_id = ${userId} and id = ${id}`

export const reassignActivities = (sql: Sql, userId: string, from: string, to: string | null) => sql`
  update activities set contact_id = ${to},
    updated_at = greatest(now(), coalesce(${afterUpdate(sql)}, created_at))
  where user_id = ${userId} and contact_id = ${from}`
