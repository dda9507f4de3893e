// SQL for users, sessions, tokens and keys.
import { systemCodeOf } from '../kernel/errors.ts'
import type { Sql } from '../database/connect.ts'
import { columnNames, isUltra, jsonb, rowOf, countOf, hasRow, tierOf } from '../database/fragments.ts'
import type { Tier } from '../kernel/family.ts'
import type { Window } from '../kernel/page.ts'
import type { Grant, Key, Token, User } from './records.ts'

/** `tier` is the plan that the user was given or pays for, also for administrators. */
export type UserRow = User & { localOwner: boolean }

const userColumns = (sql: Sql) => sql`
  u.id, e.email, u.name, ${tierOf(sql)} as tier, u.admin, u.local_owner, u.created_at`

export const findLocalOwner = (sql: Sql) =>
  rowOf(sql<{ id: string }[]>`select id from users where local_owner`)

const UNDEFINED_TABLE = '42P01'

export async function findOwnerAndSchema(sql: Sql) {
  const none = { owner: null, schema: 0 }
  try {
    const [row] = await sql<{ owner: string | null; schema: number }[]>`
      select (select id from users where local_owner) as owner, coalesce(max(number), 0) as schema
      from schema_migrations`.simple()
    return row ?? none
  } catch (error) {
    if (systemCodeOf(error) === UNDEFINED_TABLE) return none
    throw error
  }
}

export const insertLocalOwner = (sql: Sql, id: string, at: string) =>
  hasRow(sql`
    insert into users (id, tier, admin, local_owner, created_at, updated_at)
    values (${id}, 'ultra', true, true, ${at}, ${at})
    on conflict (local_owner) where local_owner do nothing returning id`)

export const insertUser = (
  sql: Sql,
  user: Pick<UserRow, 'id' | 'name' | 'tier' | 'admin'> & { passwordHash: string | null; at: string },
) => sql`
  insert into users (id, name, tier, admin, password_hash, created_at, updated_at)
  values (${user.id}, ${user.name}, ${user.tier}, ${user.admin}, ${user.passwordHash}, ${user.at}, ${user.at})`

/** Gives a user an e-mail address; false if it is taken. */
export const insertEmail = (sql: Sql, userId: string, email: string) =>
  hasRow(sql`
    insert into user_emails (email, user_id) values (${email}, ${userId})
    on conflict (email) do nothing returning user_id`)

export const findUser = (sql: Sql, id: string) =>
  rowOf(sql<UserRow[]>`
    select ${userColumns(sql)} from users u left join user_emails e on e.user_id = u.id where u.id = ${id}`)

export const findUserForUpdate = (sql: Sql, id: string) =>
  rowOf(sql<UserRow[]>`
    select ${userColumns(sql)} from users u left join user_emails e on e.user_id = u.id
    where u.id = ${id} for update of u`)

export const findUserByEmail = (sql: Sql, email: string) =>
  rowOf(sql<(UserRow & { passwordHash: string | null })[]>`
    select ${userColumns(sql)}, u.password_hash
    from user_emails e join users u on u.id = e.user_id where e.email = ${email}`)

export const listUsers = (sql: Sql, { email, limit, after }: Window & { email: string | undefined }) => sql<
  (UserRow & { sortValue: string })[]
>`
  select ${userColumns(sql)}, u.created_at as sort_value
  from users u left join user_emails e on e.user_id = u.id
  where true
  ${email === undefined ? sql`` : sql`and e.email = ${email}`}
  ${after ? sql`and (u.created_at, u.id) < (${after.value}, ${after.id})` : sql``}
  order by u.created_at desc, u.id desc limit ${limit + 1}`

export const countUsers = (sql: Sql, email: string | undefined): Promise<number> =>
  countOf(
    email === undefined
      ? sql<{ total: number }[]>`select count(*)::int as total from users`
      : sql<{ total: number }[]>`select count(*)::int as total from user_emails where email = ${email}`,
  )

export const updateUserRole = (sql: Sql, user: { id: string; tier: Tier; admin: boolean; at: string }) => sql`
  update users set tier = ${user.tier}, admin = ${user.admin}, updated_at = ${user.at} where id = ${user.id}`

