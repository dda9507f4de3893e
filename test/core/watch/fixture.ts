// A core whose board hosts lead to a stand-in, with a clock that tests move.
import { afterAll, beforeAll } from 'vitest'
import { systemClock } from '../../../core/kernel/clock.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { createWatch, listPostings, runWatches } from '../../../core/watch/operations.ts'
import type { WatchIn } from '../../../core/watch/watch.ts'
import { startBoards, type StandIn } from '../../boards/server.ts'
import { as, aUser, call, openTestCore, type TestCore } from '../../harness.ts'

export interface Watching {
  core: TestCore
  boards: StandIn
  /** Moves the clock forward. */
  passMs(ms: number): void
  /** A new user. */
  user(): Promise<Context>
}

/** One for all tests of a file; each uses boards of its own. */
export function useWatching(): () => Watching {
  let watching: Watching | undefined
  beforeAll(async () => {
    const boards = await startBoards()
    let aheadMs = 0
    const clock = { now: () => systemClock.now() + aheadMs }
    const core = await openTestCore(
      // A host where nothing listens, and one that is reached as it is.
      {
        hostMap: { ...boards.hostMap, 'dead.test': { host: '127.0.0.1', port: 1 } },
        allowPrivateHosts: ['localhost'],
      },
      () => ({ clock }),
    )
    watching = {
      core,
      boards,
      passMs: (ms) => void (aheadMs += ms),
      user: async () => as(core, await aUser(core)),
    }
  })
  afterAll(async () => {
    await watching?.core.close()
    await watching?.boards.close()
  })
  return () => watching!
}

/** Watches a board. */
export const watch = (ctx: Context, board: string, wishes: Omit<WatchIn, 'board'> = {}) =>
  call(createWatch, ctx, { board, ...wishes })

/** The report of a run of the only board. */
export const run = async (ctx: Context) => (await call(runWatches, ctx, {})).boards[0]!

/** The postings in these states, by title. */
export const titles = async (ctx: Context, state?: ('new' | 'accepted' | 'dismissed')[]) =>
  (await call(listPostings, ctx, { ...(state && { state }), limit: 100 })).postings
    .map(({ role }) => role)
    .sort()
