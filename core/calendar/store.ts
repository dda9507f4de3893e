// SQL for the calendar and its feed.
import type { Sql } from '../database/connect.ts'
import { afterUpdatedAt, hasRow, jobsAt, rowOf } from '../database/fragments.ts'
import { changesOf, columnsOf, listingOf, statementsOf } from '../database/record-statements.ts'
import type { Context } from '../kernel/context.ts'
import { endIn, idIn, instantIn, objectSchema, pageIn, text, type Parsed } from '../kernel/schema.ts'
import { type CalendarEvent, EVENT, EVENT_TYPES } from './fields.ts'
import type { WrittenEvent } from './ics.ts'

const { sort, page } = listingOf<CalendarEvent>(EVENT, 'startsAt')

export const EventQuery = objectSchema((z) => ({
  from: instantIn(z).optional().describe('Ending at or after this instant; default now.'),
  to: endIn(z).optional().describe('Starting at or before this instant, or on or before this day, UTC.'),
  type: z.array(z.enum(EVENT_TYPES)).optional().describe('Comma-separated types.'),
  jobId: idIn(z).optional(),
  company: text(z, 200).optional(),
  updatedSince: instantIn(z).optional(),
  sort: sort(z),
  ...pageIn(z),
}))

const events = statementsOf<CalendarEvent>(EVENT)
export const {
  get: getEvent,
  lock: lockEvent,
  findForUpdate: findEventForUpdate,
  listWithIds: listEventsWithIds,
  insert: insertEvent,
  remove: removeEvent,
} = events
export const listEventsOfJob = events.listOf('job_id', 'starts_at')
export const listEventsOfContact = events.listOf('contact_id', 'starts_at')

export const listEvents = (
  ctx: Pick<Context, 'sql' | 'principal'>,
  { from, to, company, ...asked }: Parsed<typeof EventQuery> & { from: string },
) => {
  const { sql } = ctx
  return page(
    ctx,
    asked,
    // Includes events in progress at `from`, as calendar programs do.
    sql`and (e.starts_at >= ${from} or e.ends_at > ${from})`,
    to && sql`and e.starts_at <= ${to}`,
    company && sql`and e.job_id in ${jobsAt(sql, ctx.principal.userId, company)}`,
  )
}

export const findSameEvent = (sql: Sql, userId: string, one: Pick<CalendarEvent, 'title' | 'startsAt'>) =>
  rowOf(sql<CalendarEvent[]>`
    select ${columnsOf(sql, EVENT)} from calendar_events e
    where e.user_id = ${userId} and e.starts_at = ${one.startsAt} and e.title = ${one.title}
    order by e.id limit 1 for update of e`)

export const updateEvent = (sql: Sql, userId: string, event: CalendarEvent) => sql`
  update calendar_events set ${sql(changesOf(sql, EVENT, event))}, sequence = sequence + 1
  where user_id = ${userId} and id = ${event.id}`

export const reassignEvents = (sql: Sql, userId: string, from: string, to: string | null) => sql`
  update calendar_events set contact_id = ${to}, updated_at = greatest(now(), ${afterUpdatedAt(sql)})
  where user_id = ${userId} and contact_id = ${from}`

export interface SourceRow {
  uid: string
  /** The start that a series' rule gives this date. Empty for a single event, or for the series as a whole. */
  date: string
  eventId: string | null
  sequence: number
  stamp: string
}

export const listSources = (sql: Sql, userId: string, uid: string) => sql<SourceRow[]>`
  select uid, date, event_id, sequence, stamp from calendar_sources
  where user_id = ${userId} and uid = ${uid} order by date for update`

export const saveSource = (sql: Sql, userId: string, row: SourceRow) => sql`
  insert into calendar_sources (user_id, uid, date, event_id, sequence, stamp)
  values (${userId}, ${row.uid}, ${row.date}, ${row.eventId}, ${row.sequence}, ${row.stamp})
  on conflict on constraint calendar_sources_pkey do update
  set event_id = excluded.event_id, sequence = excluded.sequence, stamp = excluded.stamp`

export const findSourceOfUid = (sql: Sql, userId: string, uid: string) =>
  rowOf(sql<Pick<SourceRow, 'eventId'>[]>`
    select event_id from calendar_sources where user_id = ${userId} and uid = ${uid} and date = '' for update`)