export const findGivenTier = (sql: Sql, id: string) =>
  rowOf(sql<{ tier: Tier }[]>`select tier from users where id = ${id}`)

/** Stores the plan that a subscription pays for. Returns the previous plan, or undefined if nothing changed. */
export const updatePaidTier = (sql: Sql, id: string, paid: { tier: Tier; until: string | null }) =>
  rowOf(sql<{ tier: Tier }[]>`
    with before as (select id, paid_tier from users where id = ${id} for update)
    update users u set paid_tier = ${paid.tier}, paid_until = ${paid.until} from before
    where u.id = before.id and (u.paid_tier, u.paid_until) is distinct from (${paid.tier}, ${paid.until}::timestamptz)
    returning before.paid_tier as tier`)

type SessionUser = Pick<UserRow, 'tier' | 'admin'> & { userId: string }

export const insertSession = (
  sql: Sql,
  session: { userId: string; id: string; createdAt: string; expiresAt: string },
) => sql`
  insert into sessions (user_id, id, created_at, expires_at)
  values (${session.userId}, ${session.id}, ${session.createdAt}, ${session.expiresAt})`

/** Uses up a sign-in link by ending its `sessions` row. False if the link was used before or has expired. */
export const useLink = (sql: Sql, userId: string, id: string, at: string) =>
  hasRow(sql`
    update sessions set ended_at = ${at}
    where user_id = ${userId} and id = ${id} and ended_at is null and expires_at > ${at}
    returning id`)

export const findSessionUser = (sql: Sql, userId: string, id: string) =>
  rowOf(sql<SessionUser[]>`
    select u.id as user_id, ${tierOf(sql)} as tier, u.admin from sessions s join users u on u.id = s.user_id
    where s.user_id = ${userId} and s.id = ${id} and s.ended_at is null`)

export const updateSessionEnded = (
  sql: Sql,
  session: { userId: string; id: string; at: string; expiresAt: string },
) =>
  hasRow(sql`
    insert into sessions as s (user_id, id, created_at, expires_at, ended_at)
    values (${session.userId}, ${session.id}, ${session.at}, ${session.expiresAt}, ${session.at})
    on conflict (user_id, id) do update set ended_at = excluded.ended_at where s.ended_at is null
    returning id`)

export const findForeignUser = (sql: Sql, issuer: string, subject: string, sessionId: string) =>
  rowOf(sql<(SessionUser & { ended: boolean })[]>`
    select u.id as user_id, ${tierOf(sql)} as tier, u.admin, s.id is not null as ended
    from foreign_subjects f join users u on u.id = f.user_id
    left join sessions s on s.user_id = u.id and s.id = ${sessionId} and s.ended_at is not null
    where f.issuer = ${issuer} and f.subject = ${subject}`)

export const insertForeignSubject = (
  sql: Sql,
  { issuer, subject, userId }: { issuer: string; subject: string; userId: string },
) =>
  hasRow(sql`
    insert into foreign_subjects (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})
    on conflict (issuer, subject) do nothing returning user_id`)

export const removeOldSessions = (sql: Sql, before: string) =>
  sql`delete from sessions where expires_at < ${before}`

interface CredentialRows {
  token: Token
  key: Key
}

type OwnColumns = { token: object; key: { followsPlan: boolean } }
export type CredentialNoun = keyof CredentialRows

/** What a user can list and revoke: their credentials, and what they granted to OAuth clients. */
interface RevocableRows extends CredentialRows {
  grant: Grant
}
export type RevocableNoun = keyof RevocableRows
export type ListedRow<N extends RevocableNoun> = RevocableRows[N] & { id: string; sortValue: string }

const TABLES = { token: 'extension_tokens', key: 'intelligence_keys', grant: 'oauth_grants' }
const SHARED = ['last_four', 'created_at', 'last_used_at', 'expires_at', 'revoked_at']
const COLUMNS = {
  token: ['id', 'name', 'scope', ...SHARED],
  key: ['id', 'name', 'tier', 'scopes', ...SHARED],
  grant: [
    ...['id', 'client_id', 'client_name', 'scope', 'resource'],
    ...['created_at', 'last_used_at', 'revoked_at'],
  ],
}

