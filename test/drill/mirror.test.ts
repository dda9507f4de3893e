// The drill of the mirror: many writers change one person's records at once, their connections are killed amidst, and
// mirrors that know only the changes hold in the end exactly what the lists have.
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { as, aUser, coreOver, unlimited, type TestCore } from '../harness.ts'
import { LONG } from '../long.ts'
import { catchUp, mirrorOf, nothingKnown, recordsInLists, write } from './mirroring.ts'

const WRITERS = LONG ? 16 : 6
const DEEDS = LONG ? 625 : 40

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let core: TestCore
beforeAll(async () => {
  core = coreOver(await freshDatabase({ isPatient: false }), { checkOutputs: false }, unlimited)
})
afterAll(() => core.close())

/** Ends a random connection that is writing, as a crash of its gateway would. */
const kill = ({ services: { sql } }: TestCore) =>
  sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
    order by random() limit 1`.catch(() => undefined)

/** Waits until no write is under way: a busy writer may have given one up that Postgres still commits. */
const quiet = ({ services: { sql } }: TestCore) =>
  expect
    .poll(
      () => sql`
        select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
    )
    .toEqual([])

/** The records that a mirror does not have as the lists do. */
const differing = (mirror: ReadonlyMap<string, unknown>, lists: ReadonlyMap<string, unknown>) =>
  [...new Set([...mirror.keys(), ...lists.keys()])]
    .map((key) => ({ key, mirrored: mirror.get(key), listed: lists.get(key) }))
    .filter(({ mirrored, listed }) => !isDeepStrictEqual(mirrored, listed))

test(
  'a mirror fed only by the changes of many writers equals the lists',
  async () => {
    const ctx = as(core, await aUser(core))
    const known = nothingKnown()
    const followers = [mirrorOf(ctx), mirrorOf(ctx)]
    let writing = true
    const writers = Promise.all(Array.from({ length: WRITERS }, () => write(ctx, known, DEEDS)))
    const follow = async (mirror: (typeof followers)[number]) => {
      while (writing) {
        await mirror.read(1 + Math.floor(Math.random() * 20)).catch(() => undefined)
        await pause(Math.random() * 5)
      }
    }
    const crashes = async () => {
      while (writing) {
        await pause(20 + Math.random() * 80)
        if (writing) await kill(core)
      }
    }
    const others = Promise.all([...followers.map(follow), crashes()])
    const done = (await writers).reduce((sum, count) => sum + count, 0)
    writing = false
    await others
    await quiet(core)
    const late = mirrorOf(ctx)
    const lists = await recordsInLists(ctx)
    for (const mirror of [...followers, late]) {
      await catchUp(mirror)
      expect(differing(mirror.records, lists)).toEqual([])
    }
    expect(done).toBeGreaterThan((WRITERS * DEEDS) / 6)
    expect(followers[0]!.heard['deleted']).toBeGreaterThan(0)
    expect(late.heard).toEqual({ created: lists.size })
  },
  LONG ? 1_200_000 : 600_000,
)
