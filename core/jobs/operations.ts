// Operations that change jobs. Those that read jobs are in queries.ts.
import { must, isOneOf } from '../kernel/narrow.ts'
import { transaction, type Transaction } from '../database/transaction.ts'
import {
  Deleted,
  idIn,
  PathId,
  text,
  clearable,
  deadlineIn,
  refuseFuture,
  invalidInput,
  refuseMoreTags,
  retagged,
  objectSchema,
} from '../kernel/schema.ts'
import type { Context } from '../kernel/context.ts'
import { operation } from '../kernel/operation.ts'
import type { Zod } from '../kernel/zod.ts'
import { ByVersion, changeOf } from '../kernel/version.ts'
import { changeJob, createJob, moveJob } from './changes.ts'
import { duplicatesAmong } from './duplicates.ts'
import { JobPosting, keepPosting, keptPosting, PostingIn } from './kept-posting.ts'
import { JOB_IMPORT } from './import/columns.ts'
import { mergeJobs, deleteJob } from './removal.ts'
import { countDependents, exportJobs, getJob, getPosting, listJobs } from './queries.ts'
import { lockJob } from './references.ts'
import { STATUSES, type Status, AddedJob, Job, JobChange, NewJobIn, StatusIn } from './fields.ts'
import * as store from './store.ts'
import { logActivity } from '../activities/changes.ts'

// Completes a job's next step: the step becomes an activity, and the step that the request names takes its place.
const FinishStepIn = objectSchema((z) => ({
  note: clearable(z, 2_000).describe('How it went.'),
  nextStep: clearable(z, 200).describe('The new next step.'),
  deadline: deadlineIn(z).nullable().optional().describe('The deadline of the new step.'),
}))

const MAX_SHOWN = 5

async function withDuplicates(tx: Transaction, job: Job): Promise<AddedJob> {
  const newest = await store.listNewestComparableJobs(tx.sql, tx.principal.userId)
  const others = newest.filter(({ id }) => id !== job.id)
  const duplicates = duplicatesAmong(others, job)
  if (!duplicates.length) return job
  const shown = duplicates.slice(0, MAX_SHOWN)
  return { ...job, possibleDuplicates: shown.map(({ id, company, role }) => ({ id, company, role })) }
}

const MAX_JOBS = 100

const JobUpdate = changeOf(JobChange)
const StatusUpdate = changeOf(StatusIn)
const StepDone = changeOf(FinishStepIn)

export const addJob = operation({
  name: 'jobs.create',
  summary: 'Add a job.',
  http: 'POST /api/mcp/jobs',
  access: 'jobs:write',
  status: 201,
  input: NewJobIn,
  output: AddedJob,
  run: (ctx, { at, ...input }) =>
    transaction(ctx, async (tx) => {
      refuseFuture('at', at, tx.clock.now())
      const steps = at === undefined ? [] : [{ status: input.status ?? ('saved' as const), at }]
      return withDuplicates(tx, await createJob(tx, input, steps))
    }),
})

export const updateJob = operation({
  name: 'jobs.update',
  summary: 'Change a job; null clears a field.',
  http: 'PATCH /api/mcp/jobs/:id',
  access: 'jobs:write',
  refuses: ['conflict'],
  input: JobUpdate,
  output: Job,
  run: (ctx, { id, expectedUpdatedAt, ...change }) =>
    transaction(ctx, async (tx) => {
      if (change.tags) refuseMoreTags(change.tags, (await lockJob(tx, id)).tags)
      return changeJob(tx, id, change, expectedUpdatedAt)
    }),
})

export const setStatus = operation({
  name: 'jobs.status',
  summary: 'Move a job to a status; the history is kept.',
  http: 'POST /api/mcp/jobs/:id/status',
  access: 'jobs:write',
  input: StatusUpdate,
  output: Job,
  run: (ctx, { id, expectedUpdatedAt, ...move }) =>
    transaction(ctx, (tx) => moveJob(tx, id, move, expectedUpdatedAt)),
})

const jobIdsIn = (z: Zod) =>
  z.array(idIn(z)).min(1, 'must name at least one').max(MAX_JOBS, `has more than ${MAX_JOBS} items`)

/** Changes several jobs, all or none. Sorted, so that two such changes never wait for each other (deadlock). */
const eachJob = <T>(
  ctx: Context,
  ids: readonly string[],
  work: (tx: Transaction, id: string) => Promise<T>,
) =>
  transaction(ctx, async (tx) => {
    const jobs: T[] = []
    for (const id of [...new Set(ids)].sort()) jobs.push(await work(tx, id))
    return { jobs }
  })

const MovesIn = objectSchema((z) => ({ ...StatusIn().shape, jobIds: jobIdsIn(z) }))
const JobsOut = objectSchema((z) => ({ jobs: z.array(Job()) }))

