// SQL for calendar feeds.
import { rowOf } from '../database/fragments.ts'
import type { Sql } from '../database/connect.ts'
import type { WrittenEvent } from './ics.ts'

export interface FeedRow {
  userId: string
  id: string
  name: string
  sealedSecret: Buffer
  createdAt: string
  lastReadAt: string | null
}

export const findFeed = (sql: Sql, userId: string) =>
  rowOf(sql<FeedRow[]>`
    select user_id, id, name, sealed_secret, created_at, last_read_at from calendar_feeds where user_id = ${userId}`)

export const findFeedByHash = (sql: Sql, hash: Buffer) =>
  rowOf(sql<FeedRow[]>`
    select user_id, id, name, sealed_secret, created_at, last_read_at from calendar_feeds where hash = ${hash}`)

export const replaceFeed = (
  sql: Sql,
  userId: string,
  { hash, id, name, sealedSecret, createdAt }: Omit<FeedRow, 'userId' | 'lastReadAt'> & { hash: Buffer },
) => sql`
  insert into calendar_feeds (hash, user_id, id, name, sealed_secret, created_at)
  values (${hash}, ${userId}, ${id}, ${name}, ${sealedSecret}, ${createdAt})
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
