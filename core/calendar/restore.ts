// Undo of calendar events: restores an event, or removes one that was added.
import { must } from '../kernel/must.ts'
import { undoHandler } from '../database/undo-handler.ts'
import { attached } from '../contacts/references.ts'
import type { UndoState } from '../database/undo-handler.ts'
import { changed, emit } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import { nextVersion } from '../kernel/version.ts'
import { noteCancelled } from './cancellations.ts'
import type { StoredEvent } from './event.ts'
import * as store from './store.ts'

async function find({ tx }: UndoState, id: string): Promise<object | undefined> {
  return store.findEventForUpdate(tx.sql, tx.principal.userId, id)
}

async function restore(undoing: UndoState, record: StoredEvent): Promise<boolean> {
  const { tx, touched } = undoing
  const createdAt = record.createdAt ?? isoOf(tx.clock.now())
  const event = await attached(undoing, { ...record, createdAt, updatedAt: nextVersion(tx, record) })
  if (!event) return false
  await store.insertEvent(tx.sql, tx.principal.userId, event)
  if (event.jobId) touched.add(event.jobId)
  changed(tx, 'event', event.id, null, event)
  const cameWith = tx.changes.some(({ noun, id, before }) => noun === 'job' && id === event.jobId && !before)
  const { createdAt: _, ...shown } = event
  if (event.type === 'interview' && !cameWith) emit(tx, 'interview.scheduled', shown)
  return true
}

async function change(undoing: UndoState, id: string, fields: Partial<StoredEvent>): Promise<void> {
  const { tx, touched } = undoing
  const before = must(await store.findEventForUpdate(tx.sql, tx.principal.userId, id))
  const after = await attached(undoing, { ...before, ...fields, updatedAt: nextVersion(tx, before) })
  if (!after) return
  await store.updateEvent(tx.sql, tx.principal.userId, after)
  for (const jobId of [before.jobId, after.jobId]) if (jobId) touched.add(jobId)
  changed(tx, 'event', id, before, after)
}

async function remove({ tx, touched }: UndoState, id: string): Promise<boolean> {
  const before = must(await store.findEventForUpdate(tx.sql, tx.principal.userId, id))
  await noteCancelled(tx, [id])
  await store.removeEvent(tx.sql, tx.principal.userId, id)
  if (before.jobId) touched.add(before.jobId)
  changed(tx, 'event', id, before, null)
  return true
}

/** Undo of calendar events. */
export const eventUndo = undoHandler<StoredEvent>({
  groups: [
    ['jobId'],
    ['contactId'],
    ['type'],
    ['title'],
    ['startsAt', 'endsAt', 'timeZone'],
    ['location'],
    ['notes'],
  ],
  nameOf: ({ title }) => String(title),
  find,
  restore,
  change,
  remove,
})
