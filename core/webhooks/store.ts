// The SQL of webhook registrations.
import type { Sql } from '../database/connect.ts'
import type { Cursor } from '../kernel/page.ts'
import type { Webhook } from './registration.ts'

/** A registration with its sealed secret. */
export type WebhookRow = Webhook & { sealedSecret: Buffer }

const columns = (sql: Sql) => sql`
  w.id, w.url, w.events, w.secret_last_four, w.disabled_at, w.disabled_reason, w.created_at, w.updated_at`

/** One more than `limit` rows after the cursor, newest first. */
export function listWebhooks(sql: Sql, userId: string, page: { limit: number; after: Cursor | undefined }) {
  const { after, limit } = page
  return sql<(Webhook & { sortValue: string })[]>`
    select ${columns(sql)}, w.created_at as sort_value from webhooks w
    where w.user_id = ${userId}
    ${after ? sql`and (w.created_at, w.id) < (${after.value}, ${after.id})` : sql``}
    order by w.created_at desc, w.id desc
    limit ${limit + 1}`
}

export async function countWebhooks(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from webhooks where user_id = ${userId}`
  return row?.total ?? 0
}

export async function findWebhook(sql: Sql, userId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await sql<WebhookRow[]>`
    select ${columns(sql)}, w.sealed_secret from webhooks w where w.user_id = ${userId} and w.id = ${id}`
  return row
}

export const insertWebhook = (sql: Sql, userId: string, webhook: WebhookRow) => sql`
  insert into webhooks (user_id, id, url, events, sealed_secret, secret_last_four, created_at, updated_at)
  values (${userId}, ${webhook.id}, ${webhook.url}, ${sql.json(webhook.events)}, ${webhook.sealedSecret},
    ${webhook.secretLastFour}, ${webhook.createdAt}, ${webhook.updatedAt})`

/** The removed row; undefined when the user has none of this id. */
export async function removeWebhook(sql: Sql, userId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await sql<WebhookRow[]>`
    delete from webhooks w where w.user_id = ${userId} and w.id = ${id}
    returning ${columns(sql)}, w.sealed_secret`
  return row
}
