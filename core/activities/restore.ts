// Undo of activities: restores an activity, or removes one that was logged.
import { must } from '../kernel/must.ts'
import { undoHandler } from '../database/undo-handler.ts'
import { attached } from '../contacts/references.ts'
import type { UndoState } from '../database/undo-handler.ts'
import { changed, emit } from '../database/transaction.ts'
import { nextVersion } from '../kernel/version.ts'
import type { Activity } from './activity.ts'
import * as store from './store.ts'

async function find({ tx }: UndoState, id: string): Promise<object | undefined> {
  return store.findActivityForUpdate(tx.sql, tx.principal.userId, id)
}

async function restore(undoing: UndoState, record: Activity): Promise<boolean> {
  const { tx, touched } = undoing
  // Activities were kept without a version of their own before they had one.
  const updatedAt = nextVersion(tx, { updatedAt: record.updatedAt ?? record.createdAt })
  const activity = await attached(undoing, { ...record, updatedAt })
  if (!activity) return false
  await store.insertActivity(tx.sql, tx.principal.userId, activity)
  if (activity.jobId) touched.add(activity.jobId)
  changed(tx, 'activity', activity.id, null, activity)
  // Restoring the job has already emitted an event that covers it.
  if (!cameWithJob(undoing, activity.jobId)) emit(tx, 'activity.created', activity)
  return true
}

const cameWithJob = ({ tx }: UndoState, jobId: string | null): boolean =>
  tx.changes.some(({ noun, id, before }) => noun === 'job' && id === jobId && before === null)

async function change(undoing: UndoState, id: string, fields: Partial<Activity>): Promise<void> {
  const { tx, touched } = undoing
  const before = must(await store.findActivityForUpdate(tx.sql, tx.principal.userId, id))
  const after = await attached(undoing, { ...before, ...fields, updatedAt: nextVersion(tx, before) })
  if (!after) return
  await store.updateActivity(tx.sql, tx.principal.userId, after)
  for (const jobId of [before.jobId, after.jobId]) if (jobId) touched.add(jobId)
  changed(tx, 'activity', id, before, after)
}

async function remove({ tx, touched }: UndoState, id: string): Promise<boolean> {
  const before = must(await store.findActivityForUpdate(tx.sql, tx.principal.userId, id))
  await store.removeActivity(tx.sql, tx.principal.userId, id)
  if (before.jobId) touched.add(before.jobId)
  changed(tx, 'activity', id, before, null)
  return true
}

/** Undo of activities. */
export const activityUndo = undoHandler<Activity>({
  groups: [['jobId'], ['contactId'], ['type'], ['title'], ['body'], ['occurredAt']],
  nameOf: ({ type, title }) => (title ? `${String(type)} “${String(title)}”` : String(type)),
  find,
  restore,
  change,
  remove,
})
