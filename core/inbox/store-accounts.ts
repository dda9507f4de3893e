// SQL for mail accounts.
import { rowOf } from '../database/fragments.ts'
import type { Sql } from '../database/connect.ts'
import { CATALOG } from '../kernel/errors.ts'

export interface AccountRow {
  id: string
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  username: string
  folder: string
  auth: 'password' | 'token'
  sealedSecret: Buffer
  guarded: boolean
  since: string | null
  uidValidity: number | null
  lastUid: number
  syncedAt: string | null
  problem: string | null
  createdAt: string
}

const columns = (sql: Sql) => sql`
  a.id, a.host, a.port, a.security, a.username, a.folder, a.auth, a.sealed_secret, a.guarded, a.since, a.uid_validity,
  a.last_uid, a.synced_at, a.problem, a.created_at`

export const listAccounts = (sql: Sql, userId: string) => sql<AccountRow[]>`
  select ${columns(sql)} from inbox_accounts a where a.user_id = ${userId} order by a.created_at, a.id`

export const findAccountAt = (
  sql: Sql,
  userId: string,
  { host, port, username, folder }: Pick<AccountRow, 'host' | 'port' | 'username' | 'folder'>,
) =>
  rowOf(sql<AccountRow[]>`
    select ${columns(sql)} from inbox_accounts a
    where a.user_id = ${userId} and a.host = ${host} and a.port = ${port} and a.username = ${username}
      and a.folder = ${folder}`)

export const putAccount = (sql: Sql, userId: string, row: AccountRow) => sql`
    insert into inbox_accounts (
      user_id, id, host, port, security, username, folder, auth, sealed_secret, guarded, since, last_uid, created_at
    ) values (
      ${userId}, ${row.id}, ${row.host}, ${row.port}, ${row.security}, ${row.username}, ${row.folder}, ${row.auth},
      ${row.sealedSecret}, ${row.guarded}, ${row.since}, ${row.lastUid}, ${row.createdAt}
    ) on conflict (user_id, id) do update set security = excluded.security, auth = excluded.auth,
      sealed_secret = excluded.sealed_secret, guarded = excluded.guarded, since = excluded.since, problem = null`

export const removeAccount = (sql: Sql, userId: string, id: string) =>
  rowOf(sql<AccountRow[]>`
    delete from inbox_accounts a where a.user_id = ${userId} and a.id = ${id} returning ${columns(sql)}`)

export const advance = (
  sql: Sql,
  userId: string,
  id: string,
  { uidValidity, lastUid, at }: { uidValidity: number; lastUid: number; at: string },
) => sql`
    update inbox_accounts a set uid_validity = ${uidValidity}, synced_at = ${at}, problem = null,
      last_uid = case when a.uid_validity = ${uidValidity} then greatest(a.last_uid, ${lastUid}) else ${lastUid} end
    where a.user_id = ${userId} and a.id = ${id}`

export const noteProblem = (sql: Sql, userId: string, id: string, problem: string) =>
  sql`update inbox_accounts a set problem = ${problem} where a.user_id = ${userId} and a.id = ${id}`

/** Accounts that no process has claimed. Leaves out those whose secret the server refuses. */
const isFree = (sql: Sql, now: string) => sql`
  (a.claimed_until is null or a.claimed_until < ${now}) and a.problem is distinct from ${CATALOG.mail_sign_in_refused.message}`

/** Claims free accounts, the longest untried first, until an instant. Each account needs its own statement, because they may be on several shards. */
export async function claimAccounts(sql: Sql, now: string, until: string, limit: number) {
  const free = await sql<{ userId: string; id: string }[]>`
    select a.user_id, a.id from inbox_accounts a where ${isFree(sql, now)} order by a.claimed_until nulls first limit ${limit}`
  const claimed = free.map(
    ({ userId, id }) => sql<(AccountRow & { userId: string })[]>`
      update inbox_accounts a set claimed_until = ${until}
      where a.user_id = ${userId} and a.id = ${id} and ${isFree(sql, now)}
      returning a.user_id, ${columns(sql)}`,
  )
  return (await Promise.all(claimed)).flat()
}

export const releaseAccount = (sql: Sql, userId: string, id: string, now: string) =>
  sql`update inbox_accounts a set claimed_until = ${now} where a.user_id = ${userId} and a.id = ${id}`
