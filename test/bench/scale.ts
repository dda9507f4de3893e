// One heavy user among many others: lists, search, summary and a status change at full data size.
import { createNotifier } from '../../core/background/worker.ts'
import { createModels } from '../../core/assistants/model.ts'
import { setStatus } from '../../core/jobs/operations.ts'
import { listJobs } from '../../core/jobs/queries.ts'
import { principalOf } from '../../core/identity/principal.ts'
import { createStripe } from '../../core/billing/stripe.ts'
import { createIntelligence } from '../../core/intelligence/intelligence.ts'
import { identityServices } from '../../core/startup.ts'
import { systemClock } from '../../core/kernel/clock.ts'
import { neverAborts, type Context } from '../../core/kernel/context.ts'
import { invoke } from '../../core/kernel/invoke.ts'
import { lineLog } from '../../core/kernel/log.ts'
import { UNDO_HANDLERS } from '../../core/undo-handlers.ts'
import type { Sql } from '../../core/database/connect.ts'
import { createLimiter } from '../../core/limits/limiter.ts'
import { summarise } from '../../core/pipeline/operations.ts'
import { readConfig } from '../../core/config.ts'
import { fillActivities, fillJobs, fillRecords, fillUsers, withoutIndexes } from './fill.ts'
import { durations, median, ratioOf, rounds } from './rounds.ts'
import type { Row } from './row.ts'
import type { World } from './world.ts'

const JOBS = 5_000
const ACTIVITIES = 20_000
const OTHERS_EACH = 100
const PAGE = 20

const jobIdsOf = async (sql: Sql, userId: string): Promise<string[]> =>
  (await sql<{ id: string }[]>`select id from jobs where user_id = ${userId} order by id limit 500`).map(
    ({ id }) => id,
  )

/** The heavy user. */
async function fill(sql: Sql, otherJobs: number): Promise<string> {
  await sql`set statement_timeout = 0`
  await sql`set synchronous_commit = off`
  const userIds = await fillUsers(sql, 1 + otherJobs / OTHERS_EACH)
  const [heavy, ...others] = userIds
  await withoutIndexes(sql, 'jobs', async () => {
    await fillJobs(sql, { userIds: [heavy!], jobsEach: JOBS })
    for (let from = 0; from < others.length; from += 500)
      await fillJobs(sql, { userIds: others.slice(from, from + 500), jobsEach: OTHERS_EACH })
  })
  await fillRecords(sql, [heavy!])
  await fillActivities(sql, heavy!, ACTIVITIES)
  await sql`set synchronous_commit = on`
  await sql`vacuum analyze`
  return heavy!
}

export function contextOf(sql: Sql, userId: string): Context {
  const config = readConfig({}, {})
  const log = lineLog('silent', () => {})
  return {
    config,
    sql,
    clock: systemClock,
    log,
    undoHandlers: UNDO_HANDLERS,
    limiter: createLimiter({ pipeline: { minute: 1e6, month: 1e9 } }, { sql, log }),
    intelligence: createIntelligence({ resident: false }),
    stripe: createStripe(config),
    notifier: createNotifier(),
    models: createModels(() => new Set()),
    ...identityServices(config, systemClock, log),
    principal: principalOf(userId, { tier: 'ultra', admin: false }, { kind: 'local', id: null, name: null }),
    requestId: 'bench',
    client: 'bench',
    signal: neverAborts,
    operation: '',
    report: {},
  }
}

/** A cursor halfway down the list. */
async function deepCursor(ctx: Context): Promise<string> {
  let cursor: string | undefined
  for (let seen = 0; seen < JOBS / 2; seen += 100) {
    const page = await invoke(listJobs, ctx, { limit: 100, cursor })
    cursor = page.nextCursor ?? undefined
  }
  return cursor!
}

export async function benchScale(world: World, full: boolean): Promise<Row[]> {
  const otherJobs = full ? 1_000_000 : 200_000
  const { sql } = await world.database('scale')
  const userId = await fill(sql, otherJobs)
  const ctx = contextOf(sql, userId)
  const cursor = await deepCursor(ctx)
  const ids = await jobIdsOf(sql, userId)
  const some = (work: (turn: number) => Promise<unknown>) => async () => median(await durations(40, work))
  const sides = {
    floor: some(() => sql`select 1`),
    page: some(() => invoke(listJobs, ctx, { limit: PAGE })),
    deep: some(() => invoke(listJobs, ctx, { limit: PAGE, cursor })),
    rare: some((turn) => invoke(listJobs, ctx, { limit: PAGE, q: `senior eng ${turn % 90}` })),
    common: some(() => invoke(listJobs, ctx, { limit: PAGE, q: 'rust' })),
    summary: some(() => invoke(summarise, ctx, {})),
    whole: some((turn) =>
      invoke(setStatus, ctx, { id: ids[turn]!, status: turn % 2 ? 'offer' : 'rejected' }),
    ),
  }
  await rounds(1, sides)
  const samples = await rounds(full ? 15 : 7, sides)
  await ctx.limiter.close()
  const beside = `, beside ${otherJobs / 1e6} M`
  const row = (name: string, of: keyof typeof sides, floor: keyof typeof sides, floorName: string): Row => ({
    name,
    measured: median(samples[of]),
    floor: { name: floorName, value: median(samples[floor]) },
    unit: 'ms',
    ratio: ratioOf(samples[of], samples[floor]),
    aim: null,
  })
  return [
    {
      ...row(`page of ${PAGE} of 5,000${beside}`, 'page', 'floor', 'select 1'),
      floor: null,
      ratio: null,
      aim: { atMost: 5 },
    },
    { ...row('page at depth 2,500', 'deep', 'page', 'first page'), aim: { atMost: 1.2 } },
    row('search, two words and a number', 'rare', 'floor', 'select 1'),
    row('search, a word in a tenth of the jobs', 'common', 'floor', 'select 1'),
    {
      ...row('pipeline summary, 5,000 jobs and 20,000 activities', 'summary', 'floor', 'select 1'),
      ...{ floor: null, ratio: null, aim: { atMost: 10 } },
    },
    row('status change, all of it', 'whole', 'floor', 'select 1'),
  ]
}
