// SQL for the calendar.
import type { Sql } from '../database/connect.ts'
import { afterUpdate } from '../database/fragments.ts'
import { changesOf, columnsOf, valuesOf } from '../database/record-columns.ts'
import type { Window } from '../kernel/page.ts'
import { type CalendarEvent, EVENT, type EventType } from './fields.ts'

interface EventFilter {
  updatedSince?: string | undefined
  from: string
  to?: string | undefined
  type?: EventType[] | undefined
  jobId?: string | undefined
}

// Includes events that began before `from` and are still in progress then, as calendar programs do.
const where = (sql: Sql, userId: string, filter: EventFilter) => sql`
  e.user_id = ${userId}
  ${filter.updatedSince ? sql`and e.updated_at >= ${filter.updatedSince}` : sql``}
  and (e.starts_at >= ${filter.from} or e.ends_at > ${filter.from})
  ${filter.to ? sql`and e.starts_at <= ${filter.to}` : sql``}
  ${filter.type?.length ? sql`and e.type in ${sql(filter.type)}` : sql``}
  ${filter.jobId ? sql`and e.job_id = ${filter.jobId}` : sql``}`

export function listEvents(sql: Sql, userId: string, filter: EventFilter, page: Window) {
  const { after, limit } = page
  return sql<(CalendarEvent & { sortValue: string })[]>`
    select ${columnsOf(sql, EVENT)}, e.starts_at as sort_value from calendar_events e
    where ${where(sql, userId, filter)}
    ${after ? sql`and (e.starts_at, e.id) > (${after.value}, ${after.id})` : sql``}
    order by e.starts_at, e.id
    limit ${limit + 1}`
}

export async function countEvents(sql: Sql, userId: string, filter: EventFilter): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from calendar_events e where ${where(sql, userId, filter)}`
  return row?.total ?? 0
}

export async function findEvent(sql: Sql, userId: string, id: string): Promise<CalendarEvent | undefined> {
  const [row] = await sql<CalendarEvent[]>`
    select ${columnsOf(sql, EVENT)} from calendar_events e where e.user_id = ${userId} and e.id = ${id}`
  return row
}

export const listEventsWithIds = (sql: Sql, userId: string, ids: readonly string[]) =>
  sql<CalendarEvent[]>`
    select ${columnsOf(sql, EVENT)} from calendar_events e where e.user_id = ${userId} and e.id in ${sql([...ids])}`

/** Locked, for a transaction that moves or deletes them: one that another deletes at this moment is waited for, and is not among them. */
export const listEventsOfJob = (sql: Sql, userId: string, jobId: string) =>
  sql<CalendarEvent[]>`
    select ${columnsOf(sql, EVENT)} from calendar_events e
    where e.user_id = ${userId} and e.job_id = ${jobId} order by e.starts_at, e.id
    for update`

export const listEventsOfContact = (sql: Sql, userId: string, contactId: string) =>
  sql<CalendarEvent[]>`
    select ${columnsOf(sql, EVENT)} from calendar_events e
    where e.user_id = ${userId} and e.contact_id = ${contactId} order by e.starts_at, e.id
    for update`

export const insertEvent = (sql: Sql, userId: string, event: CalendarEvent) => sql`
  insert into calendar_events ${sql({ user_id: userId, ...valuesOf(sql, EVENT, event) })}`

export async function findEventForUpdate(
  sql: Sql,
  userId: string,
  id: string,
): Promise<CalendarEvent | undefined> {
  const [row] = await sql<CalendarEvent[]>`
    select ${columnsOf(sql, EVENT)} from calendar_events e
    where e.user_id = ${userId} and e.id = ${id} for update of e`
  return row
}

export async function findSameEvent(
  sql: Sql,
  userId: string,
  one: Pick<CalendarEvent, 'title' | 'startsAt'>,
): Promise<CalendarEvent | undefined> {
  const [row] = await sql<CalendarEvent[]>`
    select ${columnsOf(sql, EVENT)} from calendar_events e
    where e.user_id = ${userId} and e.starts_at = ${one.startsAt} and e.title = ${one.title}
    order by e.id limit 1 for update of e`
  return row
}

export const updateEvent = (sql: Sql, userId: string, event: CalendarEvent) => sql`
  update calendar_events set ${sql(changesOf(sql, EVENT, event))}, sequence = sequence + 1
  where user_id = ${userId} and id = ${event.id}`

export const removeEvent = (sql: Sql, userId: string, id: string) =>
  sql`delete from calendar_events where user_id = ${userId} and id = ${id}`

export const reassignEvents = (sql: Sql, userId: string, from: string, to: string | null) => sql`
  update calendar_events set contact_id = ${to}, updated_at = greatest(now(), ${afterUpdate(sql)})
  where user_id = ${userId} and contact_id = ${from}`

export interface SourceRow {
  uid: string
  /** Of a series: the start that it gives to this date; else empty. */
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

export async function findEventOfUid(sql: Sql, userId: string, uid: string): Promise<string | null> {
  const [row] = await sql<{ eventId: string | null }[]>`
    select event_id from calendar_sources where user_id = ${userId} and uid = ${uid} and date = '' for update`
  return row?.eventId ?? null
}

export const noteEventOfUid = (
  sql: Sql,
  userId: string,
  { uid, eventId, sequence, stamp }: Pick<SourceRow, 'uid' | 'eventId' | 'sequence' | 'stamp'>,
) => sql`
  insert into calendar_sources (user_id, uid, date, event_id, sequence, stamp)
  values (${userId}, ${uid}, '', ${eventId}, ${sequence}, ${stamp})
  on conflict on constraint calendar_sources_pkey do update
  set event_id = excluded.event_id, sequence = greatest(calendar_sources.sequence, excluded.sequence),
    stamp = greatest(calendar_sources.stamp, excluded.stamp)`

/** Whether an offer has its deadline in this event. */
export async function isDeadlineOfOffer(sql: Sql, userId: string, id: string): Promise<boolean> {
  const rows = await sql<{ id: string }[]>`
    select o.id from offers o where o.user_id = ${userId} and o.deadline_event_id = ${id} limit 1`
  return rows.length > 0
}
