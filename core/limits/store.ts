// The statement that counts calls and decides about them, under the database's clock.
import { jsonb } from '../database/fragments.ts'
import type { Sql } from '../database/connect.ts'

export interface Rule {
  name: string
  minute: number
  month: number | null
  /** A minute is sixty buckets; tests shorten it. */
  bucketMs: number
}

export interface CallCounts {
  subject: string
  granted: number
  /** Calls counted in the last minute and in this month, with those just granted. */
  minuteUsed: number
  monthUsed: number
  /** When the oldest call of the minute stops counting; null when none is counted. */
  minuteFreesMs: number | null
  monthEndsMs: number
  /** The database's clock, ms since the epoch. */
  nowMs: number
}

/**
 * Counts calls and grants what the minute and the month have left.
 *
 * - Rows are locked, in order of subjects, until the statement ends: gateways decide one after the other.
 * - The bucket is read from the clock after the lock. A row a minute ahead means that the clock was set back.
 * - The commit is asynchronous: a crash of Postgres forgets half a second.
 * - A minute is 60 buckets in the 61 cells of `used` (the ring); the oldest counts in full. `place` is a cell, `at` the
 *   newest bucket, `n` the bucket that a cell holds now, `kept` what of the cell still counts, `free` what is granted.
 * - Numbers are written out, because parameters would hide from the planner how few rows there are.
 */
export async function countCalls(
  sql: Sql,
  rule: Rule,
  asks: readonly { subject: string; wanted: number }[],
): Promise<CallCounts[]> {
  const { name, minute, bucketMs } = rule
  const hasMonth = rule.month !== null
  const month = rule.month ?? Number.MAX_SAFE_INTEGER
  return sql<CallCounts[]>`
    with this as (
      select date_trunc('month', now() at time zone 'UTC')::date as month
    ), asked as (
      select ask.subject, coalesce(q.used, 0) as month_used,
        least(ask.wanted, ${minute}::int, greatest(${month}::bigint - coalesce(q.used, 0), 0))::int as wanted
      from jsonb_to_recordset(${jsonb(sql, asks)}) as ask (subject uuid, wanted int) cross join this
      left join month_quotas q on q.subject = ask.subject and q.limit_name = ${name} and q.month = this.month
    ), minute as (
      insert into minute_rings as m (subject, limit_name, bucket, used, granted)
      select subject, ${name}, bucket,
        array(select case when place = bucket % 61 then wanted else 0 end from generate_series(0, 60) place),
        wanted
      from asked
      cross join lateral (select floor(extract(epoch from clock_timestamp()) * 1000 / ${bucketMs})::bigint as bucket) clock
      order by subject
      on conflict (subject, limit_name) do update set (bucket, used, granted) = (
        select at, array_agg(kept + case when n = at then free else 0 end order by place), free
        from (
          select at, n, place, kept, least(excluded.granted, greatest(${minute}::int - sum(kept) over (), 0)) as free
          from (select floor(extract(epoch from clock_timestamp()) * 1000 / ${bucketMs})::bigint as clock) clock
          cross join lateral (
            select case when m.bucket > clock + 60 then clock else greatest(m.bucket, clock) end as at) newest
          cross join lateral (select place, at - (at - place) % 61 as n from generate_series(0, 60) place) cell
          cross join lateral (select case when n > m.bucket or m.bucket > at then 0 else m.used[place + 1] end as kept) kept
        ) ring
        group by at, free
      )
      returning subject, bucket, granted, used
    ), month as (
      insert into month_quotas as q (subject, limit_name, month, used, granted)
      select subject, ${name}, this.month, granted, granted from minute cross join this
      where granted > 0 and ${hasMonth}::boolean
      order by subject
      on conflict (subject, limit_name, month) do update set
        used = q.used + least(excluded.granted, greatest(${month}::bigint - q.used, 0)),
        granted = least(excluded.granted, greatest(${month}::bigint - q.used, 0))
      returning subject, granted, used
    )
    select subject, coalesce(month.granted, minute.granted)::int as granted,
      (select sum(units) from unnest(minute.used) units)::int as minute_used,
      coalesce(month.used, asked.month_used)::float8 as month_used,
      (select (min(minute.bucket - (minute.bucket - place + 1) % 61) + 61) * ${bucketMs}::float8
        from unnest(minute.used) with ordinality cell (units, place) where units > 0) as minute_frees_ms,
      (extract(epoch from (this.month + interval '1 month') at time zone 'UTC') * 1000)::float8 as month_ends_ms,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms,
      set_config('synchronous_commit', 'off', true) as unsynced
    from asked join minute using (subject) cross join this left join month using (subject)`
}