/** Keeps the event of an invitation. `at` is the ISO instant at which that was written. */
export const noteInvitation = (
  sql: Sql,
  userId: string,
  { uid, eventId, sequence, at }: { uid: string; eventId: string; sequence: number; at: string },
) => sql`
  insert into calendar_sources (user_id, uid, date, event_id, sequence, stamp)
  values (${userId}, ${uid}, '', ${eventId}, ${sequence}, ${at.replace(/\D/g, '').slice(0, 14)})
  on conflict on constraint calendar_sources_pkey do update
  set event_id = excluded.event_id, sequence = greatest(calendar_sources.sequence, excluded.sequence),
    stamp = greatest(calendar_sources.stamp, excluded.stamp)`

export const isDeadlineOfOffer = (sql: Sql, userId: string, id: string) =>
  hasRow(sql`select o.id from offers o where o.user_id = ${userId} and o.deadline_event_id = ${id} limit 1`)

export interface FeedRow {
  id: string
  name: string
  createdAt: string
  lastReadAt: string | null
  /** The encrypted secret, in base64. */
  sealed: string
}

export const findFeed = (sql: Sql, userId: string) =>
  rowOf(sql<FeedRow[]>`
    select id, name, created_at, last_read_at, encode(sealed_secret, 'base64') as sealed
    from calendar_feeds where user_id = ${userId}`)

export const findFeedByHash = (sql: Sql, hash: Buffer) =>
  rowOf(sql<{ userId: string; name: string }[]>`
    select user_id, name from calendar_feeds where hash = ${hash}`)

export const replaceFeed = (sql: Sql, userId: string, hash: Buffer, feed: FeedRow) => sql`
  insert into calendar_feeds (hash, user_id, id, name, sealed_secret, created_at)
  values (${hash}, ${userId}, ${feed.id}, ${feed.name}, decode(${feed.sealed}, 'base64'), ${feed.createdAt})
  on conflict on constraint calendar_feeds_user_key do update
  set hash = excluded.hash, id = excluded.id, name = excluded.name, sealed_secret = excluded.sealed_secret,
    created_at = excluded.created_at, last_read_at = null`

export const removeFeed = (sql: Sql, userId: string) =>
  rowOf(sql<{ id: string }[]>`delete from calendar_feeds where user_id = ${userId} returning id`)

/** Written at most once an hour, because calendar programs ask often. */
export const noteRead = (sql: Sql, userId: string, at: string, unlessSince: string) => sql`
  update calendar_feeds set last_read_at = ${at}
  where user_id = ${userId} and (last_read_at is null or last_read_at < ${unlessSince})`

/** The last `max` events since an instant. An event that was cancelled and restored counts as changed. */
export const listFeedEvents = (sql: Sql, userId: string, since: string, max: number) => sql<WrittenEvent[]>`
  select e.id, e.type, e.title, e.starts_at, e.ends_at, e.location, e.notes,
    greatest(e.sequence, c.sequence + 1) as sequence, greatest(e.updated_at, c.cancelled_at) as changed_at,
    false as is_cancelled
  from calendar_events e
  left join calendar_cancellations c on c.user_id = e.user_id and c.id = e.id
  where e.user_id = ${userId} and e.starts_at >= ${since}
  order by e.starts_at desc, e.id desc
  limit ${max}`

export const listCancelled = (sql: Sql, userId: string, since: string) => sql<WrittenEvent[]>`
  select c.id, c.type, c.title, c.starts_at, c.ends_at, null as location, null as notes, c.sequence,
    c.cancelled_at as changed_at, true as is_cancelled
  from calendar_cancellations c
  where c.user_id = ${userId} and c.cancelled_at >= ${since}
    and not exists (select 1 from calendar_events e where e.user_id = c.user_id and e.id = c.id)
  order by c.starts_at, c.id`

export const insertCancellations = (sql: Sql, userId: string, ids: readonly string[], at: string) => sql`
  insert into calendar_cancellations (user_id, id, type, title, starts_at, ends_at, sequence, cancelled_at)
  select e.user_id, e.id, e.type, e.title, e.starts_at, e.ends_at,
    greatest(e.sequence, c.sequence + 1) + 1, ${at}
  from calendar_events e
  left join calendar_cancellations c on c.user_id = e.user_id and c.id = e.id
  where e.user_id = ${userId} and e.id in ${sql(ids)}
  on conflict on constraint calendar_cancellations_pkey do update
  set type = excluded.type, title = excluded.title, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
    sequence = excluded.sequence, cancelled_at = excluded.cancelled_at`

export const removeCancellations = (sql: Sql, before: string) =>
  sql`delete from calendar_cancellations where cancelled_at < ${before}`
