// Undo of kept postings: they come back with their job, and go back to the job they were merged from.
import { undoHandler } from '../database/undo-handler.ts'
import { createHash } from 'node:crypto'
import type { StoredRecord, UndoState } from '../database/undo-handler.ts'
import { changed } from '../database/transaction.ts'
import * as store from './store-postings.ts'

async function find({ tx }: UndoState, id: string): Promise<object | undefined> {
  const row = await store.findPostingForUpdate(tx.sql, tx.principal.userId, id)
  return row && { ...row }
}

async function restore({ tx }: UndoState, record: store.KeptRow): Promise<boolean> {
  const row = record
  const digest = createHash('sha256').update(row.body).digest()
  await store.insertPosting(tx.sql, tx.principal.userId, row, digest)
  changed(tx, 'kept-posting', row.id, null, row)
  return true
}

async function change({ tx }: UndoState, id: string, { jobId }: StoredRecord): Promise<void> {
  const { userId } = tx.principal
  const before = await store.findPostingForUpdate(tx.sql, userId, id)
  if (!before || typeof jobId !== 'string') return
  await store.movePosting(tx.sql, userId, before, jobId)
  changed(tx, 'kept-posting', id, before, { ...before, jobId })
}

async function remove({ tx }: UndoState, id: string): Promise<boolean> {
  const before = await store.findPostingForUpdate(tx.sql, tx.principal.userId, id)
  if (!before) return true
  await store.removePosting(tx.sql, tx.principal.userId, before)
  changed(tx, 'kept-posting', id, before, null)
  return true
}

/** Undo of kept postings. */
export const keptPostingUndo = undoHandler<store.KeptRow>({
  groups: [['jobId']],
  nameOf: ({ at }) => `of ${String(at).slice(0, 10)}`,
  find,
  restore,
  change,
  remove,
})
