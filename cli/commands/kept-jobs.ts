// The declaration of jobs for the shared record commands.
import { JOB } from '../../core/jobs/fields.ts'
import type { JobWithHistory } from '../../core/jobs/job.ts'
import { getJob } from '../../core/jobs/queries.ts'
import type { RecordKind } from './record-commands.ts'
import { findJob, nameOf } from './references.ts'

export const JOBS: RecordKind<JobWithHistory> = {
  ...{ noun: JOB, group: 'jobs', find: findJob, get: getJob, nameOf },
  ref: { name: 'job', about: 'Id, short id, or part of company and role.' },
}
