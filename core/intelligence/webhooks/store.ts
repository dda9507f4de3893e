// SQL for notices: who has not been notified yet. These queries read all users; each row is then processed as its user.
import { hasRow } from '../../database/fragments.ts'
import type { Sql } from '../../database/connect.ts'

/** Subscribers not yet notified of the edition in use. Only those who registered before it was last put in use count. */
export const listUnnotified = (sql: Sql) => sql<
  {
    userId: string
    digest: string
    version: string
    benchmark: string
    since: string
    previous: string | null
  }[]
>`
  select distinct w.user_id, v.digest, v.version, v.benchmark, v.served_at as since,
    (select p.version from pay_editions p where p.served_at < v.served_at order by p.served_at desc limit 1)
      as previous
  from pay_in_use u
  join pay_editions v on v.digest = u.edition
  join webhooks w on w.events ? 'catalog.updated' and w.disabled_at is null and w.created_at < v.served_at
  where not exists (
    select 1 from sent_pay_notices n
    where n.user_id = w.user_id and n.event = 'catalog.updated' and n.about = v.digest and n.sent_at >= v.served_at)`

/** Usage of an account's monthly quota, summed over its keys and seats. */
export interface SpentQuota {
  userId: string
  limitName: string
  used: number
  /** The `about` of each quota warning that this user already got. */
  alreadySent: string[]
}

export const listQuotas = (sql: Sql, month: string) => sql<SpentQuota[]>`
  select w.user_id, q.limit_name, q.used,
    array(select n.about from sent_pay_notices n where n.user_id = w.user_id and n.event = 'quota.warning') as already_sent
  from (select distinct user_id from webhooks where events ? 'quota.warning' and disabled_at is null) w
  join month_quotas q on q.subject = w.user_id and q.month = ${month}::date and q.limit_name like 'intelligence-%'`

/** Records a notice. False if the user has got it since the edition was last put in use. */
export const insertNotice = (
  sql: Sql,
  userId: string,
  notice: { event: string; about: string; since: string | null },
) =>
  hasRow(sql`
    insert into sent_pay_notices (user_id, event, about, sent_at)
    values (${userId}, ${notice.event}, ${notice.about}, now())
    on conflict (user_id, event, about) do update set sent_at = excluded.sent_at
    where sent_pay_notices.sent_at < ${notice.since}::timestamptz
    returning about`)
