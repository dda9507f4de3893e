// SQL for the pipeline: inputs of statistics and rules across the whole search, mood entries, snoozes.
import { rowOf } from '../database/fragments.ts'
import type { Fragment, Sql } from '../database/connect.ts'
import { Id, Instant, objectSchema, type Parsed } from '../kernel/schema.ts'
import type { DueJob, GonePosting, QuietJob } from './stale-rules.ts'
import type { Status } from '../jobs/fields.ts'
import type { CardRow } from './board.ts'
import type { NearEvent } from './event-rules.ts'
import type { OfferFact } from './offer-rules.ts'
import type { JobFacts } from './statistics.ts'
import type { Facts, MailFact, SilentContact } from './suggestions.ts'
import type { Tally, Win } from './summary.ts'

/** Uses only the index jobs_moved_idx. */
export const listTallies = (sql: Sql, userId: string) => sql<Tally[]>`
  select j.status, count(*)::int as jobs, count(*) filter (where j.applied)::int as applied,
    count(*) filter (where j.answered)::int as responded, count(j.status_changed_at)::int as dated,
    coalesce(sum(floor(extract(epoch from j.status_changed_at))), 0)::bigint as "changedSeconds"
  from jobs j where j.user_id = ${userId} group by j.status`

/** For each status, the jobs that became quiet last. The branches run in order up to the limit, so saved jobs come last. */
function listQuietJobs(sql: Sql, userId: string, search: FactSearch['quiet']) {
  const branches = search.before.map(
    ({ status, before, unlessHigh }) => sql`(
      select k.id, k.company, k.role, k.status, k.priority, k.status_changed_at, k.touched_at,
        count(*) over ()::int as alike from jobs k
      where k.user_id = ${userId} and k.status = ${status} and k.touched_at <= ${before}
        and (k.priority = 'high' or k.touched_at <= ${unlessHigh})
        and not exists (
          select 1 from calendar_events e
          where e.user_id = ${userId} and e.job_id = k.id and e.starts_at > ${search.now})
        and not exists (
          select 1 from inbox_messages m where m.user_id = ${userId} and m.job_id = k.id and m.state = 'pending')
      order by k.touched_at desc limit ${search.limitPerStatus})`,
  )
  return sql<QuietJob[]>`
    select j.id, j.company, j.role, j.status, j.priority, j.status_changed_at as "statusChangedAt",
      j.touched_at as "touchedAt", j.alike,
      (select count(*)::int from activities a
       where a.user_id = ${userId} and a.job_id = j.id and a.type = 'follow-up'
         and a.occurred_at >= coalesce(j.status_changed_at, '-infinity')) as "followUps",
      (select l.contact_id from contact_jobs l
       join contacts c on c.user_id = l.user_id and c.id = l.contact_id
       where l.user_id = ${userId} and l.job_id = j.id
       order by c.last_contacted_at desc nulls last, c.id limit 1) as "contactId"
    from (${branches.reduce((all, branch) => sql`${all} union all ${branch}`)} limit ${search.limit}) j`
}

/** First moves into a response status, except reverted ones. Statuses are literals: with parameters the planner ignores the index. */
const listWins = (sql: Sql, userId: string, since: string, limit: number) =>
  sql<Win[]>`
    select h.status, j.company, j.role, h.at
    from job_status_history h
    join jobs j on j.user_id = h.user_id and j.id = h.job_id
    where h.user_id = ${userId} and h.at >= ${since}
      and h.status in ('screening', 'interviewing', 'offer', 'accepted')
      and array_position(array['screening', 'interviewing', 'offer', 'accepted', 'rejected', 'withdrawn'], j.status)
        >= array_position(array['screening', 'interviewing', 'offer', 'accepted'], h.status)
      and not exists (
        select 1 from job_status_history p
        where p.user_id = ${userId} and p.job_id = h.job_id and p.status = h.status
          and (p.at is null or (p.at, p.id) < (h.at, h.id)))
    order by h.at desc, h.id desc limit ${limit}`

/** Whether such an activity `a` is about event `e`. One without a job and a contact is known by its title. */
const isLogged = (sql: Sql, userId: string, such: Fragment) => sql`(
  exists (select 1 from activities a where a.user_id = ${userId} and ${such}
    and (a.job_id = e.job_id or a.contact_id = e.contact_id))
  or e.job_id is null and e.contact_id is null and exists (
    select 1 from activities a where a.user_id = ${userId} and ${such}
      and position(rtrim(e.title, '.') in a.title) > 0))`

