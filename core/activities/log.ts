// Logs an activity, and updates the last activity of its job and contact.
import { changed, emit, type Transaction } from '../database/transaction.ts'
import { markContacted, lockContact } from '../contacts/references.ts'
import { touchJob, withJob } from '../jobs/references.ts'
import { isoOf } from '../kernel/clock.ts'
import { clearable, idIn, instantIn } from '../kernel/fields.ts'
import { newId } from '../kernel/id.ts'
import { invalidInput, lazySchema, type Parsed } from '../kernel/schema.ts'
import { ACTIVITY_TYPES, CONTACT_ACTIVITIES, type Activity } from './activity.ts'
import { insertActivity } from './store.ts'

export const ActivityIn = lazySchema((z) =>
  z.strictObject({
    jobId: idIn(z).nullable().optional(),
    contactId: idIn(z).nullable().optional(),
    type: z.enum(ACTIVITY_TYPES).optional().describe('Default: note.'),
    title: clearable(z, 200),
    body: clearable(z, 10_000),
    occurredAt: instantIn(z).optional().describe('Default: now.'),
  }),
)
export type ActivityIn = Parsed<typeof ActivityIn>

/** The fields a PATCH accepts. */
export const ActivityChange = lazySchema((z) =>
  z.strictObject({
    ...ActivityIn().shape,
    type: z.enum(ACTIVITY_TYPES).optional(),
    occurredAt: instantIn(z).optional(),
  }),
)
export type ActivityChange = Parsed<typeof ActivityChange>

const orNull = (text: string | null | undefined): string | null => (text?.trim() ? text : null)

/** What an imported activity keeps of where it comes from. */
export interface Kept {
  id?: string
  createdAt?: string
}

/**
 * Logs an activity; throws `job_not_found` or `contact_not_found`, and rejects an empty note. One of our own export keeps
 * its id.
 */
export async function logActivity(tx: Transaction, input: ActivityIn, kept: Kept = {}): Promise<Activity> {
  const now = isoOf(tx.clock.now())
  const activity: Activity = {
    id: kept.id ?? newId(),
    jobId: input.jobId ?? null,
    contactId: input.contactId ?? null,
    type: input.type ?? 'note',
    title: orNull(input.title),
    body: orNull(input.body),
    occurredAt: input.occurredAt ?? now,
    createdAt: kept.createdAt ?? now,
    updatedAt: now,
  }
  refuseEmptyNote(activity)
  const job = await touchJob(tx, activity.jobId, activity.occurredAt)
  const contact = activity.contactId ? await lockContact(tx, activity.contactId) : null
  await insertActivity(tx.sql, tx.principal.userId, activity)
  changed(tx, 'activity', activity.id, null, activity)
  if (contact && CONTACT_ACTIVITIES.includes(activity.type))
    await markContacted(tx, contact, activity.occurredAt)
  emit(tx, 'activity.created', withJob(activity, job))
  return activity
}

/** The type alone is informative for a call, but not for a note. */
export function refuseEmptyNote({ type, title, body }: Activity): void {
  if (type === 'note' && title === null && body === null)
    throw invalidInput([{ path: 'title', message: 'a note needs a title or a body' }])
}
