// The rate limiter: one local limiter for each named limit, over a shared database.
import { must } from '../kernel/must.ts'
import { keysOf } from '../kernel/narrow.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Limiter, Spent } from '../kernel/context.ts'
import type { Log } from '../kernel/log.ts'
import type { Sql } from '../database/connect.ts'
import { createOpenCalls } from './at-once.ts'
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
   * The number of processes that share the database. If unknown, leases are sized as for one, and during an outage four
   * are assumed: see outage.ts.
   */
  replicas?: number
  /** How long a call waits for the database; longer in tests, which run on busy machines. */
  patienceMs?: number
}

/** This process's limiter for the limits of the service. Its methods never throw. */
export const createLimiter = (options: LimiterOptions): Limiter => createLimiterOf(LIMITS, options)

/** A limiter for any limits; tests shorten the minute with `bucketMs` (a window is sixty buckets). */
export function createLimiterOf<Name extends string>(
  limits: Readonly<Record<Name, Limit>>,
  { sql, clock, log, replicas, patienceMs }: LimiterOptions,
  bucketMs = BUCKET_MS,
): {
  spend(limit: Name, subject: string): Promise<Spent>
  peek(limit: Name, subject: string): Promise<Spent>
  enter(limit: Name, subject: string): Promise<(() => void) | null>
  close(): Promise<void>
} {
  const storage = watchStorage(() => answer(sql), log, patienceMs)
  const limiters = new Map<Name, LocalLimiter>()
  const calls = createOpenCalls(sql, storage)
  for (const name of keysOf(limits))
    limiters.set(
      name,
      openLocalLimiter(ruleOf(name, limits[name], replicas, bucketMs), { sql, clock, log, storage }),
    )

  const close = async (): Promise<void> => {
    await Promise.all([...limiters.values()].map((limiter) => limiter.close()))
    calls.close()
    storage.close()
  }

  return {
    spend: (limit, subject) => must(limiters.get(limit)).spend(subject),
    peek: (limit, subject) => must(limiters.get(limit)).peek(subject),
    async enter(limit, subject) {
      const { atOnce } = limits[limit]
      return atOnce ? calls.open(atOnce, subject) : () => {}
    },
    close,
  }
}

function ruleOf(
  name: string,
  { minute, month }: Limit,
  replicas: number | undefined,
  bucketMs: number,
): Rule {
  return {
    name,
    minute,
    month,
    lease: leaseOf(minute, replicas ?? 1),
    block: month === null ? 0 : blockOf(month),
    share: shareOf(minute, replicas),
    bucketMs,
    windowMs: bucketMs * BUCKETS,
  }
}
