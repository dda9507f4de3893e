// The search over everything, over HTTP, for somebody who follows five thousand jobs: what it finds first, and how fast.
import { connect } from '../../core/database/connect.ts'
import { addressOf } from '../../core/database/embedded.ts'
import { readConfig } from '../../core/config.ts'
import { readyDatabase } from '../../core/index.ts'
import { must } from '../../core/kernel/narrow.ts'
import { fillSearch, QUERIES } from '../core/search/meant.ts'
import { fillActivities, fillRecords, fillTokens, fillUsers, withoutIndexes } from './fill.ts'
import { underLoad } from './load.ts'
import { percentile } from './rounds.ts'
import type { Row } from './row.ts'
import { startServer } from './server.ts'
import type { World } from './world.ts'

const JOBS = 5_000
const ACTIVITIES = 2_000
/** Each may ask sixty times a minute. */
const USERS = 10

/** Words that thousands have, or nobody: beside those with an expected first hit. */
const BROAD = [
  'friendly place',
  'nurse',
  'aurora 14',
  'teach',
  'happened',
  'office town',
  'nothing has this',
  'rdic',
]

/** How often each query is asked for its time. */
const ROUNDS = 6

/** How many first hits are right, and the latency of one search after another. */
export async function benchFind(world: World): Promise<Row[]> {
  await readyDatabase(readConfig({}, world.env))
  const sql = connect({ at: addressOf(world.home), poolSize: 1, name: 'bench', deadlineMs: 120_000 })
  await sql`set statement_timeout = 0`
  await sql`set synchronous_commit = off`
  const userIds = await fillUsers(sql, USERS)
  await withoutIndexes(sql, 'jobs', () => fillSearch(sql, userIds, JOBS))
  await fillRecords(sql, userIds)
  for (const userId of userIds) await fillActivities(sql, userId, ACTIVITIES)
  const tokens = await fillTokens(sql, userIds)
  await sql`vacuum analyze`
  await sql.end({ timeout: 5 })
  const server = await startServer('product', world.env)
  let at = 0
  const requestFor = (query: string) => ({
    path: `/api/mcp/search?q=${encodeURIComponent(query)}`,
    headers: { Authorization: `Bearer ${must(tokens[at++ % USERS])}` },
  })
  try {
    // The first round warms up, and tells how many first hits are right.
    let right = 0
    for (const [query, company] of QUERIES)
      if (await beginsWith(server.port, requestFor(query), company)) right += 1
    const timesOf = async (queries: readonly string[]): Promise<number[]> => {
      const { latenciesMs } = await underLoad({
        port: server.port,
        connections: 1,
        forMs: Infinity,
        requests: queries.length * ROUNDS,
        request: () => requestFor(must(queries[at % queries.length])),
      })
      return latenciesMs
    }
    const meant = await timesOf(QUERIES.map(([query]) => query))
    const broad = await timesOf(BROAD)
    const figure = (name: string, measured: number, aim: Row['aim'], unit = 'ms'): Row => ({
      ...{ name, measured, floor: null, unit, ratio: null, aim },
    })
    return [
      figure('search, first hits as expected', right, { atLeast: 58 }, `of ${QUERIES.length}`),
      figure('search over 5,000 jobs over HTTP, p50', percentile(meant, 50), { atMost: 3 }),
      figure('search over 5,000 jobs over HTTP, p99', percentile(meant, 99), { atMost: 5 }),
      figure('search for what thousands or none have, p99', percentile(broad, 99), null),
    ]
  } finally {
    await server.close()
  }
}

/** Whether the first result of a search is of this company. */
async function beginsWith(
  port: number,
  { path, headers }: { path: string; headers: Record<string, string> },
  company: string,
): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  if (answer.status !== 200) throw new Error(`Not a 200: ${await answer.text()}`)
  const { results } = (await answer.json()) as { results: { title: string }[] }
  return results[0]?.title.startsWith(company) === true
}
