// SQL for the e-mails about new postings.
import { rowOf } from '../../database/fragments.ts'
import type { Sql } from '../../database/connect.ts'
import { isNews, type PostingRow } from './postings.ts'

export const INTERVALS = ['daily', 'weekly'] as const

export interface DigestRow {
  every: (typeof INTERVALS)[number]
  dueAt: string
  timeZone: string
  /** The local minute of the day at which the e-mail is sent; null if only `dueAt` is known. */
  atMinute: number | null
}

export const findDigest = (sql: Sql, userId: string) =>
  rowOf(sql<DigestRow[]>`
    select every, due_at, time_zone, at_minute from watch_digests where user_id = ${userId}`)

export const claimDigest = (sql: Sql, userId: string, now: string) =>
  rowOf(sql<DigestRow[]>`
    select every, due_at, time_zone, at_minute from watch_digests
    where user_id = ${userId} and due_at <= ${now} for update skip locked`)

export const putDigest = (
  sql: Sql,
  userId: string,
  { every, dueAt, timeZone, atMinute }: DigestRow,
  now: string,
) => sql`
  insert into watch_digests (user_id, every, due_at, time_zone, at_minute, updated_at)
  values (${userId}, ${every}, ${dueAt}, ${timeZone}, ${atMinute}, ${now})
  on conflict (user_id) do update set every = excluded.every, due_at = excluded.due_at, time_zone = excluded.time_zone,
    at_minute = excluded.at_minute, updated_at = excluded.updated_at`

export const removeDigest = (sql: Sql, userId: string) =>
  sql`delete from watch_digests where user_id = ${userId}`

export const listDueDigests = (sql: Sql, now: string, limit: number) => sql<{ userId: string }[]>`
  select user_id from watch_digests where due_at <= ${now} order by due_at limit ${limit}`

export type MailedPosting = Pick<
  PostingRow,
  'id' | 'company' | 'role' | 'places' | 'url' | 'pay' | 'why' | 'workplace'
>

/** New postings that no e-mail contained yet, newest first, locked. */
export const claimUnmailed = (sql: Sql, userId: string, limit: number) => sql<MailedPosting[]>`
  select p.id, p.company, p.role, p.places, p.url, p.pay, p.why, p.workplace from watch_postings p
  where p.user_id = ${userId} and p.state = 'new' and p.mailed_at is null and ${isNews(sql)}
  order by p.first_seen_at desc, p.id desc limit ${limit} for update`

export const markMailed = (sql: Sql, userId: string, ids: readonly string[], at: string) => sql`
  update watch_postings set mailed_at = ${at} where user_id = ${userId} and id in ${sql([...ids])}`
