// The statuses of a job.

export const STATUSES = [
  'saved',
  'applied',
  'screening',
  'interviewing',
  'offer',
  'accepted',
  'rejected',
  'withdrawn',
] as const
export type Status = (typeof STATUSES)[number]

/** The statuses a job may be created with. */
export const FIRST_STATUSES = ['saved', 'applied', 'screening', 'interviewing'] as const

/** The job is still open. */
export const OPEN_STATUSES = [
  'saved',
  'applied',
  'screening',
  'interviewing',
  'offer',
] as const satisfies Status[]

/** Statuses that mean the employer showed interest. */
export const RESPONSE_STATUSES = [
  'screening',
  'interviewing',
  'offer',
  'accepted',
] as const satisfies Status[]
