// The statuses of a job, and the effect of a move on its milestones.

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

const isIn = (statuses: readonly Status[], status: Status): boolean => statuses.includes(status)

/** Milestones from the history: the first application, and the employer's first response. */
export interface Milestones {
  appliedAt: string | null
  respondedAt: string | null
}

/**
 * The milestones after a move. An application rejected after an interview keeps its response; moving back to
 * `saved` clears both. Withdrawing from a saved job does not count as an application.
 */
export function milestonesAfter(before: Milestones, status: Status, at: string): Milestones {
  if (status === 'saved') return { appliedAt: null, respondedAt: null }
  const applied = status !== 'withdrawn'
  return {
    appliedAt: before.appliedAt ?? (applied ? at : null),
    respondedAt: before.respondedAt ?? (isIn(RESPONSE_STATUSES, status) ? at : null),
  }
}
