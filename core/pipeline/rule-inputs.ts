// Reads what the suggestion rules need. Each query has a limit, however large the pipeline is.
import type { Fragment, Sql } from '../database/connect.ts'
import { zoneOf } from '../identity/user.ts'
import { DAY_MS, isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { NEAR_MS, type NearEvent } from './event-rules.ts'
import { DECIDE_MS, type OfferFact } from './offer-rules.ts'
import { quietThresholds, type DueJob, type GonePosting, type QuietJob } from './stale-rules.ts'
import { listTallies } from './store.ts'
import { SILENT_DAYS, type Facts, type MailFact, type SilentContact } from './suggestions.ts'
import { figuresOf, MAX_ROWS, RECENT_MS, type Figures, type Tally, type Win } from './summary.ts'

/** Maximum rows per status and kind. Snoozes and limits per job leave fewer. Totals also count the rows that are not read. */
const MAX_FACTS = 30
/** How long crm suggests a follow-up that is due and not done. */
const DUE_MS = 14 * DAY_MS
/** A week of events. They come oldest first, so the limit must cover past and future ones. */
const MAX_EVENTS = 200

/** For each status, the jobs that became quiet last. The branches run in order up to the limit, so saved jobs come last. */
function listQuietJobs(sql: Sql, userId: string, now: number) {
  const daysAgo = (days: number) => isoOf(now - days * DAY_MS)
  const branches = quietThresholds().map(
    ({ status, days, otherDays }) => sql`(
      select k.id, k.company, k.role, k.status, k.priority, k.status_changed_at, k.touched_at,
        count(*) over ()::int as alike from jobs k
      where k.user_id = ${userId} and k.status = ${status} and k.touched_at <= ${daysAgo(days)}
        and (k.priority = 'high' or k.touched_at <= ${daysAgo(otherDays)})
        and not exists (
          select 1 from calendar_events e
          where e.user_id = ${userId} and e.job_id = k.id and e.starts_at > ${isoOf(now)})
        and not exists (
          select 1 from inbox_messages m where m.user_id = ${userId} and m.job_id = k.id and m.state = 'pending')
      order by k.touched_at desc limit ${MAX_FACTS})`,
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
    from (${branches.reduce((all, branch) => sql`${all} union all ${branch}`)} limit ${5 * MAX_FACTS}) j`
}

/** First moves into a response status, except reverted ones. Statuses are literals: with parameters the planner ignores the index. */
const listWins = (sql: Sql, userId: string, now: number) =>
  sql<Win[]>`
    select h.status, j.company, j.role, h.at
    from job_status_history h
    join jobs j on j.user_id = h.user_id and j.id = h.job_id
    where h.user_id = ${userId} and h.at >= ${isoOf(now - RECENT_MS)}
      and h.status in ('screening', 'interviewing', 'offer', 'accepted')
      and array_position(array['screening', 'interviewing', 'offer', 'accepted', 'rejected', 'withdrawn'], j.status)
        >= array_position(array['screening', 'interviewing', 'offer', 'accepted'], h.status)
      and not exists (
        select 1 from job_status_history p
        where p.user_id = ${userId} and p.job_id = h.job_id and p.status = h.status
          and (p.at is null or (p.at, p.id) < (h.at, h.id)))
    order by h.at desc, h.id desc limit ${MAX_ROWS}`

/** Whether such an activity `a` is about event `e`. One without a job and a contact is known by its title. */
const isLogged = (sql: Sql, userId: string, such: Fragment) => sql`(
  exists (select 1 from activities a where a.user_id = ${userId} and ${such}
    and (a.job_id = e.job_id or a.contact_id = e.contact_id))
  or e.job_id is null and e.contact_id is null and exists (
    select 1 from activities a where a.user_id = ${userId} and ${such}
      and position(rtrim(e.title, '.') in a.title) > 0))`

/** Near interviews, calls and deadlines. Also follow-ups, unless a message or call was logged later than half a day before. */
const listNearEvents = (sql: Sql, userId: string, now: number) => {
  const near = { from: isoOf(now - NEAR_MS - DAY_MS), to: isoOf(now + NEAR_MS) }
  // In the user's zone, today may end up to a day later. The rule compares days.
  const followUps = { from: isoOf(now - DUE_MS), to: isoOf(now + DAY_MS) }
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
      and (e.type in ('interview', 'call', 'deadline') and e.starts_at between ${near.from} and ${near.to}
        or e.type = 'follow-up' and e.starts_at between ${followUps.from} and ${followUps.to}
          and not ${isLogged(sql, userId, sql`a.occurred_at >= ${since} and ${messages}`)})
      and (j.status is null or j.status not in ('rejected', 'withdrawn', 'accepted'))
      and not (e.type = 'deadline' and j.status is not null and j.status = 'offer' and exists (
        select 1 from offers o where o.user_id = ${userId} and o.deadline_event_id = e.id
          and o.status in ('received', 'countered')))
    order by e.starts_at, e.id limit ${MAX_EVENTS}`
}

/** Contacts of open jobs that were not contacted since an instant, latest first. Before the first contact, the day of adding counts. */
const listSilentContacts = (sql: Sql, userId: string, now: number) =>
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
    where c.user_id = ${userId} and coalesce(c.last_contacted_at, c.created_at) <= ${isoOf(now - SILENT_DAYS * DAY_MS)}
    order by coalesce(c.last_contacted_at, c.created_at) desc limit ${MAX_FACTS}`

const listGonePostings = (sql: Sql, userId: string) => sql<GonePosting[]>`
  select j.id, j.company, j.role, j.status, l.missing_at as "missingAt", l.gone_at as "goneAt"
  from job_liveness l join jobs j on j.user_id = l.user_id and j.id = l.job_id
  where l.user_id = ${userId} and l.gone_at is not null and l.missing_at is not null
    and j.status in ('saved', 'applied', 'screening', 'interviewing', 'offer')
    and not exists (select 1 from activities a where a.user_id = ${userId} and a.job_id = j.id
      and a.type = 'follow-up' and a.occurred_at >= l.gone_at)
  order by l.gone_at desc limit ${MAX_FACTS}`

const listMailFacts = (sql: Sql, userId: string) => sql<MailFact[]>`
  select j.id as "jobId", j.company, j.role, m.status as "verdict", m.sent_at as "sentAt"
  from jobs j cross join lateral (
    select i.status, i.sent_at from inbox_messages i
    where i.user_id = ${userId} and i.job_id = j.id and i.state = 'pending'
    order by i.sent_at desc, i.id desc limit 1) m
  where j.user_id = ${userId} and j.id in (
      select p.job_id from inbox_messages p where p.user_id = ${userId} and p.state = 'pending')
    and j.status in ('saved', 'applied', 'screening', 'interviewing', 'offer')
  order by m.sent_at desc limit ${MAX_FACTS}`

/**
 * Open jobs with a near deadline, earliest first. An earlier deadline counts if the job has a next step, or for 30 days if
 * the job is saved. Jobs with a next step and no deadline come last.
 */
const listDueJobs = (sql: Sql, userId: string, now: number) =>
  sql<DueJob[]>`
    select j.id, j.company, j.role, j.status, j.next_step as "nextStep", coalesce(j.deadline, j.updated_at) as deadline,
      j.deadline is null as undated, count(*) over ()::int as alike from jobs j
    where j.user_id = ${userId} and j.status in ('saved', 'applied', 'screening', 'interviewing', 'offer')
      and (j.deadline is null and j.next_step is not null or j.deadline <= ${isoOf(now + DECIDE_MS)} and (
        j.next_step is not null or j.deadline >= ${isoOf(now)}
        or j.status = 'saved' and j.deadline >= ${isoOf(now)}::timestamptz - interval '30 days'))
    order by j.deadline, j.updated_at desc, j.id limit ${MAX_FACTS}`

const listSnoozed = (sql: Sql, userId: string, now: number) => sql<{ suggestionId: string }[]>`
  select s.suggestion_id as "suggestionId" from suggestion_snoozes s
  where s.user_id = ${userId} and s.until > ${isoOf(now)}`

/** Open jobs with offers. After an acceptance, also every other open job with an application. */
const listOfferFacts = (sql: Sql, userId: string) => sql<OfferFact[]>`
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
  order by j.touched_at desc, j.id limit ${MAX_FACTS}`

/** The rows for the rules. Their instants have an offset, as JSON aggregation writes them. */
interface FactRows extends Facts {
  snoozed: { suggestionId: string }[]
}

interface Overview extends FactRows {
  tallies: Tally[]
  wins: Win[]
}

const rows = (sql: Sql, part: Fragment) => sql`(select coalesce(json_agg(r), '[]') from (${part}) r)`

/** The summary and the suggestions read the same facts, so that they agree. Quiet jobs of the furthest status come first. */
const factRows = (sql: Sql, userId: string, now: number) => sql`
  ${rows(sql, listQuietJobs(sql, userId, now))} as "quietJobs",
  ${rows(sql, listNearEvents(sql, userId, now))} as "nearEvents",
  ${rows(sql, listSilentContacts(sql, userId, now))} as "silentContacts",
  ${rows(sql, listOfferFacts(sql, userId))} as offers,
  ${rows(sql, listGonePostings(sql, userId))} as "gonePostings",
  ${rows(sql, listMailFacts(sql, userId))} as mails,
  ${rows(sql, listDueJobs(sql, userId, now))} as "dueJobs",
  ${rows(sql, listSnoozed(sql, userId, now))} as snoozed`

/** One statement for all parts: a round trip for each would take as long as the whole. */
export function factsOf(ctx: Context): Promise<FactRows> {
  const { sql, principal, clock } = ctx
  return withZone(ctx, sql<[FactRows]>`select ${factRows(sql, principal.userId, clock.now())}`)
}

export function overviewOf(ctx: Context): Promise<Overview> {
  const { sql, principal, clock } = ctx
  const [userId, now] = [principal.userId, clock.now()]
  const reading = sql<[Overview]>`
    select ${rows(sql, listTallies(sql, userId))} as tallies, ${rows(sql, listWins(sql, userId, now))} as wins,
      ${factRows(sql, userId, now)}`
  return withZone(ctx, reading)
}

async function withZone<Rows>(ctx: Context, reading: PromiseLike<[Rows]>) {
  const [[rows], timeZone] = await Promise.all([reading, zoneOf(ctx)])
  return { ...rows, timeZone }
}

export const pipelineFigures = async ({ sql, principal, clock }: Context): Promise<Figures> =>
  figuresOf(await listTallies(sql, principal.userId), clock.now())
