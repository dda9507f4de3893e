// The rate limiter. It counts every call in the database. One statement counts all the calls that wait.
import { isoOf, SECOND_MS } from '../kernel/clock.ts'
import type { LimitUsage } from '../kernel/context.ts'
import type { Log } from '../kernel/log.ts'
import { inBatches } from '../kernel/batches.ts'
import { must, keysOf } from '../kernel/narrow.ts'
import type { Sql } from '../database/connect.ts'
import { createOpenCalls } from './at-once.ts'
import type { Limit } from './limits.ts'
import { jsonb } from '../database/fragments.ts'

export interface LimiterOptions {
  sql: Sql
  log: Log
  /** A sixtieth of the minute; tests shorten it. */
  bucketMs?: number
}

/** Maximum calls that one statement counts: 500 users take 20 ms. */
const MAX_CALLS = 500

interface Call {
  subject: string
  /** 0 only asks what is left. */
  units: 0 | 1
  answer(spent: LimitUsage): void
}

/** A limiter for these limits. Its methods never throw. */
export function createLimiter<Name extends string>(
  limits: Readonly<Record<Name, Limit>>,
  { sql, log, bucketMs = SECOND_MS }: LimiterOptions,
) {
  const openCalls = createOpenCalls(sql)
  let isReached = true

  /** The counts of a batch. Null if the database does not answer, which the guard of its connections soon finds out. */
  const count = async (rule: Rule, asks: Parameters<typeof countCalls>[2]): Promise<CallCounts[] | null> => {
    try {
      const counted = await countCalls(sql, rule, asks)
      isReached = true
      return counted
    } catch (cause) {
      if (isReached) log.warn({ cause }, 'The database does not answer: limited calls are refused.')
      isReached = false
      return null
    }
  }

  const decide = async (rule: Rule, calls: readonly Call[]): Promise<void> => {
    const wanted = new Map<string, number>()
    for (const { subject, units } of calls) wanted.set(subject, (wanted.get(subject) ?? 0) + units)
    const asks = [...wanted].map(([subject, units]) => ({ subject, wanted: units }))
    const counted = await count(rule, asks)
    const bySubject = new Map(counted?.map((each) => [each.subject, { ...each, answered: 0 }]))
    for (const { subject, units, answer } of calls) {
      const about = bySubject.get(subject)
      if (about) about.answered += units
      answer(about ? spentOf(rule, about, about.answered) : unavailable(rule))
    }
  }

  const queues = new Map(
    keysOf(limits).map((name) => {
      const { minute, month } = limits[name]
      const rule = { name, minute, month, bucketMs }
      return [name, inBatches<Call>(MAX_CALLS, (calls) => decide(rule, calls))]
    }),
  )
  const ask = (limit: Name, subject: string, units: 0 | 1): Promise<LimitUsage> =>
    new Promise((answer) => must(queues.get(limit))({ subject, units, answer }))

  return {
    spend: (limit: Name, subject: string) => ask(limit, subject, 1),
    peek: (limit: Name, subject: string) => ask(limit, subject, 0),
    async enter(limit: Name, subject: string) {
      const { atOnce } = limits[limit]
      return atOnce ? openCalls.open(atOnce, subject) : () => {}
    },
    async close() {
      openCalls.close()
    },
  }
}

/** The result of call number `place` of a subject, from 1; 0 only asks. Calls up to number `granted` are granted. */
function spentOf(rule: Rule, counted: CallCounts, place: number): LimitUsage {
  const { granted, minuteUsed, monthUsed, nowMs, monthEndsMs } = counted
  const freesMs = counted.minuteFreesMs ?? nowMs
  const ahead = Math.max(0, granted - place)
  const remaining = {
    minute: rule.minute - minuteUsed + ahead,
    month: (rule.month ?? Infinity) - monthUsed + ahead,
  }
  const spent: LimitUsage = {
    minute: { limit: rule.minute, remaining: Math.max(0, remaining.minute), resetAt: isoOf(freesMs) },
    month: monthOf(rule, Math.max(0, remaining.month), monthEndsMs),
  }
  const isAsking = place === 0
  if (place > granted || (isAsking && (remaining.minute <= 0 || remaining.month <= 0)))
    spent.refused =
      remaining.minute <= 0
        ? { by: 'minute', retryAfterSeconds: secondsOf(freesMs - nowMs) }
        : { by: 'month', retryAfterSeconds: secondsOf(monthEndsMs - nowMs) }
  return spent
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / SECOND_MS))

const NEVER_MS = Date.UTC(9999, 11, 31)

const monthOf = ({ month }: Rule, remaining: number, endsMs: number) =>
  month === null
    ? { limit: Infinity, remaining: Infinity, resetAt: isoOf(NEVER_MS) }
    : { limit: month, remaining, resetAt: isoOf(endsMs) }

const unavailable = (rule: Rule): LimitUsage => ({
  minute: { limit: rule.minute, remaining: 0, resetAt: isoOf(0) },
  month: monthOf(rule, 0, 0),
  refused: { by: 'storage', retryAfterSeconds: 1 },
})

/** Deletes the minute counters that nobody has used for an hour. */
export async function deleteOldMinutes(sql: Sql): Promise<void> {
  await sql`
    delete from minute_rings where (subject, limit_name) in (
      select subject, limit_name from minute_rings
      where bucket < floor(extract(epoch from now()))::bigint - 3600
      for update skip locked
    )`
}

interface Rule extends Pick<Limit, 'minute' | 'month'> {
  name: string
  /** A minute is sixty buckets; tests shorten it. */
  bucketMs: number
}

interface CallCounts {
  subject: string
  granted: number
  /** Calls that count in the last minute and in this month, with those granted now. */
  minuteUsed: number
  monthUsed: number
  /** When the oldest call of the minute stops counting; null if there is none. */
  minuteFreesMs: number | null
  monthEndsMs: number
  /** The clock of the database, ms since the epoch. */
  nowMs: number
}

/**
 * Counts calls, and grants as many as the limits of the minute and the month still allow.
 *
 * - Rows are locked, in order of subjects, until the statement ends: gateways decide one after the other.
 * - The bucket is read from the clock after the lock. A row over a minute ahead means that the clock was set back: its counts are dropped.
 * - The commit is asynchronous: a crash of Postgres loses the counts of the last half second.
 * - A minute is 60 buckets in the 61 cells of `used` (the ring); the oldest counts in full. `place` is a cell, `at` the
 *   newest bucket, `n` the bucket that a cell holds now, `kept` the calls in the cell that still count, and `free` the
 *   calls granted.
 * - 60 and 61 are literals and not parameters, so that the planner sees how few rows there are.
 */
async function countCalls(sql: Sql, rule: Rule, asks: readonly { subject: string; wanted: number }[]) {
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
