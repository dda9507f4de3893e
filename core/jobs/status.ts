// The statuses of a job.
import { isKeyOf } from '../kernel/narrow.ts'

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

export const FIRST_STATUSES = ['saved', 'applied', 'screening', 'interviewing'] as const

export const OPEN_STATUSES = [
  'saved',
  'applied',
  'screening',
  'interviewing',
  'offer',
] as const satisfies Status[]

export const STATUS_GROUPS = {
  open: OPEN_STATUSES,
  active: ['applied', 'screening', 'interviewing', 'offer'],
  closed: ['accepted', 'rejected', 'withdrawn'],
} as const satisfies Record<string, readonly Status[]>
export type StatusGroup = keyof typeof STATUS_GROUPS

export const statusesIn = (named: readonly (Status | StatusGroup)[]): Status[] => [
  ...new Set(named.flatMap((name) => (isKeyOf(STATUS_GROUPS, name) ? STATUS_GROUPS[name] : [name]))),
]

export const RESPONSE_STATUSES = [
  'screening',
  'interviewing',
  'offer',
  'accepted',
] as const satisfies Status[]
