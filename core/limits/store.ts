// SQL for the limits: minutes are leased from a ring of buckets, months in blocks, both for many subjects in
// one statement.
import { jsonb } from '../database/fragments.ts'
import type { Sql } from '../database/connect.ts'
import { BUCKETS, CELLS } from './sliding-window.ts'

/** One subject's request for units of the minute. */
export interface LeaseAsk {
  subject: string
  /** Units requested; 0 only reads and returns units. */
  wanted: number
  /** Unspent units of an earlier lease, and the bucket they were granted in. */
  back: number
  backBucket: number
  /** Units spent here during an outage, to be counted now. */
  debt: number
}

export interface LeaseAnswer {
  subject: string
  bucket: number
  granted: number
  /** Units per bucket after the grant, as in sliding-window.ts. */
  used: number[]
  /** The database's clock when the statement began, ms since the epoch. */
  nowMs: number
}

/**
 * Returns, counts and grants units in one upsert per subject: never more than `minute` across all
 * buckets. Subjects are locked in order, to prevent deadlocks between batches.
 *
 * A statement that waited for the row may find it in a later bucket than its own `now()`; it then uses that
 * bucket, which has begun by then. A row more than a window ahead means that the clock was set back, so it is
 * reset.
 */
export function leaseMinutes(
  sql: Sql,
  limit: { name: string; minute: number; bucketMs: number },
  asks: LeaseAsk[],
): Promise<LeaseAnswer[]> {
  return run<LeaseAnswer>(sql`
    with asked as (
      select subject, least(wanted, greatest(${limit.minute} - debt, 0)) as granted, back, "backBucket" as back_bucket,
        debt, floor(extract(epoch from now()) * 1000 / ${limit.bucketMs})::bigint as bucket
      from jsonb_to_recordset(${jsonb(sql, asks)})
        as ask (subject uuid, wanted int, back int, "backBucket" bigint, debt int)
    )
    insert into minute_rings as w (subject, limit_name, bucket, used, granted, back, back_bucket, debt)
    select subject, ${limit.name}, bucket,
      array(select case when place = bucket % ${CELLS}::int then granted + debt else 0 end from generate_series(0, ${BUCKETS}::int) place),
      granted, back, back_bucket, debt
    from asked order by subject
    on conflict (subject, limit_name) do update set (bucket, used, granted, back, back_bucket, debt) = (
      select at, array_agg(kept + case when n = at then grantable + excluded.debt else 0 end order by place),
        grantable, excluded.back, excluded.back_bucket, excluded.debt
      from (
        select at, place, n, kept,
          least(excluded.granted, greatest(${limit.minute} - excluded.debt - sum(kept) over (), 0)) as grantable
        from (select case when w.bucket > excluded.bucket + ${BUCKETS}::int then excluded.bucket
            else greatest(w.bucket, excluded.bucket) end as at) newest
        cross join lateral (select place, at - (at - place) % ${CELLS}::int as n from generate_series(0, ${BUCKETS}::int) place) cell
        cross join lateral (select case when n > w.bucket or w.bucket > at then 0
            when n = excluded.back_bucket then greatest(w.used[place + 1] - excluded.back, 0)
            else w.used[place + 1] end as kept) kept
      ) ring
      group by at, grantable
    )
    returning subject, bucket, granted, array_to_json(used) as used, (extract(epoch from now()) * 1000)::float8 as now_ms`)
}

/** One subject's request for units of the month; 0 only reads. */
interface BlockAsk {
  subject: string
  wanted: number
}

export interface BlockAnswer {
  subject: string
  granted: number
  /** First day of the month, UTC. */
  month: string
  /** Units spent or held by all processes, after the grant. */
  used: number
  /** The end of the month, and the database's clock, ms since the epoch. */
  endsMs: number
  nowMs: number
}

/** Takes units of the current month, UTC, by the database's clock: never more than `month` in total. */
export function takeBlocks(
  sql: Sql,
  limit: { name: string; month: number },
  asks: BlockAsk[],
): Promise<BlockAnswer[]> {
  return run<BlockAnswer>(sql`
    insert into month_quotas as q (subject, limit_name, month, used, granted)
    select subject, ${limit.name}, date_trunc('month', now() at time zone 'UTC')::date,
      least(wanted, ${limit.month}), least(wanted, ${limit.month})
    from jsonb_to_recordset(${jsonb(sql, asks)}) as ask (subject uuid, wanted int)
    order by subject
    on conflict (subject, limit_name, month) do update set
      used = q.used + least(excluded.granted, greatest(${limit.month} - q.used, 0)),
      granted = least(excluded.granted, greatest(${limit.month} - q.used, 0))
    returning subject, granted, month::text, used,
      (extract(epoch from (month + interval '1 month') at time zone 'UTC') * 1000)::float8 as ends_ms,
      (extract(epoch from now()) * 1000)::float8 as now_ms`)
}

/** Unspent units of a month. */
interface BlockReturn {
  subject: string
  month: string
  units: number
}

/** Returns units of a month. */
export async function returnBlocks(sql: Sql, name: string, blocks: BlockReturn[]): Promise<void> {
  await sql`
    with held as (
      select q.subject, q.month, block.units from month_quotas q
      join jsonb_to_recordset(${jsonb(sql, blocks)}) as block (subject uuid, month date, units int)
        on block.subject = q.subject and block.month = q.month
      where q.limit_name = ${name} order by q.subject for update of q
    )
    update month_quotas q set used = greatest(q.used - held.units, 0) from held
    where q.subject = held.subject and q.limit_name = ${name} and q.month = held.month`
}

/** Deletes expired windows in small batches, skipping locked ones. */
export async function removeOldWindows(sql: Sql, bucketMs: number): Promise<void> {
  await sql`
    delete from minute_rings where (subject, limit_name) in (
      select subject, limit_name from minute_rings
      where bucket < floor(extract(epoch from now()) * 1000 / ${bucketMs})::bigint - ${BUCKETS}::int
      limit 1000 for update skip locked
    )`
}

/** Succeeds when the database responds. */
export async function answer(sql: Sql): Promise<void> {
  await sql`select 1`
}

/** Runs a query whose rows have a known shape. */
const run = async <T>(query: PromiseLike<unknown>): Promise<T[]> => (await query) as T[]
