// Changes logged activities, and updates their job and contact.
import { lockContact, refreshLastContacted, markContacted } from '../contacts/references.ts'
import { recordChange, type Transaction, emit } from '../database/transaction.ts'
import { refreshLastActivity, touchJob, withJob } from '../jobs/references.ts'
import { isUnchanged, invalidInput, type Parsed, objectSchema, type Deleted } from '../kernel/schema.ts'
import { cleaned, filled, shapeChange, shapeIn } from '../kernel/record.ts'
import { nextVersion, requireVersion, type Versions, firstVersion, type Origin } from '../kernel/version.ts'
import { ACTIVITY, type Activity, CONTACTING_TYPES } from './fields.ts'
import * as store from './store.ts'

/** Applies the fields in `change`; null clears a field. */
export async function changeActivity(
  tx: Transaction,
  id: string,
  change: ActivityChange,
  expected?: Versions,
): Promise<Activity> {
  const before = await store.lockActivity(tx, id)
  requireVersion('activity', before, expected)
  const after: Activity = { ...before, ...cleaned(ACTIVITY, change), updatedAt: nextVersion(tx, before) }
  if (isUnchanged(before, after)) return before
  refuseEmptyNote(after)
  await touchJob(tx, after.jobId, after.occurredAt)
  if (after.contactId) await lockContact(tx, after.contactId)
  await store.updateActivity(tx.sql, tx.principal.userId, after)
  recordChange(tx, 'activity', after.id, before, after)
  await updateLinked(tx, before, after)
  return after
}

export async function deleteActivity(tx: Transaction, id: string, expected?: Versions): Promise<Deleted> {
  const activity = await store.lockActivity(tx, id)
  requireVersion('activity', activity, expected)
  await store.removeActivity(tx.sql, tx.principal.userId, activity.id)
  recordChange(tx, 'activity', activity.id, activity, null)
  await updateLinked(tx, activity)
  return { deleted: true, id: activity.id }
}

/** Recomputes, from the remaining activities, the last activity of the job and when the contact was last contacted. */
async function updateLinked(tx: Transaction, before: Activity, after?: Activity): Promise<void> {
  const distinct = (ids: (string | null | undefined)[]) => [
    ...new Set(ids.filter((id) => typeof id === 'string')),
  ]
  await refreshLastActivity(tx, distinct([before.jobId, after?.jobId]))
  const was = CONTACTING_TYPES.includes(before.type) ? before.occurredAt : null
  for (const id of distinct([before.contactId, after?.contactId])) await refreshLastContacted(tx, id, was)
}

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
  await store.insertActivity(tx.sql, tx.principal.userId, activity)
  recordChange(tx, 'activity', activity.id, null, activity)
  if (contact && CONTACTING_TYPES.includes(activity.type))
    await markContacted(tx, contact, activity.occurredAt)
  emit(tx, 'activity.created', withJob(activity, job))
  return activity
}

/** Only a note must have text: the type of another activity, such as a call, says enough. */
function refuseEmptyNote({ type, title, body }: Activity): void {
  if (type === 'note' && title === null && body === null)
    throw invalidInput([{ path: 'title', message: 'a note needs a title or a body' }])
}
