// What a run of a watched board says of the tracked jobs that are on it, without asking anything more.
import type { Context } from '../kernel/context.ts'
import { boardName, boardNamed } from './board.ts'
import { boardOfJob, observe, remember } from './liveness.ts'
import type { BoardReading } from './reading.ts'
import { listTracked, type TrackedPosting } from './store/liveness.ts'

const MAX_JOBS = 500

async function jobsOn(ctx: Context, board: string): Promise<TrackedPosting[]> {
  const { system, token } = boardNamed(board)
  if (system.isPartial || system.hasUnlisted) return []
  const like = token.replace(/@\w+$/, '')
  const jobs = await listTracked(ctx.sql, ctx.principal.userId, { on: { board, like }, limit: MAX_JOBS })
  return jobs.filter((job) => {
    const found = boardOfJob(job)
    return found !== undefined && boardName(found).replace(/@\w+$/, '') === board.replace(/@\w+$/, '')
  })
}

export async function observeTracked(ctx: Context, board: string, reading: BoardReading): Promise<number> {
  const jobs = await jobsOn(ctx, board)
  const seen = observe(reading, board)
  for (const job of jobs) await remember(ctx, job, seen(job))
  return jobs.length
}

/** A board that is as it was does not have again what it did not have. */
export async function confirmMissing(ctx: Context, board: string): Promise<void> {
  const missing = (await jobsOn(ctx, board)).filter(
    ({ missingAt, goneAt }) => missingAt !== null && goneAt === null,
  )
  for (const job of missing)
    await remember(ctx, job, { state: 'absent', why: 'its board no longer lists it' })
}