/** Near interviews, calls and deadlines. Also follow-ups, unless a message or call was logged later than half a day before. */
const listNearEvents = (
  sql: Sql,
  userId: string,
  { near: span, followUps }: Pick<FactSearch, 'near' | 'followUps'>,
) => {
  const messages = sql`a.type in ('email', 'message', 'call', 'follow-up')`
  const debriefs = sql`a.type in ('interview', 'note')`
  const since = sql`e.starts_at - interval '12 hours'`
  return sql<NearEvent[]>`
    select e.id, e.type, e.title, e.starts_at as "startsAt", e.ends_at as "endsAt", e.job_id as "jobId",
      e.contact_id as "contactId", j.company, j.role,
      ${isLogged(sql, userId, sql`a.occurred_at >= e.starts_at and ${messages}`)} as thanked,
      ${isLogged(sql, userId, sql`a.occurred_at >= e.starts_at and ${debriefs}`)} as debriefed
    from calendar_events e
    left join jobs j on j.user_id = e.user_id and j.id = e.job_id
    where e.user_id = ${userId}
      and (e.type in ('interview', 'call', 'deadline') and e.starts_at between ${span.from} and ${span.to}
        or e.type = 'follow-up' and e.starts_at between ${followUps.from} and ${followUps.to}
          and not ${isLogged(sql, userId, sql`a.occurred_at >= ${since} and ${messages}`)})
      and (j.status is null or j.status not in ('rejected', 'withdrawn', 'accepted'))
      and not (e.type = 'deadline' and j.status is not null and j.status = 'offer' and exists (
        select 1 from offers o where o.user_id = ${userId} and o.deadline_event_id = e.id
          and o.status in ('received', 'countered')))
    order by e.starts_at, e.id limit ${span.limit}`
}

