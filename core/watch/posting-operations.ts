// Operations on found postings: list the new ones, and decide on them.
import { transaction, type Transaction } from '../database/transaction.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { ById, idIn, pageIn, pageOut, text, objectSchema } from '../kernel/schema.ts'
import { first } from '../kernel/narrow.ts'
import { operation } from '../kernel/operation.ts'
import { pageOf, type Window } from '../kernel/page.ts'
import { acceptPosting, dismissPosting, shownPostings } from './posting.ts'
import * as postings from './store/postings.ts'
import { POSTING_STATES, WatchedPosting } from './watch.ts'

const PostingQuery = objectSchema((z) => ({
  state: z.array(z.enum(POSTING_STATES)).optional().describe('Comma-separated (default: new).'),
  board: text(z, 2_100).optional(),
  ...pageIn(z),
}))
const POSTING_SORT = '-firstSeenAt'

export const listPostings = operation({
  name: 'watched.list',
  summary: 'List the postings found on watched boards, newest first: those that are new, by default.',
  http: 'GET /api/mcp/watch/postings',
  access: 'watch:read',
  input: PostingQuery,
  output: pageOut('postings', WatchedPosting),
  async run(ctx, { limit, cursor, state = ['new' as const], board }) {
    const { sql, principal } = ctx
    const filter = { state, board, onlyNews: state.length === 1 && state[0] === 'new' }
    const list = (window: Window) => postings.listPostings(sql, principal.userId, filter, window)
    const count = () => postings.countPostings(sql, principal.userId, filter)
    const { rows, ...page } = await pageOf({ limit, cursor }, POSTING_SORT, list, count)
    return { postings: await shownPostings(ctx, rows), ...page }
  },
})

const shownOne = async (ctx: Context, row: postings.PostingRow) => first(await shownPostings(ctx, [row]))

/** Fetches the texts and pay of postings before they are accepted. */
async function complete(ctx: Context, ids: readonly string[]): Promise<void> {
  if (!ctx.principal.scopes.has('jobs:write')) fail('scope_missing', { scope: 'jobs:write' })
  const { completePosting } = await import('./posting-detail.ts')
  for (const id of new Set(ids)) await completePosting(ctx, id)
}

export const accept = operation({
  name: 'watched.accept',
  summary: 'Make a job of a posting, with its text, pay and place.',
  http: 'POST /api/mcp/watch/postings/:id/accept',
  access: 'watch:write',
  input: ById,
  output: WatchedPosting,
  async run(ctx, { id }) {
    await complete(ctx, [id])
    return shownOne(ctx, await transaction(ctx, (tx) => acceptPosting(tx, id)))
  },
})

export const dismiss = operation({
  name: 'watched.dismiss',
  summary: 'Dismiss a posting: it is not shown again.',
  http: 'POST /api/mcp/watch/postings/:id/dismiss',
  access: 'watch:write',
  input: ById,
  output: WatchedPosting,
  run: async (ctx, { id }) => shownOne(ctx, await transaction(ctx, (tx) => dismissPosting(tx, id))),
})

const ManyPostings = objectSchema((z) => ({ ids: z.array(idIn(z)).min(1).max(100) }))
const DecidedPostings = objectSchema((z) => ({ postings: z.array(WatchedPosting()) }))

const decideMany = async (
  ctx: Context,
  ids: readonly string[],
  decide: (tx: Transaction, id: string) => Promise<postings.PostingRow>,
) => {
  const rows = await transaction(ctx, async (tx) => {
    const decided: postings.PostingRow[] = []
    for (const id of new Set(ids)) decided.push(await decide(tx, id))
    return decided
  })
  // After the transaction, because the answer may need a second connection and the terminal has only one.
  return { postings: await shownPostings(ctx, rows) }
}

export const acceptManyPostings = operation({
  name: 'watched.acceptMany',
  summary: 'Make jobs of several postings: one change, and one undo.',
  http: 'POST /api/mcp/watch/postings/accept',
  access: 'watch:write',
  input: ManyPostings,
  output: DecidedPostings,
  async run(ctx, { ids }) {
    await complete(ctx, ids)
    return decideMany(ctx, ids, acceptPosting)
  },
})

export const dismissManyPostings = operation({
  name: 'watched.dismissMany',
  summary: 'Dismiss several postings: one change, and one undo.',
  http: 'POST /api/mcp/watch/postings/dismiss',
  access: 'watch:write',
  input: ManyPostings,
  output: DecidedPostings,
  run: (ctx, { ids }) => decideMany(ctx, ids, dismissPosting),
})
