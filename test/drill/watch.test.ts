// Watched boards that change from run to run while gateways die: nothing is shown twice, and nothing is lost. A few runs
// in `npm test`, fifty in the long run.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, SECOND_MS, systemClock } from '../../core/kernel/clock.ts'
import type { Context } from '../../core/kernel/context.ts'
import { accept, createWatch, dismiss, listPostings, changeDigest } from '../../core/watch/operations.ts'
import { digestWorker } from '../../core/watch/digest.ts'
import { startBoards, type StandIn } from '../boards/server.ts'
import { as, aUser, call } from '../harness.ts'
import { LONG } from '../long.ts'
import { openMortalGateway, type MortalGateway } from './mortal-gateway.ts'
import { watchWorker } from '../../core/watch/run.ts'

const RUNS = Number(process.env['DRILL_RUNS'] ?? (LONG ? 50 : 4))
const BOARDS = ['greenhouse:moving', 'lever:moving', 'ashby:moving', 'recruitee:moving'] as const
const never = new AbortController().signal

let boards: StandIn
let gateway: MortalGateway
let aheadMs = 0

beforeAll(async () => {
  boards = await startBoards()
  gateway = await openMortalGateway({
    clock: { now: () => systemClock.now() + aheadMs },
    pass: (seconds) => void (aheadMs += seconds * SECOND_MS),
    config: { hostMap: boards.hostMap, smtpUrl: 'smtp://127.0.0.1:1' },
  })
})

afterAll(async () => {
  await gateway.close()
  await boards.close()
})

/** One run: which of forty openings each board shows, what the user decides, and when the gateway dies. */
const change = fc.record({
  shown: fc.array(fc.subarray(Array.from({ length: 40 }, (_, n) => n)), { minLength: 4, maxLength: 4 }),
  deaths: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
  decides: fc.nat(6),
})

const openingsOf = (board: string, numbers: readonly number[]) =>
  numbers.map((n) => ({
    id: `${board.length}00${n}`,
    title: `Clerk of office ${n} at ${board}`,
    places: ['Oslo'],
  }))

/** Runs a worker until a gateway lived through it. */
async function insist(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const before = gateway.deaths()
    await work().catch(() => undefined)
    await gateway.ready()
    if (gateway.deaths() === before) return
  }
  throw new Error('No gateway lived through it.')
}

const newOf = async (ctx: Context) => (await call(listPostings, ctx, { state: ['new'], limit: 100 })).postings

test(
  `nothing is shown twice over ${RUNS} runs with changes and kills`,
  { timeout: LONG ? 3_600_000 : 600_000 },
  async () => {
    const { keeper } = gateway
    const ctx = as(keeper, await aUser(keeper))
    const { sql } = keeper.services
    const { userId } = ctx.principal
    await sql`insert into user_emails (email, user_id) values ('jane@example.com', ${userId})`
    for (const board of BOARDS) {
      boards.post(board, [])
      await call(createWatch, ctx, { board })
    }
    await call(changeDigest, ctx, { every: 'daily' })
    const decided = new Set<string>()
    const everShown = new Set<string>()
    for (const { shown, deaths, decides } of fc.sample(change, { numRuns: RUNS, seed: 20_261_120 })) {
      BOARDS.forEach((board, at) => boards.post(board, openingsOf(board, shown[at]!)))
      BOARDS.forEach((board, at) => shown[at]!.forEach((n) => everShown.add(`${board} ${n}`)))
      aheadMs += DAY_MS
      for (const nth of deaths) {
        const disarm = gateway.arm({ on: 'write', nth })
        await insist(() => watchWorker.run(gateway.now().core.services, never))
        await insist(() => digestWorker.run(gateway.now().core.services, never))
        disarm()
      }
      while ((await watchWorker.run(gateway.now().core.services, never)) > 0);
      const found = await newOf(ctx)
      for (const { id, role } of found) expect(decided.has(id), `${role} was decided about.`).toBe(false)
      for (const { id } of found.slice(0, decides)) {
        await call(decides % 2 ? dismiss : accept, ctx, { id })
        decided.add(id)
      }
    }
    await insist(() => digestWorker.run(gateway.now().core.services, never))
    const rows = await sql<{ role: string; count: number }[]>`
      select role, count(*)::int as count from watch_postings where user_id = ${userId} group by role`
    expect(rows.filter(({ count }) => count > 1)).toEqual([])
    expect(rows.length, 'Every opening that a board showed was found.').toBe(everShown.size)
    const told = await sql<{ ids: string[] }[]>`
      select array(select jsonb_array_elements(payload::jsonb -> 'data' -> 'postings') ->> 'id') as ids
      from outbox_events where user_id = ${userId} and name = 'postings.found'`
    const ids = told.flatMap((event) => event.ids)
    expect(ids.length, 'No webhook names a posting twice.').toBe(new Set(ids).size)
    const letters = await sql<{ body: string }[]>`select body from outgoing_emails where user_id = ${userId}`
    const named = letters.flatMap(({ body }) => body.match(/Clerk of office \d+ at \S+/g) ?? [])
    expect(named.length, 'No e-mail names a posting twice.').toBe(new Set(named).size)
    expect(gateway.deaths()).toBeGreaterThan(RUNS / 4)
    console.info(
      `${RUNS} runs of ${BOARDS.length} boards, ${rows.length} postings, ${letters.length} e-mails, ${gateway.deaths()} kills.`,
    )
  },
)
