// What can be asked of jobs: the changes, here, and what is read, in queries.ts.
import { must } from '../kernel/must.ts'
import { transaction, type Transaction } from '../database/transaction.ts'
import { Deleted, idIn, PathId } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { lazySchema } from '../kernel/schema.ts'
import { expectedIn } from '../kernel/version.ts'
import { changeJob, createJob, moveJob } from './changes.ts'
import { withDuplicates } from './duplicates.ts'
import { AddedJob, Job, JobChange, type JobIn, NewJobIn, StatusIn } from './job.ts'
import { refuseAhead } from './history.ts'
import { JobPosting, keepPosting, keptPosting, PostingIn } from './kept-posting.ts'
import { JobImportIn, JobImportReport } from './import/report.ts'
import { mergeJobs } from './merge.ts'
import { DoneIn, finishStep } from './next-step.ts'
import { countDependents, exportJobs, getJob, getPosting, listJobs } from './queries.ts'
import { deleteJob } from './removal.ts'

/** The most jobs that one change moves. */
const MAX_MOVED = 100

const JobChangeOf = lazySchema((z) =>
  z.strictObject({ ...JobChange().shape, expectedUpdatedAt: expectedIn(z), id: PathId() }),
)
const JobVersion = lazySchema((z) => z.strictObject({ id: PathId(), expectedUpdatedAt: expectedIn(z) }))
const StatusOf = lazySchema((z) =>
  z.strictObject({ ...StatusIn().shape, expectedUpdatedAt: expectedIn(z), id: PathId() }),
)

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
  refuses: ['conflict'],
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
