// The API's record of an activity.
import { Id, Instant } from '../kernel/fields.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'

export const ACTIVITY_TYPES = [
  'note',
  'email',
  'call',
  'message',
  'meeting',
  'application',
  'interview',
  'follow-up',
  'offer',
  'rejection',
  'status-change',
  'other',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

/** Types that count as contact with a person. */
export const CONTACT_ACTIVITIES: readonly ActivityType[] = [
  'email',
  'call',
  'message',
  'meeting',
  'interview',
  'follow-up',
]

export const Activity = lazySchema((z) =>
  z.strictObject({
    id: Id(),
    jobId: Id().nullable(),
    contactId: Id().nullable(),
    type: z.enum(ACTIVITY_TYPES),
    title: z.string().nullable(),
    body: z.string().nullable(),
    occurredAt: Instant(),
    createdAt: Instant(),
    updatedAt: Instant(),
  }),
)
export type Activity = Parsed<typeof Activity>
