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

/** Those a job may be created with. */
export const FIRST_STATUSES = ['saved', 'applied', 'screening', 'interviewing'] as const

/** Still in play. */
export const OPEN_STATUSES = [
  'saved',
  'applied',
  'screening',
  'interviewing',
  'offer',
] as const satisfies Status[]

/** In these the employer has shown interest. */
export const RESPONSE_STATUSES = [
  'screening',
  'interviewing',
  'offer',
  'accepted',
] as const satisfies Status[]

const isIn = (statuses: readonly Status[], status: Status): boolean => statuses.includes(status)

/** What the history says of a job: when it was first applied for, when the employer first responded. */
export interface Milestones {
  appliedAt: string | null
  respondedAt: string | null
}

/**
 * The milestones after a move. An application that was rejected after an interview stays a response; moving back to
 * `saved` takes the application back. Withdrawing from a saved job applied for nothing.
 */
export function milestonesAfter(before: Milestones, status: Status, at: string): Milestones {
  if (status === 'saved') return { appliedAt: null, respondedAt: null }
  const applied = status !== 'withdrawn'
  return {
    appliedAt: before.appliedAt ?? (applied ? at : null),
    respondedAt: before.respondedAt ?? (isIn(RESPONSE_STATUSES, status) ? at : null),
  }
}
