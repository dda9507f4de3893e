// A suggestion: a next step, its reason, and the operation call that performs it.
import { dayNumber, isoOf, msOf } from '../kernel/clock.ts'
import type { ActivityType } from '../activities/fields.ts'
import { Id, Instant, type Parsed, objectSchema } from '../kernel/schema.ts'

export const LEVELS = ['high', 'medium', 'low'] as const
export type Level = (typeof LEVELS)[number]

export const Suggestion = objectSchema((z) => ({
  id: z.string().describe('kind:subject; stable as long as the suggestion applies.'),
  kind: z.string(),
  jobId: Id().nullable(),
  contactId: Id().nullable(),
  title: z.string(),
  reason: z.string().describe('Why now.'),
  action: z.strictObject({
    tool: z.string().describe('Name of an operation.'),
    arguments: z.record(z.string(), z.unknown()),
  }),
  dueAt: Instant(),
  priority: z.enum(LEVELS),
}))
export type Suggestion = Parsed<typeof Suggestion>
export type Action = Suggestion['action']

export function daysAgoIn(timeZone: string, now: number): (iso: string) => number {
  const today = dayNumber(now, timeZone)
  return (iso) => today - dayNumber(msOf(iso), timeZone)
}

/** A title of at most `max` characters, without a full stop at its end (“Inc.”): callers may add one. */
export const clipped = (text: string, max = 200): string =>
  text.length <= max ? text.replace(/\.$/, '') : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

interface Step extends Pick<Suggestion, 'title' | 'reason' | 'action' | 'priority'> {
  jobId?: string | null
  contactId?: string | null
  /** Milliseconds since the epoch. */
  due: number
}

/** A suggestion with its id. The subject is the job, unless `jobId` names another or none. */
export const suggest = (
  kind: string,
  subject: string,
  { jobId = subject, contactId = null, title, reason, action, due, priority }: Step,
): Suggestion => ({
  ...{ id: `${kind}:${subject}`, kind, jobId, contactId, title: clipped(title), reason, action },
  ...{ dueAt: isoOf(due), priority },
})

/** Logs an activity. Without `occurredAt` it is one of now. */
export const toLog = (
  type: ActivityType,
  { jobId, contactId }: Pick<Suggestion, 'jobId' | 'contactId'>,
  title: string,
  occurredAt: string | null = null,
): Action => call('activities.create', { type, jobId, contactId, title: clipped(title), occurredAt })

export const call = (tool: string, fields: Record<string, unknown>): Action => ({
  tool,
  arguments: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
})
