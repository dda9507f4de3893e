// Shared by the limiter's tests: a short minute, processes over one database, and a check of sliding windows.
import { afterAll, beforeAll } from 'vitest'
import { connect, type Sql } from '../../../core/database/connect.ts'
import type { Address } from '../../../core/database/embedded.ts'
import { lineLog } from '../../../core/kernel/log.ts'
import type { Limit } from '../../../core/limits/limits.ts'
import { createLimiter, type LimiterOptions } from '../../../core/limits/limiter.ts'
import { freshDatabase, type TestDatabase } from '../../database.ts'

/** A minute of 3 s: the ring has sixty buckets of any length. */
const BUCKET_MS = 50
export const WINDOW_MS = 60 * BUCKET_MS

export const silent = lineLog('silent', () => {})

const LIMITS = {
  pipeline: { minute: 60, month: 50_000 },
  small: { minute: 10, month: null },
  none: { minute: 0, month: null },
  monthly: { minute: 1_000_000, month: 5_000 },
} satisfies Record<string, Limit>

/** How long statements may take: a busy machine must not look like an outage. */
const PATIENCE_MS = 10_000

/** A limiter of LIMITS with the short minute, or another. */
export const open = (sql: Sql, options: Partial<LimiterOptions> = {}) =>
  createLimiter(LIMITS, { sql, log: silent, bucketMs: BUCKET_MS, ...options })

/** A separate pool, as another process would have. */
export const pool = (at: string | Address): Sql =>
  connect({ at, poolSize: 2, name: 'limits test', deadlineMs: PATIENCE_MS })

/** A database, and three pools over it as three gateways have, while the tests of a file run. */
export function useThreeGateways(): () => { db: TestDatabase; pools: Sql[] } {
  let world: { db: TestDatabase; pools: Sql[] }
  beforeAll(async () => {
    const db = await freshDatabase()
    world = { db, pools: [pool(db.address), pool(db.address), pool(db.address)] }
  })
  afterAll(async () => {
    await Promise.all(world.pools.map((sql) => sql.end({ timeout: 1 })))
    await world.db.close()
  })
  return () => world
}

/** The same database, counting the statements sent to it. */
export function watched(sql: Sql): { sql: Sql; calls: () => number } {
  let calls = 0
  const apply = (_: unknown, self: unknown, args: unknown[]): unknown => {
    calls += 1
    return Reflect.apply(sql as never, self, args)
  }
  return { sql: new Proxy<Sql>(sql, { apply }), calls: () => calls }
}

/** The most timestamps in any window of this length, both ends inclusive. */
export function mostInAnyWindow(instants: number[], windowMs: number): number {
  const sorted = instants.toSorted((a, b) => a - b)
  let most = 0
  for (let from = 0, to = 0; to < sorted.length; to += 1) {
    while (sorted[to]! - sorted[from]! >= windowMs) from += 1
    most = Math.max(most, to - from + 1)
  }
  return most
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
