// Undo of contacts: restores a contact with its links to jobs that still exist.
import { undoHandler } from '../database/undo-handler.ts'
import type { UndoState } from '../database/undo-handler.ts'
import { changed, emit, type Transaction } from '../database/transaction.ts'
import { existingJobs, noteLinked } from '../jobs/references.ts'
import { isId } from '../kernel/id.ts'
import { nextVersion } from '../kernel/version.ts'
import { deleteContact, differing } from './changes.ts'
import type { Contact } from './contact.ts'
import { lockContact } from './references.ts'
import * as store from './store.ts'

const FIELDS = ['name', 'title', 'company', 'email', 'phone', 'linkedinUrl', 'type', 'notes', 'tags'] as const

async function find({ tx }: UndoState, id: string): Promise<object | undefined> {
  return isId(id) ? store.findContactForUpdate(tx.sql, tx.principal.userId, id) : undefined
}

/** The jobs that still exist; reports how many do not. */
async function linkable({ tx, say }: UndoState, jobIds: readonly string[]): Promise<string[]> {
  const found = await existingJobs(tx, jobIds)
  const missing = jobIds.length - found.length
  if (missing)
    say(missing === 1 ? 'one of its jobs no longer exists' : `${missing} of its jobs no longer exist`)
  return found.sort()
}

async function restore(undoing: UndoState, record: Contact): Promise<boolean> {
  const { tx } = undoing
  const jobIds = await linkable(undoing, record.jobIds)
  const contact = { ...record, jobIds, updatedAt: nextVersion(tx, record) }
  await store.insertContact(tx.sql, tx.principal.userId, contact)
  await write(tx, contact)
  await noteLinked(tx, jobIds)
  changed(tx, 'contact', contact.id, null, contact)
  emit(tx, 'contact.created', contact)
  return true
}

async function change(undoing: UndoState, id: string, fields: Partial<Contact>): Promise<void> {
  const { tx } = undoing
  const before = await lockContact(tx, id)
  const wanted: Contact = { ...before, ...fields, updatedAt: nextVersion(tx, before) }
  const after = {
    ...wanted,
    jobIds: 'jobIds' in fields ? await linkable(undoing, wanted.jobIds) : before.jobIds,
  }
  await store.updateContact(tx.sql, tx.principal.userId, after)
  await store.removeLinks(tx.sql, tx.principal.userId, id)
  await write(tx, after)
  await noteLinked(tx, differing(before.jobIds, after.jobIds))
  changed(tx, 'contact', id, before, after)
  emit(tx, 'contact.updated', after)
}

/** Writes the parts of a contact that are stored outside its fields. */
async function write(tx: Transaction, { id, jobIds, lastContactedAt }: Contact): Promise<void> {
  await store.updateLastContacted(tx.sql, tx.principal.userId, id, lastContactedAt)
  await store.insertLinks(tx.sql, tx.principal.userId, id, jobIds)
}

async function remove({ tx, say }: UndoState, id: string): Promise<boolean> {
  const isUsed = await store.countDependents(tx.sql, tx.principal.userId, id)
  if (isUsed) say('it has activities or events by now, so it was kept')
  else await deleteContact(tx, id)
  return !isUsed
}

/** Undo of contacts. */
export const contactUndo = undoHandler<Contact>({
  groups: [...FIELDS.map((field) => [field]), ['jobIds'], ['lastContactedAt']],
  nameOf: ({ name }) => String(name),
  find,
  restore,
  change,
  remove,
})
