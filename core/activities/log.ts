// Logs an activity, and updates the last activity of its job and contact.
import { changed, emit, type Transaction } from '../database/transaction.ts'
import { markContacted, lockContact } from '../contacts/references.ts'
import { touchJob, withJob } from '../jobs/references.ts'
import { isoOf } from '../kernel/clock.ts'
import { newId } from '../kernel/id.ts'
import { filled, shapeChange, shapeIn } from '../kernel/record.ts'
import { invalidInput, type Parsed, objectSchema } from '../kernel/schema.ts'
import { ACTIVITY, CONTACT_ACTIVITIES, type Activity } from './fields.ts'
import { insertActivity } from './store.ts'

export const ActivityIn = objectSchema((z) => shapeIn(z, ACTIVITY))
export type ActivityIn = Parsed<typeof ActivityIn>

export const ActivityChange = objectSchema((z) => shapeChange(z, ACTIVITY))
export type ActivityChange = Parsed<typeof ActivityChange>

/** Throws `job_not_found` or `contact_not_found`, and rejects an empty note. One of our own export keeps its id. */
export async function logActivity(
  tx: Transaction,
  input: ActivityIn,
  kept: { id?: string; createdAt?: string | null } = {},
): Promise<Activity> {
  const now = isoOf(tx.clock.now())
  const fields = filled(ACTIVITY, { ...input, occurredAt: input.occurredAt ?? now })
  const activity: Activity = {
    ...fields,
    id: kept.id ?? newId(),
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
