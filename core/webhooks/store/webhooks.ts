// SQL for webhooks.
import { rowOf, countOf } from '../../database/fragments.ts'
import type { Sql } from '../../database/connect.ts'
import type { Window } from '../../kernel/page.ts'
import type { Health, Webhook } from '../webhook.ts'

type WebhookRow = Webhook & { sealedSecret: Buffer }

const columns = (sql: Sql) => sql`
  w.id, w.url, w.events, w.secret_last_four,
  case when w.previous_secret_until > now() then w.previous_secret_until end as previous_secret_until,
  w.disabled_at, w.disabled_reason, w.created_at, w.updated_at`

export function listWebhooks(sql: Sql, userId: string, page: Window) {
  const { after, limit } = page
  return sql<(Webhook & { sortValue: string })[]>`
    select ${columns(sql)}, w.created_at as sort_value from webhooks w
    where w.user_id = ${userId}
    ${after ? sql`and (w.created_at, w.id) < (${after.value}, ${after.id})` : sql``}
    order by w.created_at desc, w.id desc
    limit ${limit + 1}`
}

export const listForEvents = (sql: Sql, userId: string, names: readonly string[]) => sql<Webhook[]>`
  select ${columns(sql)} from webhooks w
  where w.user_id = ${userId} and exists (
    select 1 from jsonb_array_elements_text(w.events) name where name in ${sql([...names])})
  order by w.created_at desc, w.id desc`

export const countWebhooks = (sql: Sql, userId: string) =>
  countOf(sql<{ total: number }[]>`
    select count(*)::int as total from webhooks where user_id = ${userId}`)

export const listHealth = (sql: Sql, userId: string, ids: readonly string[]) => sql<
  (Omit<Health, 'state'> & { id: string })[]
>`
  select w.id, w.failing_since, coalesce(d.pending, 0) as pending, coalesce(d.held, 0) as held,
    coalesce(d.delivered, 0) as delivered, coalesce(d.failed, 0) as failed, d.last_delivered_at
  from webhooks w
  left join (
    select webhook_id, count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'held')::int as held,
      count(*) filter (where status = 'delivered' and finished_at > now() - interval '1 day')::int as delivered,
      count(*) filter (where status = 'failed' and finished_at > now() - interval '1 day')::int as failed,
      max(finished_at) filter (where status = 'delivered') as last_delivered_at
    from webhook_deliveries where user_id = ${userId} group by webhook_id
  ) d on d.webhook_id = w.id
  where w.user_id = ${userId} and w.id in ${sql(ids)}`

export const findWebhook = (sql: Sql, userId: string, id: string) =>
  rowOf(sql<(WebhookRow & { previousSealedSecret: Buffer | null })[]>`
    select ${columns(sql)}, w.sealed_secret,
      case when w.previous_secret_until > now() then w.previous_sealed_secret end as previous_sealed_secret
    from webhooks w where w.user_id = ${userId} and w.id = ${id}`)

export const insertWebhook = (sql: Sql, userId: string, webhook: WebhookRow) => sql`
  insert into webhooks (user_id, id, url, events, sealed_secret, secret_last_four, disabled_at, disabled_reason, created_at,
    updated_at)
  values (${userId}, ${webhook.id}, ${webhook.url}, ${sql.json(webhook.events)}, ${webhook.sealedSecret},
    ${webhook.secretLastFour}, ${webhook.disabledAt}, ${webhook.disabledReason}, ${webhook.createdAt},
    ${webhook.updatedAt})`

export const findWebhookForUpdate = (sql: Sql, userId: string, id: string) =>
  rowOf(sql<Webhook[]>`
    select ${columns(sql)} from webhooks w where w.user_id = ${userId} and w.id = ${id} for update`)

export const updateWebhook = (sql: Sql, userId: string, webhook: Webhook) => sql`
  update webhooks set url = ${webhook.url}, events = ${sql.json(webhook.events)}, disabled_at = ${webhook.disabledAt},
    disabled_reason = ${webhook.disabledReason}, updated_at = ${webhook.updatedAt},
    failing_since = case when ${webhook.disabledAt}::timestamptz is not null or (disabled_at is null and url = ${webhook.url})
      then failing_since end
  where user_id = ${userId} and id = ${webhook.id}`

/** Replaces the secret. The old one also signs until the overlap ends; 0 seconds end it at once. Returns that instant. */
export const updateSecret = (
  sql: Sql,
  userId: string,
  id: string,
  secret: { sealed: Buffer; lastFour: string | null; overlapSeconds: number; now: string },
) =>
  rowOf(sql<Pick<Webhook, 'previousSecretUntil'>[]>`
    update webhooks set sealed_secret = ${secret.sealed}, secret_last_four = ${secret.lastFour}, updated_at = ${secret.now},
      previous_sealed_secret = case when ${secret.overlapSeconds}::int > 0 then sealed_secret end,
      previous_secret_until =
        case when ${secret.overlapSeconds}::int > 0 then now() + make_interval(secs => ${secret.overlapSeconds}) end
    where user_id = ${userId} and id = ${id}
    returning previous_secret_until`)

export const removeWebhook = (sql: Sql, userId: string, id: string) =>
  rowOf(sql<WebhookRow[]>`
    delete from webhooks w where w.user_id = ${userId} and w.id = ${id}
    returning ${columns(sql)}, w.sealed_secret`)
