// The next step of a job, when it is done: it becomes an activity, and the step after it takes its place.
import { logActivity } from '../activities/log.ts'
import type { Transaction } from '../database/transaction.ts'
import { clearable, deadlineIn } from '../kernel/fields.ts'
import { invalidInput, lazySchema, type Parsed } from '../kernel/schema.ts'
import type { Expected } from '../kernel/version.ts'
import { changeJob } from './changes.ts'
import { lockJob } from './references.ts'
import type { Job } from './job.ts'

export const DoneIn = lazySchema((z) =>
  z.strictObject({
    note: clearable(z, 2_000).describe('How it went.'),
    nextStep: clearable(z, 200).describe('What is to be done after it.'),
    deadline: deadlineIn(z).nullable().optional().describe('Until when.'),
  }),
)
export type DoneIn = Parsed<typeof DoneIn>

export async function finishStep(
  tx: Transaction,
  id: string,
  { note, nextStep, deadline }: DoneIn,
  expected?: Expected,
): Promise<Job> {
  const row = await lockJob(tx, id)
  if (!row.nextStep && !note)
    throw invalidInput([{ path: 'note', message: 'is needed: the job has no next step that could be done' }])
  const job = await changeJob(tx, id, { nextStep: nextStep ?? null, deadline: deadline ?? null }, expected)
  await logActivity(tx, { jobId: row.id, type: 'note', title: row.nextStep, body: note })
  return job
}
