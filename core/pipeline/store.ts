// SQL for the pipeline: inputs of statistics across the whole search, mood entries, snoozes. That for the rules is in rule-inputs.ts.
import { rowOf } from '../database/fragments.ts'
import type { Sql } from '../database/connect.ts'
import { Id, Instant, objectSchema, type Parsed } from '../kernel/schema.ts'
import type { Status } from '../jobs/fields.ts'
import type { CardRow } from './board.ts'
import type { JobFacts } from './statistics.ts'
import type { Tally } from './summary.ts'

/** Uses only the index jobs_moved_idx. */
export const listTallies = (sql: Sql, userId: string) => sql<Tally[]>`
  select j.status, count(*)::int as jobs, count(*) filter (where j.applied)::int as applied,
    count(*) filter (where j.answered)::int as responded, count(j.status_changed_at)::int as dated,
    coalesce(sum(floor(extract(epoch from j.status_changed_at))), 0)::bigint as "changedSeconds"
  from jobs j where j.user_id = ${userId} group by j.status`

export const Snooze = objectSchema((z) => ({ suggestionId: z.string(), until: Instant() }))

export const findSnooze = (sql: Sql, userId: string, suggestionId: string) =>
  rowOf(sql<Parsed<typeof Snooze>[]>`
    select s.suggestion_id, s.until from suggestion_snoozes s
    where s.user_id = ${userId} and s.suggestion_id = ${suggestionId}`)

export const insertSnooze = (sql: Sql, userId: string, suggestionId: string, until: string) => sql`
  insert into suggestion_snoozes (user_id, suggestion_id, until) values (${userId}, ${suggestionId}, ${until})
  on conflict (user_id, suggestion_id) do update set until = excluded.until`

export const Mood = objectSchema((z) => ({
  id: Id(),
  mood: z.string(),
  labels: z.array(z.string()),
  note: z.string().nullable(),
  at: Instant(),
}))
export type Mood = Parsed<typeof Mood>

export const insertMood = (sql: Sql, userId: string, mood: Mood) => sql`
  insert into mood_check_ins (user_id, id, mood, labels, note, at)
  values (${userId}, ${mood.id}, ${mood.mood}, ${sql.json(mood.labels)}, ${mood.note}, ${mood.at})`

export const findMood = (sql: Sql, userId: string, id: string) =>
  rowOf(sql<Mood[]>`
    select m.id, m.mood, m.labels, m.note, m.at from mood_check_ins m
    where m.user_id = ${userId} and m.id = ${id}`)

export const removeMood = (sql: Sql, userId: string, id: string) =>
  sql`delete from mood_check_ins where user_id = ${userId} and id = ${id}`

export const removeSnooze = (sql: Sql, userId: string, suggestionId: string) =>
  sql`delete from suggestion_snoozes where user_id = ${userId} and suggestion_id = ${suggestionId}`

export const listCards = (sql: Sql, userId: string, statuses: readonly Status[], limit: number) =>
  sql<CardRow[]>`
    select s.status, c.* from jsonb_array_elements_text(${sql.json([...statuses])}) s(status) cross join lateral (
      select j.id, j.company, j.role, j.location, j.salary, j.priority, j.tags, j.status_changed_at, j.updated_at,
        j.applied_at, j.pay_min, j.pay_max, j.pay_period,
        least(j.deadline, (
          select min(e.starts_at) from calendar_events e where e.user_id = ${userId} and e.job_id = j.id
            and e.type = 'deadline' and e.starts_at >= now())) as deadline,
        (select count(*)::int from offers o where o.user_id = ${userId} and o.job_id = j.id) as offers
      from jobs j
      where j.user_id = ${userId} and j.status = s.status
      order by j.status_changed_at desc nulls last, j.id desc limit ${limit}
    ) c`

export const listJobFacts = (sql: Sql, userId: string, since: string | undefined) =>
  sql<JobFacts[]>`
    select j.company, j.role, j.status, j.source, j.url, j.tags, j.applied, j.applied_at, j.answered,
      exists (
        select 1 from contact_jobs l join contacts c on c.user_id = l.user_id and c.id = l.contact_id
        where l.user_id = ${userId} and l.job_id = j.id and c.type = 'referral') as has_referral,
      coalesce((
        select json_agg(json_build_object('id', h.id, 'status', h.status, 'at', h.at) order by h.id)
        from job_status_history h where h.user_id = ${userId} and h.job_id = j.id), '[]') as history
    from jobs j where j.user_id = ${userId} ${since ? sql`and j.created_at >= ${since}` : sql``}`
