// The search over everything, over HTTP, for somebody who follows five thousand jobs.
import { connect } from '../../core/database/connect.ts'
import { addressOf } from '../../core/database/embedded.ts'
import { readConfig } from '../../core/config.ts'
import { migrateDatabase } from '../../core/index.ts'
import { fillActivities, fillJobs, fillRecords, fillTokens, fillUsers, withoutIndexes } from './fill.ts'
import { underLoad } from './load.ts'
import { percentile } from './rounds.ts'
import type { Row } from './row.ts'
import { startServer } from './server.ts'
import type { World } from './world.ts'

const JOBS = 5_000
const ACTIVITIES = 2_000
/** Each may ask sixty times a minute. */
const USERS = 8

/** Names, words of notes, beginnings, several words, parts of words, and what nothing has. */
const QUERIES = [
  'rust 14',
  'typescript engineer',
  'kernel',
  'comp',
  'robotics climate',
  'weather 711',
  'berlin',
  'remote',
  'go',
  'node.js',
  'c#',
  'hoganas',
  'atellit',
  'senior staff platform',
  'payments health',
  'nothing has this',
  'maps',
  'chem',
  'Vision 3',
  'security',
]

/** Latency of one search after another. */
export async function benchFind(world: World): Promise<Row[]> {
  await migrateDatabase(readConfig({}, world.env))
  const sql = connect({ at: addressOf(world.home), poolSize: 1, name: 'bench', deadlineMs: 120_000 })
  await sql`set statement_timeout = 0`
  await sql`set synchronous_commit = off`
  const userIds = await fillUsers(sql, USERS)
  await withoutIndexes(sql, 'jobs', () => fillJobs(sql, { userIds, jobsEach: JOBS }))
  await fillRecords(sql, userIds)
  for (const userId of userIds) await fillActivities(sql, userId, ACTIVITIES)
  const tokens = await fillTokens(sql, userIds)
  await sql`vacuum analyze`
  await sql.end({ timeout: 5 })
  const server = await startServer('product', world.env)
  let at = 0
  const ask = (forMs: number) =>
    underLoad({
      port: server.port,
      connections: 1,
      forMs,
      request: () => ({
        path: `/api/mcp/search?q=${encodeURIComponent(QUERIES[at++ % QUERIES.length]!)}`,
        headers: { Authorization: `Bearer ${tokens[at % USERS]}` },
      }),
    })
  try {
    await ask(300)
    const { latenciesMs } = await ask(1_500)
    const figure = (name: string, measured: number, atMost: number): Row => ({
      name,
      measured,
      floor: null,
      unit: 'ms',
      ratio: null,
      aim: { atMost },
    })
    return [
      figure('search over 5,000 jobs over HTTP, p50', percentile(latenciesMs, 50), 3),
      figure('search over 5,000 jobs over HTTP, p99', percentile(latenciesMs, 99), 5),
    ]
  } finally {
    await server.close()
  }
}
