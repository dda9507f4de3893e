// The limiter's overhead per request: with a lease in hand, when refused from memory, and with a database
// call.
import type { Sql } from '../../core/database/connect.ts'
import { systemClock } from '../../core/kernel/clock.ts'
import { newId } from '../../core/kernel/id.ts'
import { lineLog } from '../../core/kernel/log.ts'
import { createLimiterOf } from '../../core/limits/limiter.ts'

export interface Figure {
  name: string
  value: number
  unit: string
  target: string
}

/** One that a benchmark does not reach, and the pipeline's own. */
const LIMITS = { wide: { minute: 30_000_000, month: null }, pipeline: { minute: 60, month: 50_000 } }

const USERS = 50
const UNITS = 4_000

const open = (sql: Sql) =>
  createLimiterOf(LIMITS, { sql, clock: systemClock, log: lineLog('silent', () => {}), replicas: 1 })

type Open = ReturnType<typeof open>

/** µs per call of the fastest of five rounds: the machine is shared, and noise only makes rounds slower. */
async function fastest(round: () => Promise<number>): Promise<number> {
  const values: number[] = []
  for (let n = 0; n < 5; n += 1) values.push(await round())
  return Math.round(Math.min(...values) * 1_000) / 1_000
}

async function timed(calls: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return ((performance.now() - started) * 1_000) / calls
}

/** Fifty users call in turn, as fast as they can: the leases they need are in the figure. */
async function fromLease(limiter: Open): Promise<number> {
  const users = Array.from({ length: USERS }, newId)
  const round = async () => {
    for (const user of users) await limiter.spend('wide', user)
  }
  for (let n = 0; n < UNITS; n += 1) await round()
  return timed(USERS * UNITS, async () => {
    for (let n = 0; n < UNITS; n += 1) await round()
  })
}

/** One user over the limit keeps calling. */
async function refused(limiter: Open): Promise<number> {
  const user = newId()
  while (!(await limiter.spend('pipeline', user)).refused);
  return timed(100_000, async () => {
    for (let n = 0; n < 100_000; n += 1) await limiter.spend('pipeline', user)
  })
}

/** New users one after the other, so that each needs a lease and a logged monthly block. */
const cold = (limiter: Open): Promise<number> =>
  timed(200, async () => {
    for (let n = 0; n < 200; n += 1) await limiter.spend('pipeline', newId())
  })

const floor = (sql: Sql): Promise<number> =>
  timed(200, async () => {
    for (let n = 0; n < 200; n += 1) await sql`select 1`
  })

/** Measures the limiter on a migrated database. */
export async function benchLimits(sql: Sql): Promise<Figure[]> {
  const limiter = open(sql)
  const figures = [
    {
      name: 'limiter, from a lease',
      value: await fastest(() => fromLease(limiter)),
      unit: 'µs',
      target: '≤ 2',
    },
    { name: 'limiter, refused', value: await fastest(() => refused(limiter)), unit: 'µs', target: '≤ 2' },
    {
      name: 'limiter, first call of a user',
      value: await fastest(() => cold(limiter)),
      unit: 'µs',
      target: '',
    },
    { name: 'select 1', value: await fastest(() => floor(sql)), unit: 'µs', target: '' },
  ]
  await limiter.close()
  return figures
}
