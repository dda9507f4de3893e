// Undo of jobs: restores fields, a status with its history, or a deleted job.
import { must } from '../kernel/narrow.ts'
import {
  sayMissing,
  undoHandler,
  type StoredRecord,
  type StoredChange,
  type UndoState,
} from '../undo-handler.ts'
import { existingContacts, touchContacts } from '../contacts/references.ts'
import { changedLinks } from '../database/linked-records.ts'
import { recordChange, emit, type Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import { isId } from '../kernel/id.ts'
import { groupsOf } from '../kernel/record.ts'
import { nextVersion } from '../kernel/version.ts'
import { storedJobOf, withDerived, type StoredJob } from './changes.ts'
import { JOB, jobOf, type JobRow, dependentsText } from './fields.ts'
import { existingJobs, lockJob, refreshLastActivity } from './references.ts'
import { standingOf } from './history.ts'
import { deleteJob } from './removal.ts'
import * as store from './store.ts'

async function change(
  { tx, touched, say }: UndoState,
  id: string,
  fields: Partial<StoredJob>,
  undone: StoredChange<StoredJob>,
) {
  const userId = tx.principal.userId
  const row = await lockJob(tx, id)
  const { status: moved, ...texts } = fields
  const wanted: JobRow = { ...row, ...texts }
  const derived = await withDerived(tx, wanted)
  if (derived.duplicate && !row.duplicate) say('another job now has the same posting; both were kept')
  const [before, after] = [undone.after?.history ?? [], undone.before?.history ?? []]
  if (moved !== undefined) await store.replaceHistory(tx.sql, userId, id, { before, after })
  const standing = moved === undefined ? {} : standingOf(await store.listHistory(tx.sql, userId, id))
  const next = { ...wanted, ...derived, ...standing, updatedAt: nextVersion(tx, row) }
  await store.updateJob(tx.sql, userId, next)
  // Undoing a merge may change the last activity even if the history stays the same.
  if (undone.before?.history) touched.add(id)
  if ('contactIds' in fields) {
    next.contactIds = (await existingContacts(tx, wanted.contactIds)).sort()
    await store.setContacts(tx.sql, userId, id, next.contactIds)
    await touchContacts(tx, changedLinks(row.contactIds, next.contactIds))
    sayMissing(say, 'contact', wanted.contactIds.length - next.contactIds.length)
  }
  const [from, to] = moved === undefined ? [] : [before, after]
  recordChange(tx, 'job', id, storedJobOf(row, from), storedJobOf(next, to))
  emitChanges(tx, row, next, fields)
}

const STANDING = ['status', 'statusChangedAt', 'appliedAt']

function emitChanges(tx: Transaction, row: JobRow, next: JobRow, fields: StoredRecord): void {
  const data = { ...jobOf(next), jobId: next.id }
  const isOwn = (field: string) => field === 'contactIds' || STANDING.includes(field)
  if (Object.keys(fields).some((field) => !isOwn(field))) emit(tx, 'job.updated', data)
  if (next.status !== row.status)
    emit(tx, 'job.status_changed', { ...data, previousStatus: row.status, newStatus: next.status })
}

async function restore(undoing: UndoState, record: StoredJob): Promise<boolean> {
  const { tx, touched, say } = undoing
  const { history = [], links = { to: null, ids: [] }, contactIds, compensation: _, ...job } = record
  const userId = tx.principal.userId
  const derived = await withDerived(tx, job)
  if (derived.duplicate) say('another job now has the same posting; both were kept')
  const now = isoOf(tx.clock.now())
  const standing = standingOf(history)
  const values = { ...job, ...standing, ...derived, touchedAt: now, updatedAt: nextVersion(tx, job) }
  await store.insertJob(tx.sql, userId, values)
  await store.relinkMailAndPostings(tx.sql, userId, values, links)
  await store.replaceHistory(tx.sql, userId, job.id, { after: history })
  if (contactIds.length) await store.linkContacts(tx.sql, userId, job.id, contactIds)
  const row = must(await store.findJobForUpdate(tx.sql, userId, job.id))
  await touchContacts(tx, row.contactIds)
  sayMissing(say, 'contact', contactIds.length - row.contactIds.length)
  touched.add(job.id)
  // A merge that is applied again gives the mail back to the job that is kept.
  recordChange(tx, 'job', job.id, null, { ...storedJobOf(row, history), ...(links.to && { links }) })
  emit(tx, 'job.created', { ...jobOf(row), jobId: job.id })
  return true
}

async function remove({ tx, say }: UndoState, id: string, { links }: StoredJob): Promise<boolean> {
  const dependents = dependentsText(await store.countDependents(tx.sql, tx.principal.userId, id))
  const [heir] = await existingJobs(tx, [links?.to ?? []].flat())
  if (dependents) say(`it has ${dependents} by now, so it was kept`)
  else await deleteJob(tx, id, undefined, heir)
  return !dependents
}

export const jobUndo = undoHandler<StoredJob>({
  groups: groupsOf(JOB),
  nameOf: ({ company, role }) => `${String(company)} — ${String(role)}`,
  async find({ tx }, id) {
    const row = isId(id) ? await store.findJobForUpdate(tx.sql, tx.principal.userId, id) : undefined
    return row && storedJobOf(row)
  },
  restore,
  change,
  remove,
  settle: (tx, ids) => refreshLastActivity(tx, [...ids]),
})
