// What other domains may do with contacts: check that they exist, and update when they were last contacted.
import { lastContactOf } from '../activities/linked.ts'
import { linkedRecordsOf } from '../database/linked-records.ts'
import { recordChange, coveredBy, type Transaction } from '../database/transaction.ts'
import type { UndoState } from '../undo-handler.ts'
import { existingJobs } from '../jobs/references.ts'
import { isoOf } from '../kernel/clock.ts'
import { CONTACT, type Contact } from './fields.ts'
import * as store from './store.ts'

const contacts = linkedRecordsOf(CONTACT)
export const { existing: existingContacts, require: requireContacts, touch: touchContacts } = contacts

/** The record without its deleted contact, for undo. Null if its job was deleted. */
export async function withoutDeletedContact<T extends { jobId: string | null; contactId: string | null }>(
  { tx, say }: UndoState,
  record: T,
): Promise<T | null> {
  const { jobId, contactId } = record
  if (jobId && !(await existingJobs(tx, [jobId])).length) {
    say('its job no longer exists')
    return null
  }
  if (!contactId || (await existingContacts(tx, [contactId])).length) return record
  say('its contact no longer exists')
  return { ...record, contactId: null }
}

export {
  findContactNamed,
  listContactsWithIds,
  listLinkedNames as everyContactOfJobs,
  listNames as contactsNamed,
  lockContact,
} from './store.ts'

/** Recomputes the last contact. `was` is the one that the activity was before. A later date that the user set is kept. */
export async function refreshLastContacted(tx: Transaction, id: string, was: string | null): Promise<void> {
  const contact = await store.lockContact(tx, id)
  const { lastContactedAt: known } = contact
  const logged = await lastContactOf(tx.sql, tx.principal.userId, id, isoOf(tx.clock.now()))
  const at = known === null || known === was || (logged !== null && logged > known) ? logged : known
  if (at === known) return
  await store.updateLastContacted(tx.sql, tx.principal.userId, id, at)
  recordChange(coveredBy(tx, 'activities'), 'contact', id, contact, { ...contact, lastContactedAt: at })
}

/** Sets the last contact, if `at` is later and not a plan. `updatedAt` stays the same, because nobody edited the contact. */
export async function markContacted(tx: Transaction, contact: Contact, at: string): Promise<void> {
  const isNews = contact.lastContactedAt === null || at > contact.lastContactedAt
  if (!isNews || at > isoOf(tx.clock.now())) return
  await store.updateLastContacted(tx.sql, tx.principal.userId, contact.id, at)
  const after = { ...contact, lastContactedAt: at }
  recordChange(coveredBy(tx, 'activities'), 'contact', contact.id, contact, after)
}
