// Operations on jobs.
import { must } from '../kernel/must.ts'
import { keysOf } from '../kernel/narrow.ts'
import { transaction, type Transaction } from '../database/transaction.ts'
import { fail } from '../kernel/errors.ts'
import { DEFAULT_LIMIT, Deleted, idIn, instantIn, pageIn, pageOut, PathId, text } from '../kernel/fields.ts'
import { isId } from '../kernel/id.ts'
import { operation } from '../kernel/operation.ts'
import { cut, readCursor } from '../kernel/page.ts'
import { lazySchema } from '../kernel/schema.ts'
import { expectedIn } from '../kernel/version.ts'
import { changeJob, createJob, moveJob, urlKeyOf } from './changes.ts'
import { withDuplicates } from './duplicates.ts'
import {
  AddedJob,
  Dependents,
  Job,
  JobChange,
  type JobIn,
  JobWithHistory,
  NewJobIn,
  PRIORITIES,
  StatusIn,
} from './job.ts'
import { inOrder, refuseAhead, type HistoryLine } from './history.ts'
import { JobPosting, keepPosting, keptPosting, PostingIn } from './kept-posting.ts'
import { JobImportIn, JobImportReport } from './import/report.ts'
import { mergeJobs } from './merge.ts'
import { DoneIn, finishStep } from './next-step.ts'
import { deleteJob } from './removal.ts'
import { STATUS_GROUPS, STATUSES, statusesIn } from './status.ts'
import * as list from './store-list.ts'
import { jobOf } from './record.ts'
import * as store from './store.ts'

const SORT_NAMES = keysOf(list.SORTS)
const SORT_VALUES: readonly string[] = SORT_NAMES.flatMap((name) => [name, `-${name}`] as const)

const FILTERED = [...STATUSES, ...keysOf(STATUS_GROUPS)] as const

/** The most jobs that one change moves. */
const MAX_MOVED = 100

const JobQuery = lazySchema((z) =>
  z.strictObject({
    status: z
      .array(z.enum(FILTERED))
      .optional()
      .describe('Comma-separated statuses; open, active (applied to offer) and closed name several.'),
    company: text(z, 200).optional().describe('Part of the company’s name.'),
    tag: z.array(text(z, 100)).optional().describe('Comma-separated tags; a job has all of them.'),
    priority: z.array(z.enum(PRIORITIES)).optional().describe('Comma-separated priorities.'),
    q: text(z, 500).optional().describe('Full-text search; matches word prefixes.'),
    url: text(z, 2_048).optional().describe('The address of a posting, in any of its variants.'),
    updatedSince: instantIn(z).optional(),
    dueBefore: instantIn(z).optional().describe('Its deadline is before this.'),
    planned: z.boolean().optional().describe('Whether it has a next step.'),
    sort: z.enum(SORT_VALUES).optional().describe('Default -updatedAt.'),
    ...pageIn(z),
  }),
)

const JobPage = lazySchema((z) => pageOut(z, 'jobs', Job()))
const JobRef = lazySchema((z) => z.strictObject({ id: PathId() }))
const JobChangeOf = lazySchema((z) =>
  z.strictObject({ ...JobChange().shape, expectedUpdatedAt: expectedIn(z), id: PathId() }),
)
const JobVersion = lazySchema((z) => z.strictObject({ id: PathId(), expectedUpdatedAt: expectedIn(z) }))
const StatusOf = lazySchema((z) =>
  z.strictObject({ ...StatusIn().shape, expectedUpdatedAt: expectedIn(z), id: PathId() }),
)

export const listJobs = operation({
  name: 'jobs.list',
  summary: 'List the jobs you follow.',
  http: 'GET /api/mcp/jobs',
  access: 'jobs:read',
  effect: 'read',
  input: JobQuery,
  output: JobPage,
  async run(
    { sql, principal },
    { limit = DEFAULT_LIMIT, cursor, sort = '-updatedAt', status, url, ...named },
  ) {
    const filter = {
      ...named,
      ...(status && { status: statusesIn(status) }),
      ...(url !== undefined && { posting: { url, key: urlKeyOf(url) } }),
    }
    const name = must(SORT_NAMES.find((each) => each === sort.replace('-', '')))
    const after = readCursor(cursor, sort, list.SORTS[name].kind)
    const descending = sort[0] === '-'
    const rows = await list.listJobs(sql, principal.userId, filter, { sort: name, descending, limit, after })
    const total = rows[0]?.total ?? (await list.countJobs(sql, principal.userId, filter))
    const page = cut(rows, limit, sort)
    return { jobs: page.rows.map(jobOf), nextCursor: page.nextCursor, total }
  },
})

