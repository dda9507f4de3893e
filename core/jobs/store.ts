// Queries for jobs, their status history, their postings and the records that are linked to a job.
import type { Sql } from '../database/connect.ts'
import { afterUpdatedAt, hasRow, idList, rowOf } from '../database/fragments.ts'
import { changesOf, columnsOf, valuesOf, statementsOf } from '../database/record-statements.ts'
import { JOB, type JobRow, type JobValues, type Dependents } from './fields.ts'
import type { HistoryEntry } from './history.ts'

export const columns = (sql: Sql, userId: string) => sql`
  ${columnsOf(sql, JOB)},
  coalesce((
    select json_agg(c.contact_id order by c.contact_id) from contact_jobs c
    where c.user_id = ${userId} and c.job_id = j.id), '[]') as contact_ids`

export const {
  get: getJob,
  lock: lockJob,
  find: findJob,
  findForUpdate: findJobForUpdate,
  listWithIds: listJobsWithIds,
  remove: removeJob,
} = statementsOf<JobRow>(JOB, columns)

/** The job that holds a posting, or the first of those that share it. The condition is written for the partial indexes. */
export const findJobByUrl = (sql: Sql, userId: string, urlKey: Buffer, shares: boolean) =>
  rowOf(sql<JobRow[]>`
    select ${columns(sql, userId)} from jobs j
    where j.user_id = ${userId} and j.url_key = ${urlKey} and ${shares ? sql`` : sql`not`} j.duplicate
    order by j.id limit 1`)

/** False if another job already has the canonical URL. */
export const insertJob = (sql: Sql, userId: string, job: JobValues) =>
  hasRow(sql`
    insert into jobs ${sql({ user_id: userId, ...valuesOf(sql, JOB, job), url_key: job.urlKey })}
    on conflict do nothing returning id`)

export const updateJob = (sql: Sql, userId: string, job: JobValues) => sql`
  update jobs set ${sql({ ...changesOf(sql, JOB, job), url_key: job.urlKey })}
  where user_id = ${userId} and id = ${job.id}`

export interface MovedLinks {
  to: string | null
  ids: readonly string[]
}

/** Moves mail and postings to a job, or unlinks them: a distributed database has no foreign keys that would do so. */
export async function moveLinks(sql: Sql, userId: string, id: string, to: string | null) {
  const [mail, postings] = await Promise.all([
    sql<{ id: string }[]>`
      update inbox_messages set job_id = ${to} where user_id = ${userId} and job_id = ${id} returning id`,
    sql<{ id: string }[]>`
      update watch_postings set job_id = ${to} where user_id = ${userId} and job_id = ${id} returning id`,
  ])
  const ids = [...mail, ...postings].map((row) => row.id)
  return to || ids.length ? { links: { to, ids } } : {}
}

export function relinkMailAndPostings(sql: Sql, userId: string, job: JobValues, { to, ids }: MovedLinks) {
  const isMoved = sql`(job_id is not distinct from ${to} and id = any(${idList(ids)}::uuid[]))`
  return Promise.all([
    sql`update inbox_messages set job_id = ${job.id}
      where user_id = ${userId} and (${isMoved} or job_id is null and not ambiguous and state <> 'rejected'
        and lower(company) = lower(${job.company}) and (role is null or lower(role) = lower(${job.role})))`,
    sql`update watch_postings set job_id = ${job.id}
      where user_id = ${userId} and (${isMoved} or job_id is null and url_key = ${job.urlKey})`,
  ])
}

export type JobName = Pick<JobRow, 'id' | 'company' | 'role'>

/** Sets the last activity to `at` if that is later; undefined if the user has no such job. */
export const touchJob = (sql: Sql, userId: string, id: string, at: string) =>
  rowOf(sql<JobName[]>`
    update jobs set touched_at = greatest(touched_at, ${at})
    where user_id = ${userId} and id = ${id} returning id, company, role`)

export type ComparableJob = Pick<JobRow, 'id' | 'company' | 'role' | 'url' | 'location'>

/** The newest jobs, for finding similar names, which SQL cannot compare. */
export const listNewestComparableJobs = (sql: Sql, userId: string) =>
  sql<ComparableJob[]>`
    select id, company, role, url, location from jobs
    where user_id = ${userId} order by id desc limit 1000`

/** These jobs, oldest first, locked until the transaction ends. */
export const listJobsForUpdate = (sql: Sql, userId: string, ids: readonly string[]) =>
  sql<JobRow[]>`
    select ${columns(sql, userId)} from jobs j
    where j.user_id = ${userId} and j.id in ${sql([...ids])} order by j.id for update of j`

export const listHistory = (sql: Sql, userId: string, jobId: string) =>
  sql<HistoryEntry[]>`
    select id, status, at, note, created_at from job_status_history
    where user_id = ${userId} and job_id = ${jobId} order by id`

export const listHistories = (sql: Sql, userId: string, jobIds: readonly string[]) =>
  sql<(HistoryEntry & { jobId: string })[]>`
    select id, status, at, note, created_at, job_id from job_status_history
    where user_id = ${userId} and job_id in ${sql([...jobIds])} order by job_id, id`

/** Removes the entries of `before` that are not in `after`, and writes those of `after`. */
export async function replaceHistory(
  sql: Sql,
  userId: string,
  jobId: string,
  { before = [], after }: { before?: readonly HistoryEntry[]; after: readonly HistoryEntry[] },
): Promise<void> {
  const kept = new Set(after.map(({ id }) => id))
  for (const { id } of before)
    if (!kept.has(id))
      await sql`delete from job_status_history where user_id = ${userId} and job_id = ${jobId} and id = ${id}`
  for (const line of after)
    await sql`
      insert into job_status_history (user_id, job_id, id, status, at, note, created_at)
      values (${userId}, ${jobId}, ${line.id}, ${line.status}, ${line.at}, ${line.note}, ${line.createdAt})
      on conflict (user_id, job_id, id) do update set status = excluded.status, at = excluded.at, note = excluded.note`
}

