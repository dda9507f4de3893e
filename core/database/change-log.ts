// The log for mirrors: which records a transaction changed, in the order of the user's commits.
import { isOneOf } from '../kernel/narrow.ts'
import { NOUNS, type NounName } from '../kernel/record.ts'
import { jsonb } from './fragments.ts'
import { randomUUID } from 'node:crypto'
import { isoOf } from '../kernel/clock.ts'
import type { Change, Context } from '../kernel/context.ts'
import type { Sql } from './connect.ts'

/** A record that did not change itself, but shows a part of one that did. */
export interface TouchedRecord {
  noun: NounName
  id: string
}

interface LogEntry extends TouchedRecord {
  deleted: boolean
  touched: boolean
}

function lastOf(changes: readonly Change[], touched: readonly TouchedRecord[]): LogEntry[] {
  const last = new Map<string, LogEntry>()
  const say = (row: LogEntry) => last.set(`${row.noun} ${row.id}`, row)
  for (const { noun, id } of touched) say({ noun, id, deleted: false, touched: true })
  for (const { noun, id, after } of changes)
    if (isOneOf(NOUNS, noun)) say({ noun, id, deleted: after === null, touched: false })
  return [...last.values()]
}

/**
 * Must end a transaction, with `writeLast`: it locks the user's counter until the commit. So mirrors and followers of events
 * read in commit order and miss nothing. If a touched record was deleted meanwhile, its entry stays `deleted`.
 */
export async function writeChangeLog<T>(
  tx: Context & { changes: readonly Change[]; touched: readonly TouchedRecord[]; events: readonly unknown[] },
  writeLast: () => Promise<T>,
): Promise<T> {
  const rows = lastOf(tx.changes, tx.touched)
  const { sql, principal } = tx
  if (!rows.length && !tx.events.length) return writeLast()
  const [counter] = await sql<[{ last: number }]>`
    insert into change_counters as c (user_id, era, last) values (${principal.userId}, ${randomUUID()}, ${rows.length})
    on conflict (user_id) do update set last = c.last + excluded.last
    returning last`
  const first = counter.last - rows.length + 1
  const placed = rows.map((row, index) => ({ ...row, place: first + index }))
  const written = sql`
    insert into record_changes as r (user_id, noun, id, place, created_place, deleted, at)
    select ${principal.userId}, noun, id, place, place, deleted, ${isoOf(tx.clock.now())}
    from jsonb_to_recordset(${jsonb(sql, placed)})
      as row (noun text, id uuid, place bigint, deleted boolean, touched boolean)
    where not touched or not exists (
      select from record_changes g
      where g.user_id = ${principal.userId} and g.noun = row.noun and g.id = row.id and g.deleted)
    on conflict (user_id, noun, id) do update set place = excluded.place, deleted = excluded.deleted, at = excluded.at,
      created_place = case when r.deleted and not excluded.deleted then excluded.created_place else r.created_place end`
  const [last] = await Promise.all([writeLast(), written])
  return last
}

/** Removes the entries of records that were deleted before this instant. Mirrors with an older cursor must start again. */
export const deleteOldChanges = (sql: Sql, before: string) =>
  sql`delete from record_changes where deleted and at < ${before}`

/** Rebuilds every log from the existing records after a restore. Mirrors must then start again. */
export async function renewChangeLog(sql: Sql): Promise<void> {
  await sql`delete from record_changes`
  await sql`delete from change_counters`
  await sql`
    insert into record_changes (user_id, noun, id, place, created_place, deleted, at)
    select user_id, noun, id, place, place, false, updated_at from (
      select r.*, row_number() over (partition by user_id order by created_at, noun, id) as place from (
        select user_id, 'job' as noun, id, created_at, updated_at from jobs
        union all select user_id, 'contact', id, created_at, updated_at from contacts
        union all select user_id, 'activity', id, created_at, coalesce(updated_at, created_at) from activities
        union all select user_id, 'event', id, created_at, updated_at from calendar_events
        union all select user_id, 'offer', id, created_at, updated_at from offers
      ) r
    ) numbered`
  await sql`
    insert into change_counters (user_id, era, last)
    select user_id, gen_random_uuid(), max(place) from record_changes group by user_id`
}