const withHistory = (job: Job, lines: readonly HistoryLine[]): JobWithHistory => ({
  ...job,
  history: inOrder(lines).map(({ status, at, note }) => ({ status, at, note })),
})

export const getJob = operation({
  name: 'jobs.get',
  summary: 'Show one job with its status history.',
  http: 'GET /api/mcp/jobs/:id',
  access: 'jobs:read',
  effect: 'read',
  input: JobRef,
  output: JobWithHistory,
  async run({ sql, principal }, { id }) {
    if (!isId(id)) return fail('job_not_found', { id })
    const [row, history] = await Promise.all([
      store.findJob(sql, principal.userId, id),
      store.listHistoryLines(sql, principal.userId, id),
    ])
    if (!row) return fail('job_not_found', { id })
    return withHistory(jobOf(row), history)
  },
})

const ExportPage = lazySchema((z) => pageOut(z, 'jobs', JobWithHistory()))
const ExportQuery = lazySchema((z) => z.strictObject(pageIn(z)))

export const exportJobs = operation({
  name: 'jobs.export',
  summary: 'List every job with its status history, oldest first, as an import reads it back.',
  http: 'GET /api/mcp/jobs/export',
  access: 'jobs:read',
  effect: 'read',
  input: ExportQuery,
  output: ExportPage,
  async run({ sql, principal: { userId } }, { limit = DEFAULT_LIMIT, cursor }) {
    const after = readCursor(cursor, 'createdAt', 'instant')
    const rows = await list.listJobs(sql, userId, {}, { sort: 'createdAt', descending: false, limit, after })
    const total = rows[0]?.total ?? (await list.countJobs(sql, userId, {}))
    const page = cut(rows, limit, 'createdAt')
    const ids = page.rows.map(({ id }) => id)
    const lines = ids.length ? await store.listHistories(sql, userId, ids) : []
    const jobs = page.rows.map((row) =>
      withHistory(
        jobOf(row),
        lines.filter(({ jobId }) => jobId === row.id),
      ),
    )
    return { jobs, nextCursor: page.nextCursor, total }
  },
})

export const countDependents = operation({
  name: 'jobs.dependents',
  summary: 'Count what would be deleted with a job.',
  http: 'GET /api/mcp/jobs/:id/dependents',
  access: 'jobs:read',
  effect: 'read',
  input: JobRef,
  output: Dependents,
  async run({ sql, principal }, { id }) {
    if (!isId(id) || !(await store.findJob(sql, principal.userId, id))) return fail('job_not_found', { id })
    return store.countDependents(sql, principal.userId, id)
  },
})

export const addJob = operation({
  name: 'jobs.create',
  summary: 'Add a job.',
  http: 'POST /api/mcp/jobs',
  access: 'jobs:write',
  effect: 'write',
  status: 201,
  input: NewJobIn,
  output: AddedJob,
  run: (ctx, { at, ...input }) =>
    transaction(ctx, async (tx) => withDuplicates(tx, await addedJob(tx, input, at))),
})

/** A job whose first status is dated, as it was. */
async function addedJob(tx: Transaction, input: JobIn, at: string | undefined): Promise<Job> {
  if (at === undefined) return createJob(tx, input)
  refuseAhead(at, tx.clock.now())
  return createJob(tx, input, [{ status: input.status ?? 'saved', at }])
}

export const updateJob = operation({
  name: 'jobs.update',
  summary: 'Change a job; null clears a field.',
  http: 'PATCH /api/mcp/jobs/:id',
  access: 'jobs:write',
  effect: 'write',
  input: JobChangeOf,
  output: Job,
  run: (ctx, { id, expectedUpdatedAt, ...change }) =>
    transaction(ctx, (tx) => changeJob(tx, id, change, expectedUpdatedAt)),
})

export const setStatus = operation({
  name: 'jobs.status',
  summary: 'Move a job to a status; the history is kept.',
  http: 'POST /api/mcp/jobs/:id/status',
  access: 'jobs:write',
  effect: 'write',
  input: StatusOf,
  output: Job,
  run: (ctx, { id, expectedUpdatedAt, ...move }) =>
    transaction(ctx, (tx) => moveJob(tx, id, move, expectedUpdatedAt)),
})

const MovesIn = lazySchema((z) =>
  z.strictObject({
    ...StatusIn().shape,
    jobIds: z
      .array(idIn(z))
      .min(1, 'must name at least one')
      .max(MAX_MOVED, `has more than ${MAX_MOVED} items`),
  }),
)
const Moved = lazySchema((z) => z.strictObject({ jobs: z.array(Job()) }))

