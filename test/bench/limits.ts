// What the limiter costs a request: one call after the other, and many at once.
import type { Sql } from '../../core/database/connect.ts'
import { newId } from '../../core/kernel/id.ts'
import { lineLog } from '../../core/kernel/log.ts'
import { createLimiter } from '../../core/limits/limiter.ts'

export interface Figure {
  name: string
  value: number
  unit: string
  target: string
}

/** The pipeline's own, with more units than a benchmark uses up. */
const LIMITS = { pipeline: { minute: 30_000_000, month: 1_000_000_000 } }

const CALLS = 200
const USERS = 50

type Open = ReturnType<typeof createLimiter<'pipeline'>>

/** µs per call of the fastest of five rounds: the machine is shared, and noise only makes rounds slower. */
async function fastest(calls: number, work: () => Promise<unknown>): Promise<number> {
  const values: number[] = []
  for (let n = 0; n < 5; n += 1) {
    const started = performance.now()
    await work()
    values.push(((performance.now() - started) * 1_000) / calls)
  }
  return Math.round(Math.min(...values))
}

const oneByOne = async (work: () => Promise<unknown>): Promise<void> => {
  for (let n = 0; n < CALLS; n += 1) await work()
}

/** Fifty users call at once, and again as soon as they are answered. */
const together = (limiter: Open, users: readonly string[]) =>
  Promise.all(users.map((user) => oneByOne(() => limiter.spend('pipeline', user))))

/** Measures the limiter on a migrated database. */
export async function benchLimits(sql: Sql): Promise<Figure[]> {
  const limiter = createLimiter(LIMITS, { sql, log: lineLog('silent', () => {}) })
  const users = Array.from({ length: USERS }, newId)
  const [user] = users
  await together(limiter, users)
  const single = await fastest(CALLS, () => oneByOne(() => limiter.spend('pipeline', user!)))
  const shared = await fastest(CALLS * USERS, () => together(limiter, users))
  const floor = await fastest(CALLS, () => oneByOne(async () => sql`select 1`))
  await limiter.close()
  return [
    { name: 'limiter, one call after the other', value: single, unit: 'µs', target: '' },
    { name: 'limiter, fifty users at once', value: shared, unit: 'µs', target: '' },
    { name: 'select 1', value: floor, unit: 'µs', target: '' },
  ]
}