const tableOf = (sql: Sql, noun: RevocableNoun) => sql(TABLES[noun])
const columnsOf = (sql: Sql, noun: RevocableNoun) => sql(COLUMNS[noun])

export const findTokenByHash = (sql: Sql, hash: Buffer) =>
  rowOf(sql<(Token & SessionUser)[]>`
    select t.id, t.name, t.scope, t.last_four, t.created_at, t.last_used_at, t.expires_at, t.revoked_at, t.user_id,
      ${tierOf(sql)} as tier, u.admin
    from extension_tokens t join users u on u.id = t.user_id where t.hash = ${hash}`)

export const findKeyByHash = (sql: Sql, hash: Buffer) =>
  rowOf(sql<(Key & SessionUser & { userTier: Tier })[]>`
    select k.id, k.name, case when k.follows_plan then 'ultra' else k.tier end as tier, k.scopes, k.last_four,
      k.created_at, k.last_used_at, k.expires_at, k.revoked_at, k.user_id, ${tierOf(sql)} as user_tier, u.admin
    from intelligence_keys k join users u on u.id = k.user_id where k.hash = ${hash}`)

export const updateUsed = (
  sql: Sql,
  noun: CredentialNoun,
  hash: Buffer,
  at: string,
  unlessSince: string,
) => sql`
  update ${tableOf(sql, noun)} set last_used_at = ${at}
  where hash = ${hash} and (last_used_at is null or last_used_at < ${unlessSince})`

export async function insertCredential<N extends CredentialNoun>(
  sql: Sql,
  noun: N,
  row: Omit<CredentialRows[N], 'lastUsedAt' | 'revokedAt'> & OwnColumns[N] & { hash: Buffer; userId: string },
): Promise<CredentialRows[N]> {
  const scopes = 'scopes' in row ? { scopes: row.scopes && jsonb(sql, row.scopes) } : {}
  const [made] = await sql<[CredentialRows[N]]>`
    insert into ${tableOf(sql, noun)} ${sql(columnNames({ ...row, ...scopes }))} returning ${columnsOf(sql, noun)}`
  return made
}

export const listRevocable = <N extends RevocableNoun>(
  sql: Sql,
  noun: N,
  userId: string,
  { limit, after }: Window,
) => sql<ListedRow<N>[]>`
  select ${columnsOf(sql, noun)}, created_at as sort_value from ${tableOf(sql, noun)}
  where user_id = ${userId} ${after ? sql`and (created_at, id) < (${after.value}, ${after.id})` : sql``}
  order by created_at desc, id desc limit ${limit + 1}`

export const countRevocable = (sql: Sql, noun: RevocableNoun, userId: string) =>
  countOf(sql<{ total: number }[]>`
    select count(*)::int as total from ${tableOf(sql, noun)} where user_id = ${userId}`)

export const countActive = (sql: Sql, noun: CredentialNoun, userId: string, now: string) =>
  countOf(sql<{ total: number }[]>`
    select count(*)::int as total from ${tableOf(sql, noun)}
    where user_id = ${userId} and revoked_at is null and (expires_at is null or expires_at > ${now})`)

export const findRevocableForUpdate = <N extends RevocableNoun>(
  sql: Sql,
  noun: N,
  userId: string,
  id: string,
) =>
  rowOf(sql<RevocableRows[N][]>`
    select ${columnsOf(sql, noun)} from ${tableOf(sql, noun)} where user_id = ${userId} and id = ${id} for update`)

export const updateRevoked = (sql: Sql, noun: RevocableNoun, userId: string, id: string, at: string) => sql`
  update ${tableOf(sql, noun)} set revoked_at = ${at} where user_id = ${userId} and id = ${id}`

export const findSharer = (sql: Sql, memberId: string, now: number) =>
  rowOf(sql<{ userId: string }[]>`
    select s.user_id from seats s where s.member_id = ${memberId} and ${isUltra(sql, sql`s.user_id`, now)}`)
