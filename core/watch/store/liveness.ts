// SQL for checking whether the postings of tracked jobs are still online.
import type { Sql } from '../../database/connect.ts'
import { containsPattern } from '../../database/fragments.ts'
import { OPEN_STATUSES } from '../../jobs/fields.ts'
import type { FoundPosting } from '../found-posting.ts'

export type StatedFacts = Pick<FoundPosting, 'role' | 'pay'>

export interface TrackedPosting {
  userId: string
  id: string
  company: string
  role: string
  url: string
  missingAt: string | null
  goneAt: string | null
  facts: StatedFacts | null
  /** The watched board that lists the posting. The job's own URL may be on the employer's site. */
  board: string | null
  externalId: string | null
}

/** The facts stored when a watch found the posting serve as the first observation. */
const tracked = (sql: Sql) => sql`
  select j.user_id, j.id, j.company, j.role, j.url, l.missing_at, l.gone_at, p.board, p.external_id,
  coalesce(l.facts, case when p.board is not null then jsonb_build_object('role', p.role, 'pay', p.pay) end) as facts
  from jobs j left join job_liveness l on l.user_id = j.user_id and l.job_id = j.id
  left join lateral (
    select w.board, w.external_id, w.role, w.pay from watch_postings w
    where w.user_id = j.user_id and w.job_id = j.id and w.state = 'accepted'
    order by w.first_seen_at desc, w.id desc limit 1) p on true`

interface TrackedFilter {
  ids?: readonly string[] | undefined
  all?: boolean | undefined
  on?: { board: string; like: string } | undefined
}

/** Those first that were not checked for longest. */
export const listTracked = (sql: Sql, userId: string, { ids, all = false, on }: TrackedFilter) => sql<
  TrackedPosting[]
>`
  ${tracked(sql)} where j.user_id = ${userId} and j.url is not null
    ${all || ids ? sql`` : sql`and j.status in ${sql([...OPEN_STATUSES])}`}
    ${ids ? sql`and j.id in ${sql([...ids])}` : sql``}
    ${on === undefined ? sql`` : sql`and (p.board = ${on.board} or j.url ilike ${containsPattern(on.like)})`}
  order by l.checked_at nulls first, j.id`

interface SeenPosting extends Pick<TrackedPosting, 'missingAt' | 'goneAt' | 'facts'> {
  checkedAt: string
  dueAt: string
  problem: string | null
}

export const saveSeen = (
  sql: Sql,
  { userId, id }: Pick<TrackedPosting, 'userId' | 'id'>,
  seen: SeenPosting,
) => sql`
  insert into job_liveness (user_id, job_id, checked_at, due_at, missing_at, gone_at, problem, facts)
  select user_id, id, ${seen.checkedAt}, ${seen.dueAt}, ${seen.missingAt}, ${seen.goneAt}, ${seen.problem},
    ${seen.facts && sql.json({ ...seen.facts, pay: seen.facts.pay && { ...seen.facts.pay } })}
  from jobs where user_id = ${userId} and id = ${id}
  on conflict (user_id, job_id) do update set checked_at = excluded.checked_at, due_at = excluded.due_at,
    missing_at = excluded.missing_at, gone_at = excluded.gone_at, problem = excluded.problem,
    facts = coalesce(excluded.facts, job_liveness.facts)`

/** Users with postings that are due for a check. Open jobs never checked are queued by `enqueueUnchecked`. */
export const listDueUsers = (sql: Sql, now: string, limit: number) => sql<{ userId: string }[]>`
  select user_id from job_liveness where due_at <= ${now} group by user_id order by min(due_at) limit ${limit}`

/** The open jobs only: ended ones that are due would take their places. */
export const listDueJobs = (sql: Sql, userId: string, now: string, limit: number) => sql<TrackedPosting[]>`
  ${tracked(sql)} where j.user_id = ${userId} and j.url is not null
    and l.due_at <= ${now} and j.status in ${sql([...OPEN_STATUSES])}
  order by l.due_at limit ${limit}`

/** Postpones due postings that are not checked, those of ended jobs, by a day. */
export const postpone = (sql: Sql, userId: string, now: string) => sql`
  update job_liveness set due_at = ${now}::timestamptz + interval '1 day' where user_id = ${userId} and due_at <= ${now}`

export async function enqueueUnchecked(sql: Sql, now: string, limit: number): Promise<number> {
  const rows = await sql`
    insert into job_liveness (user_id, job_id, checked_at, due_at)
    select j.user_id, j.id, j.created_at, ${now} from jobs j
    where j.url is not null and j.status in ${sql([...OPEN_STATUSES])} and not exists (
      select from job_liveness l where l.user_id = j.user_id and l.job_id = j.id)
    limit ${limit} on conflict do nothing returning job_id`
  return rows.length
}
