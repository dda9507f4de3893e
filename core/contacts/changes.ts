// Changes contacts, each with its links, audit record and event in the caller's transaction.
import { listActivitiesOfContact, reassignActivities } from '../activities/linked.ts'
import { listStoredEventsOfContact, reassignEvents } from '../calendar/linked.ts'
import { changedLinks } from '../database/linked-records.ts'
import { recordChange, emit, type Transaction } from '../database/transaction.ts'
import { touchJobs, requireJobs } from '../jobs/references.ts'
import { isUnchanged, refuseFuture, type Deleted } from '../kernel/schema.ts'
import { appended } from '../kernel/notes.ts'
import { cleaned, filled } from '../kernel/record.ts'
import { type Versions, firstVersion, type Origin, nextVersion, requireVersion } from '../kernel/version.ts'
import { type AddedContact, CONTACT, type Contact, type ContactChange, type ContactIn } from './fields.ts'
import * as store from './store.ts'

/** Adds a contact and links it to its jobs; throws `job_not_found`. A contact of our own export keeps its id. */
export async function createContact(tx: Transaction, input: ContactIn, kept?: Origin): Promise<Contact> {
  const { id, ...times } = firstVersion(tx, kept)
  const contact: Contact = { id, ...filled(CONTACT, input), ...times }
  const { jobIds } = contact
  refuseFuture('lastContactedAt', contact.lastContactedAt, tx.clock.now())
  await requireJobs(tx, jobIds)
  await store.insertContact(tx.sql, tx.principal.userId, contact)
  await store.insertLinks(tx.sql, tx.principal.userId, contact.id, jobIds)
  await touchJobs(tx, jobIds)
  recordChange(tx, 'contact', contact.id, null, contact)
  emit(tx, 'contact.created', contact)
  return contact
}

/** The new contact, with other contacts that seem to be the same person. crm adds it anyway. */
export async function withDuplicates(tx: Transaction, contact: Contact): Promise<AddedContact> {
  const duplicates = await store.listDuplicates(tx.sql, tx.principal.userId, contact)
  return duplicates.length ? { ...contact, possibleDuplicates: duplicates } : contact
}

export async function changeContact(tx: Transaction, id: string, change: ContactChange, expected?: Versions) {
  const before = await store.lockContact(tx, id)
  requireVersion('contact', before, expected)
  const { appendNotes, ...fields } = change
  const after: Contact = { ...before, ...cleaned(CONTACT, fields), updatedAt: nextVersion(tx, before) }
  after.notes = appended(after.notes, appendNotes)
  refuseFuture('lastContactedAt', after.lastContactedAt, tx.clock.now())
  if (isUnchanged(before, after)) return before
  if (fields.jobIds !== undefined) await relink(tx, before, after)
  await store.updateContact(tx.sql, tx.principal.userId, after)
  recordChange(tx, 'contact', after.id, before, after)
  emit(tx, 'contact.updated', after)
  return after
}

async function relink(tx: Transaction, before: Contact, { id, jobIds }: Contact): Promise<void> {
  await requireJobs(tx, jobIds)
  await store.removeLinks(tx.sql, tx.principal.userId, id)
  await store.insertLinks(tx.sql, tx.principal.userId, id, jobIds)
  await touchJobs(tx, changedLinks(before.jobIds, jobIds))
}

export async function reassign(tx: Transaction, from: string, to: string | null): Promise<void> {
  const userId = tx.principal.userId
  const activities = await listActivitiesOfContact(tx.sql, userId, from)
  const events = await listStoredEventsOfContact(tx.sql, userId, from)
  await reassignActivities(tx.sql, userId, from, to)
  await reassignEvents(tx.sql, userId, from, to)
  for (const one of activities) recordChange(tx, 'activity', one.id, one, { ...one, contactId: to })
  for (const one of events) recordChange(tx, 'event', one.id, one, { ...one, contactId: to })
}

/** Deletes a contact. Its activities and events stay without it; the audit record lists them. */
export async function deleteContact(tx: Transaction, id: string, expected?: Versions): Promise<Deleted> {
  const contact = await store.lockContact(tx, id)
  requireVersion('contact', contact, expected)
  await reassign(tx, contact.id, null)
  await store.removeContact(tx.sql, tx.principal.userId, contact.id)
  await touchJobs(tx, contact.jobIds)
  // Recorded last: undo runs backwards, and must restore the contact before the records that refer to it.
  recordChange(tx, 'contact', contact.id, contact, null)
  emit(tx, 'contact.deleted', contact)
  return { deleted: true, id: contact.id }
}
