// Logs an activity, and updates the last activity of its job and contact.
import { changed, emit, type Transaction } from '../database/transaction.ts'
import { markContacted, lockContact } from '../contacts/references.ts'
import { touchJob, withJob } from '../jobs/references.ts'
import { filled, shapeChange, shapeIn } from '../kernel/record.ts'
import { invalidInput, type Parsed, objectSchema } from '../kernel/schema.ts'
import { firstVersion, type Origin } from '../kernel/version.ts'
import { ACTIVITY, CONTACT_ACTIVITIES, type Activity } from './fields.ts'
import { insertActivity } from './store.ts'

export const ActivityIn = objectSchema((z) => shapeIn(z, ACTIVITY))
export type ActivityIn = Parsed<typeof ActivityIn>

export const ActivityChange = objectSchema((z) => shapeChange(z, ACTIVITY))
export type ActivityChange = Parsed<typeof ActivityChange>

/** Throws `job_not_found` or `contact_not_found`, and rejects an empty note. An activity from an export of crm keeps its id. */
export async function logActivity(tx: Transaction, input: ActivityIn, kept?: Origin): Promise<Activity> {
  const version = firstVersion(tx, kept)
  const fields = filled(ACTIVITY, { ...input, occurredAt: input.occurredAt ?? version.updatedAt })
  const activity: Activity = { ...fields, ...version }
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

/** The type alone is informative for a call but not for a note. */
export function refuseEmptyNote({ type, title, body }: Activity): void {
  if (type === 'note' && title === null && body === null)
    throw invalidInput([{ path: 'title', message: 'a note needs a title or a body' }])
}