/** Contacts of open jobs that were not contacted since an instant, latest first. Before the first contact, the day of adding counts. */
const listSilentContacts = (sql: Sql, userId: string, before: string, limit: number) =>
  sql<SilentContact[]>`
    select c.id, c.name, c.last_contacted_at as "lastContactedAt", c.created_at as "createdAt", j.job_id as "jobId",
      j.company, j.role
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

const listGonePostings = (sql: Sql, userId: string, limit: number) => sql<GonePosting[]>`
  select j.id, j.company, j.role, j.status, l.missing_at as "missingAt", l.gone_at as "goneAt"
  from job_liveness l join jobs j on j.user_id = l.user_id and j.id = l.job_id
  where l.user_id = ${userId} and l.gone_at is not null and l.missing_at is not null
    and j.status in ('saved', 'applied', 'screening', 'interviewing', 'offer')
    and not exists (select 1 from activities a where a.user_id = ${userId} and a.job_id = j.id
      and a.type = 'follow-up' and a.occurred_at >= l.gone_at)
  order by l.gone_at desc limit ${limit}`

const listMailFacts = (sql: Sql, userId: string, limit: number) => sql<MailFact[]>`
  select j.id as "jobId", j.company, j.role, m.status as "verdict", m.sent_at as "sentAt"
  from jobs j cross join lateral (
    select i.status, i.sent_at from inbox_messages i
    where i.user_id = ${userId} and i.job_id = j.id and i.state = 'pending'
    order by i.sent_at desc, i.id desc limit 1) m
  where j.user_id = ${userId} and j.id in (
      select p.job_id from inbox_messages p where p.user_id = ${userId} and p.state = 'pending')
    and j.status in ('saved', 'applied', 'screening', 'interviewing', 'offer')
  order by m.sent_at desc limit ${limit}`

/**
 * Open jobs with a deadline in the span, earliest first. An earlier deadline counts if the job has a next step, or for 30 days if
 * the job is saved. Jobs with a next step and no deadline come last.
 */
const listDueJobs = (sql: Sql, userId: string, span: { from: string; to: string; limit: number }) =>
  sql<DueJob[]>`
    select j.id, j.company, j.role, j.status, j.next_step as "nextStep", coalesce(j.deadline, j.updated_at) as deadline,
      j.deadline is null as undated, count(*) over ()::int as alike from jobs j
    where j.user_id = ${userId} and j.status in ('saved', 'applied', 'screening', 'interviewing', 'offer')
      and (j.deadline is null and j.next_step is not null or j.deadline <= ${span.to} and (
        j.next_step is not null or j.deadline >= ${span.from}
        or j.status = 'saved' and j.deadline >= ${span.from}::timestamptz - interval '30 days'))
    order by j.deadline, j.updated_at desc, j.id limit ${span.limit}`

const listSnoozed = (sql: Sql, userId: string, now: string) => sql<{ suggestionId: string }[]>`
  select s.suggestion_id as "suggestionId" from suggestion_snoozes s
  where s.user_id = ${userId} and s.until > ${now}`

export interface FactSearch {
  quiet: {
    before: readonly { status: Status; before: string; unlessHigh: string }[]
    now: string
    limitPerStatus: number
    limit: number
  }
  near: { from: string; to: string; limit: number }
  followUps: { from: string; to: string }
  due: { from: string; to: string; limit: number }
  silentBefore: string
  limit: number
}

/** The rows for the rules. Their instants have an offset, as JSON aggregation writes them. */
export interface FactRows extends Facts {
  snoozed: { suggestionId: string }[]
}

export interface Overview extends FactRows {
  tallies: Tally[]
  wins: Win[]
}

const rows = (sql: Sql, part: Fragment) => sql`(select coalesce(json_agg(r), '[]') from (${part}) r)`

const factRows = (
  sql: Sql,
  userId: string,
  { quiet, due, silentBefore, limit, ...search }: FactSearch,
) => sql`
  ${rows(sql, listQuietJobs(sql, userId, quiet))} as "quietJobs",
  ${rows(sql, listNearEvents(sql, userId, search))} as "nearEvents",
  ${rows(sql, listSilentContacts(sql, userId, silentBefore, limit))} as "silentContacts",
  ${rows(sql, listOfferFacts(sql, userId, limit))} as offers,
  ${rows(sql, listGonePostings(sql, userId, limit))} as "gonePostings",
  ${rows(sql, listMailFacts(sql, userId, limit))} as mails,
  ${rows(sql, listDueJobs(sql, userId, due))} as "dueJobs",
  ${rows(sql, listSnoozed(sql, userId, quiet.now))} as snoozed`

/** One statement for all parts: a round trip for each would take as long as the whole. */
export async function findFacts(sql: Sql, userId: string, search: FactSearch): Promise<FactRows> {
  const [row] = await sql<[FactRows]>`select ${factRows(sql, userId, search)}`
  return row
}

export async function findOverview(
  sql: Sql,
  userId: string,
  search: FactSearch,
  recent: { since: string; limit: number },
): Promise<Overview> {
  const [row] = await sql<[Overview]>`
    select ${rows(sql, listTallies(sql, userId))} as tallies,
      ${rows(sql, listWins(sql, userId, recent.since, recent.limit))} as wins,
      ${factRows(sql, userId, search)}`
  return row
}

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

/** Open jobs with offers. After an acceptance, also every other open job with an application. */
const listOfferFacts = (sql: Sql, userId: string, limit: number) => sql<OfferFact[]>`
  with accepted as (
    select o.updated_at as "at", j.company, j.id as job_id
    from offers o join jobs j on j.user_id = o.user_id and j.id = o.job_id
    where o.user_id = ${userId} and o.status = 'accepted' and j.status = 'accepted'
    order by o.updated_at desc limit 1)
  select j.id as "jobId", j.company, j.role, j.status, n.id as "openOfferId", n.deadline,
    (select max(o.updated_at) from offers o where o.user_id = ${userId} and o.job_id = j.id) as "offeredAt",
    a."at" as "acceptedAt", a.company as "acceptedCompany"
  from jobs j
  left join accepted a on a.job_id <> j.id
  left join lateral (
    select o.id, o.deadline from offers o
    where o.user_id = ${userId} and o.job_id = j.id and o.status in ('received', 'countered')
    order by o.deadline nulls last, o.id limit 1) n on true
  where j.user_id = ${userId} and j.status in ('saved', 'applied', 'screening', 'interviewing', 'offer')
    and (exists (select 1 from offers o where o.user_id = ${userId} and o.job_id = j.id)
      or (a."at" is not null and j.status <> 'saved'))
  order by j.touched_at desc, j.id limit ${limit}`
