// The SQL of the pipeline: what the figures and the rules look at, across the whole search, and what the person said.
import type { Sql } from '../database/connect.ts'
import { RESPONSE_STATUSES, type Status } from '../jobs/status.ts'
import type { NearEvent } from './dates.ts'
import type { QuietJob } from './quiet.ts'
import type { SilentContact } from './suggestions.ts'
import type { Tally, Win } from './summary.ts'

export const listTallies = (sql: Sql, userId: string) =>
  sql<Tally[]>`
    select t.status, t.jobs, t.applied, t.responded, t.changed_seconds
    from pipeline_tallies t where t.user_id = ${userId}`

/**
 * Per status, the `limit` jobs that went quiet last: those are the ones something can still be done about. Jobs with a
 * date ahead are not quiet.
 */
export const listQuietJobs = (
  sql: Sql,
  userId: string,
  quiet: { before: readonly { status: Status; before: string }[]; now: string; limit: number },
) =>
  sql<QuietJob[]>`
    select j.id, j.company, j.role, j.status, j.priority, j.status_changed_at, j.touched_at,
      (select count(*)::int from activities a
       where a.user_id = ${userId} and a.job_id = j.id and a.type = 'follow-up'
         and a.occurred_at >= j.status_changed_at) as follow_ups,
      (select l.contact_id from contact_jobs l
       join contacts c on c.user_id = l.user_id and c.id = l.contact_id
       where l.user_id = ${userId} and l.job_id = j.id
       order by c.last_contacted_at desc nulls last, c.id limit 1) as contact_id
    from jsonb_to_recordset(${sql.json(quiet.before as never)}) as q (status text, before timestamptz)
    cross join lateral (
      select k.id, k.company, k.role, k.status, k.priority, k.status_changed_at, k.touched_at from jobs k
      where k.user_id = ${userId} and k.status = q.status and k.touched_at <= q.before
        and not exists (
          select 1 from calendar_events e
          where e.user_id = ${userId} and e.job_id = k.id and e.starts_at > ${quiet.now})
      order by k.touched_at desc limit ${quiet.limit}
    ) j`

const IN_ORDER = `array['screening', 'interviewing', 'offer', 'accepted', 'rejected', 'withdrawn']`

/**
 * First steps into a response status since an instant, latest first. A step that was taken back — the job stands
 * before it now, and has not ended — is none.
 */
export const listWins = (sql: Sql, userId: string, since: string, limit: number) =>
  sql<Win[]>`
    select h.status, j.company, j.role, h.at
    from job_status_history h
    join jobs j on j.user_id = h.user_id and j.id = h.job_id
    where h.user_id = ${userId} and h.at >= ${since} and h.status in ${sql([...RESPONSE_STATUSES])}
      and array_position(${sql.unsafe(IN_ORDER)}, j.status) >= array_position(${sql.unsafe(IN_ORDER)}, h.status)
      and not exists (
        select 1 from job_status_history p
        where p.user_id = ${userId} and p.job_id = h.job_id and p.status = h.status and (p.at, p.id) < (h.at, h.id))
    order by h.at desc, h.id desc limit ${limit}`

/** Interviews and deadlines between two instants, with what was logged about them since they began. */
export const listNearEvents = (sql: Sql, userId: string, span: { from: string; to: string; limit: number }) =>
  sql<NearEvent[]>`
    select e.id, e.type, e.title, e.starts_at, e.ends_at, e.job_id, e.contact_id, j.company,
      exists (
        select 1 from activities a
        where a.user_id = ${userId} and a.occurred_at >= e.starts_at
          and a.type in ('email', 'message', 'call', 'follow-up')
          and (a.job_id = e.job_id or a.contact_id = e.contact_id)) as thanked,
      exists (
        select 1 from activities a
        where a.user_id = ${userId} and a.occurred_at >= e.starts_at and a.type in ('interview', 'note')
          and (a.job_id = e.job_id or a.contact_id = e.contact_id)) as debriefed
    from calendar_events e
    left join jobs j on j.user_id = e.user_id and j.id = e.job_id
    where e.user_id = ${userId} and e.type in ('interview', 'deadline')
      and e.starts_at between ${span.from} and ${span.to}
      and (j.status is null or j.status not in ('rejected', 'withdrawn', 'accepted'))
    order by e.starts_at, e.id limit ${span.limit}`

/** Contacts of jobs in play that were last spoken with, or else added, before an instant; the latest first. */
export const listSilentContacts = (sql: Sql, userId: string, before: string, limit: number) =>
  sql<SilentContact[]>`
    select c.id, c.name, c.last_contacted_at, c.created_at, j.job_id, j.company, j.role
    from contacts c
    cross join lateral (
      select k.id as job_id, k.company, k.role from contact_jobs l
      join jobs k on k.user_id = l.user_id and k.id = l.job_id
      where l.user_id = ${userId} and l.contact_id = c.id
        and k.status in ('applied', 'screening', 'interviewing', 'offer')
      order by k.touched_at desc limit 1
    ) j
    where c.user_id = ${userId} and coalesce(c.last_contacted_at, c.created_at) <= ${before}
    order by coalesce(c.last_contacted_at, c.created_at) desc limit ${limit}`

/** Ids of the suggestions put off beyond an instant. */
export const listSnoozed = (sql: Sql, userId: string, now: string) =>
  sql<{ suggestionId: string }[]>`
    select s.suggestion_id from suggestion_snoozes s where s.user_id = ${userId} and s.until > ${now}`

export async function findSnooze(sql: Sql, userId: string, suggestionId: string) {
  const [row] = await sql<{ suggestionId: string; until: string }[]>`
    select s.suggestion_id, s.until from suggestion_snoozes s
    where s.user_id = ${userId} and s.suggestion_id = ${suggestionId}`
  return row
}

export const insertSnooze = (sql: Sql, userId: string, suggestionId: string, until: string) => sql`
  insert into suggestion_snoozes (user_id, suggestion_id, until) values (${userId}, ${suggestionId}, ${until})
  on conflict (user_id, suggestion_id) do update set until = excluded.until`

export interface MoodRow {
  id: string
  mood: string
  labels: string[]
  note: string | null
  at: string
}

export const insertMood = (sql: Sql, userId: string, mood: MoodRow) => sql`
  insert into mood_check_ins (user_id, id, mood, labels, note, at)
  values (${userId}, ${mood.id}, ${mood.mood}, ${sql.json(mood.labels)}, ${mood.note}, ${mood.at})`
