// The rate limiter: one local limiter for each named limit, over a shared database.
import type { Clock } from '../kernel/clock.ts'
import type { Limiter, Spent } from '../kernel/context.ts'
import type { Log } from '../kernel/log.ts'
import type { Sql } from '../database/connect.ts'
import { openLocalLimiter, type LocalLimiter } from './local-limiter.ts'
import { blockOf, leaseOf, LIMITS, type Limit } from './limits.ts'
import { shareOf } from './outage.ts'
import { BUCKET_MS, BUCKETS } from './sliding-window.ts'
import { watchStorage } from './storage.ts'
import { answer } from './store.ts'
import type { Rule } from './subject.ts'

export interface LimiterOptions {
  sql: Sql
  clock: Clock
  log: Log
  /**
   * Processes that share the database. Unknown, leases grow as for one, but begin small, and a database that does
   * not answer is taken to serve four: see outage.ts.
   */
  replicas?: number
}

/** The limiter of this process for the limits of the service. Nothing it answers ever throws. */
export const createLimiter = (options: LimiterOptions): Limiter => createLimiterOf(LIMITS, options)

/** A limiter of any limits; `bucketMs` shortens the minute for tests (a window is twelve buckets). */
export function createLimiterOf<Name extends string>(
  limits: Readonly<Record<Name, Limit>>,
  { sql, clock, log, replicas }: LimiterOptions,
  bucketMs = BUCKET_MS,
): {
  spend(limit: Name, subject: string): Promise<Spent>
  peek(limit: Name, subject: string): Promise<Spent>
  close(): Promise<void>
} {
  const storage = watchStorage(() => answer(sql), log)
  const limiters = new Map<Name, LocalLimiter>()
  for (const name of Object.keys(limits) as Name[])
    limiters.set(
      name,
      openLocalLimiter(ruleOf(name, limits[name], replicas, bucketMs), { sql, clock, log, storage }),
    )

  const close = async (): Promise<void> => {
    await Promise.all([...limiters.values()].map((limiter) => limiter.close()))
    storage.close()
  }

  return {
    spend: (limit, subject) => limiters.get(limit)!.spend(subject),
    peek: (limit, subject) => limiters.get(limit)!.peek(subject),
    close,
  }
}

function ruleOf(
  name: string,
  { minute, month }: Limit,
  replicas: number | undefined,
  bucketMs: number,
): Rule {
  const lease = leaseOf(minute, replicas ?? 1)
  return {
    name,
    minute,
    month,
    lease,
    // Units in one process's hands are missing in another's: where there may be others, a subject's first lease in a
    // bucket is small and each further one doubles.
    leastLease: replicas === 1 ? lease : Math.min(2, lease),
    block: month === null ? 0 : blockOf(month),
    share: shareOf(minute, replicas),
    bucketMs,
    windowMs: bucketMs * BUCKETS,
  }
}
