// Operations that read jobs. They have a file of their own, so that reading in the terminal loads no code for changes.
import { must } from '../kernel/narrow.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { ById, DEFAULT_LIMIT, pageIn, pageOut, objectSchema, type Parsed } from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import { cutPage, readCursor } from '../kernel/page.ts'
import { urlKeyOf } from './canonical-url.ts'
import { jobOf, statusesIn, Dependents, Job, JobWithHistory } from './fields.ts'
import { inOrder, type HistoryEntry } from './history.ts'
import { JobPosting, keptPosting } from './kept-posting.ts'
import * as list from './store-list.ts'
import * as store from './store.ts'

export const listJobs = operation({
  name: 'jobs.list',
  summary: 'List the jobs you follow.',
  http: 'GET /api/mcp/jobs',
  access: 'jobs:read',
  input: list.JobQuery,
  output: pageOut('jobs', Job),
  async run(ctx, { limit, cursor, sort = '-updatedAt', status, url, ...named }) {
    const filter = {
      ...named,
      ...(status && { status: statusesIn(status) }),
      ...(url !== undefined && { posting: { url, key: urlKeyOf(url) } }),
    }
    const { rows, ...page } = await pageOfJobs(ctx, { limit, cursor, sort }, filter)
    return { jobs: rows.map(jobOf), ...page }
  },
})

type Asked = Pick<Parsed<typeof list.JobQuery>, 'limit' | 'cursor'> & { sort: string }

async function pageOfJobs(
  { sql, principal: { userId } }: Context,
  { limit = DEFAULT_LIMIT, cursor, sort }: Asked,
  filter: Parameters<typeof list.countJobs>[2],
) {
  const order = must(list.SORTS[sort.replace('-', '')])
  const after = readCursor(cursor, sort, order.kind)
  const page = { sort: order, descending: sort[0] === '-', limit, after }
  const found = await list.listJobs(sql, userId, filter, page)
  const { rows, nextCursor } = cutPage(found, limit, sort)
  return { rows, nextCursor, total: found[0]?.total ?? (await list.countJobs(sql, userId, filter)) }
}

const withHistory = (job: Job, lines: readonly HistoryEntry[]): JobWithHistory => ({
  ...job,
  history: inOrder(lines).map(({ status, at, note }) => ({ status, at, note })),
})

export const getJob = operation({
  name: 'jobs.get',
  summary: 'Show one job with its status history.',
  http: 'GET /api/mcp/jobs/:id',
  access: 'jobs:read',
  input: ById,
  output: JobWithHistory,
  async run(ctx, { id }) {
    const row = await store.getJob(ctx, id)
    return withHistory(jobOf(row), await store.listHistory(ctx.sql, ctx.principal.userId, row.id))
  },
})

const ExportQuery = objectSchema((z) => pageIn(z))

export const exportJobs = operation({
  name: 'jobs.export',
  summary: 'List every job with its status history, oldest first, as an import reads it back.',
  http: 'GET /api/mcp/jobs/export',
  access: 'jobs:read',
  input: ExportQuery,
  output: pageOut('jobs', JobWithHistory),
  async run(ctx, asked) {
    const { rows, ...page } = await pageOfJobs(ctx, { ...asked, sort: 'createdAt' }, {})
    const ids = rows.map(({ id }) => id)
    const lines = ids.length ? await store.listHistories(ctx.sql, ctx.principal.userId, ids) : []
    const linesOf = (id: string) => lines.filter(({ jobId }) => jobId === id)
    return { jobs: rows.map((row) => withHistory(jobOf(row), linesOf(row.id))), ...page }
  },
})

export const countDependents = operation({
  name: 'jobs.dependents',
  summary: 'Count what would be deleted with a job.',
  http: 'GET /api/mcp/jobs/:id/dependents',
  access: 'jobs:read',
  input: ById,
  output: Dependents,
  async run(ctx, { id }) {
    const job = await store.getJob(ctx, id)
    return store.countDependents(ctx.sql, ctx.principal.userId, job.id)
  },
})

export const getPosting = operation({
  name: 'jobs.posting',
  summary: 'Show a job’s posting as it was when it was read, with earlier versions.',
  http: 'GET /api/mcp/jobs/:id/posting',
  access: 'jobs:read',
  input: ById,
  output: JobPosting,
  async run(ctx, { id }) {
    const job = await store.getJob(ctx, id)
    return (await keptPosting(ctx, job.id)) ?? fail('job_posting_not_found', { id })
  },
})
