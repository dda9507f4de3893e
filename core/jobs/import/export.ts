// The table of jobs in files, which an import reads back unchanged.
import { joinTags } from '../../sheets/text.ts'
import type { JobWithHistory } from '../job.ts'

/** The columns of an exported job, in order. */
export const JOB_COLUMNS = [
  'id',
  'company',
  'role',
  'status',
  'priority',
  'location',
  'salary',
  'url',
  'tags',
  'appliedAt',
  'statusChangedAt',
  'createdAt',
  'deadline',
  'nextStep',
  'notes',
  'description',
  'history',
] as const

export const jobCells = (job: JobWithHistory): string[] =>
  JOB_COLUMNS.map((column) => (column === 'history' ? JSON.stringify(job.history) : cellOf(job[column])))

/** A value in a cell; a list of texts separated by semicolons. */
const cellOf = (value: string | readonly string[] | null): string =>
  value === null || typeof value === 'string' ? (value ?? '') : joinTags(value)
