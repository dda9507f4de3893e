// SQL for wrong passwords and for the networks from which a user has signed in.
import { hasRow, rowOf } from '../database/fragments.ts'
import type { Sql } from '../database/connect.ts'

export interface AttemptLimit {
  subject: Buffer
  /** Failed attempts an hour. */
  max: number
}

const recent = (sql: Sql, now: string) =>
  sql`select at from unnest(a.failed_at) at where at > ${now}::timestamptz - interval '1 hour'`

/** Counts an attempt before it is checked, so that attempts at the same time count too. False at the limit. */
export const insertAttempt = (sql: Sql, { subject, max }: AttemptLimit, now: string) =>
  hasRow(sql`
    insert into sign_in_attempts as a (subject, failed_at, last_failed_at)
    values (${subject}, array[${now}::timestamptz], ${now})
    on conflict (subject) do update set last_failed_at = ${now},
      failed_at = array(${recent(sql, now)} order by at) || ${now}::timestamptz
      where (select count(*) from (${recent(sql, now)}) counted) < ${max}
    returning subject`)

/** When a subject at its limit may try again; null if now. */
export const findBlock = (sql: Sql, { subject, max }: AttemptLimit, now: string) =>
  rowOf(sql<{ until: string | null }[]>`
    select (
      select min(at) + interval '1 hour'
      from (${recent(sql, now)} order by at desc limit ${max}) newest
      having count(*) >= ${max}
    ) as until
    from sign_in_attempts a where subject = ${subject}`)

export const updateAttemptRemoved = (sql: Sql, subject: Buffer, at: string) => sql`
  update sign_in_attempts set failed_at =
    failed_at[:array_position(failed_at, ${at}::timestamptz) - 1] || failed_at[array_position(failed_at, ${at}::timestamptz) + 1:]
  where subject = ${subject} and ${at}::timestamptz = any (failed_at)`

export const removeOldAttempts = (sql: Sql, before: string) =>
  sql`delete from sign_in_attempts where last_failed_at < ${before}`

/** Whether this user has signed in from this network. Takes the same time without a user. */
export const hasSignedIn = (sql: Sql, userId: string | null, network: Buffer) =>
  hasRow(sql`
    select user_id from sign_in_addresses where user_id = ${userId} and network = ${network}`)

export const upsertSignIn = (sql: Sql, userId: string, network: Buffer, at: string) => sql`
  insert into sign_in_addresses as a (user_id, network, signed_in_at) values (${userId}, ${network}, ${at})
  on conflict (user_id, network) do update set signed_in_at = excluded.signed_in_at
    where a.signed_in_at < excluded.signed_in_at`

export const removeOldSignIns = (sql: Sql, before: string) =>
  sql`delete from sign_in_addresses where signed_in_at < ${before}`