/**
 * Recomputes `touched_at` from history, activities, events except follow-ups, and offers. A dated entry counts at its date, but
 * no later than it was recorded. Undated statuses count when they were recorded, and only if no status has a date.
 */
export const refreshLastActivity = (sql: Sql, userId: string, ids: readonly string[]) => sql`
  update jobs j set touched_at = greatest(
    (select coalesce(max(least(h.at, h.created_at)) filter (where h.at is not null), max(h.created_at)) from job_status_history h
      where h.user_id = ${userId} and h.job_id = j.id),
    (select max(least(a.occurred_at, a.created_at)) from activities a
      where a.user_id = ${userId} and a.job_id = j.id),
    (select max(e.created_at) from calendar_events e
      where e.user_id = ${userId} and e.job_id = j.id and e.type <> 'follow-up'),
    (select max(o.created_at) from offers o where o.user_id = ${userId} and o.job_id = j.id))
  where j.user_id = ${userId} and j.id in ${sql([...ids])}`

export async function reassignRecords(sql: Sql, userId: string, from: string, to: string): Promise<void> {
  await sql`update activities set job_id = ${to}, updated_at = greatest(now(), coalesce(${afterUpdatedAt(sql)}, created_at)) where user_id = ${userId} and job_id = ${from}`
  await sql`update calendar_events set job_id = ${to}, updated_at = greatest(now(), ${afterUpdatedAt(sql)}) where user_id = ${userId} and job_id = ${from}`
  await sql`update offers set job_id = ${to}, updated_at = greatest(now(), ${afterUpdatedAt(sql)}) where user_id = ${userId} and job_id = ${from}`
  await sql`update job_postings set job_id = ${to} where user_id = ${userId} and job_id = ${from}`
}

export const linkContacts = (sql: Sql, userId: string, jobId: string, contactIds: readonly string[]) => sql`
  insert into contact_jobs (user_id, job_id, contact_id)
  select user_id, ${jobId}, id from contacts where user_id = ${userId} and id in ${sql([...contactIds])}
  on conflict do nothing`

export async function setContacts(sql: Sql, userId: string, jobId: string, contactIds: readonly string[]) {
  await sql`
    delete from contact_jobs
    where user_id = ${userId} and job_id = ${jobId}
      and contact_id::text not in (select jsonb_array_elements_text(${sql.json([...contactIds])}))`
  if (contactIds.length) await linkContacts(sql, userId, jobId, contactIds)
}

export async function countDependents(sql: Sql, userId: string, id: string): Promise<Dependents> {
  const [row] = await sql<[Dependents]>`
    select (select count(*)::int from activities where user_id = ${userId} and job_id = ${id}) as activities,
      (select count(*)::int from calendar_events where user_id = ${userId} and job_id = ${id}) as events,
      (select count(*)::int from offers where user_id = ${userId} and job_id = ${id}) as offers`
  return row
}

type JobSummary = Pick<JobRow, 'id' | 'company' | 'role' | 'status' | 'url' | 'location' | 'appliedAt'>

export const everyJob = (sql: Sql, userId: string) => sql<JobSummary[]>`
  select j.id, j.company, j.role, j.status, j.url, j.location, j.applied_at from jobs j
  where j.user_id = ${userId} order by j.id`

export const ORIGINS = ['board', 'page', 'clip', 'pasted'] as const

export interface KeptRow {
  id: string
  jobId: string
  origin: (typeof ORIGINS)[number]
  url: string | null
  body: string
  at: string
}

export const listPostings = (sql: Sql, userId: string, jobId: string) => sql<KeptRow[]>`
  select id, job_id, origin, url, body, at from job_postings
  where user_id = ${userId} and job_id = ${jobId} order by at desc, id desc`

export async function findLatestDigest(sql: Sql, userId: string, jobId: string): Promise<Buffer | undefined> {
  const [row] = await sql<{ digest: Buffer }[]>`
    select digest from job_postings
    where user_id = ${userId} and job_id = ${jobId} order by at desc, id desc limit 1`
  return row?.digest
}

export const insertPosting = (sql: Sql, userId: string, row: KeptRow, digest: Buffer) => sql`
  insert into job_postings (user_id, job_id, id, origin, url, body, digest, at)
  values (${userId}, ${row.jobId}, ${row.id}, ${row.origin}, ${row.url}, ${row.body}, ${digest}, ${row.at})
  on conflict do nothing`

export const findPostingForUpdate = (sql: Sql, userId: string, id: string) =>
  rowOf(sql<KeptRow[]>`
    select id, job_id, origin, url, body, at from job_postings where user_id = ${userId} and id = ${id} for update`)

type Place = Pick<KeptRow, 'id' | 'jobId'>

export const movePosting = (sql: Sql, userId: string, { id, jobId }: Place, to: string) => sql`
  update job_postings set job_id = ${to} where user_id = ${userId} and job_id = ${jobId} and id = ${id}`

export const removePosting = (sql: Sql, userId: string, { id, jobId }: Place) => sql`
  delete from job_postings where user_id = ${userId} and job_id = ${jobId} and id = ${id}`

export const removeOlder = (sql: Sql, userId: string, jobId: string, keep: number) => sql`
  delete from job_postings where user_id = ${userId} and job_id = ${jobId} and id not in (
    select id from job_postings
    where user_id = ${userId} and job_id = ${jobId} order by at desc, id desc limit ${keep})`
