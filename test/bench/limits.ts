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

// The largest lease (20 units, see leaseOf), and the pipeline's own limit row.
const LIMITS = { wide: { minute: 80, month: 50_000 }, pipeline: { minute: 60, month: 50_000 } }

const USERS = 2_000
const UNITS = 20

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

/** 2,000 users, each with a lease, spend their remaining units in turn. */
async function fromLease(limiter: Open): Promise<number> {
  const users = Array.from({ length: USERS }, newId)
  await Promise.all(users.map((user) => limiter.spend('wide', user)))
  return timed(USERS * (UNITS - 1), async () => {
    for (let n = 1; n < UNITS; n += 1) for (const user of users) await limiter.spend('wide', user)
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