export const finishJobStep = operation({
  name: 'jobs.done',
  summary: 'Mark the next step of a job as done; it becomes an activity.',
  http: 'POST /api/mcp/jobs/:id/done',
  access: 'jobs:write',
  effect: 'write',
  input: lazySchema((z) =>
    z.strictObject({ ...DoneIn().shape, expectedUpdatedAt: expectedIn(z), id: PathId() }),
  ),
  output: Job,
  run: (ctx, { id, expectedUpdatedAt, ...done }) =>
    transaction(ctx, (tx) => finishStep(tx, id, done, expectedUpdatedAt)),
})

export const moveJobs = operation({
  name: 'jobs.move',
  summary: 'Move several jobs to a status in one change; all of them or none.',
  http: 'POST /api/mcp/jobs/status',
  access: 'jobs:write',
  effect: 'write',
  input: MovesIn,
  output: Moved,
  run: (ctx, { jobIds, ...move }) =>
    transaction(ctx, async (tx) => {
      const jobs: Job[] = []
      // In a fixed order, to prevent deadlocks with another such move.
      for (const id of [...new Set(jobIds)].sort()) jobs.push(await moveJob(tx, id, move))
      return { jobs }
    }),
})

const MergeIn = lazySchema((z) =>
  z.strictObject({
    id: PathId().describe('The job that is kept.'),
    from: idIn(z).describe('The job that is merged into it and deleted.'),
  }),
)

export const mergeJob = operation({
  name: 'jobs.merge',
  summary:
    'Merge two entries of one job: fills empty fields and keeps the history, activities, events and people of both.',
  http: 'POST /api/mcp/jobs/:id/merge',
  access: 'jobs:delete',
  effect: 'destroy',
  input: MergeIn,
  output: Job,
  run: (ctx, input) => transaction(ctx, (tx) => mergeJobs(tx, input)),
})

export const removeJob = operation({
  name: 'jobs.delete',
  summary: 'Delete a job with its history, activities, events and offers.',
  http: 'DELETE /api/mcp/jobs/:id',
  access: 'jobs:delete',
  effect: 'destroy',
  input: JobVersion,
  output: Deleted,
  run: (ctx, { id, expectedUpdatedAt }) => transaction(ctx, (tx) => deleteJob(tx, id, expectedUpdatedAt)),
})

export const getPosting = operation({
  name: 'jobs.posting',
  summary: 'Show a job’s posting as it was when it was read, with earlier versions.',
  http: 'GET /api/mcp/jobs/:id/posting',
  access: 'jobs:read',
  effect: 'read',
  input: JobRef,
  output: JobPosting,
  async run(ctx, { id }) {
    if (!isId(id) || !(await store.findJob(ctx.sql, ctx.principal.userId, id)))
      return fail('job_not_found', { id })
    return (await keptPosting(ctx, id.toLowerCase())) ?? fail('job_posting_not_found', { id })
  },
})

const PostingOf = lazySchema((z) => z.strictObject({ ...PostingIn().shape, id: PathId() }))

export const addPosting = operation({
  name: 'jobs.keep',
  summary: 'Keep the text of a job’s posting, as it is today.',
  http: 'POST /api/mcp/jobs/:id/posting',
  access: 'jobs:write',
  effect: 'write',
  input: PostingOf,
  output: JobPosting,
  async run(ctx, { id, ...posting }) {
    await transaction(ctx, async (tx) => {
      await keepPosting(tx, id, posting)
      return { kept: true }
    })
    return must(await keptPosting(ctx, id.toLowerCase()))
  },
})

export const importJobs = operation({
  name: 'jobs.import',
  summary:
    'Import rows from another tracker; each row reports whether it created or updated a job, or why not.',
  http: 'POST /api/mcp/jobs/import',
  access: 'jobs:write',
  effect: 'write',
  input: JobImportIn,
  output: JobImportReport,
  async run(ctx, input) {
    // Loaded on use: only imports need it.
    const [{ importRows }, { jobImporter }] = await Promise.all([
      import('../sheets/import.ts'),
      import('./import/import.ts'),
    ])
    return importRows(ctx, input, jobImporter)
  },
})

// `export`, `import` and `status` come before the routes with an id, because the router matches in this order.
export const operations = [
  listJobs,
  exportJobs,
  importJobs,
  moveJobs,
  getJob,
  getPosting,
  addPosting,
  countDependents,
  addJob,
  updateJob,
  setStatus,
  finishJobStep,
  mergeJob,
  removeJob,
]