export const finishJobStep = operation({
  name: 'jobs.done',
  summary: 'Mark the next step of a job as done; it becomes an activity.',
  http: 'POST /api/mcp/jobs/:id/done',
  access: 'jobs:write',
  input: StepDone,
  output: Job,
  run: (ctx, { id, expectedUpdatedAt, note, nextStep = null, deadline = null }) =>
    transaction(ctx, async (tx) => {
      const row = await lockJob(tx, id)
      if (!row.nextStep && !note)
        throw invalidInput([{ path: 'note', message: 'must say what was done: the job has no next step' }])
      const job = await changeJob(tx, id, { nextStep, deadline }, expectedUpdatedAt)
      await logActivity(tx, { jobId: row.id, type: 'note', title: row.nextStep, body: note })
      return job
    }),
})

export const moveJobs = operation({
  name: 'jobs.move',
  summary: 'Move several jobs to a status in one change; all of them or none.',
  http: 'POST /api/mcp/jobs/status',
  access: 'jobs:write',
  input: MovesIn,
  output: JobsOut,
  run: (ctx, { jobIds, ...move }) => eachJob(ctx, jobIds, (tx, id) => moveJob(tx, id, move)),
})

const ChangesIn = objectSchema((z) => ({
  jobIds: jobIdsIn(z),
  change: JobChange().describe('Applied to each job.'),
  addTags: z.array(text(z, 100)).max(50).optional(),
  removeTags: z.array(text(z, 100)).max(50).optional(),
}))

export const changeJobs = operation({
  name: 'jobs.updateMany',
  summary: 'Change several jobs in one change; all of them or none.',
  http: 'POST /api/mcp/jobs/update',
  access: 'jobs:write',
  refuses: ['conflict'],
  input: ChangesIn,
  output: JobsOut,
  run: (ctx, { jobIds, change, addTags = [], removeTags = [] }) =>
    eachJob(ctx, jobIds, async (tx, id) => {
      const { tags: before } = await lockJob(tx, id)
      const given = change.tags === undefined ? before : (change.tags ?? [])
      const tags = retagged(given, addTags, removeTags)
      const isTagged = addTags.length > 0 || removeTags.length > 0
      refuseMoreTags(tags, before)
      return changeJob(tx, id, { ...change, ...(isTagged && { tags }) })
    }),
})

export const removeJobs = operation({
  name: 'jobs.deleteMany',
  summary: 'Delete several jobs in one change, each with all that belongs to it.',
  http: 'POST /api/mcp/jobs/delete',
  access: 'jobs:delete',
  input: objectSchema((z) => ({ jobIds: jobIdsIn(z) })),
  output: objectSchema((z) => ({ jobs: z.array(Deleted()) })),
  run: (ctx, { jobIds }) => eachJob(ctx, jobIds, deleteJob),
})

const MergeIn = objectSchema((z) => ({
  id: PathId().describe('The job that is kept.'),
  from: idIn(z).describe('The job that is merged into it and deleted.'),
}))

export const mergeJob = operation({
  name: 'jobs.merge',
  summary:
    'Merge two entries of one job: fills empty fields and keeps the history, activities, events and people of both.',
  http: 'POST /api/mcp/jobs/:id/merge',
  access: 'jobs:delete',
  input: MergeIn,
  output: Job,
  run: (ctx, input) => transaction(ctx, (tx) => mergeJobs(tx, input)),
})

export const removeJob = operation({
  name: 'jobs.delete',
  summary: 'Delete a job with its history, activities, events and offers.',
  http: 'DELETE /api/mcp/jobs/:id',
  access: 'jobs:delete',
  input: ByVersion,
  output: Deleted,
  run: (ctx, { id, expectedUpdatedAt }) => transaction(ctx, (tx) => deleteJob(tx, id, expectedUpdatedAt)),
})

/** Throws `invalid_input` if the word is mapped to an unknown status. */
function statusMeant(word: string, meant: string): Status {
  const status = meant.trim().toLowerCase()
  if (isOneOf(STATUSES, status)) return status
  throw invalidInput([{ path: `words.${word}`, message: `must be one of ${STATUSES.join(', ')}` }])
}

const PostingOf = objectSchema(() => ({ ...PostingIn().shape, id: PathId() }))

export const addPosting = operation({
  name: 'jobs.keep',
  summary: 'Keep the text of a job’s posting, as it is today.',
  http: 'POST /api/mcp/jobs/:id/posting',
  access: 'jobs:write',
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
  summary: 'Import rows from another tracker; the report says what happened to each row, and why.',
  http: 'POST /api/mcp/jobs/import',
  access: 'jobs:write',
  input: JOB_IMPORT.In,
  output: JOB_IMPORT.Report,
  async run(ctx, input) {
    const [{ importRows }, { jobImporter }] = await Promise.all([
      import('../sheets/import.ts'),
      import('./import/import.ts'),
    ])
    const words = Object.entries(input.words ?? {}).map(([word, meant]) => [word, statusMeant(word, meant)])
    return importRows(ctx, { ...input, words: Object.fromEntries(words) }, jobImporter)
  },
})

export const operations = [
  listJobs,
  exportJobs,
  importJobs,
  moveJobs,
  changeJobs,
  removeJobs,
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
