// SQL for the events of other calendars that events here come from.
import type { Sql } from '../database/connect.ts'

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
