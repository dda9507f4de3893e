// SQL for activities.
import type { Sql } from '../database/connect.ts'
import { afterUpdatedAt, containsPattern, jobsAt, rowOf } from '../database/fragments.ts'
import { columnsOf, listingOf, statementsOf } from '../database/record-statements.ts'
import type { Context } from '../kernel/context.ts'
import { endIn, idIn, instantIn, objectSchema, pageIn, text, type Parsed } from '../kernel/schema.ts'
import { ACTIVITY, type Activity, ACTIVITY_TYPES, CONTACTING_TYPES } from './fields.ts'

const { sort, page } = listingOf<Activity>(ACTIVITY, '-occurredAt')

export const ActivityQuery = objectSchema((z) => ({
  jobId: idIn(z).optional(),
  company: text(z, 200).optional(),
  contactId: idIn(z).optional(),
  type: z.array(z.enum(ACTIVITY_TYPES)).optional().describe('Comma-separated types.'),
  from: instantIn(z).optional(),
  to: endIn(z).optional().describe('Not after this instant, or after this day in UTC.'),
  q: text(z, 500).optional().describe('Text in the title or body.'),
  updatedSince: instantIn(z).optional(),
  sort: sort(z),
  ...pageIn(z),
}))

const activities = statementsOf<Activity>(ACTIVITY)
export const {
  get: getActivity,
  lock: lockActivity,
  findForUpdate: findActivityForUpdate,
  listWithIds: listActivitiesWithIds,
  insert: insertActivity,
  update: updateActivity,
  remove: removeActivity,
} = activities
export const listActivitiesOfJob = activities.listOf('job_id', 'occurred_at')
export const listActivitiesOfContact = activities.listOf('contact_id', 'occurred_at')

export const listActivities = (
  ctx: Pick<Context, 'sql' | 'principal'>,
  { company, from, to, q, ...asked }: Parsed<typeof ActivityQuery>,
) => {
  const { sql } = ctx
  return page(
    ctx,
    asked,
    company && sql`and a.job_id in ${jobsAt(sql, ctx.principal.userId, company)}`,
    from && sql`and a.occurred_at >= ${from}`,
    to && sql`and a.occurred_at <= ${to}`,
    q?.trim() && sql`and concat_ws(' ', a.title, a.body) ilike ${containsPattern(q)}`,
  )
}

/** An activity with the same type, time and text, unless it belongs to another job. */
export const findSameActivity = (
  sql: Sql,
  userId: string,
  one: Pick<Activity, 'type' | 'title' | 'body' | 'occurredAt' | 'jobId'>,
) =>
  rowOf(sql<Activity[]>`
    select ${columnsOf(sql, ACTIVITY)} from activities a
    where a.user_id = ${userId} and a.occurred_at = ${one.occurredAt} and a.type = ${one.type}
      and a.title is not distinct from ${one.title} and a.body is not distinct from ${one.body}
      and a.job_id is not distinct from ${one.jobId}
    order by a.id limit 1 for update of a`)

/** The time of the latest activity that counts as a contact with this person, up to `now`. */
export async function findLastContact(sql: Sql, userId: string, contactId: string, now: string) {
  const [row] = await sql<{ at: string | null }[]>`
    select max(a.occurred_at) as at from activities a
    where a.user_id = ${userId} and a.contact_id = ${contactId} and a.type in ${sql([...CONTACTING_TYPES])}
      and a.occurred_at <= ${now}`
  return row?.at ?? null
}

export const reassignActivities = (sql: Sql, userId: string, from: string, to: string | null) => sql`
  update activities set contact_id = ${to},
    updated_at = greatest(now(), coalesce(${afterUpdatedAt(sql)}, created_at))
  where user_id = ${userId} and contact_id = ${from}`
