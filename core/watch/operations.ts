// Operations on watched boards and the postings found on them.
import { answeredOnce } from '../database/idempotency.ts'
import { transaction } from '../database/transaction.ts'
import { getJob } from '../jobs/queries.ts'
import { invokeWithin } from '../kernel/invoke.ts'
import { ById, Deleted, Nothing, idIn, pageIn, pageOut, objectSchema } from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import { pageOf, type Window } from '../kernel/page.ts'
import { Clip, ClipIn, clipOf } from './clip.ts'
import { Digest, DigestIn, digestOf, setDigest } from './digest.ts'
import * as postings from './posting-operations.ts'
import { listTracked } from './store/liveness.ts'
import * as store from './store/watches.ts'
import { BoardReport, BoardText, CheckedJob, FoundBoard, MAX_WATCHES, Watch, WatchIn } from './watch.ts'

export * from './posting-operations.ts'

const SORT = 'createdAt'

/** Loaded on use, because reading boards needs parsers. */
const adding = () => import('./add.ts')

const WatchQuery = objectSchema(pageIn)

const watchOf = ({ criteria, dueAt, ...row }: store.WatchRow): Watch => ({
  ...{ id: row.id, board: row.board, company: row.company, ...criteria, postings: row.postings },
  ...{ checkedAt: row.checkedAt, readAt: row.readAt, nextAt: dueAt, problem: row.problem },
  ...{ createdAt: row.createdAt, updatedAt: row.updatedAt },
})

export const listWatches = operation({
  name: 'watch.list',
  summary: 'List the boards you watch, oldest first.',
  http: 'GET /api/mcp/watch',
  access: 'watch:read',
  input: WatchQuery,
  output: pageOut('watches', Watch),
  async run({ sql, principal: { userId } }, asked) {
    const list = (window: Window) => store.listWatches(sql, userId, window)
    const { rows, ...page } = await pageOf(asked, SORT, list, () => store.countWatches(sql, userId))
    return { watches: rows.map(watchOf), ...page }
  },
})

export const findBoardOf = operation({
  name: 'watch.find',
  summary: 'Look for the board that an address means, without watching it.',
  http: 'POST /api/mcp/watch/find',
  access: 'watch:read',
  refuses: ['page'],
  input: BoardText,
  output: FoundBoard,
  async run(ctx, { board }) {
    const { findBoard, foundBoard } = await adding()
    return foundBoard(await findBoard(ctx, board))
  },
})

export const createWatch = operation({
  name: 'watch.create',
  summary: 'Watch a board, and collect its postings that fit.',
  http: 'POST /api/mcp/watch',
  access: 'watch:write',
  refuses: ['page'],
  status: 201,
  input: WatchIn,
  output: Watch,
  run: async (ctx, input) => watchOf(await (await adding()).addWatch(ctx, input)),
})

export const removeWatch = operation({
  name: 'watch.delete',
  summary: 'Stop watching a board. What you accepted or dismissed is kept.',
  http: 'DELETE /api/mcp/watch/:id',
  access: 'watch:delete',
  input: ById,
  output: Deleted,
  async run(ctx, { id }) {
    const { dropWatch } = await adding()
    return transaction(ctx, (tx) => dropWatch(tx, id))
  },
})

const RunIn = objectSchema((z) => ({ id: idIn(z).optional().describe('Only this board (default: all).') }))
const RunOut = objectSchema((z) => ({ boards: z.array(BoardReport()) }))

export const runWatches = operation({
  name: 'watch.run',
  summary: 'Read your watched boards now.',
  http: 'POST /api/mcp/watch/run',
  access: 'watch:write',
  input: RunIn,
  output: RunOut,
  // Each board has its own transaction, which must not store a response under the request's idempotency key.
  run: (ctx, { id }) =>
    answeredOnce(ctx, async () => {
      const { runNow } = await import('./run.ts')
      const own = { ...ctx, idempotency: undefined }
      const all = { limit: MAX_WATCHES, after: undefined }
      const watches =
        id === undefined
          ? await store.listWatches(ctx.sql, ctx.principal.userId, all)
          : [await store.getWatch(ctx, id)]
      return { boards: await runNow(own, watches, ctx.signal()) }
    }),
})

export const clipPage = operation({
  name: 'jobs.clip',
  summary:
    'Read what a page says of its posting, with the job that has it and both figures of its pay. Saves nothing.',
  http: 'POST /api/mcp/jobs/clip',
  access: 'jobs:read',
  input: ClipIn,
  output: Clip,
  run: clipOf,
})

const CheckIn = objectSchema((z) => ({
  ids: z.array(idIn(z)).min(1).max(100).optional().describe('Only these jobs.'),
  all: z.boolean().optional().describe('Also check closed jobs.'),
}))
const CheckOut = objectSchema((z) => ({ jobs: z.array(CheckedJob()), left: z.int() }))
/** In one call. The next one begins with those that it left. */
const MAX_CHECKED = 500

export const checkPostings = operation({
  name: 'watch.check',
  summary: 'Check whether the postings of your jobs are still there; changes no job.',
  http: 'POST /api/mcp/jobs/check',
  access: 'watch:write',
  input: CheckIn,
  output: CheckOut,
  async run(ctx, { ids, all }) {
    const tracked = await listTracked(ctx.sql, ctx.principal.userId, { ids, all })
    const missing = ids?.find((id) => !tracked.some((job) => job.id === id))
    if (missing !== undefined) {
      // Refuses a missing job. A job without an address passes, and is skipped.
      const scopes = new Set([...ctx.principal.scopes, 'jobs:read' as const])
      await invokeWithin(getJob, { ...ctx, principal: { ...ctx.principal, scopes } }, { id: missing })
    }
    const { checkJobs } = await import('./liveness.ts')
    const jobs = await checkJobs(ctx, tracked.slice(0, MAX_CHECKED))
    return { jobs, left: tracked.length - jobs.length }
  },
})

export const getDigest = operation({
  name: 'watch.digest',
  summary: 'Show how often new postings come by e-mail.',
  http: 'GET /api/mcp/watch/digest',
  access: 'watch:read',
  input: Nothing,
  output: Digest,
  run: (ctx) => digestOf(ctx),
})

export const changeDigest = operation({
  name: 'watch.digest.set',
  summary: 'Get new postings by e-mail: daily, weekly, or off.',
  http: 'POST /api/mcp/watch/digest',
  access: 'watch:write',
  input: DigestIn,
  output: Digest,
  run: setDigest,
})

export const operations = [
  listWatches,
  findBoardOf,
  runWatches,
  checkPostings,
  clipPage,
  postings.listPostings,
  postings.acceptManyPostings,
  postings.dismissManyPostings,
  postings.accept,
  postings.dismiss,
  getDigest,
  changeDigest,
  createWatch,
  removeWatch,
]
