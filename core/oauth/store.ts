// SQL for OAuth: clients, grants, codes and tokens.
import { rowOf, tierOf } from '../database/fragments.ts'
import type { Sql } from '../database/connect.ts'
import type { Grant } from '../identity/records.ts'
import type { Tier } from '../kernel/family.ts'

export const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const

export interface ClientRow {
  id: string
  name: string
  redirectUris: string[]
  authMethod: (typeof AUTH_METHODS)[number]
  secretHash: Buffer | null
  fetchedAt: string | null
  createdAt: string
}

export type SecretKind = 'code' | 'access' | 'refresh'

export interface SecretRow extends Omit<Grant, 'id' | 'createdAt'> {
  userId: string
  grantId: string
  redirectUri: string | null
  challenge: string | null
  expiresAt: string
  spentAt: string | null
  tier: Tier
  admin: boolean
}

export const findClient = (sql: Sql, id: string) =>
  rowOf(sql<ClientRow[]>`
    select id, name, redirect_uris, auth_method, secret_hash, fetched_at, created_at
    from oauth_clients where id = ${id}`)

export const insertClient = (sql: Sql, client: ClientRow) => sql`
  insert into oauth_clients (id, name, redirect_uris, auth_method, secret_hash, fetched_at, created_at)
  values (${client.id}, ${client.name}, ${sql.json(client.redirectUris)}, ${client.authMethod},
    ${client.secretHash}, ${client.fetchedAt}, ${client.createdAt})
  on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
    fetched_at = excluded.fetched_at`

export const insertGrant = (sql: Sql, userId: string, grant: Grant) => sql`
  insert into oauth_grants (user_id, id, client_id, client_name, scope, resource, created_at)
  values (${userId}, ${grant.id}, ${grant.clientId}, ${grant.clientName}, ${grant.scope}, ${grant.resource},
    ${grant.createdAt})`

export const insertSecret = (
  sql: Sql,
  userId: string,
  secret: {
    hash: Buffer
    grantId: string
    kind: SecretKind
    redirectUri?: string
    challenge?: string
    createdAt: string
    expiresAt: string
  },
) => sql`
  insert into oauth_secrets (hash, user_id, grant_id, kind, redirect_uri, challenge, created_at, expires_at)
  values (${secret.hash}, ${userId}, ${secret.grantId}, ${secret.kind}, ${secret.redirectUri ?? null},
    ${secret.challenge ?? null}, ${secret.createdAt}, ${secret.expiresAt})`

/** `isLocked` locks the secret and its grant, so that two uses follow one another. */
export const findSecret = (sql: Sql, hash: Buffer, kinds: readonly SecretKind[], isLocked = false) =>
  rowOf(sql<SecretRow[]>`
    select s.user_id, s.grant_id, s.redirect_uri, s.challenge, s.expires_at, s.spent_at,
      g.client_id, g.client_name, g.scope, g.resource, g.last_used_at, g.revoked_at,
      ${tierOf(sql)} as tier, u.admin
    from oauth_secrets s
    join oauth_grants g on g.user_id = s.user_id and g.id = s.grant_id
    join users u on u.id = s.user_id
    where s.hash = ${hash} and s.kind in ${sql([...kinds])} ${isLocked ? sql`for update of g, s` : sql``}`)

export const updateSecretSpent = (sql: Sql, userId: string, hash: Buffer, at: string) => sql`
  update oauth_secrets set spent_at = ${at} where user_id = ${userId} and hash = ${hash}`

export const removeAccessTokens = (sql: Sql, userId: string, grantId: string) => sql`
  delete from oauth_secrets where user_id = ${userId} and grant_id = ${grantId} and kind = 'access'`

export const updateGrantRevoked = (sql: Sql, userId: string, id: string, at: string) => sql`
  update oauth_grants set revoked_at = ${at} where user_id = ${userId} and id = ${id}`

export const updateGrantUsed = (sql: Sql, userId: string, id: string, at: string, unlessSince: string) => sql`
  update oauth_grants set last_used_at = ${at}
  where user_id = ${userId} and id = ${id} and (last_used_at is null or last_used_at < ${unlessSince})`

export const listSurplusGrants = (sql: Sql, userId: string, max: number) => sql<Grant[]>`
  select id, client_id, client_name, scope, resource, created_at, last_used_at, revoked_at
  from oauth_grants where user_id = ${userId} and revoked_at is null
  order by coalesce(last_used_at, created_at) desc, id desc offset ${max} for update`

export async function removeStale(sql: Sql, before: string): Promise<void> {
  await sql`delete from oauth_secrets where expires_at < ${before}`
  let after = ''
  do after = await removeUnused(sql, { before, after })
  while (after)
}

const CLIENTS_AT_ONCE = 1000

/** Removes some unused clients. Returns the last id, or '' at the end. Two queries: no node of a distributed database has both tables. */
async function removeUnused(sql: Sql, { before, after }: { before: string; after: string }): Promise<string> {
  const old = await sql<{ id: string }[]>`
    select id from oauth_clients where created_at < ${before} and id > ${after}
    order by id limit ${CLIENTS_AT_ONCE}`
  const last = old.at(-1)
  if (!last) return ''
  const ids = old.map(({ id }) => id)
  const used = await sql<{ id: string }[]>`
    select distinct client_id as id from oauth_grants where client_id in ${sql(ids)} and revoked_at is null`
  const inUse = new Set(used.map(({ id }) => id))
  const unused = ids.filter((id) => !inUse.has(id))
  if (unused.length) await sql`delete from oauth_clients where id in ${sql(unused)}`
  return last.id
}
